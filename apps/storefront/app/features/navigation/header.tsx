import { IconButton } from '@solvane/ui/button'
import { ChevronLeftIcon, MenuIcon } from '@solvane/ui/icon'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { clsx } from 'clsx'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import type { MenuCategory } from '../../lib/api/layout-data.ts'
import { Link } from '../../lib/link.tsx'
import { useOpenOnPage } from '../../lib/when.tsx'
import styles from './header.module.css'

interface HeaderProps {
  categories: readonly MenuCategory[]
  /** The external target of "Contact US". */
  contactUrl: string
  /** The button that opens the search. */
  search: ReactNode
  /** Favourites, account and cart, each a 44 px control. */
  actions?: ReactNode
  /**
   * The page begins with a full-bleed banner that the header overlays until the reader scrolls:
   * `light` text on a dark picture, `dark` text on a pale one.
   */
  overBanner?: 'light' | 'dark'
}

const loadMenu = () => import('./category-menu.tsx')

/** The header of every page. It hides while scrolling down and returns while scrolling up. */
export function Header(props: HeaderProps) {
  const { categories, contactUrl, search, actions, overBanner } = props
  const menu = useOnDemand(loadMenu)
  const [isMenuOpen, setIsMenuOpen] = useOpenOnPage()
  const menuButton = useRef<HTMLButtonElement>(null)

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
              <a key={shown.path} href={shown.path}>
                {shown === category ? shown.name : `${category.name}: ${shown.name}`}
              </a>
            )),
          )}
        </nav>
      </noscript>
    </>
  )
}

interface CheckoutHeaderProps {
  /** The page where the order began. */
  backTo: string
  /** The text of the link: 'Back to cart'. */
  backText: string
}

/** The header of the checkout: the logo, and the link back to where the order began. */
export function CheckoutHeader({ backTo, backText }: CheckoutHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <div className={styles.group}>
          <Link className={styles.back} to={backTo}>
            <ChevronLeftIcon size={16} /> {backText}
          </Link>
        </div>
        <Link className={styles.logotype} to="/">
          SOLVANE
        </Link>
      </div>
    </header>
  )
}

/** Movements of fewer pixels are no scroll direction. */
const smallestMove = 6

/**
 * Marks `header` with `data-scrolled` below the top of the page, and with `data-hidden` while
 * scrolling down. Set on the element itself, so that scrolling renders nothing. Returns the
 * function that stops it.
 */
export function hideOnScroll(header: HTMLElement): () => void {
  let lastY = window.scrollY

  function onScroll() {
    // Safari reports positions beyond both ends while the page bounces.
    const bottom = document.documentElement.scrollHeight - window.innerHeight
    const y = Math.min(Math.max(0, window.scrollY), bottom)
    header.toggleAttribute('data-scrolled', y > 8)
    const move = y - lastY
    if (Math.abs(move) < smallestMove && y > 8) return
    lastY = y
    // A jump of more than a screen is a restored position, after Back for example, not scrolling.
    if (move > window.innerHeight) return
    header.toggleAttribute('data-hidden', move > 0 && y > header.offsetHeight * 2)
  }

  onScroll()
  window.addEventListener('scroll', onScroll, { passive: true })
  return () => window.removeEventListener('scroll', onScroll)
}

/** A line along the top of the window while the next page takes time to load. */
export function LoadingLine({ isLoading }: { isLoading: boolean }) {
  return <span className={clsx(styles.line, isLoading && styles.loading)} aria-hidden="true" />
}

/**
 * The first Tab stop: skips the header to the element with the id `main`. With scripts it only
 * moves the focus, because a changed URL would render the page again.
 */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a link within the page, also where no script runs
    <a className={styles.link} href="#main" onClick={skip}>
      Skip to content
    </a>
  )
}

function skip(event: MouseEvent) {
  const main = document.getElementById('main')
  if (!main) return
  event.preventDefault()
  main.focus({ preventScroll: true })
  main.scrollIntoView()
}
