import { formatMoney } from '@solvane/ui/price'
import { Skeleton } from '@solvane/ui/skeleton'
import { textLinkClass } from '@solvane/ui/text-link'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { Moment } from '../../parts/moment.tsx'
import { orderStatusNames } from '../../parts/order-words.ts'
import { Panel } from '../../parts/panel.tsx'
import styles from './customer-orders.module.css'

/** The number of orders shown here; the list of orders has all. */
const shown = 10

/** The latest orders of a customer. */
export function CustomerOrders({ customerId }: { customerId: string }) {
  const { data, error } = useQuery({
    queryKey: ['orders', 'of customer', customerId],
    queryFn: () => api.call('listOrders', { query: { customerId, size: shown } }),
  })
  const all = `/orders?customerId=${customerId}`
  return (
    <Panel
      title="Orders"
      action={
        data &&
        data.total > shown && (
          <Link className={textLinkClass} to={all}>
            All {data.total}
          </Link>
        )
      }
    >
      {error && <p role="alert">{error.message}</p>}
      {!data && !error && <Skeleton width="long" />}
      {data?.total === 0 && <p className={styles.none}>None yet.</p>}
      <ul className={styles.orders}>
        {data?.data.map((order) => (
          <li key={order.id} className={styles.order}>
            <Link className={textLinkClass} to={`/orders/${order.id}`}>
              {order.orderNumber}
            </Link>
            <Moment at={order.createdAt} isDay />
            <span>{orderStatusNames[order.status]}</span>
            <span className={styles.total}>{formatMoney(order.totalAmount)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
