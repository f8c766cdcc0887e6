import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import styles from './account-frame.module.css'
import { accountSections } from './account-sections.ts'

const tabs = [{ path: '/profile', name: 'Overview' }, ...accountSections]

/** The frame of the account's pages: their tabs, then the page. */
export function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <nav aria-label="Account">
        <ul className={styles.tabs}>
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
