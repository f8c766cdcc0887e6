import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import styles from './account-frame.module.css'
import { accountSections } from './account-sections.ts'

const tabs = [{ path: '/profile', name: 'Overview' }, ...accountSections]

/** The frame of the account's pages: their tabs, then the page. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // Where the tabs are wider than the screen, the one that is open is in sight.
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
              <NavLink className={styles.tab} to={path} end={path === '/profile'}>
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  )
}
