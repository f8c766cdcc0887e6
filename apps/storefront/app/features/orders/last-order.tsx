import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-provider.tsx'
import { orderQuery } from '../../lib/api/order-query.ts'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import styles from './last-order.module.css'
import { OrderCard } from './order-card.tsx'
import { OrderTimeline } from './order-timeline.tsx'

/** The shopper's newest order with its timeline; nothing while there is none. */
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
  if (!card || !order.data) return null
  return (
    <section className={styles.last} aria-label="Your last order">
      <h2 className={styles.title}>Your last order</h2>
      <OrderCard order={card} />
      <OrderTimeline order={order.data} />
    </section>
  )
}
