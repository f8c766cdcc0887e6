import { Button, buttonClass, TextLink } from '@solvane/ui/button'
import { formatDay } from '@solvane/ui/dates.ts'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { AddressLines } from '../../components/address-lines.tsx'
import {
  discountText,
  type OrderLine,
  OrderLines,
  OrderPage,
  OrderSection,
  OrderSums,
} from '../../components/order-page.tsx'
import { arrivalLine } from '../../lib/api/delivery.ts'
import type { Order } from '../../lib/api/order-query.ts'
import { Link } from '../../lib/link.tsx'
import styles from './order-detail.module.css'
import { OrderChanges, OrderDocuments, SupplementLines } from './order-panels.tsx'
import { OrderSheet } from './order-sheet.tsx'
import orderStateStyles from './order-state.module.css'
import { contentsOf, isExpected, paymentLine, statusLine, sumsOf } from './order-texts.ts'
import { OrderTimeline } from './order-timeline.tsx'

interface OrderStateProps {
  ref?: Ref<HTMLDivElement>
  order: Order
  /** The state of the order, in a few words. */
  title: string
  /** The shopper has withdrawn from the unsent part. */
  isWithdrawn: boolean
  /** The facts about that state. */
  children: ReactNode
}

/** The state of an order, its timeline and its tracking. */
function OrderState({ ref, order, title, isWithdrawn, children }: OrderStateProps) {
  const { parcels, tracking } = order
  // A single parcel that completes the order needs no list of its contents.
  const isInParts = parcels.length > 1 || !tracking
  return (
    <section className={orderStateStyles.state} aria-label="State of the order">
      <div ref={ref} className={orderStateStyles.words} tabIndex={-1} role="status">
        <p className={orderStateStyles.title}>{title}</p>
        {children}
      </div>
      <OrderTimeline order={order} isOver={(isWithdrawn && parcels.length === 0) || undefined} />
      {parcels.map((parcel, at) => (
        <p key={parcel.id} className={orderStateStyles.tracking}>
          {isInParts && `Parcel ${at + 1}: `}
          {parcel.carrier},{' '}
          {parcel.url ? (
            <TextLink href={parcel.url} target="_blank" rel="noopener noreferrer">
              {parcel.number}
            </TextLink>
          ) : (
            parcel.number
          )}
          {isInParts && `: ${contentsOf(parcel, order)}`}
        </p>
      ))}
    </section>
  )
}

interface OrderDetailProps {
  order: Order
  /** The name of the payment method; null while none was chosen. */
  methodName: string | null
  /** The shopper has withdrawn from the unsent part. */
  isWithdrawn: boolean
  /** Under the state: the payment while it is being confirmed. */
  paymentState: ReactNode
  /** The ways to pay and the button; shown while it can be paid. */
  payment: ReactNode
  /** The section about returns, where there is one. */
  returns: ReactNode
}

/** An order: state, items, address and totals. Its print is the invoice. */
export function OrderDetail(props: OrderDetailProps) {
  const { order, methodName, isWithdrawn, paymentState, payment, returns } = props
  const { address, appliedCoupon, delivery, gift, remark } = order
  const state = useFocusOnChange(statusLine(order))
  const paid = paymentLine(order, methodName)
  return (
    <>
      <div className={styles.screen}>
        <OrderPage
          title="Order Detail"
          lead={
            <dl className={styles.facts}>
              <Fact name="Order" value={order.orderNumber} />
              <Fact name="Placed" value={formatDay(order.createdAt)} />
            </dl>
          }
          aside={
            <>
              <h2 className={styles.label}>Coupon</h2>
              <p className={styles.coupon}>
                {appliedCoupon
                  ? `${appliedCoupon.code}: ${discountText(appliedCoupon)}`
                  : 'No coupon'}
              </p>
              <h2 className={styles.label}>Order summary</h2>
              <OrderSums sums={sumsOf(order)} />
              <div className={styles.ways}>
                <Link className={buttonClass('link')} to={`/profile/orders/${order.id}/invoice`}>
                  Print this order
                </Link>
                {order.canCancel && <CancelOrder order={order} />}
              </div>
            </>
          }
        >
          <OrderState
            ref={state}
            order={order}
            isWithdrawn={isWithdrawn}
            title={isWithdrawn ? 'You have withdrawn from this order.' : statusLine(order)}
          >
            {isWithdrawn && (
              <p>
                {order.parcels.length > 0 ? 'Nothing more of it is sent.' : 'It is not sent.'}
                {order.paymentStatus === 'PAID' && ' What you paid is paid back.'}
              </p>
            )}
            {order.status === 'PROCESSING' && order.parcels.length > 0 && (
              <p>A part of your order is on its way.</p>
            )}
            {paid && !isWithdrawn && <p>{paid}</p>}
            <SupplementLines order={order} />
            {paymentState}
          </OrderState>
          {order.canPay && <OrderSection title="Payment method">{payment}</OrderSection>}
          <OrderSection title="Order items">
            <OrderLines lines={linesOf(order)} />
          </OrderSection>
          <OrderChanges edits={order.edits} />
          {returns}
          <OrderSection title="Shipping address">
            <AddressLines address={address} />
          </OrderSection>
          {delivery && (
            <OrderSection title="Delivery">
              <p>{delivery.method}</p>
              {delivery.arrival && isExpected(order.status) && !isWithdrawn && (
                <p>{arrivalLine(delivery.arrival)}</p>
              )}
            </OrderSection>
          )}
          {order.buyer && (
            <OrderSection title="Company">
              <p className={styles.coupon}>{order.buyer.company}</p>
              {order.buyer.taxNumber && <p>Tax number {order.buyer.taxNumber}</p>}
            </OrderSection>
          )}
          {gift && (
            <OrderSection title="Gift">
              <p>
                {[
                  gift.isWrapped ? 'With gift wrapping' : 'Without gift wrapping',
                  gift.hidesPrices && 'prices are hidden',
                ]
                  .filter(Boolean)
                  .join(', ')}
                .
              </p>
              {gift.message && <p className={styles.remark}>{gift.message}</p>}
              {gift.sender && <p>From {gift.sender}</p>}
            </OrderSection>
          )}
          <OrderDocuments order={order} />
          <OrderSection title="Order remark">
            <p className={remark ? styles.remark : styles.none}>{remark || 'No remark'}</p>
          </OrderSection>
        </OrderPage>
      </div>
      <div className={styles.print}>
        <OrderSheet order={order} paid={paid} />
      </div>
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** The lines of an order as they were when it was placed. */
function linesOf({ items }: Order): OrderLine[] {
  return items.map(({ variant, variantId, productName, quantity, unitPrice, totalPrice }) => ({
    variantId,
    identifier: variant.product.identifier,
    name: productName,
    picture: variant.picture,
    attributeValues: variant.attributeValues,
    unitPrice,
    quantity,
    totalPrice,
  }))
}

/** Moves the focus to the new state when the focused control has disappeared with the old one. */
function useFocusOnChange(status: string) {
  const target = useRef<HTMLDivElement>(null)
  const shown = useRef(status)
  useEffect(() => {
    if (shown.current === status) return
    shown.current = status
    const focused = document.activeElement
    if (focused === null || focused === document.body || focused.closest('[role="dialog"]')) {
      target.current?.focus({ preventScroll: true })
    }
  }, [status])
  return target
}

const loadDialog = () => import('./cancel-order-dialog.tsx')

/** The button that cancels an order before it is dispatched. */
function CancelOrder({ order }: { order: Order }) {
  const dialog = useOnDemand(loadDialog)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button
        kind="link"
        onPointerEnter={dialog.prepare}
        onFocus={dialog.prepare}
        onClick={async () => {
          if (await dialog.demand()) setIsAsking(true)
        }}
      >
        Cancel order
      </Button>
      {dialog.part && (
        <dialog.part.CancelOrderDialog
          order={order}
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
