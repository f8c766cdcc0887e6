import type { StaffRole } from '@solvane/contract/staff-role'
import { actsAs } from '@solvane/contract/staff-role'
import { type ComponentType, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { type BackOfficePage, type BackOfficeResource, groups } from '../data/resource.ts'
import styles from './navigation.module.css'

/** One entry of the navigation. */
export interface Entry {
  label: string
  /** Under /admin, with a slash before it. */
  to: string
  Count?: ComponentType
}

/** What someone of `role` is offered, group by group; groups without anything are left out. */
export function entriesFor(
  role: StaffRole,
  resources: readonly BackOfficeResource[],
  pages: readonly BackOfficePage[],
): { group: string; entries: Entry[] }[] {
  const places = [
    ...resources.flatMap((resource) =>
      resource.list ? [{ ...resource, to: `/${resource.name}` }] : [],
    ),
    // A page of something is reached from that.
    ...pages
      .filter(({ path }) => !path.includes(':'))
      .map((page) => ({ ...page, to: `/${page.path}` })),
  ].filter(({ least = 'MANAGER' }) => actsAs(role, least))
  return groups
    .map((group) => ({ group, entries: places.filter((place) => place.group === group) }))
    .filter(({ entries }) => entries.length > 0)
}

interface NavigationProps {
  entries: ReturnType<typeof entriesFor>
  onChoose?: () => void
}

/** The parts of the back office that who works here may see. */
export function Navigation({ entries, onChoose }: NavigationProps) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every page, where one is must be seen.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <nav ref={nav} aria-label="Back office" className={styles.navigation}>
      {entries.map(({ group, entries }) => (
        <section key={group} className={styles.group}>
          {(entries.length > 1 || entries[0]?.label !== group) && (
            <h2 className={styles.heading}>{group}</h2>
          )}
          <ul>
            {entries.map(({ label, to, Count }) => (
              <li key={to}>
                <NavLink className={styles.link} to={to} end={to === '/'} onClick={onChoose}>
                  {label}
                  {Count && <Count />}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
