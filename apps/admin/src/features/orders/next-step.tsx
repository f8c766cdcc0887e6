import type { StaffOrder } from '@solvane/contract/orders.admin'
import { Button, buttonClass } from '@solvane/ui/button'
import { formatMoney } from '@solvane/ui/price'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useMayAct } from '../../data/staff.ts'
import { Mark } from '../../parts/mark.tsx'
import { Moment } from '../../parts/moment.tsx'
import styles from './next-step.module.css'
import { OrderMark } from './order-marks.tsx'
import type { OrderPanelProps } from './order-panel-props.ts'
import { type OrderAction, StepDialog } from './step-dialogs.tsx'

const actionNames: Record<OrderAction, string> = {
  ship: 'Mark as shipped',
  sendParcel: 'Send a part',
  deliver: 'Mark as delivered',
  complete: 'Mark as completed',
  collectCash: 'Record cash payment',
  correctTracking: 'Correct tracking number',
  correctContact: 'Correct address or e-mail',
  markPaid: 'Mark as paid',
  cancel: 'Cancel order',
}

/** Steps that move an order forward; the other actions are shown as links. */
const leading: readonly OrderAction[] = ['ship', 'deliver', 'collectCash', 'complete']

/** The state of an order, its next step and its other actions. */
export function NextStep({ order, onChange }: OrderPanelProps) {
  const [open, setOpen] = useState<OrderAction | null>(null)
  const mayAct = useMayAct()
  const actions = mayAct ? order.actions : []
  const next = actions.find((action) => leading.includes(action))
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
        {toReview.length > 0 && (
          <p className={styles.review}>
            A payment needs review: <a href="#payments">see payments</a>.
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {next && <Button onClick={() => setOpen(next)}>{actionNames[next]}</Button>}
        {order.status !== 'CANCELLED' && (
          <Link
            className={buttonClass(next === 'ship' ? 'secondary' : 'link')}
            to={`/packing-slips/${order.id}`}
          >
            Packing slip
          </Link>
        )}
        {actions
          .filter((action) => action !== next)
          .map((action) => (
            <Button key={action} kind="link" onClick={() => setOpen(action)}>
              {actionNames[action]}
            </Button>
          ))}
      </div>
      {open && (
        <StepDialog action={open} order={order} onChange={onChange} onClose={() => setOpen(null)} />
      )}
    </section>
  )
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
          . The stock is reserved.
        </>
      )
    case 'UNPAID':
      return (
        <>
          Not paid in time. The stock is back on sale.
          {givenUpAt && (
            <>
              {' '}
              It is cancelled on <Moment at={givenUpAt} isDay />.
            </>
          )}
        </>
      )
    case 'PROCESSING':
      if (order.parcels.length > 0)
        return `Sent in part${due ? `; ${due}` : ''}. The rest is ready to ship.`
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
      return due ? `Completed; ${due}.` : 'Completed. Nothing left to do.'
    case 'CANCELLED':
      return moneyLeft(order) > 0
        ? `Cancelled; ${formatMoney(moneyLeft(order))} is still to be refunded.`
        : 'Cancelled. Nothing will be shipped.'
  }
}

/** The amount received and not refunded, in dollars. */
function moneyLeft({ capturedAmount, refundedAmount }: StaffOrder): number {
  return Math.round((capturedAmount - refundedAmount) * 100) / 100
}
