import type { StaffOrder } from '@solvane/contract/orders.admin'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { ActionDialog, type FormValue } from '../../parts/action-dialog.tsx'
import type { OrderPanelProps } from './order-panel-props.ts'

export type OrderAction = StaffOrder['actions'][number]

interface StepProps extends OrderPanelProps {
  onClose: () => void
}

/** The dialog of a step: asks for its input and takes it. */
export function StepDialog({ action, ...props }: StepProps & { action: OrderAction }) {
  switch (action) {
    case 'ship':
      return <ShipDialog {...props} />
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
    case 'deliver':
    case 'complete':
      return <ConfirmDialog action={action} {...props} />
  }
}

/** Reads the order again after a step. */
function after(onChange: OrderPanelProps['onChange'], work: Promise<unknown>): Promise<unknown> {
  // A rejected step may mean that the order has changed.
  return work.finally(onChange)
}

const carriers = ['DHL Express', 'FedEx', 'UPS', 'USPS', 'La Poste']

function ShipDialog({ order, onChange, onClose }: StepProps) {
  return (
    <ActionDialog
      title={`Ship ${order.orderNumber}`}
      description="The customer gets an e-mail with the tracking number."
      submit="Mark as shipped"
      done={`${order.orderNumber} is shipped.`}
      onClose={onClose}
      onSubmit={(value) =>
        after(
          onChange,
          api.call('shipOrder', { params: { orderId: order.id }, body: trackingOf(value) }),
        )
      }
    >
      {(errorOf) => <TrackingFields errorOf={errorOf} />}
    </ActionDialog>
  )
}

function trackingOf(value: FormValue) {
  return {
    carrier: value('carrier'),
    trackingNumber: value('trackingNumber'),
    trackingUrl: value('trackingUrl') || null,
  }
}

interface TrackingFieldsProps {
  errorOf: (name: string) => string | undefined
  tracking?: StaffOrder['tracking']
}

function TrackingFields({ errorOf, tracking }: TrackingFieldsProps) {
  return (
    <>
      <TextField
        label="Carrier"
        name="carrier"
        defaultValue={tracking?.carrier ?? ''}
        required
        maxLength={100}
        list="carriers"
        autoComplete="off"
        error={errorOf('carrier')}
      />
      <datalist id="carriers">
        {carriers.map((carrier) => (
          <option key={carrier} value={carrier} />
        ))}
      </datalist>
      <TextField
        label="Tracking number"
        name="trackingNumber"
        defaultValue={tracking?.number ?? ''}
        required
        maxLength={100}
        autoComplete="off"
        error={errorOf('trackingNumber')}
      />
      <TextField
        label="Tracking link"
        name="trackingUrl"
        defaultValue={tracking?.url ?? ''}
        type="url"
        pattern="https://.*"
        placeholder="https://"
        maxLength={500}
        autoComplete="off"
        error={errorOf('trackingUrl')}
      />
    </>
  )
}

/** The value when the dialog opened: the page reads the order again while it is open. */
function useFirst<Value>(value: Value): Value {
  return useState(value)[0]
}

function CorrectTrackingDialog({ order, onChange, onClose }: StepProps) {
  const { id, version, orderNumber, tracking } = useFirst(order)
  return (
    <ActionDialog
      title={`Correct tracking of ${orderNumber}`}
      description="The customer gets an e-mail with the new number."
      submit="Save"
      done="Tracking corrected."
      onClose={onClose}
      onSubmit={(value) =>
        after(
          onChange,
          api.call('correctTracking', {
            params: { orderId: id },
            body: { version, ...trackingOf(value) },
          }),
        )
      }
    >
      {(errorOf) => <TrackingFields errorOf={errorOf} tracking={tracking} />}
    </ActionDialog>
  )
}

const contactFields = [
  ['fullName', 'Full name'],
  ['phoneNumber', 'Phone number'],
  ['streetAddress', 'Street address'],
  ['addressLine2', 'Apartment, suite'],
  ['city', 'City'],
  ['state', 'State or province'],
  ['postalCode', 'Postal code'],
  ['country', 'Country'],
] as const

function CorrectContactDialog({ order, onChange, onClose }: StepProps) {
  const { id, version, orderNumber, email, address } = useFirst(order)
  return (
    <ActionDialog
      title={`Correct ${orderNumber}`}
      description="The customer gets an e-mail that the details were corrected."
      submit="Save"
      done="Details corrected."
      onClose={onClose}
      onSubmit={(value) =>
        after(
          onChange,
          api.call('correctOrderContact', {
            params: { orderId: id },
            body: {
              version,
              email: value('email'),
              address: {
                fullName: value('fullName'),
                phoneNumber: value('phoneNumber'),
                streetAddress: value('streetAddress'),
                addressLine2: value('addressLine2'),
                city: value('city'),
                state: value('state'),
                postalCode: value('postalCode'),
                country: value('country'),
              },
            },
          }),
        )
      }
    >
      {(errorOf) => (
        <>
          <TextField
            label="E-mail"
            name="email"
            type="email"
            required
            defaultValue={email ?? ''}
            error={errorOf('email')}
          />
          {contactFields.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              name={name}
              required={name !== 'addressLine2' && name !== 'state' && name !== 'postalCode'}
              autoComplete="off"
              defaultValue={address[name] ?? ''}
              error={errorOf(`address.${name}`)}
            />
          ))}
        </>
      )}
    </ActionDialog>
  )
}

function CancelDialog({ order, onChange, onClose }: StepProps) {
  const owed = order.payments
    .map(({ captured, refunds }) =>
      refunds
        .filter(({ status }) => status !== 'FAILED')
        .reduce((rest, { amount }) => rest - amount, captured),
    )
    .reduce((sum, part) => sum + part, 0)
  const isManual = order.payments.some(
    ({ refundable, isRefundedByProvider }) => refundable > 0 && !isRefundedByProvider,
  )
  const money =
    owed <= 0
      ? 'No payment has to be refunded.'
      : isManual
        ? `${formatMoney(owed)} has to be refunded by you; the payment says so then.`
        : `${formatMoney(owed)} is refunded to the original payment method.`
  return (
    <ActionDialog
      title={`Cancel ${order.orderNumber}`}
      description={`${money} The items go back on sale and the customer gets an e-mail.`}
      submit="Cancel order"
      done={`${order.orderNumber} is cancelled.`}
      onClose={onClose}
      onSubmit={(value) =>
        after(
          onChange,
          api.call('cancelOrder', {
            params: { orderId: order.id },
            body: { reason: value('reason') },
          }),
        )
      }
    >
      {(errorOf) => (
        <TextAreaField
          label="Reason (for staff)"
          name="reason"
          required
          maxLength={500}
          error={errorOf('reason')}
        />
      )}
    </ActionDialog>
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
            body: { reference: value('reference') },
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

const confirmations = {
  deliver: {
    title: 'Deliver',
    description: 'The customer gets an e-mail and has seven days to return it.',
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
