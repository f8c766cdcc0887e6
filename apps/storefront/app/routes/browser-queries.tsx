import { Outlet } from 'react-router'
import { Queries } from '../lib/api/query-client.tsx'

/** Wraps the pages that load one shopper's data in the browser. */
export function Component() {
  return (
    <Queries>
      <Outlet />
    </Queries>
  )
}
