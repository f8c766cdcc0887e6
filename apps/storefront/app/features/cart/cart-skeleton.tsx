import { Skeleton } from '@solvane/ui/skeleton'
import styles from './cart-skeleton.module.css'

/** The shape of the cart that is coming: lines with their pictures, and the summary. */
export function CartSkeleton() {
  return (
    <div className={styles.columns} role="status" aria-label="Loading your cart">
      <div>
        {[1, 2].map((line) => (
          <div key={line} className={styles.line}>
            <Skeleton shape="picture" />
            <div className={styles.text}>
              <Skeleton shape="title" width="long" />
              <Skeleton width="half" />
              <Skeleton width="short" />
            </div>
          </div>
        ))}
      </div>
      <div className={styles.summary}>
        <Skeleton width="short" />
        <Skeleton />
        <Skeleton shape="title" width="half" />
      </div>
    </div>
  )
}
