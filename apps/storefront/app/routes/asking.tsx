import { Outlet } from 'react-router'
import { Queries } from '../lib/api/query-client.tsx'

/** Around the pages that ask the API by themselves, in the browser: those of one shopper. */
export function Component() {
  return (
    <Queries>
      <Outlet />
    </Queries>
  )
}
