import { isApiFailure } from '@solvane/client/api'
import { Button, buttonClass } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { Skeleton } from '@solvane/ui/skeleton'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ErrorText, messageOf, orderFailure } from '../../lib/api/failure.tsx'
import type { Order } from '../../lib/api/order-query.ts'
import styles from './order-gate.module.css'
import { orderMessages } from './order-texts.ts'
import { useOrder } from './use-order.ts'

interface OrderGateProps {
  orderId: string
  /** `reload` fetches the order again. */
  children: (order: Order, reload: () => Promise<unknown>) => ReactNode
}

/** Renders its children once the order is loaded; until then a placeholder or the error. */
export function OrderGate({ orderId, children }: OrderGateProps) {
  const query = useOrder(orderId)
  if (query.data) return children(query.data, query.refetch)
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
