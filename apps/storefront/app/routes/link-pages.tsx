import { type ReactNode, Suspense } from 'react'
import { Outlet, useMatches } from 'react-router'
import { NeedsScripts } from '../components/needs-scripts.tsx'
import { AuthFrame } from '../features/auth/auth-frame.tsx'
import { Link } from '../lib/link.tsx'
import { useHydrated } from '../lib/when.tsx'
import { type Opening, PageMargins, type RouteHandle } from './layout.tsx'
import styles from './link-pages.module.css'

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

type Frame = 'sign-in' | 'page' | 'gift'

const oneMoment = 'One moment, please.'

const openings: Record<Opening, { frame: Frame; title: string; lead: string }> = {
  gift: { frame: 'gift', title: 'One moment', lead: 'We are opening your gift.' },
  'payment-return': { frame: 'page', title: 'Your payment', lead: oneMoment },
  'reset-password': { frame: 'sign-in', title: 'Choose a password', lead: oneMoment },
  selection: { frame: 'page', title: 'Your selection', lead: oneMoment },
  'verify-email': {
    frame: 'sign-in',
    title: 'One moment',
    lead: 'We are confirming your e-mail address.',
  },
  'waiting-list': { frame: 'sign-in', title: 'One moment', lead: 'We are opening your link.' },
}

/** The page of a link while its program loads, and then while its target is requested. */
export function LinkOpening({ page }: { page: Opening }) {
  const { frame, title, lead } = openings[page]
  if (frame === 'sign-in')
    return (
      <AuthFrame title={title} lead={lead}>
        {null}
      </AuthFrame>
    )
  return (
    <LinkFrame frame={frame} title={title}>
      <OpeningWords page={page} />
    </LinkFrame>
  )
}

/** The words of an opening, for a page that is in its frame already. */
export function OpeningWords({ page }: { page: Opening }) {
  const { title, lead } = openings[page]
  return (
    <div className={styles.words} role="status">
      <h1>{title}</h1>
      <p>{lead}</p>
    </div>
  )
}

interface LinkFrameProps {
  frame: 'page' | 'gift'
  /** The title of the document. */
  title: string
  children: ReactNode
}

/** The frame of a link's page that is none of the sign-in screens. */
export function LinkFrame({ frame, title, children }: LinkFrameProps) {
  const head = (
    <>
      <title>{`${title} · Solvane`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
  return frame === 'gift' ? (
    <GiftFrame>
      {head}
      {children}
      <noscript>
        <p>To open it here your browser has to run scripts.</p>
      </noscript>
    </GiftFrame>
  ) : (
    <PageMargins>
      {head}
      {children}
      <NeedsScripts what="To open this page" />
    </PageMargins>
  )
}

/** The frame of a gift's page, which is outside the shop's layout. */
function GiftFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link className={styles.logotype} to="/" reloadDocument>
          SOLVANE
        </Link>
      </header>
      <main id="main" className={styles.main}>
        {children}
      </main>
    </div>
  )
}
