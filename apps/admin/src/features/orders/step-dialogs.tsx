import type { StaffOrder } from '@solvane/contract/orders.admin'
import { textLinkClass } from '@solvane/ui/button'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { variantTitle } from '../../parts/words.tsx'
import {
  after,
  CorrectContactDialog,
  CorrectTrackingDialog,
  SendParcelDialog,
  type StepProps,
  TrackingFields,
  trackingOf,
  useFirst,
} from './correction-dialogs.tsx'
import { linesToSend, refundOnCancelling } from './order-words.tsx'

export type OrderAction = StaffOrder['actions'][number]

/** An action that has a dialog; a change of an order has a page. */
export type OrderStep = Exclude<OrderAction, 'edit'>

/** The dialog of a step: asks for its input and takes it. */
export function StepDialog({ action, ...props }: StepProps & { action: OrderStep }) {
  switch (action) {
    case 'ship':
      return <ShipDialog {...props} />
    case 'sendParcel':
      return <SendParcelDialog {...props} />
    case 'correctTracking':
      return <CorrectTrackingDialog {...props} />
    case 'correctContact':
      return <CorrectContactDialog {...props} />
    case 'cancel':
      return <CancelDialog {...props} />
    case 'markPaid':
      return <MarkPaidDialog {...props} />
    case 'collectCash':
      return <CashDialog {...props} />
    case 'markRefused':
      return <RefusedDialog {...props} />
    case 'deliver':
    case 'complete':
      return <ConfirmDialog action={action} {...props} />
  }
}

function ShipDialog({ order: current, onChange, onClose }: StepProps) {
  // Once it is shipped, nothing is left to say while the dialog closes.
  const order = useFirst(current)
  const rest = linesToSend(order).map((line) => `${line.left} × ${variantTitle(line)}`)
  return (
    <ActionDialog
      title={`Ship ${order.orderNumber}`}
      description={
        order.parcels.length === 0
          ? 'The customer gets an e-mail with the tracking number.'
          : `Sends the rest: ${rest.join('; ')}. The customer gets an e-mail with the tracking number.`
      }
      submit="Mark as shipped"
      done={`${order.orderNumber} is shipped.`}
      onClose={onClose}
      onSubmit={(value) =>
        after(
          onChange,
          api.call('shipOrder', {
            params: { orderId: order.id },
            body: { ...trackingOf(value), version: order.version },
          }),
        )
      }
    >
      {(errorOf) => <TrackingFields errorOf={errorOf} />}
    </ActionDialog>
  )
}

function CancelDialog({ order, onChange, onClose }: StepProps) {
  const money = order.exchangeRefund ? (
    <>
      Nothing was paid for this exchange itself. {formatMoney(order.exchangeRefund.amount)} was paid
      for the items that came back: you refund it afterwards, from return{' '}
      <Link className={textLinkClass} to={`/returns/${order.exchangeOf}`}>
        {order.exchangeRefund.returnNumber}
      </Link>
      .
    </>
  ) : (
    refundOnCancelling(order)
  )
  return (
    <CancellingDialog
      call="cancelOrder"
      order={order}
      title={`Cancel ${order.orderNumber}`}
      description={<>{money} The items go back on sale and the customer gets an e-mail.</>}
      done={`${order.orderNumber} is cancelled.`}
      reason={order.withdrawal ? `Withdrawal ${order.withdrawal.returnNumber}` : ''}
      onChange={onChange}
      onClose={onClose}
    />
  )
}

function MarkPaidDialog({ order, onChange, onClose }: StepProps) {
  const held = order.payments.find(({ review }) => review?.kind === 'DECIDE')
  return (
    <ActionDialog
      title={`Mark ${order.orderNumber} as paid`}
      description={
        held
          ? `${formatMoney(held.captured)} was received, ${formatMoney(order.totalAmount)} was due. The amount received is accepted as full payment.`
          : `${formatMoney(order.totalAmount)} was received another way, such as a bank transfer. The customer can no longer pay online.`
      }
      submit="Mark as paid"
      done={`${order.orderNumber} is paid.`}
      onClose={onClose}
      onSubmit={(value) =>
        after(
          onChange,
          api.call('markOrderPaid', {
            params: { orderId: order.id },
            body: { reference: value('reference'), version: order.version },
          }),
        )
      }
    >
      {(errorOf) => (
        <TextField
          label="Reference"
          name="reference"
          hint="The reference of the payment, such as the bank’s."
          required
          maxLength={500}
          autoComplete="off"
          error={errorOf('reference')}
        />
      )}
    </ActionDialog>
  )
}

function CashDialog({ order, onChange, onClose }: StepProps) {
  return (
    <ActionDialog
      title={`Record cash payment for ${order.orderNumber}`}
      description={`The courier collected ${formatMoney(order.totalAmount)} and handed it over.`}
      submit="Record cash payment"
      done={`Cash payment for ${order.orderNumber} recorded.`}
      onClose={onClose}
      onSubmit={() => after(onChange, api.call('collectCash', { params: { orderId: order.id } }))}
    />
  )
}

function RefusedDialog({ order, onChange, onClose }: StepProps) {
  return (
    <CancellingDialog
      call="markOrderRefused"
      order={order}
      title={`${order.orderNumber} came back unpaid`}
      description={
        order.exchangeOf
          ? 'Only if everything is back and nobody paid the first order. The exchange is cancelled for good: its items go back on sale, the customer gets an e-mail, and you close its return.'
          : 'Only if everything is back and nobody paid. The order is cancelled for good: its items go back on sale, its invoice is credited, and the customer gets an e-mail.'
      }
      done={`${order.orderNumber} is cancelled: the parcel came back unpaid.`}
      reason="The parcel came back unpaid"
      onChange={onChange}
      onClose={onClose}
    />
  )
}

interface CancellingDialogProps extends StepProps {
  call: 'cancelOrder' | 'markOrderRefused'
  title: string
  description: ReactNode
  /** Shown once the order is cancelled. */
  done: string
  /** What the field of the reason begins with. */
  reason: string
}

/** Asks for the reason why an order is cancelled. */
function CancellingDialog(props: CancellingDialogProps) {
  const { call, order, title, description, done, reason, onChange, onClose } = props
  return (
    <ActionDialog
      title={title}
      description={description}
      submit="Cancel order"
      done={done}
      onClose={onClose}
      onSubmit={(value) =>
        after(
          onChange,
          api.call(call, { params: { orderId: order.id }, body: { reason: value('reason') } }),
        )
      }
    >
      {(errorOf) => (
        <TextAreaField
          label="Reason (for staff)"
          name="reason"
          required
          maxLength={500}
          defaultValue={reason}
          error={errorOf('reason')}
        />
      )}
    </ActionDialog>
  )
}

const confirmations = {
  deliver: {
    title: 'Deliver',
    description: 'The customer gets an e-mail. The days for a return begin.',
    submit: 'Mark as delivered',
    done: 'is delivered.',
    call: 'deliverOrder',
  },
  complete: {
    title: 'Complete',
    description: 'The time for returns is not over yet. Complete it only if nothing is left to do.',
    submit: 'Mark as completed',
    done: 'is completed.',
    call: 'completeOrder',
  },
} as const

function ConfirmDialog({
  action,
  order,
  onChange,
  onClose,
}: StepProps & { action: keyof typeof confirmations }) {
  const { title, description, submit, done, call } = confirmations[action]
  return (
    <ActionDialog
      title={`${title} ${order.orderNumber}`}
      description={description}
      submit={submit}
      done={`${order.orderNumber} ${done}`}
      onClose={onClose}
      onSubmit={() => after(onChange, api.call(call, { params: { orderId: order.id } }))}
    />
  )
}
