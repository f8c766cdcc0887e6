import { formatMoney } from '@solvane/ui/price'
import { textLinkClass } from '@solvane/ui/text-link'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { Panel } from '../../parts/panel.tsx'
import { ReturnMark } from '../../parts/return-words.tsx'
import styles from './order-page.module.css'

/** The returns of an order, and the return that it is the exchange of; nothing where there are none. */
export function OrderReturns({
  order: { id, exchangeOf },
}: {
  order: { id: string; exchangeOf: string | null }
}) {
  const { data } = useQuery({
    queryKey: ['returns', 'of', id],
    queryFn: () => api.call('listReturns', { query: { orderId: id, size: 100, order: 'asc' } }),
  })
  const returns = data?.data ?? []
  if (returns.length === 0 && !exchangeOf) return null
  return (
    <Panel title="Returns">
      {exchangeOf && (
        <p className={styles.none}>
          This order is an exchange, at no charge:{' '}
          <Link className={textLinkClass} to={`/returns/${exchangeOf}`}>
            see the return
          </Link>
          . If you cancel it, refund the return’s order yourself.
        </p>
      )}
      <ul className={styles.records}>
        {returns.map(({ id, returnNumber, status, units, refundedAmount }) => (
          <li key={id}>
            <Link className={textLinkClass} to={`/returns/${id}`}>
              {returnNumber}
            </Link>{' '}
            <ReturnMark status={status} />
            <span className={styles.more}>
              {units === 1 ? '1 item' : `${units} items`}
              {refundedAmount !== null && `, ${formatMoney(refundedAmount)} refunded`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
