import { Skeleton } from '@solvane/ui/skeleton'
import { useHydrated } from '@solvane/ui/use-hydrated.ts'
import { Suspense } from 'react'
import { Outlet, useMatches } from 'react-router'
import { NeedsScripts } from '../components/needs-scripts.tsx'
import { AuthFrame } from '../features/auth/auth-frame.tsx'
import { GiftFrame } from '../features/gifts/gift-frame.tsx'
import { PageMargins } from './layout.tsx'
import type { Opening, RouteHandle } from './route-handle.ts'

/**
 * Wraps the pages that links from outside lead to, whose token or query only the browser sees: until their
 * program is there, and in what the server renders, it says that they are opening.
 */
export function Component() {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined
  const isHydrated = useHydrated()
  const waiting = handle?.opening && <Waiting {...handle.opening} />
  return isHydrated ? (
    <Suspense fallback={waiting}>
      <Outlet />
    </Suspense>
  ) : (
    waiting
  )
}

function Waiting({ title, lead, frame }: Opening) {
  if (frame === 'sign-in')
    return (
      <AuthFrame title={title} lead={lead}>
        <Skeleton />
      </AuthFrame>
    )
  const text = (
    <>
      <title>{`${title} · Solvane`}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p>{lead}</p>
    </>
  )
  return frame === 'gift' ? (
    <GiftFrame isBusy>
      {text}
      <noscript>
        <p>To open it here your browser has to run scripts.</p>
      </noscript>
    </GiftFrame>
  ) : (
    <PageMargins>
      {text}
      <NeedsScripts what="To open this page" />
    </PageMargins>
  )
}
