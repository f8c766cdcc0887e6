import type { StaffOrder } from '@solvane/contract/orders.admin'
import { Button, buttonClass } from '@solvane/ui/button'
import { formatMoney } from '@solvane/ui/price'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useMayAct } from '../../data/staff.ts'
import { Mark } from '../../parts/mark.tsx'
import { Moment } from '../../parts/moment.tsx'
import type { DeskProps } from './desk-props.ts'
import styles from './next-step.module.css'
import { OrderMark } from './order-marks.tsx'
import { type OrderAction, StepDialog } from './step-dialogs.tsx'

const actionNames: Record<OrderAction, string> = {
  ship: 'Send it',
  deliver: 'Note that it arrived',
  complete: 'Complete it',
  collectCash: 'Note the cash',
  correctTracking: 'Correct the tracking number',
  correctContact: 'Correct address or e-mail',
  markPaid: 'Mark as paid',
  cancel: 'Cancel the order',
}

/** Steps that lead an order on; the others are beside them. */
const leading: readonly OrderAction[] = ['ship', 'deliver', 'collectCash', 'complete']

/** Where an order stands, what comes next, and what else can be done. */
export function NextStep({ order, onChange }: DeskProps) {
  const [open, setOpen] = useState<OrderAction | null>(null)
  const mayAct = useMayAct()
  const actions = mayAct ? order.actions : []
  const next = actions.find((action) => leading.includes(action))
  const waiting = order.payments.filter(({ review, stuck }) => review ?? stuck)
  return (
    <section className={styles.step} aria-label="Where it stands">
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
        {waiting.length > 0 && (
          <p className={styles.look}>
            Its money wants a look: <a href="#payments">see its payments</a>.
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
    `${formatMoney(cash.amount)} in cash ${status === 'PROCESSING' ? 'at the door' : 'to be noted'}`
  switch (status) {
    case 'PENDING':
      return (
        <>
          The shopper is to pay
          {holdEndsAt && (
            <>
              {' '}
              until <Moment at={holdEndsAt} />
            </>
          )}
          ; the pieces are held.
        </>
      )
    case 'UNPAID':
      return (
        <>
          Not paid in time, the pieces are free again.
          {givenUpAt && (
            <>
              {' '}
              Given up on <Moment at={givenUpAt} isDay />.
            </>
          )}
        </>
      )
    case 'PROCESSING':
      return due ? `To be packed and sent; ${due}.` : 'Paid. To be packed and sent.'
    case 'SHIPPED':
      return `On its way${tracking ? ` with ${tracking.carrier}` : ''}${due ? `; ${due}` : ''}.`
    case 'DELIVERED':
      return (
        <>
          Delivered{due ? `; ${due}` : ''}.
          {completesAt && (
            <>
              {' '}
              Completes by itself on <Moment at={completesAt} isDay />.
            </>
          )}
        </>
      )
    case 'COMPLETED':
      return due ? `Completed; ${due}.` : 'Completed. Nothing is left to do.'
    case 'CANCELLED':
      return moneyLeft(order) > 0
        ? `Cancelled; ${formatMoney(moneyLeft(order))} is still to be paid back.`
        : 'Cancelled. Nothing will be sent.'
  }
}

/** What was taken and not paid back, in dollars. */
function moneyLeft({ capturedAmount, refundedAmount }: StaffOrder): number {
  return Math.round((capturedAmount - refundedAmount) * 100) / 100
}
