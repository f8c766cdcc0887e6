import { VerifyEmailScreen } from '../features/auth/verify-email-screen.tsx'

/** /verify-email, from an e-mail */
export function Component() {
  return <VerifyEmailScreen />
}
