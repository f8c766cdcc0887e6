import { ForgotPasswordScreen } from '../features/auth/forgot-password-screen.tsx'

/** /forgot-password */
export function Component() {
  return <ForgotPasswordScreen />
}
