import { ResetPasswordScreen } from '../features/auth/reset-password-screen.tsx'
import { Queries } from '../lib/api/query-client.tsx'
import { LinkOpening } from './link-opening.tsx'

/** /reset-password, from an e-mail */
export function Component() {
  return (
    <Queries>
      <ResetPasswordScreen opening={<LinkOpening page="reset-password" />} />
    </Queries>
  )
}
