import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { Skeleton } from '@solvane/ui/skeleton'
import { OrderPage } from '../../components/order-page.tsx'
import { ErrorText, messageOf, previewFailure } from '../../lib/api/failure.tsx'
import { checkoutMessages } from './checkout-messages.ts'
import styles from './confirm-order.module.css'

interface LoadFailureProps {
  error: unknown
  onRetry: () => void
}

/** Shown instead of an order whose preview failed. */
export function LoadFailure({ error, onRetry }: LoadFailureProps) {
  return (
    <div>
      <h1>Confirm Order</h1>
      <EmptyState
        isError
        title={
          <>
            {checkoutMessages.loadFailed} <ErrorText message={previewFailure.chinese} />
          </>
        }
        text={<ErrorText message={messageOf(error, 'Please try again in a moment.')} />}
      >
        <Button kind="secondary" onClick={onRetry}>
          Try again
        </Button>
      </EmptyState>
    </div>
  )
}

/** Shown beside totals that could not be recomputed. */
export function StaleSums({ error, onRetry }: LoadFailureProps) {
  return (
    <div className={styles.stale} role="alert">
      <p>
        {checkoutMessages.loadFailed}{' '}
        <ErrorText message={messageOf(error, 'Please try again in a moment.')} />
      </p>
      <Button kind="link" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** The placeholder of the order. */
export function ConfirmOrderSkeleton() {
  return (
    <OrderPage
      title="Confirm Order"
      lead={
        <p className={styles.loading} role="status">
          {checkoutMessages.loading}
        </p>
      }
      aside={
        <>
          <Skeleton width="short" />
          <Skeleton />
          <Skeleton />
          <Skeleton shape="title" width="half" />
        </>
      }
    >
      {[1, 2].map((line) => (
        <div key={line} className={styles.shape}>
          <Skeleton shape="picture" />
          <div>
            <Skeleton shape="title" width="long" />
            <Skeleton width="half" />
            <Skeleton width="short" />
          </div>
        </div>
      ))}
    </OrderPage>
  )
}
