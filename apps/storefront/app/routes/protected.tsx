import { Outlet } from 'react-router'
import { AccountWaiting } from '../features/account/account-waiting.tsx'
import { Protected } from '../lib/session/protected.tsx'

/** Wraps the pages of one shopper: leads guests to the sign-in. All that the server renders of them. */
export function Component() {
  return (
    <Protected waiting={<AccountWaiting />}>
      <Outlet />
    </Protected>
  )
}
