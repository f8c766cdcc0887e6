import type { CallOutput } from '@solvane/client/api'
import { buttonClass } from '@solvane/ui/button'
import { formatDay } from '@solvane/ui/dates.ts'
import { formatMoney } from '@solvane/ui/price'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { Link } from 'react-router'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import styles from './order-card.module.css'
import { isUnpaid, statusNames } from './order-words.ts'

type OrderCardData = CallOutput<'listMyOrders'>['data']['data'][number]

/** Pieces shown by their picture; of more the number is told. */
const shownPieces = 4

/** An order in the list. One that is not paid leads on by its button alone, the others as a whole. */
export function OrderCard({ order }: { order: OrderCardData }) {
  const { id, orderNumber, status, createdAt, items, totalAmount } = order
  const path = `/profile/orders/${id}`
  const others = items.length - shownPieces
  return (
    <article className={styles.card} data-whole={!isUnpaid(status) || undefined}>
      <div className={styles.pieces}>
        {items.slice(0, shownPieces).map(({ variantId, variant }) => (
          <ShopPicture
            key={variantId}
            className={styles.picture}
            picture={variant.picture}
            sizes="(width >= 768px) 96px, 22vw"
            fit="cover"
          />
        ))}
        {others > 0 && (
          <p className={styles.others}>
            +{others}
            <VisuallyHidden> more</VisuallyHidden>
          </p>
        )}
      </div>
      <div className={styles.words}>
        <h2 className={styles.number}>{orderNumber}</h2>
        <p className={styles.date}>{formatDay(createdAt)}</p>
        <p>{statusNames[status]}</p>
      </div>
      <p className={styles.total}>
        <VisuallyHidden>Total: </VisuallyHidden>
        {formatMoney(totalAmount)}
      </p>
      <div className={styles.action}>
        {isUnpaid(status) ? (
          <Link className={buttonClass('primary')} to={path}>
            Pay Now<VisuallyHidden> for order {orderNumber}</VisuallyHidden>
          </Link>
        ) : (
          <Link className={styles.details} to={path}>
            View Details<VisuallyHidden> of order {orderNumber}</VisuallyHidden>
          </Link>
        )}
      </div>
    </article>
  )
}
