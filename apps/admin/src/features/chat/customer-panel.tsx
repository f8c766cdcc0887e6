import type { EndpointOutput } from '@solvane/client/api'
import { formatMoney } from '@solvane/ui/price'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { AdviserSelections } from '../../parts/adviser-selections.tsx'
import { Facts, Mark } from '../../parts/panel.tsx'
import { Moment } from '../../parts/moment.tsx'
import { orderStatusNames } from '../../parts/words.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import styles from './customer-panel.module.css'

type Detail = EndpointOutput<'getConversation'>['data']

/** The customer of a conversation, with cart, selections and orders. */
export function CustomerPanel({ detail }: { detail: Detail }) {
  const { roomId, shopper, email, cart, orders, createdAt } = detail
  return (
    <div className={styles.panel}>
      {shopper ? (
        <>
          <h3 className={styles.title}>
            <Link to={`/customers/${shopper.id}`}>{shopper.name}</Link>
          </h3>
          <p className={styles.email}>{shopper.email}</p>
          {shopper.isBlocked && <Mark tone="urgent">Blocked</Mark>}
          <Facts
            facts={[
              ['E-mail confirmed', shopper.isEmailVerified ? 'Yes' : 'No'],
              ['Customer since', <Moment key="since" at={shopper.since} isDay />],
            ]}
          />
        </>
      ) : (
        <>
          <h3 className={styles.title}>Guest</h3>
          <p className={styles.email}>{email ?? 'No e-mail'}</p>
          <Facts facts={[['First message', <Moment key="at" at={createdAt} />]]} />
        </>
      )}
      {cart && (
        <section>
          <h4 className={styles.heading}>Cart</h4>
          {cart.items.length === 0 && <p className={styles.none}>Empty.</p>}
          <ul className={styles.lines}>
            {cart.items.map(({ id, quantity, variant }) => (
              <li key={id} className={styles.line}>
                <Thumb picture={variant.picture} />
                <span>
                  {variant.product.name}
                  <br />
                  <span className={styles.quiet}>
                    {Object.values(variant.attributeValues).join(' · ')}
                  </span>
                  <br />
                  {quantity} × {formatMoney(variant.currentPrice)}
                </span>
              </li>
            ))}
          </ul>
          {cart.items.length > 0 && (
            <p className={styles.sum}>
              <span>Subtotal</span> <span>{formatMoney(cart.subtotal)}</span>
            </p>
          )}
        </section>
      )}
      <section>
        <h4 className={styles.heading}>Selections</h4>
        <AdviserSelections
          of={{ roomId }}
          recipient={{ kind: 'conversation' }}
          make={async (body) =>
            (await api.call('sendAdviserSelection', { params: { roomId }, body })).data
          }
        />
      </section>
      {shopper && (
        <section>
          <h4 className={styles.heading}>Orders</h4>
          {orders.length === 0 && <p className={styles.none}>None yet.</p>}
          <ul className={styles.lines}>
            {orders.map((order) => (
              <li key={order.id}>
                <Link className={styles.order} to={`/orders/${order.id}`}>
                  <span>
                    {order.orderNumber} · {orderStatusNames[order.status]}
                  </span>
                  <span>{formatMoney(order.totalAmount)}</span>
                  <span className={styles.quiet}>
                    {order.items
                      .map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))
                      .join(', ')}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
