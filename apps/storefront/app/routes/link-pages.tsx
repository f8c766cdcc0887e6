import { Suspense } from 'react'
import { Outlet } from 'react-router'

/**
 * Wraps the pages that links from outside lead to, whose token or query only the browser sees. What the
 * server says meanwhile stays until their program is there.
 */
export function Component() {
  return (
    <Suspense>
      <Outlet />
    </Suspense>
  )
}
