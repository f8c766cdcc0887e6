import { isApiFailure } from '@solvane/client/api'
import { Button, buttonClass } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { Skeleton } from '@solvane/ui/skeleton'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { RequestForm } from '../features/returns/request-form.tsx'
import { ReturnPage } from '../features/returns/return-page.tsx'
import styles from '../features/returns/returns.module.css'
import { type ReturnOptions, useReturn, useReturnOptions } from '../features/returns/returns.ts'
import { messageOf } from '../lib/api/failure.tsx'
import { Link } from '../lib/link.tsx'

/** /profile/returns/{id}, and /profile/orders/{id}/return, which asks for one */
export function Component() {
  const { returnId, orderId = '' } = useParams()
  return (
    <>
      <title>Return · Solvane</title>
      <meta name="robots" content="noindex" />
      {returnId ? (
        <ReturnGate key={returnId} returnId={returnId} />
      ) : (
        <RequestGate key={orderId} orderId={orderId} />
      )}
    </>
  )
}

interface GateProps<Data> {
  query: {
    data?: Data | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => unknown
  }
  children: (data: Data) => ReactNode
}

/** Renders its children once the data is loaded; until then a placeholder or the error. */
function Gate<Data>({ query, children }: GateProps<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data) return children(data)
  if (error && !isFetching) {
    const isUnknown = isApiFailure(error) && error.status === 404
    return (
      <div>
        <h1>Return</h1>
        <EmptyState isError title={messageOf(error, 'Please try again in a moment.')}>
          {!isUnknown && (
            <Button kind="secondary" onClick={() => refetch()}>
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
    <div className={styles.form} aria-busy="true">
      <h1>Return</h1>
      <Skeleton width="long" />
      <Skeleton width="half" />
      <Skeleton width="long" />
    </div>
  )
}

/** One of the shopper's returns. */
function ReturnGate({ returnId }: { returnId: string }) {
  return <Gate query={useReturn(returnId)}>{(found) => <ReturnPage found={found} />}</Gate>
}

/** The form that asks for a return of an order. */
function RequestGate({ orderId }: { orderId: string }) {
  return (
    <Gate query={useReturnOptions(orderId)}>
      {(options) =>
        options.canAsk ? (
          <RequestForm orderId={orderId} options={options} />
        ) : (
          <div>
            <h1>Return</h1>
            <EmptyState title={closedTitle(options)}>
              <Link className={buttonClass('secondary')} to={`/profile/orders/${orderId}`}>
                Back to the order
              </Link>
            </EmptyState>
          </div>
        )
      }
    </Gate>
  )
}

/** Why nothing of an order can be returned. */
function closedTitle({ lines, returns }: ReturnOptions): string {
  return lines.length === 0 && returns.length > 0
    ? 'Everything of this order is in a return already.'
    : 'This order cannot be returned any more.'
}
