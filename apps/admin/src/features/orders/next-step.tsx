import type { StaffOrder } from '@solvane/contract/orders.admin'
import { Button, buttonClass, textLinkClass } from '@solvane/ui/button'
import { formatMoney } from '@solvane/ui/price'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useMayAct } from '../../data/staff.ts'
import { Moment } from '../../parts/moment.tsx'
import { Mark } from '../../parts/panel.tsx'
import { orderStatusNames } from '../../parts/words.tsx'
import styles from './next-step.module.css'
import type { OrderPanelProps } from './order-panels.tsx'
import { OrderMark, unitsInWords, unitsOf } from './order-words.tsx'
import { type OrderAction, type OrderStep, StepDialog } from './step-dialogs.tsx'

const actionNames: Record<OrderAction, string> = {
  ship: 'Mark as shipped',
  sendParcel: 'Send a part',
  deliver: 'Mark as delivered',
  complete: 'Mark as completed',
  collectCash: 'Record cash payment',
  markRefused: 'Parcel came back unpaid',
  correctTracking: 'Correct tracking number',
  correctContact: 'Correct address or e-mail',
  edit: 'Change items or delivery',
  markPaid: 'Mark as paid',
  cancel: 'Cancel order',
}

/** Steps that move an order forward; the other actions are shown as links. */
const leading: readonly OrderStep[] = ['ship', 'deliver', 'collectCash', 'complete']

/** The state of an order, its next step and its other actions. */
export function NextStep({ order, onChange }: OrderPanelProps) {
  const [open, setOpen] = useState<OrderStep | null>(null)
  const mayAct = useMayAct()
  const actions = mayAct ? order.actions : []
  const steps = actions.filter((action): action is OrderStep => action !== 'edit')
  const next = steps.find((action) =>
    order.withdrawal ? action === 'cancel' : leading.includes(action),
  )
  const toReview = order.payments.filter(({ review, stuck }) => review ?? stuck)
  return (
    <section className={styles.step} aria-label="Status">
      <div className={styles.state}>
        <p className={styles.mark}>
          <OrderMark status={order.status} />
          {order.refundState !== 'NONE' && (
            <Mark tone="quiet">
              {order.refundState === 'FULL'
                ? 'Refunded'
                : `${formatMoney(order.refundedAmount)} refunded`}
            </Mark>
          )}
        </p>
        <h2 className={styles.sentence}>{sentenceOf(order)}</h2>
        <SupplementLines order={order} />
        {order.withdrawal && (
          <p className={styles.review}>
            Withdrawal{' '}
            <Link className={textLinkClass} to={`/returns/${order.withdrawal.returnId}`}>
              {order.withdrawal.returnNumber}
            </Link>
            {order.withdrawal.isRefunded
              ? ' is refunded: nothing more is sent.'
              : ': nothing is sent unless you decline it first.'}
          </p>
        )}
        {toReview.length > 0 && (
          <p className={styles.review}>
            A payment needs review: <a href="#payments">see payments</a>.
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {order.exchangeRefund?.isDue && (
          <Link className={buttonClass('primary')} to={`/returns/${order.exchangeOf}`}>
            Go to return {order.exchangeRefund.returnNumber}
          </Link>
        )}
        {next && <Button onClick={() => setOpen(next)}>{actionNames[next]}</Button>}
        {isPacked(order) && (
          <Link
            className={buttonClass(next === 'ship' ? 'secondary' : 'link')}
            to={`/packing-slips/${order.id}`}
          >
            Packing slip
          </Link>
        )}
        {actions
          .filter((action) => action !== next)
          .map((action) =>
            action === 'edit' ? (
              <Link key={action} className={buttonClass('link')} to={`/orders/${order.id}/edit`}>
                {actionNames[action]}
              </Link>
            ) : (
              <Button key={action} kind="link" onClick={() => setOpen(action)}>
                {actionNames[action]}
              </Button>
            ),
          )}
      </div>
      {open && (
        <StepDialog action={open} order={order} onChange={onChange} onClose={() => setOpen(null)} />
      )}
    </section>
  )
}

/** Whether something is packed for an order; the server decides the same about its packing slip. */
function isPacked({ status, supplementOf, withdrawal }: StaffOrder): boolean {
  return status !== 'CANCELLED' && !supplementOf && !withdrawal
}

/** The order whose difference this one pays, or its own supplementary orders. */
function SupplementLines({ order }: { order: StaffOrder }) {
  const { supplementOf, supplements, lacksSupplement } = order
  return (
    <>
      {supplementOf && (
        <p className={styles.review}>
          This pays the difference of{' '}
          <Link className={textLinkClass} to={`/orders/${supplementOf.id}`}>
            {supplementOf.orderNumber}
          </Link>
          , which was changed. Nothing is sent with it.
        </p>
      )}
      {supplements.length > 0 && (
        <p className={styles.review}>
          Changed; the difference is billed by{' '}
          {supplements.map(({ id, orderNumber, status, totalAmount }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <Link className={textLinkClass} to={`/orders/${id}`}>
                {orderNumber}
              </Link>{' '}
              ({formatMoney(totalAmount)}, {supplementStates[status]})
            </span>
          ))}
          .
        </p>
      )}
      {lacksSupplement && (
        <p className={styles.review} role="alert">
          The difference for a change is not paid. Change the order back, or send it as it is, once
          what can still be paid is cancelled.
        </p>
      )}
    </>
  )
}

const supplementStates: Record<StaffOrder['status'], string> = {
  ...orderStatusNames,
  PENDING: 'awaiting payment',
  UNPAID: 'not paid in time',
  COMPLETED: 'paid',
  CANCELLED: 'cancelled',
}

function sentenceOf(order: StaffOrder): ReactNode {
  const { status, tracking, holdEndsAt, givenUpAt, completesAt } = order
  const cash = order.payments.find(({ method, status }) => method === 'COD' && status === 'PENDING')
  const due =
    cash &&
    `${formatMoney(cash.amount)} cash ${status === 'PROCESSING' ? 'on delivery' : 'not recorded yet'}`
  switch (status) {
    case 'PENDING':
      return (
        <>
          Awaiting payment
          {holdEndsAt && (
            <>
              {' '}
              until <Moment at={holdEndsAt} />
            </>
          )}
          .{!order.supplementOf && ' The stock is reserved.'}
        </>
      )
    case 'UNPAID':
      return (
        <>
          Not paid in time.{!order.supplementOf && ' The stock is back on sale.'}
          {givenUpAt && (
            <>
              {' '}
              It is cancelled on <Moment at={givenUpAt} isDay />.
            </>
          )}
        </>
      )
    case 'PROCESSING':
      if (order.withdrawal)
        return order.parcels.length > 0
          ? `${sentInWords(order)}. The customer has withdrawn${order.withdrawal.isRefunded ? ' and is refunded. Nothing left to do.' : ': do not send the rest.'}`
          : order.exchangeOf
            ? 'The customer has withdrawn. Do not ship it: cancel it, then refund the return.'
            : `The customer has withdrawn. Do not ship it: cancel it${order.capturedAmount > 0 ? ', which pays back what was paid' : ''}.`
      if (order.parcels.length > 0)
        return `${sentInWords(order)}${due ? `; ${due}` : ''}. The rest is ready to ship.`
      if (isPaidBack(order)) return 'Everything is refunded. Cancel it; nothing is sent for it.'
      return due ? `Ready to ship; ${due}.` : 'Paid. Ready to ship.'
    case 'SHIPPED':
      return `Shipped${tracking ? ` with ${tracking.carrier}` : ''}${due ? `; ${due}` : ''}.`
    case 'DELIVERED':
      return (
        <>
          Delivered{due ? `; ${due}` : ''}.
          {completesAt && (
            <>
              {' '}
              Completes automatically on <Moment at={completesAt} isDay />.
            </>
          )}
        </>
      )
    case 'COMPLETED':
      if (order.supplementOf) return 'Paid. Nothing left to do.'
      return due ? `Completed; ${due}.` : 'Completed. Nothing left to do.'
    case 'CANCELLED':
      if (order.exchangeRefund?.isDue)
        return `Cancelled; ${formatMoney(order.exchangeRefund.amount)} for the items that came back is still to be refunded.`
      if (moneyLeft(order) > 0)
        return `Cancelled; ${formatMoney(moneyLeft(order))} is still to be refunded.`
      return cameBack(order)
        ? 'Cancelled: the parcel came back unpaid.'
        : 'Cancelled. Nothing will be shipped.'
  }
}

/** Whether a cancelled order had been sent: then it came back and nobody had paid. */
function cameBack({ transitions, parcels }: StaffOrder): boolean {
  return parcels.length > 0 || transitions.some(({ to }) => to === 'SHIPPED')
}

/** `Sent in part: 2 of 5 units`. */
function sentInWords({ lines, parcels }: StaffOrder): string {
  const sent = unitsOf(parcels.flatMap(({ items }) => items))
  return `Sent in part: ${sent} of ${unitsInWords(unitsOf(lines))}`
}

/** Whether an order that was paid by itself, without supplementary orders, has all of it back. */
function isPaidBack({ refundState, supplements }: StaffOrder): boolean {
  return refundState === 'FULL' && supplements.length === 0
}

/** The amount received and not refunded, in dollars. */
function moneyLeft({ payments }: StaffOrder): number {
  const left = payments.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
  return Math.round(left * 100) / 100
}
