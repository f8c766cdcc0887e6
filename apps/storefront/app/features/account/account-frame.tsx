import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../../lib/link.tsx'
import styles from './account-frame.module.css'

/** A section of the account, as its card on the overview shows it. */
interface AccountSection {
  path: string
  name: string
  /** The line about the content of the card. */
  text: string
  /** The label of the card's link. */
  action: string
}

/** The sections beside the overview, in their order. A tab and a card come with each. */
export const accountSections: readonly AccountSection[] = [
  {
    path: '/profile/account',
    name: 'My Profile',
    text: 'Your address, your login and your address book.',
    action: 'Edit',
  },
  {
    path: '/profile/orders',
    name: 'My Orders',
    text: 'Your orders and their progress.',
    action: 'View',
  },
  {
    path: '/profile/favorite',
    name: 'My Wishlist',
    text: 'The pieces you have saved.',
    action: 'View',
  },
]

/** A page with a card alone: the spec names the tabs. */
export const waitingListSection: AccountSection = {
  path: '/profile/waiting-list',
  name: 'My Waiting List',
  text: 'What you wait for, and what is reserved for you.',
  action: 'View',
}

const tabs = [{ path: '/profile', name: 'Overview' }, ...accountSections]

/** Whether the page at `pathname` belongs to the tab of `path`. Returns belong to the orders. */
function isShown(path: string, pathname: string): boolean {
  const page = pathname.replace('/returns/', '/orders/')
  return path === page || (path !== tabs[0]?.path && page.startsWith(`${path}/`))
}

/** The frame of the account's pages: their tabs, then the page. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // Where the tabs are wider than the screen, the current one is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, another tab
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (tab) list.current?.scrollTo({ left: tab.offsetLeft - list.current.offsetLeft })
  }, [pathname])
  return (
    <div className={styles.frame}>
      <nav className={styles.navigation} aria-label="Account">
        <ul ref={list} className={styles.tabs}>
          {tabs.map(({ path, name }) => (
            <li key={path}>
              <Link
                className={styles.tab}
                to={path}
                aria-current={isShown(path, pathname) ? 'page' : undefined}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  )
}
