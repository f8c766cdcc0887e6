import { Skeleton } from '@solvane/ui/skeleton'
import styles from './orders-skeleton.module.css'

/** The shape of the orders that are coming. */
export function OrdersSkeleton() {
  return (
    <div aria-hidden="true">
      {[1, 2, 3].map((card) => (
        <div key={card} className={styles.card}>
          <div className={styles.pieces}>
            <Skeleton shape="picture" />
            <Skeleton shape="picture" />
          </div>
          <div>
            <Skeleton shape="title" width="half" />
            <Skeleton width="short" />
            <Skeleton width="short" />
          </div>
        </div>
      ))}
    </div>
  )
}
