import { isApiFailure } from '@solvane/client/api'
import { Button, buttonClass } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { useApi } from '../../lib/api/api-provider.tsx'
import { ErrorText, messageOf, orderFailure } from '../../lib/api/failure.tsx'
import { type Order, orderQuery } from '../../lib/api/order-query.ts'
import { Link } from '../../lib/link.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import styles from './order-gate.module.css'
import { isUnpaid, orderMessages } from './order-texts.ts'

/** The polling interval of an order whose payment is being confirmed, in milliseconds. */
const confirmationInterval = 5_000

/** One of the shopper's orders, fetched again when the window regains the focus. */
function useOrder(orderId: string) {
  const api = useApi()
  const session = useSessionId()
  return useQuery({
    ...orderQuery(api, session, orderId),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) =>
      data && isUnpaid(data.status) && data.paymentStatus === 'PROCESSING'
        ? confirmationInterval
        : false,
  })
}

/** Returns the function that caches a received order; the lists that show it are fetched again. */
export function usePutOrder(): (order: Order) => void {
  const api = useApi()
  const session = useSessionId()
  const queryClient = useQueryClient()
  return (order) => {
    queryClient.setQueryData(orderQuery(api, session, order.id).queryKey, order)
    void queryClient.invalidateQueries({ queryKey: personalKey(session, 'orders') })
  }
}

interface OrderGateProps {
  orderId: string
  /** `reload` fetches the order again. */
  children: (order: Order, reload: () => Promise<unknown>) => ReactNode
}

/** Renders its children once the order is loaded; until then a placeholder or the error. */
export function OrderGate({ orderId, children }: OrderGateProps) {
  const query = useOrder(orderId)
  // What comes after the page is rendered in steps: at once it would hold up a press on a slow phone.
  const isShown = useDeferredValue(query.data !== undefined)
  if (query.data && isShown) return children(query.data, query.refetch)
  if (query.error && !query.isFetching) {
    const isUnknown = isApiFailure(query.error) && query.error.status === 404
    return (
      <div>
        <h1>Order Detail</h1>
        <EmptyState
          isError
          title={isUnknown ? messageOf(query.error) : <ErrorText message={orderFailure.chinese} />}
          text={
            <ErrorText
              message={
                isUnknown
                  ? orderFailure.chinese
                  : messageOf(query.error, 'Please try again in a moment.')
              }
            />
          }
        >
          {!isUnknown && (
            <Button kind="secondary" onClick={() => query.refetch()}>
              Try again
            </Button>
          )}
          <Link className={buttonClass(isUnknown ? 'secondary' : 'link')} to="/profile/orders">
            My Orders
          </Link>
        </EmptyState>
      </div>
    )
  }
  return (
    <div className={styles.shape}>
      <h1>Order Detail</h1>
      <p className={styles.loading} role="status">
        {orderMessages.loading}
      </p>
      <Skeleton width="long" />
      <Skeleton width="half" />
      <Skeleton width="long" />
    </div>
  )
}
