import { formatArrival } from '@solvane/contract/delivery-texts'
import type { StaffOrder } from '@solvane/contract/orders.admin'
import { TextLink, textLinkClass } from '@solvane/ui/button'
import { Link } from 'react-router'
import { AddressLines } from '../../parts/address-lines.tsx'
import { Facts, Mark, Panel } from '../../parts/panel.tsx'
import styles from './order-page.module.css'

/** The customer of an order and the delivery address. */
export function CustomerPanel({ order }: { order: StaffOrder }) {
  const { customer, isForRecipient, tracking, parcels, delivery, appliedCoupon, couponId } = order
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
        {isForRecipient && (
          <p>
            This goes to the recipient of a gift. The e-mail address and the address are theirs; the
            customer does not see this order.
          </p>
        )}
        <AddressLines address={order.address} />
        <Facts
          facts={[
            ['Delivery', delivery?.method],
            ['Promised', delivery?.arrival && formatArrival(delivery.arrival)],
            ...(parcels.length === 1 && tracking
              ? ([
                  ['Carrier', tracking.carrier],
                  ['Tracking', <TrackingNumber key="tracking" {...tracking} />],
                ] as const)
              : parcels.map(
                  (parcel, at) =>
                    [
                      `Parcel ${at + 1}`,
                      <span key={parcel.id}>
                        {parcel.carrier}, <TrackingNumber {...parcel} />:{' '}
                        {contentsOf(parcel, order)}
                      </span>,
                    ] as const,
                )),
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

type StaffParcel = StaffOrder['parcels'][number]

/** A tracking number, which leads to the carrier where there is a link. */
function TrackingNumber({ number, url }: Pick<StaffParcel, 'number' | 'url'>) {
  if (!url) return number
  return (
    <TextLink href={url} target="_blank" rel="noreferrer">
      {number}
    </TextLink>
  )
}

/** The contents of a parcel: `Calvi Tote × 2, Nico Sneaker × 1`. */
function contentsOf({ items }: StaffParcel, { lines }: StaffOrder): string {
  return items
    .map(({ variantId, quantity }) => {
      const line = lines.find((one) => one.variantId === variantId)
      return `${line?.name ?? variantId} × ${quantity}`
    })
    .join(', ')
}
