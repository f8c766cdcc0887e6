import { Outlet } from 'react-router'
import { AccountFrame } from '../features/account/account-frame.tsx'

/** /profile and all below it */
export function Component() {
  return (
    <AccountFrame>
      <Outlet />
    </AccountFrame>
  )
}
