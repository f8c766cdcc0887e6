import { Skeleton } from '@solvane/ui/skeleton'
import { OrderPage } from '../../components/order-page.tsx'
import { checkoutMessages } from './checkout-messages.ts'
import styles from './confirm-order.module.css'

/** The shape of the order that is coming. */
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
