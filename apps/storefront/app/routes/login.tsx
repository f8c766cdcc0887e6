import { LoginScreen } from '../features/auth/login-screen.tsx'

/** /login */
export function Component() {
  return <LoginScreen />
}
