import { returnConditions, type StaffReturn } from '@solvane/contract/returns.admin'
import { Checkbox } from '@solvane/ui/choice'
import { SelectField, TextAreaField, TextField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { variantTitle } from '../../parts/words.tsx'
import { conditionNames, readerOf } from './return-panels.tsx'

export type ReturnAction = StaffReturn['actions'][number]
type Answer = Extract<ReturnAction, 'approve' | 'decline'>

interface DialogProps {
  found: StaffReturn
  /** Reads the return again. */
  onChange: () => Promise<unknown>
  onClose: () => void
}

/** The most characters of an answer. */
const longestAnswer = 1_000

/** The dialog of a step: asks for its input and takes it. */
export function ReturnDialog({ action, ...props }: DialogProps & { action: ReturnAction }) {
  switch (action) {
    case 'approve':
    case 'decline':
      return <AnswerDialog action={action} {...props} />
    case 'inspect':
      return <InspectDialog {...props} />
    case 'refund':
      return props.found.refund.awaitsCash ? (
        <UnpaidDialog {...props} />
      ) : (
        <RefundDialog {...props} />
      )
    case 'sendBack':
      return <SendBackDialog {...props} />
    case 'receive':
    case 'exchange':
    case 'cancelOrder':
      return <ConfirmDialog action={action} {...props} />
  }
}

/** Approves or declines, with an answer to the customer. */
function AnswerDialog({ action, found, onChange, onClose }: DialogProps & { action: Answer }) {
  const { returnNumber, id, terms } = found
  const isApproval = action === 'approve'
  const verb = isApproval ? 'Approve' : 'Decline'
  const isRequired = !isApproval || terms.address === null
  const who = readerOf(found)
  return (
    <ActionDialog
      title={`${verb} ${returnNumber}`}
      description={
        isApproval
          ? `The ${who} gets an e-mail${found.gift ? '' : ' and the slip to print'}.`
          : `The ${who} gets an e-mail with the reason. The items can be returned again within the terms.`
      }
      submit={verb}
      done={`${returnNumber} is ${isApproval ? 'approved' : 'declined'}.`}
      onClose={onClose}
      onSubmit={(value) =>
        api
          .call(isApproval ? 'approveReturn' : 'declineReturn', {
            params: { returnId: id },
            body: { answer: value('answer') },
          })
          .finally(onChange)
      }
    >
      {(errorOf) => (
        <TextAreaField
          label={isApproval ? `Note to the ${who}` : `Reason (for the ${who})`}
          name="answer"
          required={isRequired}
          {...(isApproval && {
            hint: isRequired
              ? 'The terms of this country have no address for returns: write it here.'
              : found.gift
                ? 'It is in the e-mail.'
                : 'It is in the e-mail and on the page of the return.',
          })}
          maxLength={longestAnswer}
          error={errorOf('answer')}
        />
      )}
    </ActionDialog>
  )
}

function InspectDialog({ found, onChange, onClose }: DialogProps) {
  const { returnNumber, id, lines, terms, feePercent, wish } = found
  return (
    <ActionDialog
      title={`Inspect ${returnNumber}`}
      description="Nothing is refunded or put into stock yet."
      submit="Save"
      done={`${returnNumber} is inspected.`}
      onClose={onClose}
      onSubmit={(value) =>
        api
          .call('inspectReturn', {
            params: { returnId: id },
            body: {
              lines: lines.map(({ variantId }) => ({
                variantId,
                condition:
                  returnConditions.find((one) => one === value(variantId)) ?? 'NOT_RESTOCKED',
              })),
              feePercent: wish === 'EXCHANGE' ? 0 : Number(value('feePercent')),
            },
          })
          .finally(onChange)
      }
    >
      {(errorOf) => (
        <>
          {lines.map((line) => (
            <SelectField
              key={line.variantId}
              label={`${line.quantity} × ${variantTitle(line)}`}
              name={line.variantId}
              required
              defaultValue={line.condition ?? 'RESTOCK'}
            >
              {returnConditions.map((condition) => (
                <option key={condition} value={condition}>
                  {conditionNames[condition]}
                </option>
              ))}
            </SelectField>
          ))}
          {wish === 'REFUND' && (
            <TextField
              label="Restocking fee in percent"
              name="feePercent"
              type="number"
              inputMode="decimal"
              min={0}
              max={terms.feeUntil}
              step={0.01}
              required
              defaultValue={feePercent ?? terms.feeFrom}
              hint={
                terms.feeUntil === 0
                  ? 'The terms allow none.'
                  : `The terms say ${terms.feeFrom}%–${terms.feeUntil}%; less is a courtesy.`
              }
              error={errorOf('feePercent')}
            />
          )}
        </>
      )}
    </ActionDialog>
  )
}

function RefundDialog({ found, onChange, onClose }: DialogProps) {
  const { returnNumber, id, refund, status } = found
  const [isPaidBack, setIsPaidBack] = useState(false)
  const needsReference = refund.amount > 0 && !refund.isByProvider && !isPaidBack
  return (
    <ActionDialog
      title={`Refund ${returnNumber}`}
      description={
        needsReference
          ? `This payment cannot be refunded automatically. Send ${formatMoney(refund.amount)} yourself, then record it here.`
          : `${formatMoney(refund.amount)} goes back the way it came. ${
              // An exchange that was cancelled since has put it there.
              status === 'EXCHANGED' ? 'The' : 'What is fit for sale goes into stock, and the'
            } customer gets an e-mail.`
      }
      submit={needsReference ? 'Record refund' : 'Refund'}
      done={`${returnNumber} is refunded.`}
      onClose={onClose}
      onSubmit={(value) =>
        api
          .call('refundReturn', {
            params: { returnId: id },
            body: {
              amount: refund.amount,
              ...(needsReference && { reference: value('reference') }),
              ...(isPaidBack && { isPaidBack }),
            },
          })
          .finally(onChange)
      }
    >
      {(errorOf) => (
        <>
          {needsReference && (
            <TextField
              label="How it was refunded"
              name="reference"
              hint="The reference of the transfer."
              required
              maxLength={500}
              autoComplete="off"
              error={errorOf('reference')}
            />
          )}
          {status === 'EXCHANGED' && (
            <Checkbox
              label="It was paid back already"
              hint="On the page of the order. Nothing is refunded now."
              checked={isPaidBack}
              onChange={({ target }) => setIsPaidBack(target.checked)}
            />
          )}
        </>
      )}
    </ActionDialog>
  )
}

/** Closes a return of an order whose cash was never collected, without a refund. */
function UnpaidDialog({ found, onChange, onClose }: DialogProps) {
  const { returnNumber, id, refund } = found
  return (
    <ActionDialog
      title={`Close ${returnNumber} without a refund`}
      description="Only if nobody paid, because the parcel was refused at the door. The order is cancelled, and its cash cannot be recorded any more. What is fit for sale goes into stock, and the customer gets an e-mail."
      submit="Close without a refund"
      done={`${returnNumber} is closed without a refund.`}
      onClose={onClose}
      onSubmit={() =>
        api
          .call('refundReturn', {
            params: { returnId: id },
            body: { amount: refund.amount, isUnpaid: true },
          })
          .finally(onChange)
      }
    />
  )
}

function SendBackDialog({ found, onChange, onClose }: DialogProps) {
  const { returnNumber, id } = found
  const who = readerOf(found)
  return (
    <ActionDialog
      title={`Send ${returnNumber} back`}
      description={`Nothing is refunded. The ${who} gets an e-mail with the reason and the tracking number.`}
      submit="Send back"
      done={`${returnNumber} is sent back.`}
      onClose={onClose}
      onSubmit={(value) =>
        api
          .call('sendReturnBack', {
            params: { returnId: id },
            body: {
              answer: value('answer'),
              carrier: value('carrier'),
              trackingNumber: value('trackingNumber'),
            },
          })
          .finally(onChange)
      }
    >
      {(errorOf) => (
        <>
          <TextAreaField
            label={`Reason (for the ${who})`}
            name="answer"
            required
            maxLength={longestAnswer}
            error={errorOf('answer')}
          />
          <TextField
            label="Carrier"
            name="carrier"
            required
            maxLength={100}
            error={errorOf('carrier')}
          />
          <TextField
            label="Tracking number"
            name="trackingNumber"
            required
            maxLength={100}
            autoComplete="off"
            error={errorOf('trackingNumber')}
          />
        </>
      )}
    </ActionDialog>
  )
}

const confirmations = {
  receive: {
    title: 'Receive',
    description: 'The parcel is here. Inspect the items next.',
    submit: 'Mark as received',
    done: 'is received.',
    call: 'receiveReturn',
  },
  exchange: {
    title: 'Exchange',
    description:
      'What is fit for sale goes into stock, and an order at no charge with what was wanted is ready to ship. The customer gets an e-mail.',
    submit: 'Exchange',
    done: 'is exchanged.',
    call: 'exchangeReturn',
  },
  cancelOrder: {
    title: 'Cancel the order of',
    description:
      'Nothing of it was sent. The order is cancelled, its items go back on sale, and everything paid is refunded.',
    submit: 'Cancel the order',
    done: 'is closed: its order is cancelled.',
    call: 'cancelWithdrawnOrder',
  },
} as const

function ConfirmDialog({
  action,
  found,
  onChange,
  onClose,
}: DialogProps & { action: keyof typeof confirmations }) {
  const { title, description, submit, done, call } = confirmations[action]
  return (
    <ActionDialog
      title={`${title} ${found.returnNumber}`}
      description={
        action === 'cancelOrder' && found.paidOrderId !== found.orderId
          ? 'Nothing of it was sent. The order is cancelled, and its items go back on sale. It is an exchange: its page leads to the return that you refund then.'
          : description
      }
      submit={submit}
      done={`${found.returnNumber} ${done}`}
      onClose={onClose}
      onSubmit={() => api.call(call, { params: { returnId: found.id } }).finally(onChange)}
    />
  )
}
