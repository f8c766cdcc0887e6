import { Outlet } from 'react-router'
import { AccountFrame } from '../features/account/account-frame.tsx'
import { AccountWaiting } from '../features/account/account-waiting.tsx'
import { Protected } from '../lib/session/protected.tsx'

/** /profile and all below it */
export function Component() {
  return (
    <Protected waiting={(session) => <AccountWaiting session={session} />}>
      <AccountFrame>
        <Outlet />
      </AccountFrame>
    </Protected>
  )
}
