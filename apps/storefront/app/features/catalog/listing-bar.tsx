import type { EndpointOutput } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { ChipMark, chipClass } from '@solvane/ui/chip'
import { FilterIcon } from '@solvane/ui/icon'
import { formatMoney } from '@solvane/ui/price'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useState } from 'react'
import { Link } from '../../lib/link.tsx'
import styles from './listing-bar.module.css'
import {
  appliedFilters,
  type ListingQuery,
  listingSearch,
  listingSorts,
  withoutFilters,
} from './listing-query.ts'

const loadDrawer = () => import('./listing-drawer.tsx')

interface ListingBarProps {
  category: EndpointOutput<'getCategory'>['data']
  query: ListingQuery
}

/** Stays visible above the products: filter, sort, and the applied filters, each with its removal. */
export function ListingBar({ category, query }: ListingBarProps) {
  const [panel, setPanel] = useState<'filter' | 'sort' | null>(null)
  const drawer = useOnDemand(loadDrawer)
  const applied = appliedFilters(query, formatMoney)
  const order = listingSorts.find(({ value }) => value === query.sort)

  async function open(wanted: 'filter' | 'sort') {
    if (await drawer.demand()) setPanel(wanted)
  }
  const preload = { onPointerEnter: drawer.prepare, onFocus: drawer.prepare }

  return (
    <div className={styles.bar}>
      <Button kind="link" className={styles.control} {...preload} onClick={() => open('filter')}>
        <FilterIcon size={16} /> Filter{applied.length > 0 && ` (${applied.length})`}
      </Button>
      {applied.length > 0 && (
        <ul className={styles.chips} aria-label="Applied filters">
          {applied.map(({ label, without }) => (
            <li key={label}>
              <Link
                className={chipClass}
                to={category.path + listingSearch(without)}
                preventScrollReset
              >
                <VisuallyHidden>Remove </VisuallyHidden>
                {label}
                <ChipMark />
              </Link>
            </li>
          ))}
          <li>
            <Link
              className={styles.clear}
              to={category.path + listingSearch(withoutFilters(query))}
              preventScrollReset
            >
              Clear all
            </Link>
          </li>
        </ul>
      )}
      <Button kind="link" className={styles.control} {...preload} onClick={() => open('sort')}>
        <span>
          Sort<span className={styles.order}>: {order?.label}</span>
        </span>
      </Button>
      {drawer.part && (
        <drawer.part.ListingDrawer
          panel={panel}
          category={category}
          query={query}
          onClose={() => setPanel(null)}
        />
      )}
    </div>
  )
}
