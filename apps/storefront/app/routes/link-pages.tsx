import { useHydrated } from '@solvane/ui/use-hydrated.ts'
import { Suspense } from 'react'
import { Outlet, useMatches } from 'react-router'
import { NeedsScripts } from '../components/needs-scripts.tsx'
import { AuthFrame } from '../features/auth/auth-frame.tsx'
import { GiftFrame } from '../features/gifts/gift-frame.tsx'
import { PageMargins } from './layout.tsx'
import type { Opening, RouteHandle } from './route-handle.ts'

const openings: Record<
  Opening,
  { frame: 'sign-in' | 'page' | 'gift'; title: string; lead?: string }
> = {
  gift: { frame: 'gift', title: 'One moment', lead: 'We are opening your gift.' },
  'payment-return': { frame: 'page', title: 'Your payment' },
  'reset-password': { frame: 'sign-in', title: 'Choose a password' },
  selection: { frame: 'page', title: 'Your selection' },
  'verify-email': {
    frame: 'sign-in',
    title: 'One moment',
    lead: 'We are confirming your e-mail address.',
  },
  'waiting-list': { frame: 'sign-in', title: 'One moment', lead: 'We are opening your link.' },
}

/**
 * Wraps the pages that links from outside lead to, whose token or query only the browser sees: until their
 * program is there, and in what the server renders, it says that they are opening.
 */
export function Component() {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined
  const isHydrated = useHydrated()
  const waiting = handle?.opening && <Waiting page={handle.opening} />
  return isHydrated ? (
    <Suspense fallback={waiting}>
      <Outlet />
    </Suspense>
  ) : (
    waiting
  )
}

function Waiting({ page }: { page: Opening }) {
  const { frame, title, lead = 'One moment, please.' } = openings[page]
  if (frame === 'sign-in')
    return (
      <AuthFrame title={title} lead={lead}>
        {null}
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
