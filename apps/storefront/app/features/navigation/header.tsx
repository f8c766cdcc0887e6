import type { CategoryNode } from '@solvane/contract/categories'
import { MenuIcon } from '@solvane/ui/icon'
import { IconButton } from '@solvane/ui/icon-button'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { clsx } from 'clsx'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useOnNewPage } from '../../components/use-on-new-page.ts'
import styles from './header.module.css'
import { hideOnScroll } from './hide-on-scroll.ts'

interface HeaderProps {
  categories: readonly CategoryNode[]
  /** Where "Contact US" leads, on another site. */
  contactUrl: string
  /** The button that opens the search. */
  search: ReactNode
  /** Favourites, account and cart, each a 44 px control. */
  actions?: ReactNode
  /**
   * The page begins with a full-bleed banner that the header lies over until the reader scrolls:
   * `light` text on a dark picture, `dark` text on a pale one.
   */
  overBanner?: 'light' | 'dark'
}

const loadMenu = () => import('./category-menu.tsx')

/** The bar at the top of every page. Leaves on the way down, comes back on the way up. */
export function Header(props: HeaderProps) {
  const { categories, contactUrl, search, actions, overBanner } = props
  const menu = useOnDemand(loadMenu)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const menuButton = useRef<HTMLButtonElement>(null)
  useOnNewPage(() => setIsMenuOpen(false))

  async function openMenu() {
    if (await menu.demand()) setIsMenuOpen(true)
  }

  return (
    <>
      <header
        ref={(header) => (header ? hideOnScroll(header) : undefined)}
        className={clsx(styles.header, overBanner && styles.over, overBanner && styles[overBanner])}
      >
        <div className={styles.bar}>
          <div className={clsx(styles.group, styles.scripted)}>
            <IconButton
              ref={menuButton}
              label="Menu"
              text="Menu"
              aria-haspopup="dialog"
              aria-expanded={isMenuOpen}
              isBusy={menu.isLoading}
              onPointerEnter={menu.prepare}
              onFocus={menu.prepare}
              onClick={openMenu}
            >
              <MenuIcon />
            </IconButton>
            {search}
          </div>
          <Link className={styles.logotype} to="/">
            SOLVANE
          </Link>
          <div className={clsx(styles.group, styles.end)}>
            <a
              className={styles.contact}
              href={contactUrl}
              target="_blank"
              rel="noopener noreferrer"
            >
              Contact US
            </a>
            {actions}
          </div>
        </div>
        {menu.part && (
          <menu.part.CategoryMenu
            categories={categories}
            contactUrl={contactUrl}
            isOpen={isMenuOpen}
            onClose={() => setIsMenuOpen(false)}
            returnFocusTo={menuButton}
          />
        )}
      </header>
      <noscript>
        <nav className={styles.plainMenu} aria-label="All Categories">
          {categories.flatMap((category) =>
            [category, ...category.children].map((shown) => (
              <a key={shown.id} href={shown.path}>
                {shown === category ? shown.name : `${category.name}: ${shown.name}`}
              </a>
            )),
          )}
        </nav>
      </noscript>
    </>
  )
}
