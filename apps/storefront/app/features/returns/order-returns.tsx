import { buttonClass, textLinkClass } from '@solvane/ui/button'
import { formatDay } from '@solvane/ui/dates.ts'
import { OrderSection } from '../../components/order-page.tsx'
import { Link } from '../../lib/link.tsx'
import styles from './returns.module.css'
import { returnStatusNames, useReturnOptions } from './returns.ts'

/** The returns of an order, and the way to ask for another one; nothing where there are none. */
export function OrderReturns({ orderId }: { orderId: string }) {
  const { data } = useReturnOptions(orderId)
  if (!data || (!data.canAsk && data.returns.length === 0)) return null
  return (
    <OrderSection title="Returns">
      {data.returns.length > 0 && (
        <ul className={styles.returns}>
          {data.returns.map(({ id, returnNumber, status, createdAt }) => (
            <li key={id} className={styles.card}>
              <Link className={textLinkClass} to={`/profile/returns/${id}`}>
                {returnNumber}
              </Link>
              <span>{formatDay(createdAt)}</span>
              <span>{returnStatusNames[status]}</span>
            </li>
          ))}
        </ul>
      )}
      {data.canAsk && (
        <>
          <p>
            {data.askUntil
              ? `You can return pieces of this order until ${formatDay(data.askUntil)}.`
              : 'You can return pieces of this order.'}
          </p>
          <p>
            <Link className={buttonClass('secondary')} to={`/profile/orders/${orderId}/return`}>
              Return
            </Link>
          </p>
        </>
      )}
    </OrderSection>
  )
}
