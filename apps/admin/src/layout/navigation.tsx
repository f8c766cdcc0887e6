import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useStaff } from '../data/staff.ts'
import { sectionsFor } from '../pages.ts'
import styles from './navigation.module.css'

/** The pages of the back office that who is signed in may open. */
export function Navigation({ onChoose }: { onChoose?: () => void }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const { staffRole } = useStaff()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current page's entry stays in sight
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <nav ref={nav} aria-label="Back office" className={styles.navigation}>
      {sectionsFor(staffRole).map(({ heading, pages }) => {
        const entries = pages.filter(({ label }) => label !== undefined)
        return (
          <section key={heading} className={styles.group}>
            {(entries.length > 1 || entries[0]?.label !== heading) && (
              <h2 className={styles.heading}>{heading}</h2>
            )}
            <ul>
              {entries.map(({ label, path, Count }) => (
                <li key={path}>
                  <NavLink
                    className={styles.link}
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
