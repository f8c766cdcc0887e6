import { IconButton } from '@solvane/ui/button'
import { type CommandGroup, CommandPalette } from '@solvane/ui/command-palette'
import { Drawer } from '@solvane/ui/drawer'
import { MenuIcon, SearchIcon } from '@solvane/ui/icon'
import { formatMoney } from '@solvane/ui/price'
import { ToastRegion } from '@solvane/ui/toast'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, NavLink, Outlet, useLocation, useNavigate } from 'react-router'
import { api } from '../data/api.ts'
import { roleWords, signOut, useMayAct, useStaff } from '../data/staff.ts'
import { sectionsFor } from '../pages.ts'
import styles from './frame.module.css'
import { TitleContext } from './page.tsx'

/** The pause after the last key before a search, in milliseconds. */
const pause = 200
/** Records shown of each kind. */
const size = 5

/** Opens the palette by a press or by Ctrl+K (⌘K): pages, orders, products, customers and e-mails by what is typed. */
function Palette() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setIsOpen(true)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <button type="button" className={styles.open} onClick={() => setIsOpen(true)}>
        <SearchIcon size={16} />
        <span className={styles.word}>Search</span>
        <kbd className={styles.keys}>Ctrl K</kbd>
      </button>
      {isOpen && <Opened onClose={() => setIsOpen(false)} />}
    </>
  )
}

function Opened({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  const navigate = useNavigate()
  const records = useRecords(q)
  const pages = usePages(typed.trim())
  return (
    <CommandPalette
      title="Search"
      hint="Page, order, product, customer or e-mail"
      typed={typed}
      onType={setTyped}
      groups={[...pages, ...(q === '' ? [] : (records.data ?? []))]}
      none={records.isFetching ? 'Searching …' : 'No results'}
      onChoose={({ id: path }) => {
        onClose()
        navigate(path)
      }}
      onClose={onClose}
    />
  )
}

/** A value once it has not changed for a moment: not every key asks the server. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** The pages whose names hold what is typed; a command's id is the address it leads to. */
function usePages(typed: string): CommandGroup[] {
  const { staffRole } = useStaff()
  const items = sectionsFor(staffRole)
    .flatMap(({ pages }) => pages)
    .flatMap(({ label, path }) => (label === undefined ? [] : [{ id: `/${path}`, label }]))
    .filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
  return items.length > 0 ? [{ label: 'Pages', items }] : []
}

/** Orders, products, customers and e-mails that match `q`; these lists are open to every role. */
function useRecords(q: string) {
  const mayEdit = useMayAct()
  return useQuery({
    queryKey: ['palette', q, mayEdit],
    enabled: q !== '',
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<CommandGroup[]> => {
      const query = { q, size }
      const [orders, products, customers, emails] = await Promise.all([
        api.call('listOrders', { query }),
        api.call('listStaffProducts', { query }),
        api.call('listCustomers', { query }),
        api.call('listEmails', { query }),
      ])
      return [
        // Before the orders that contain them.
        {
          label: 'Products',
          items: products.data.map(({ id, name, identifier }) => ({
            id: mayEdit ? `/products/${id}` : `/products?q=${encodeURIComponent(identifier)}`,
            label: name,
            detail: identifier,
          })),
        },
        {
          label: 'Orders',
          items: orders.data.map(({ id, orderNumber, name, totalAmount }) => ({
            id: `/orders/${id}`,
            label: orderNumber,
            detail: `${name ?? 'Account closed'} · ${formatMoney(totalAmount)}`,
          })),
        },
        {
          label: 'Customers',
          items: customers.data.map(({ id, name, email }) => ({
            id: `/customers/${id}`,
            label: name ?? email,
            detail: name ? email : undefined,
          })),
        },
        {
          label: 'E-mails',
          items: emails.data.map(({ id, subject, recipient }) => ({
            id: `/emails/${id}`,
            label: subject,
            detail: recipient,
          })),
        },
      ].filter(({ items }) => items.length > 0)
    },
  })
}

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

/** The pages of the back office that the signed-in member may open. */
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
