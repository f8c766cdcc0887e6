import { VerifyEmailScreen } from '../features/auth/verify-email-screen.tsx'

/** /verify-email, from a letter */
export function Component() {
  return <VerifyEmailScreen />
}
