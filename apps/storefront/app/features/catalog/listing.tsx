import type { EndpointOutput } from '@solvane/client/api'
import { Button, buttonClass } from '@solvane/ui/button'
import { ChipMark, chipClass } from '@solvane/ui/chip'
import { EmptyState } from '@solvane/ui/empty-state'
import { FilterIcon } from '@solvane/ui/icon'
import { formatMoney } from '@solvane/ui/price'
import { useLoadMore } from '@solvane/ui/use-load-more.ts'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { ErrorText, messageOf } from '../../lib/api/failure.tsx'
import { Link } from '../../lib/link.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import styles from './listing.module.css'
import {
  type ListingQuery,
  listFilters,
  listingSearch,
  listingSorts,
  withoutFilters,
} from './listing-query.ts'
import type { ProductCardData } from './product-card.tsx'
import { ProductGrid } from './product-grid.tsx'
import { useListing } from './use-listing.ts'

/** Placeholders while a page is loading (spec section 9). */
const placeholders = 4

interface ListingProps {
  identifier: string
  /** Address of the category. */
  path: string
  query: ListingQuery
  pageNumber: number
  firstPage: EndpointOutput<'listProducts'>
  /** Top right on a card: the heart. */
  corner?: (product: ProductCardData) => ReactNode
  /** Stand among the products, one every few rows. */
  scenes?: readonly ReactNode[]
}

/**
 * The products of a category. Loads more while scrolling; without JavaScript, and for crawlers,
 * the next and previous pages are links to pages that the server renders.
 */
export function Listing(props: ListingProps) {
  const { path, query, pageNumber, corner, scenes } = props
  const { products, nextPage, isLoading, error, loadMore } = useListing(props)
  const mark = useLoadMore({
    isReady: nextPage !== null && !error && !isLoading,
    count: products.length,
    onLoadMore: loadMore,
  })

  if (products.length === 0) {
    const isNarrowed = listingSearch(query) !== ''
    return (
      <EmptyState
        className={styles.empty}
        title={isNarrowed ? 'No pieces match these filters.' : 'There is nothing here yet.'}
        note="No Data"
      >
        <Link
          className={buttonClass('secondary')}
          to={isNarrowed ? path + listingSearch(withoutFilters(query)) : '/'}
        >
          {isNarrowed ? 'Clear all' : 'Back to the home page'}
        </Link>
      </EmptyState>
    )
  }
  return (
    <section className={styles.listing} aria-label="Pieces" aria-busy={isLoading}>
      {pageNumber > 1 && (
        <p className={styles.earlier}>
          <Link
            className={buttonClass('link')}
            to={path + listingSearch(query, pageNumber - 1)}
            rel="prev"
          >
            Earlier pieces
          </Link>
        </p>
      )}
      <ProductGrid
        products={products}
        placeholders={isLoading ? placeholders : 0}
        level={2}
        corner={corner}
        scenes={scenes}
        isFirst
      />
      <span ref={mark} className={styles.mark} />
      <div className={clsx(styles.end, nextPage !== null && !error && styles.more)}>
        {error && (
          <div role="alert" className={styles.failure}>
            <p>
              <ErrorText message={messageOf(error, 'Failed to fetch products.')} />
            </p>
            <Button kind="secondary" onClick={loadMore}>
              Try again
            </Button>
          </div>
        )}
        {!error && nextPage !== null && (
          <Link
            className={buttonClass('link')}
            to={path + listingSearch(query, nextPage)}
            rel="next"
            onClick={(event) => {
              event.preventDefault()
              loadMore()
            }}
          >
            {isLoading ? 'One moment' : 'More pieces'}
          </Link>
        )}
      </div>
    </section>
  )
}

type Category = EndpointOutput<'getCategory'>['data']

/** The header of a category: breadcrumbs, name, number of products, description and subcategories. */
export function ListingHeader({ category, total }: { category: Category; total: number }) {
  return (
    <header className={styles.header}>
      <Breadcrumbs crumbs={category.breadcrumbs.slice(0, -1)} />
      <div className={styles.heading}>
        <h1 className={styles.title}>
          {category.name} <span className={styles.count}>{total}</span>
        </h1>
        {category.description && <p className={styles.text}>{category.description}</p>}
      </div>
      {category.children.length > 0 && (
        <nav aria-label={`Parts of ${category.name}`}>
          <ul className={styles.parts}>
            {category.children.map((part) => (
              <li key={part.identifier}>
                <Link className={styles.part} to={part.path}>
                  {part.name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </header>
  )
}

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

/** An applied filter: its text, and the query without it. */
interface AppliedFilter {
  label: string
  without: ListingQuery
}

/** The applied filters one by one. `labelOf` names a value; `money` formats dollars. */
export function appliedFilters(
  query: ListingQuery,
  money: (amount: number) => string,
): AppliedFilter[] {
  const applied: AppliedFilter[] = []
  for (const name of listFilters) {
    for (const value of query[name]) {
      const label = name === 'sizes' ? `Size ${value}` : value
      applied.push({
        label,
        without: { ...query, [name]: query[name].filter((other) => other !== value) },
      })
    }
  }
  const { priceMin, priceMax } = query
  if (priceMin !== null || priceMax !== null) {
    const label =
      priceMin === null
        ? `Up to ${money(priceMax ?? 0)}`
        : priceMax === null
          ? `From ${money(priceMin)}`
          : `${money(priceMin)} – ${money(priceMax)}`
    applied.push({ label, without: { ...query, priceMin: null, priceMax: null } })
  }
  if (query.inStock) applied.push({ label: 'In stock', without: { ...query, inStock: false } })
  if (query.onSale) applied.push({ label: 'On sale', without: { ...query, onSale: false } })
  return applied
}
