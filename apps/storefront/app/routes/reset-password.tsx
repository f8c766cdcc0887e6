import { ResetPasswordScreen } from '../features/auth/reset-password-screen.tsx'

/** /reset-password, from an e-mail */
export function Component() {
  return <ResetPasswordScreen />
}
