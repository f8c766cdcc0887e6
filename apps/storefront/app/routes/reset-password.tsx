import { ResetPasswordScreen } from '../features/auth/reset-password-screen.tsx'

/** /reset-password, from a letter */
export function Component() {
  return <ResetPasswordScreen />
}
