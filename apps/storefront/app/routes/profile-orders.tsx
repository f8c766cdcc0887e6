import { isApiFailure } from '@solvane/client/api'
import { Button, buttonClass } from '@solvane/ui/button'
import { ChipMark, chipClass } from '@solvane/ui/chip'
import { EmptyState } from '@solvane/ui/empty-state'
import { FilterIcon } from '@solvane/ui/icon'
import { Paginator } from '@solvane/ui/paginator'
import { Skeleton } from '@solvane/ui/skeleton'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { OrderCard } from '../features/orders/order-card.tsx'
import {
  activeFilters,
  type OrderFilter,
  orderInput,
  orderSearch,
  readOrderFilter,
  readOrderPage,
} from '../features/orders/order-filter.ts'
import orderFilterBarStyles from '../features/orders/order-filter-bar.module.css'
import { orderMessages } from '../features/orders/order-texts.ts'
import styles from '../features/orders/orders-page.module.css'
import { useApi } from '../lib/api/api-provider.tsx'
import { ErrorText } from '../lib/api/failure.tsx'
import { Link } from '../lib/link.tsx'
import { personalKey, useSessionId } from '../lib/session/use-session.ts'

/** /profile/orders */
export function Component() {
  return (
    <>
      <title>My Orders · Solvane</title>
      <meta name="robots" content="noindex" />
      <OrdersPage />
    </>
  )
}

const loadDrawer = () => import('../features/orders/order-filter-drawer.tsx')

/** Opens the filter and shows the active ones, to remove one by one or all at once. */
function OrderFilterBar({ filter }: { filter: OrderFilter }) {
  const drawer = useOnDemand(loadDrawer)
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const active = activeFilters(filter)
  // The clicked control disappears with its filter.
  const keepFocus = () => opener.current?.focus()
  return (
    <div className={orderFilterBarStyles.bar}>
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
        <ul className={orderFilterBarStyles.chips} aria-label="Active filters">
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
            <Link className={orderFilterBarStyles.clear} to="/profile/orders" onClick={keepFocus}>
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

/** Orders on a page (spec section 9). */
const pageSize = 10

/** My Orders, narrowed and paged as the address says. */
function OrdersPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const filter = readOrderFilter(search)
  const page = readOrderPage(search)
  const { data, error, isFetching, isPlaceholderData, refetch } = useOrders(filter, page)
  const title = useRef<HTMLHeadingElement>(null)
  const pageCount = Math.ceil((data?.total ?? 0) / pageSize)
  const addressOf = (target: number) => `/profile/orders${orderSearch(filter, target)}`

  const isBeyond = !isPlaceholderData && pageCount > 0 && page > pageCount
  const lastAddress = addressOf(pageCount)
  useEffect(() => {
    if (isBeyond) void navigate(lastAddress, { replace: true })
  }, [isBeyond, lastAddress, navigate])

  const orders = data?.data ?? []
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 ref={title} tabIndex={-1} className={styles.title}>
          My Orders
        </h1>
        <p className={styles.count} role="status">
          {isFetching ? orderMessages.loadingList : data && orderCountText(data.total)}
        </p>
      </header>
      <OrderFilterBar filter={filter} />
      {!data && !error && <OrdersSkeleton />}
      {error && !isFetching && !data && (
        <EmptyState
          isError
          title={
            <>
              Error: <ErrorText message={failureOf(error)} />
            </>
          }
        >
          <Button kind="secondary" onClick={() => refetch()}>
            Try again
          </Button>
        </EmptyState>
      )}
      {data && orders.length === 0 && !isBeyond && !isPlaceholderData && (
        <EmptyState
          title={
            activeFilters(filter).length > 0
              ? 'No orders match these filters.'
              : 'You have not ordered anything yet.'
          }
          note={orderMessages.none}
        >
          {activeFilters(filter).length > 0 ? (
            <Link className={buttonClass('secondary')} to="/profile/orders">
              Clear all
            </Link>
          ) : (
            <Link className={buttonClass('primary')} to="/">
              Discover the collection
            </Link>
          )}
        </EmptyState>
      )}
      {orders.length > 0 && (
        <ul className={styles.list} aria-label="Orders" aria-busy={isPlaceholderData || undefined}>
          {orders.map((order) => (
            <li key={order.id}>
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
      <Paginator
        className={styles.pages}
        page={page}
        pageCount={pageCount}
        hrefFor={addressOf}
        onSelect={(target) => {
          title.current?.focus({ preventScroll: true })
          void navigate(addressOf(target))
        }}
      />
    </div>
  )
}

function orderCountText(total: number): string {
  if (total === 0) return ''
  return total === 1 ? 'One order' : `${total} orders`
}

/** A lost network has a message of its own. */
function failureOf(error: unknown): string {
  return isApiFailure(error) && error.status === 0 ? error.message : orderMessages.listFailed
}

/** Placeholders of the orders. */
function OrdersSkeleton() {
  return (
    <div className={styles.list} aria-hidden="true">
      {[1, 2, 3].map((card) => (
        <div key={card} className={styles.cardCard}>
          <div className={styles.words}>
            <Skeleton shape="title" width="half" />
            <Skeleton width="short" />
            <Skeleton width="short" />
          </div>
          <div className={styles.cardProducts}>
            <Skeleton shape="picture" className={styles.picture} />
            <Skeleton shape="picture" className={styles.picture} />
          </div>
        </div>
      ))}
    </div>
  )
}

/** A page of the shopper's orders; the previous one stays until it is loaded. */
function useOrders(filter: OrderFilter, page: number) {
  const api = useApi()
  const session = useSessionId()
  return useQuery({
    queryKey: personalKey(session, 'orders', filter, page),
    queryFn: async ({ signal }) =>
      (await api.call('listMyOrders', orderInput(filter, page), { signal })).data,
    enabled: Boolean(session),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })
}
