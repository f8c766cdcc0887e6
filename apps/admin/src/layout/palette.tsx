import { type CommandGroup, CommandPalette } from '@solvane/ui/command-palette'
import { SearchIcon } from '@solvane/ui/icon'
import { formatMoney } from '@solvane/ui/price'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../data/api.ts'
import { useMayAct, useStaff } from '../data/staff.ts'
import { sectionsFor } from '../pages.ts'
import styles from './palette.module.css'

/** After the last key, in milliseconds. */
const pause = 200
/** Records shown of each kind. */
const size = 5

/** Opens the palette by a press or by Ctrl+K (⌘K): pages, orders, products, customers and e-mails by what is typed. */
export function Palette() {
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
