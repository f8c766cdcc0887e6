import Drawer from '@mui/material/Drawer'
import { MenuIcon } from '@solvane/ui/icon'
import { IconButton } from '@solvane/ui/icon-button'
import { type ReactNode, Suspense, useState } from 'react'
import { Loading, TitlePortal } from 'react-admin'
import { ErrorBoundary } from 'react-error-boundary'
import { useLocation } from 'react-router'
import type { Staff } from '../data/admit.ts'
import { Failure } from './failure.tsx'
import styles from './frame.module.css'
import { type entriesFor, Navigation } from './navigation.tsx'
import { StaffMenu } from './staff-menu.tsx'

interface FrameProps {
  staff: Staff
  entries: ReturnType<typeof entriesFor>
  children: ReactNode
}

/** Long titles, such as the names of letters, take a second line. */
const wholeTitle = { whiteSpace: 'normal', overflowWrap: 'anywhere' }

/** Around every page: the navigation at its side, in a drawer on narrow screens, and its title. */
export function Frame({ staff, entries, children }: FrameProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { pathname } = useLocation()
  const here = entries
    .flatMap(({ entries }) => entries)
    .findLast(({ to }) => (to === '/' ? pathname === '/' : `${pathname}/`.startsWith(`${to}/`)))
  const close = () => setIsOpen(false)
  const side = (
    <>
      <a className={styles.logotype} href="/admin">
        Solvane
      </a>
      <Navigation entries={entries} onChoose={close} />
      <StaffMenu staff={staff} />
    </>
  )
  return (
    <div className={styles.frame}>
      <title>{`${here ? `${here.label} · ` : ''}Solvane back office`}</title>
      <a className={styles.skip} href="#main-content">
        Skip to the page
      </a>
      <aside className={styles.side} aria-label="The house">
        {side}
      </aside>
      <Drawer open={isOpen} onClose={close} slotProps={{ paper: { className: styles.drawer } }}>
        {side}
      </Drawer>
      <div className={styles.work}>
        <header className={styles.header}>
          <span className={styles.menu}>
            <IconButton label="Menu" aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
              <MenuIcon />
            </IconButton>
          </span>
          <TitlePortal variant="h1" className={styles.title} sx={wholeTitle} />
        </header>
        <main id="main-content" className={styles.page} tabIndex={-1}>
          <ErrorBoundary
            resetKeys={[pathname]}
            fallbackRender={({ error, resetErrorBoundary }) => (
              <Failure error={error} onRetry={resetErrorBoundary} />
            )}
          >
            <Suspense fallback={<Loading />}>{children}</Suspense>
          </ErrorBoundary>
        </main>
      </div>
    </div>
  )
}
