import { VerifyEmailScreen } from '../features/auth/verify-email-screen.tsx'
import { Queries } from '../lib/api/query-client.tsx'
import { LinkOpening } from './link-opening.tsx'

/** /verify-email, from an e-mail */
export function Component() {
  return (
    <Queries>
      <VerifyEmailScreen opening={<LinkOpening page="verify-email" />} />
    </Queries>
  )
}
