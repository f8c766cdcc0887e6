import { Drawer } from '@solvane/ui/drawer'
import { MenuIcon } from '@solvane/ui/icon'
import { IconButton } from '@solvane/ui/icon-button'
import { ToastRegion } from '@solvane/ui/toast-region'
import { useEffect, useRef, useState } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { roleWords, signOut, useStaff } from '../data/staff.ts'
import { sectionsFor } from '../pages.ts'
import styles from './frame.module.css'
import navigationStyles from './navigation.module.css'
import { Palette } from './palette.tsx'
import { TitleContext } from './title.tsx'

/**
 * Scrolls what the navigation is in until `element` is in sight. `scrollIntoView` does so too, but in
 * Chromium the next Tab then starts there, past the link that skips to the page.
 */
function scrollIntoSight(element: Element) {
  let scroller = element.parentElement
  while (scroller && getComputedStyle(scroller).overflowY === 'visible')
    scroller = scroller.parentElement
  if (!scroller) return
  const { scrollPaddingBottom } = getComputedStyle(scroller)
  const [outer, inner] = [scroller.getBoundingClientRect(), element.getBoundingClientRect()]
  const below = inner.bottom - (outer.bottom - (Number.parseFloat(scrollPaddingBottom) || 0))
  const above = outer.top - inner.top
  if (above > 0) scroller.scrollTop -= above
  else if (below > 0) scroller.scrollTop += below
}

/** The pages of the back office that who is signed in may open. */
function Navigation({ onChoose }: { onChoose?: () => void }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const { staffRole } = useStaff()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current page's entry stays in sight
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current]')
    if (current) scrollIntoSight(current)
  }, [pathname])
  return (
    <nav ref={nav} aria-label="Back office" className={navigationStyles.navigation}>
      {sectionsFor(staffRole).map(({ heading, pages }) => {
        const entries = pages.filter(({ label }) => label !== undefined)
        return (
          <section key={heading} className={navigationStyles.group}>
            {(entries.length > 1 || entries[0]?.label !== heading) && (
              <h2 className={navigationStyles.heading}>{heading}</h2>
            )}
            <ul>
              {entries.map(({ label, path, Count }) => (
                <li key={path}>
                  <NavLink
                    className={navigationStyles.link}
                    to={`/${path}`}
                    end={path === ''}
                    onClick={onChoose}
                  >
                    {label}
                    {Count && <Count />}
                  </NavLink>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </nav>
  )
}

/** Around every page: the navigation at its side, in a drawer on narrow screens, and its title. */
export function Frame() {
  const [isOpen, setIsOpen] = useState(false)
  const [titlePlace, setTitlePlace] = useState<HTMLElement | null>(null)
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main-content">
        Skip to the page
      </a>
      <aside className={styles.side} aria-label="Solvane">
        <a className={styles.logotype} href="/admin">
          Solvane
        </a>
        <Navigation />
        <You />
      </aside>
      <Drawer isOpen={isOpen} onClose={() => setIsOpen(false)} title="Solvane" side="left" isBare>
        <div className={styles.drawer}>
          <Navigation onChoose={() => setIsOpen(false)} />
          <You />
        </div>
      </Drawer>
      <div className={styles.work}>
        <header className={styles.header}>
          <span className={styles.menu}>
            <IconButton label="Menu" aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
              <MenuIcon />
            </IconButton>
          </span>
          <div ref={setTitlePlace} className={styles.title} />
          <Palette />
        </header>
        <main id="main-content" className={styles.page} tabIndex={-1}>
          <TitleContext value={titlePlace}>
            <Outlet />
          </TitleContext>
        </main>
      </div>
      <ToastRegion />
    </div>
  )
}

/** The signed-in account, and links to the shop and for signing out. */
function You() {
  const staff = useStaff()
  return (
    <section className={styles.you} aria-label="You">
      <p className={styles.name}>{staff.nickName ?? staff.email}</p>
      <p className={styles.role}>{roleWords[staff.staffRole].name}</p>
      <div className={styles.actions}>
        <Link className={styles.action} to="/account">
          Your account
        </Link>
        <a className={styles.action} href="/" target="_blank" rel="noreferrer">
          Open the shop
        </a>
        <button className={styles.action} type="button" onClick={signOut}>
          Sign out
        </button>
      </div>
    </section>
  )
}
