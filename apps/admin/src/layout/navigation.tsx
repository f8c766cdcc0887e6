import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useStaff } from '../data/staff.ts'
import { sectionsFor } from '../pages.ts'
import styles from './navigation.module.css'

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
export function Navigation({ onChoose }: { onChoose?: () => void }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const { staffRole } = useStaff()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current page's entry stays in sight
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current]')
    if (current) scrollIntoSight(current)
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
