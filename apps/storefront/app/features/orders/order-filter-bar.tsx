import { Button } from '@solvane/ui/button'
import { ChipMark, chipClass } from '@solvane/ui/chip'
import { FilterIcon } from '@solvane/ui/icon'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { activeFilters, type OrderFilter, orderSearch } from './order-filter.ts'
import styles from './order-filter-bar.module.css'

const loadDrawer = () => import('./order-filter-drawer.tsx')

/** Opens the filter and shows the active ones, to remove one by one or all at once. */
export function OrderFilterBar({ filter }: { filter: OrderFilter }) {
  const drawer = useOnDemand(loadDrawer)
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const active = activeFilters(filter)
  // The clicked control disappears with its filter.
  const keepFocus = () => opener.current?.focus()
  return (
    <div className={styles.bar}>
      <Button
        ref={opener}
        kind="link"
        aria-haspopup="dialog"
        onPointerEnter={drawer.prepare}
        onFocus={drawer.prepare}
        onClick={async () => {
          if (await drawer.demand()) setIsOpen(true)
        }}
      >
        <FilterIcon size={16} /> Filter{active.length > 0 && ` (${active.length})`}
      </Button>
      {active.length > 0 && (
        <ul className={styles.chips} aria-label="Active filters">
          {active.map(({ label, without }) => (
            <li key={label}>
              <Link
                className={chipClass}
                to={`/profile/orders${orderSearch(without)}`}
                onClick={keepFocus}
              >
                <VisuallyHidden>Remove </VisuallyHidden>
                {label}
                <ChipMark />
              </Link>
            </li>
          ))}
          <li>
            <Link className={styles.clear} to="/profile/orders" onClick={keepFocus}>
              Clear all
            </Link>
          </li>
        </ul>
      )}
      {drawer.part && (
        <drawer.part.OrderFilterDrawer
          isOpen={isOpen}
          filter={filter}
          onClose={() => setIsOpen(false)}
          returnFocusTo={opener}
        />
      )}
    </div>
  )
}
