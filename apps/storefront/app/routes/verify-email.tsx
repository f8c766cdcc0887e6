import { VerifyEmailScreen } from '../features/auth/verify-email-screen.tsx'
import { Queries } from '../lib/api/query-client.tsx'

/** /verify-email, from an e-mail */
export function Component() {
  return (
    <Queries>
      <VerifyEmailScreen />
    </Queries>
  )
}
