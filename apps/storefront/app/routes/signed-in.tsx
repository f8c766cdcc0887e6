import { useDeferredValue } from 'react'
import { Outlet } from 'react-router'
import { Queries } from '../lib/api/query-client.tsx'
import { useSession } from '../lib/session/session-profile.ts'
import { AccountWaiting } from './protected.tsx'

/** Wraps the pages of a signed-in shopper, below `protected`: shows them once the profile is loaded. */
export function Component() {
  return (
    <Queries>
      <WithProfile />
    </Queries>
  )
}

function WithProfile() {
  const { profile, failure, reload } = useSession()
  // The page is rendered in steps: at once it would hold up a press on a slow phone.
  const isShown = useDeferredValue(profile !== null)
  return profile && isShown ? <Outlet /> : <AccountWaiting failure={failure} onRetry={reload} />
}
