import type { EndpointOutput } from '@solvane/client/api'
import { buttonClass } from '@solvane/ui/button'
import { formatDay } from '@solvane/ui/dates.ts'
import { formatMoney } from '@solvane/ui/price'
import { Skeleton } from '@solvane/ui/skeleton'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-provider.tsx'
import { orderQuery } from '../../lib/api/order-query.ts'
import { Link } from '../../lib/link.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import { isUnpaid, refundNames, statusNames } from './order-texts.ts'
import { OrderTimeline } from './order-timeline.tsx'
import styles from './orders-page.module.css'

type OrderCardData = EndpointOutput<'listMyOrders'>['data']['data'][number]

/** The number of items shown as pictures; the rest is a number. */
const shownPictures = 4

/** An order in the list. An unpaid one is opened by its button, the others by the whole card. */
export function OrderCard({ order }: { order: OrderCardData }) {
  const { id, orderNumber, status, createdAt, items, totalAmount, refundState } = order
  const path = `/profile/orders/${id}`
  const others = items.length - shownPictures
  return (
    <article className={styles.cardCard} data-whole={!isUnpaid(status) || undefined}>
      <div className={styles.words}>
        <h2 className={styles.number}>{orderNumber}</h2>
        <p className={styles.date}>{formatDay(createdAt)}</p>
        <p>{statusNames[status] + refundNames[refundState]}</p>
      </div>
      <div className={styles.cardProducts}>
        {items.slice(0, shownPictures).map(({ variantId, variant }) => (
          <ShopPicture
            key={variantId}
            className={styles.picture}
            picture={variant.picture}
            sizes="(width >= 1530px) 192px, (width >= 1024px) 128px, (width >= 768px) 96px, 22vw"
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
      <p className={styles.names}>{namesOf(items)}</p>
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

/** The names of what was ordered, each once. */
function namesOf(items: OrderCardData['items']): string {
  return [...new Set(items.map(({ productName }) => productName))].join(', ')
}

/** The shopper's newest order with its timeline, or where to begin while there is none. */
export function LastOrder() {
  const api = useApi()
  const session = useSessionId()
  const list = useQuery({
    queryKey: personalKey(session, 'orders', 'last'),
    queryFn: async ({ signal }) =>
      (await api.call('listMyOrders', { query: { page: 1, size: 1 } }, { signal })).data.data,
    enabled: Boolean(session),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  const [card] = list.data ?? []
  const order = useQuery({ ...orderQuery(api, session, card?.id ?? ''), enabled: Boolean(card) })
  if (list.isError) return null
  if (list.data && !card)
    return (
      <section className={styles.last} aria-label="Your orders">
        <h2 className={styles.lastTitle}>Your orders</h2>
        <p>Once you have ordered, you can follow it here.</p>
        <p>
          <Link className={buttonClass('secondary')} to="/">
            Discover the collection
          </Link>
        </p>
      </section>
    )
  if (!card || order.isPending)
    return (
      <div className={styles.lastSkeleton} aria-hidden="true">
        <Skeleton shape="title" width="half" />
        <div className={styles.cardProducts}>
          <Skeleton shape="picture" className={styles.picture} />
          <Skeleton shape="picture" className={styles.picture} />
        </div>
      </div>
    )
  return (
    <section className={styles.last} aria-label="Your last order">
      <h2 className={styles.lastTitle}>Your last order</h2>
      <OrderCard order={card} />
      {order.data && <OrderTimeline order={order.data} />}
    </section>
  )
}
