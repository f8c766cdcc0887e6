import { ResetPasswordScreen } from '../features/auth/reset-password-screen.tsx'
import { Queries } from '../lib/api/query-client.tsx'

/** /reset-password, from an e-mail */
export function Component() {
  return (
    <Queries>
      <ResetPasswordScreen />
    </Queries>
  )
}
