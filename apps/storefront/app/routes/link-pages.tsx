import { useHydrated } from '@solvane/ui/use-hydrated.ts'
import { Suspense } from 'react'
import { Outlet, useMatches } from 'react-router'
import { LinkOpening } from './link-opening.tsx'
import type { RouteHandle } from './route-handle.ts'

/**
 * Wraps the pages that links from outside lead to, whose token or query only the browser sees: until their
 * program is there, and in what the server renders, it says that they are opening.
 */
export function Component() {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined
  const isHydrated = useHydrated()
  const opening = handle?.opening && <LinkOpening page={handle.opening} />
  return isHydrated ? (
    <Suspense fallback={opening}>
      <Outlet />
    </Suspense>
  ) : (
    opening
  )
}
