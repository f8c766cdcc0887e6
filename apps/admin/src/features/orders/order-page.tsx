import { statesDelivery } from '@solvane/contract/delivery-texts'
import type { StaffOrder } from '@solvane/contract/orders.admin'
import { textLinkClass } from '@solvane/ui/button'
import { formatMoney } from '@solvane/ui/price'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/page.tsx'
import { dutiesNames } from '../../parts/downloads.tsx'
import { Moment } from '../../parts/moment.tsx'
import { BackLink, Panel, Unavailable } from '../../parts/panel.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { optionsOf } from '../../parts/words.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { NextStep } from './next-step.tsx'
import orderItemsStyles from './order-items.module.css'
import styles from './order-page.module.css'
import {
  GiftPanel,
  OrderDocuments,
  OrderLedger,
  OrderNotes,
  OrderReturns,
} from './order-panels.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { linesToSend, sentLines } from './order-words.tsx'
import { PaymentsPanel } from './payments-panel.tsx'

/** `Tax (20%)`, with all rates. */
function taxName({ rates }: NonNullable<StaffOrder['tax']>): string {
  return rates.length === 0 ? 'Tax' : `Tax (${rates.map(({ rate }) => `${rate}%`).join(', ')})`
}

/** The items of an order and its totals. */
function OrderItems({ order }: { order: StaffOrder }) {
  const { appliedCoupon, couponDiscountAmount, shippingFee, refundedAmount } = order
  const sums: [string, string][] = [
    ['Items', formatMoney(order.itemsTotalPrice)],
    ...(appliedCoupon
      ? [
          [`Coupon ${appliedCoupon.code}`, `−${formatMoney(couponDiscountAmount)}`] as [
            string,
            string,
          ],
        ]
      : []),
    ...(statesDelivery(Boolean(order.supplementOf), shippingFee)
      ? [
          ['Shipping', shippingFee === 0 ? 'Complimentary' : formatMoney(shippingFee)] as [
            string,
            string,
          ],
        ]
      : []),
    ...(order.gift?.isWrapped
      ? [['Gift wrapping', formatMoney(order.gift.wrapFee)] as [string, string]]
      : []),
    ...(order.tax?.isIncluded === false
      ? [[taxName(order.tax), formatMoney(order.tax.amount)] as [string, string]]
      : []),
    ...(order.supplementAmount > 0
      ? [['Billed separately', `−${formatMoney(order.supplementAmount)}`] as [string, string]]
      : []),
    ['Total', formatMoney(order.totalAmount)],
    ...(order.tax?.isIncluded
      ? [
          [`Includes ${taxName(order.tax).toLowerCase()}`, formatMoney(order.tax.amount)] as [
            string,
            string,
          ],
        ]
      : []),
    ...(order.duties ? [['Import duties', dutiesNames[order.duties]] as [string, string]] : []),
    ...(refundedAmount > 0
      ? [['Refunded', `−${formatMoney(refundedAmount)}`] as [string, string]]
      : []),
  ]
  const isSentInPart = order.parcels.length > 0 && linesToSend(order).length > 0
  return (
    <Panel title="Items">
      <ul className={orderItemsStyles.lines}>
        {sentLines(order).map((line) => (
          <li key={line.variantId} className={orderItemsStyles.line}>
            <Thumb picture={line.picture} />
            <div className={orderItemsStyles.product}>
              <a className={orderItemsStyles.name} href={`/product/${line.identifier}`}>
                {line.name}
              </a>
              <span className={orderItemsStyles.options}>{optionsOf(line.attributeValues)}</span>
              {isSentInPart && (
                <span className={orderItemsStyles.options}>
                  {line.sent} of {line.quantity} sent
                </span>
              )}
            </div>
            <span className={orderItemsStyles.count}>
              {line.quantity} × {formatMoney(line.unitPrice)}
              {line.discount > 0 && (
                <span className={orderItemsStyles.options}>
                  −{formatMoney(line.discount)} coupon
                </span>
              )}
            </span>
            <span className={orderItemsStyles.amount}>{formatMoney(line.totalPrice)}</span>
          </li>
        ))}
      </ul>
      <dl className={orderItemsStyles.sums}>
        {sums.map(([name, value]) => (
          <div
            key={name}
            className={orderItemsStyles.sum}
            data-total={name === 'Total' || undefined}
          >
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {order.buyer && (
        <div className={orderItemsStyles.remark}>
          <h3 className={orderItemsStyles.label}>Company</h3>
          <p>
            {[order.buyer.company, order.buyer.taxNumber && `tax number ${order.buyer.taxNumber}`]
              .filter(Boolean)
              .join(', ')}
          </p>
        </div>
      )}
      {order.remark && (
        <div className={orderItemsStyles.remark}>
          <h3 className={orderItemsStyles.label}>Customer’s note</h3>
          <p>{order.remark}</p>
        </div>
      )}
    </Panel>
  )
}

/** Interval between reads of an order while its page is open, in milliseconds. */
const refreshInterval = 15_000
/** The shorter interval while a refund is pending, which takes seconds. */
const refundInterval = 2_000

/** /orders/:id: everything about an order, and its actions. */
export function OrderPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['order', id],
    queryFn: async () => (await api.call('getOrder', { params: { orderId: id } })).data,
    refetchInterval: ({ state }) =>
      isRefundPending(state.data) ? refundInterval : refreshInterval,
  })
  if (!data)
    return (
      <>
        <Title title="Order" />
        {error ? (
          <Unavailable title="This order cannot be shown" error={error} onRetry={() => refetch()}>
            <Link className={textLinkClass} to="/orders">
              All orders
            </Link>
          </Unavailable>
        ) : (
          <Loading />
        )}
      </>
    )
  const shared = { order: data, onChange: () => refetch() }
  return (
    <>
      <Title title={`Order ${data.orderNumber}`} />
      <BackLink to="/orders">All orders</BackLink>
      <div className={styles.page}>
        <NextStep {...shared} />
        <div className={styles.main}>
          <OrderItems order={data} />
          <PaymentsPanel {...shared} />
          <OrderReturns order={data} />
          <OrderDocuments documents={data.documents} />
          <OrderTimeline order={data} />
        </div>
        <div className={styles.side}>
          <CustomerPanel order={data} />
          <GiftPanel order={data} />
          <OrderNotes {...shared} />
          <EmailsPanel emails={data.emails} />
          <OrderLedger order={data} />
        </div>
      </div>
    </>
  )
}

/** Whether a provider is processing a refund. */
function isRefundPending(order: StaffOrder | undefined): boolean {
  return !!order?.payments.some(
    ({ isRefundedByProvider, refunds }) =>
      isRefundedByProvider && refunds.some(({ status }) => status === 'PENDING'),
  )
}

function Loading() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <Skeleton shape="title" width="half" />
      <Skeleton width="long" />
      <Skeleton width="full" />
      <Skeleton width="half" />
    </div>
  )
}

/** The e-mails that the customer got about an order. */
function EmailsPanel({ emails }: { emails: StaffOrder['emails'] }) {
  return (
    <Panel title="E-mails">
      {emails.length === 0 && <p className={styles.none}>No e-mails yet.</p>}
      <ul className={styles.records}>
        {emails.map(({ id, subject, createdAt, sentAt, lastError, droppedReason }) => (
          <li key={id}>
            {subject}
            <span className={styles.more}>
              {sentAt ? (
                <>
                  Sent <Moment at={sentAt} />
                </>
              ) : (
                <>
                  Created <Moment at={createdAt} />; {droppedReason ? 'not sent' : 'not sent yet'}
                </>
              )}
            </span>
            {(droppedReason ?? lastError) && (
              <span className={styles.error}>{droppedReason ?? lastError}</span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
