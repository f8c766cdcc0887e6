import type { StaffOrder } from '@solvane/contract/orders.admin'
import { TextLink, textLinkClass } from '@solvane/ui/text-link'
import { Link } from 'react-router'
import { AddressLines } from '../../parts/address-lines.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Facts, Panel } from '../../parts/panel.tsx'
import styles from './customer-panel.module.css'

/** The customer of an order and the delivery address. */
export function CustomerPanel({ order }: { order: StaffOrder }) {
  const { customer, tracking, appliedCoupon, couponId } = order
  return (
    <Panel title="Customer">
      <div className={styles.customer}>
        {customer ? (
          <div>
            <p>
              <Link className={textLinkClass} to={`/customers/${customer.id}`}>
                {customer.name ?? customer.email}
              </Link>
              {customer.isBlocked && (
                <>
                  {' '}
                  <Mark tone="urgent">Blocked</Mark>
                </>
              )}
            </p>
            <p>
              <TextLink href={`mailto:${order.email}`}>{order.email}</TextLink>
            </p>
            <p className={styles.more}>
              {customer.orders === 1 ? 'First order' : `${customer.orders} orders`}
              {!customer.isEmailVerified && '; e-mail not confirmed'}
            </p>
          </div>
        ) : (
          <p>The account is closed.</p>
        )}
        <AddressLines address={order.address} />
        <Facts
          facts={[
            ['Carrier', tracking?.carrier],
            [
              'Tracking',
              tracking &&
                (tracking.url ? (
                  <TextLink href={tracking.url} target="_blank" rel="noreferrer">
                    {tracking.number}
                  </TextLink>
                ) : (
                  tracking.number
                )),
            ],
            [
              'Coupon',
              appliedCoupon && couponId && (
                <Link className={textLinkClass} to={`/coupons/${couponId}`}>
                  {appliedCoupon.code}
                </Link>
              ),
            ],
          ]}
        />
      </div>
    </Panel>
  )
}
