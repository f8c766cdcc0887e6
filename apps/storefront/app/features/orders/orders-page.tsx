import { isApiFailure } from '@solvane/client/api'
import { Button, buttonClass } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { Paginator } from '@solvane/ui/paginator'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ErrorText } from '../../lib/api/failure.tsx'
import { OrderCard } from './order-card.tsx'
import { activeFilters, orderSearch, readOrderFilter, readOrderPage } from './order-filter.ts'
import { OrderFilterBar } from './order-filter-bar.tsx'
import { orderMessages } from './order-messages.ts'
import styles from './orders-page.module.css'
import { OrdersSkeleton } from './orders-skeleton.tsx'
import { useOrders } from './use-orders.ts'

/** Orders on a page (spec section 9). */
const pageSize = 10

/** My Orders, narrowed and paged as the address says. */
export function OrdersPage() {
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
          {isFetching ? orderMessages.loadingList : data && countInWords(data.total)}
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
              ? 'None of your orders is all of this at once.'
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

function countInWords(total: number): string {
  if (total === 0) return ''
  return total === 1 ? 'One order' : `${total} orders`
}

/** A lost network is told as what it is. */
function failureOf(error: unknown): string {
  return isApiFailure(error) && error.status === 0 ? error.message : orderMessages.listFailed
}
