import type { StaffOrder } from '@solvane/contract/orders.admin'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { ActionDialog, type Said } from '../../parts/action-dialog.tsx'
import type { DeskProps } from './desk-props.ts'

export type OrderAction = StaffOrder['actions'][number]

interface StepProps extends DeskProps {
  onClose: () => void
}

/** Asks for what a step needs, and takes it. */
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
      return <PlainDialog action={action} {...props} />
  }
}

/** What the others do after every step: the order is shown as it then is. */
function after(onChange: DeskProps['onChange'], work: Promise<unknown>): Promise<unknown> {
  // Also after a refusal: the order may be another by now.
  return work.finally(onChange)
}

const carriers = ['DHL Express', 'FedEx', 'UPS', 'USPS', 'La Poste']

function ShipDialog({ order, onChange, onClose }: StepProps) {
  return (
    <ActionDialog
      title={`Send ${order.orderNumber}`}
      description="The shopper is written to, and can follow the parcel."
      submit="It is sent"
      done={`${order.orderNumber} is on its way.`}
      onClose={onClose}
      act={(said) =>
        after(
          onChange,
          api.call('shipOrder', { params: { orderId: order.id }, body: trackingSaid(said) }),
        )
      }
    >
      {(wrong) => <TrackingFields wrong={wrong} />}
    </ActionDialog>
  )
}

function trackingSaid(said: Said) {
  return {
    carrier: said('carrier'),
    trackingNumber: said('trackingNumber'),
    trackingUrl: said('trackingUrl') || null,
  }
}

interface TrackingFieldsProps {
  wrong: (name: string) => string | undefined
  tracking?: StaffOrder['tracking']
}

function TrackingFields({ wrong, tracking }: TrackingFieldsProps) {
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
        error={wrong('carrier')}
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
        error={wrong('trackingNumber')}
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
        error={wrong('trackingUrl')}
      />
    </>
  )
}

/** The order as it was when the dialog opened: the page reads it again meanwhile. */
function useFirst<Value>(value: Value): Value {
  return useState(value)[0]
}

function CorrectTrackingDialog({ order, onChange, onClose }: StepProps) {
  const { id, version, orderNumber, tracking } = useFirst(order)
  return (
    <ActionDialog
      title={`Correct the tracking of ${orderNumber}`}
      description="The customer gets an e-mail with the new number."
      submit="Save"
      done="The tracking is corrected."
      onClose={onClose}
      act={(said) =>
        after(
          onChange,
          api.call('correctTracking', {
            params: { orderId: id },
            body: { version, ...trackingSaid(said) },
          }),
        )
      }
    >
      {(wrong) => <TrackingFields wrong={wrong} tracking={tracking} />}
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
      done="The details are corrected."
      onClose={onClose}
      act={(said) =>
        after(
          onChange,
          api.call('correctOrderContact', {
            params: { orderId: id },
            body: {
              version,
              email: said('email'),
              address: {
                fullName: said('fullName'),
                phoneNumber: said('phoneNumber'),
                streetAddress: said('streetAddress'),
                addressLine2: said('addressLine2'),
                city: said('city'),
                state: said('state'),
                postalCode: said('postalCode'),
                country: said('country'),
              },
            },
          }),
        )
      }
    >
      {(wrong) => (
        <>
          <TextField
            label="E-mail"
            name="email"
            type="email"
            required
            defaultValue={email ?? ''}
            error={wrong('email')}
          />
          {contactFields.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              name={name}
              required={name !== 'addressLine2' && name !== 'state' && name !== 'postalCode'}
              autoComplete="off"
              defaultValue={address[name] ?? ''}
              error={wrong(`address.${name}`)}
            />
          ))}
        </>
      )}
    </ActionDialog>
  )
}

function CancelDialog({ order, onChange, onClose }: StepProps) {
  const back = order.payments
    .map(({ captured, refunds }) =>
      refunds
        .filter(({ status }) => status !== 'FAILED')
        .reduce((rest, { amount }) => rest - amount, captured),
    )
    .reduce((sum, part) => sum + part, 0)
  const isByHand = order.payments.some(
    ({ refundable, isRefundedByProvider }) => refundable > 0 && !isRefundedByProvider,
  )
  const money =
    back <= 0
      ? 'Nothing was paid that would have to go back.'
      : isByHand
        ? `${formatMoney(back)} is to be paid back by you; the payment will say so.`
        : `${formatMoney(back)} is paid back the way it came.`
  return (
    <ActionDialog
      title={`Cancel ${order.orderNumber}`}
      description={`${money} The pieces go back on sale, and the shopper is written to.`}
      submit="Cancel the order"
      done={`${order.orderNumber} is cancelled.`}
      onClose={onClose}
      act={(said) =>
        after(
          onChange,
          api.call('cancelOrder', {
            params: { orderId: order.id },
            body: { reason: said('reason') },
          }),
        )
      }
    >
      {(wrong) => (
        <TextAreaField
          label="Why (for staff)"
          name="reason"
          required
          maxLength={500}
          error={wrong('reason')}
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
          ? `${formatMoney(held.captured)} came, ${formatMoney(order.totalAmount)} were due. What came is taken for what is due.`
          : `${formatMoney(order.totalAmount)} came another way, by bank for instance. The shopper can pay no more.`
      }
      submit="It is paid"
      done={`${order.orderNumber} is paid.`}
      onClose={onClose}
      act={(said) =>
        after(
          onChange,
          api.call('markOrderPaid', {
            params: { orderId: order.id },
            body: { reference: said('reference') },
          }),
        )
      }
    >
      {(wrong) => (
        <TextField
          label="Reference"
          name="reference"
          hint="By which it is found at the bank."
          required
          maxLength={500}
          autoComplete="off"
          error={wrong('reference')}
        />
      )}
    </ActionDialog>
  )
}

function CashDialog({ order, onChange, onClose }: StepProps) {
  return (
    <ActionDialog
      title={`Cash for ${order.orderNumber}`}
      description={`The courier has taken ${formatMoney(order.totalAmount)} and handed it in.`}
      submit="It is here"
      done={`The cash for ${order.orderNumber} is noted.`}
      onClose={onClose}
      act={() => after(onChange, api.call('collectCash', { params: { orderId: order.id } }))}
    />
  )
}

const plain = {
  deliver: {
    title: 'has arrived',
    description: 'The carrier has delivered it. The shopper is written to, and has seven days.',
    submit: 'It has arrived',
    done: 'has arrived.',
    call: 'deliverOrder',
  },
  complete: {
    title: 'is completed',
    description: 'Before the time for a return is over: nothing more is expected of either side.',
    submit: 'Complete it',
    done: 'is completed.',
    call: 'completeOrder',
  },
} as const

function PlainDialog({
  action,
  order,
  onChange,
  onClose,
}: StepProps & { action: keyof typeof plain }) {
  const { title, description, submit, done, call } = plain[action]
  return (
    <ActionDialog
      title={`${order.orderNumber} ${title}`}
      description={description}
      submit={submit}
      done={`${order.orderNumber} ${done}`}
      onClose={onClose}
      act={() => after(onChange, api.call(call, { params: { orderId: order.id } }))}
    />
  )
}
