import { isTaxNumber, plainTaxNumber, wrongTaxNumber } from '@solvane/contract/tax-numbers'
import { AccordionItem } from '@solvane/ui/accordion'
import { Checkbox, RadioGroup } from '@solvane/ui/choice'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { useState } from 'react'
import { OrderSection } from '../../components/order-page.tsx'
import { arrivalLine, notDelivered } from '../../lib/api/delivery.ts'
import type { Preview } from './checkout-requests.ts'
import styles from './confirm-order.module.css'
import { changeDraft, type GiftDraft, type OrderDraft } from './order-draft.ts'

interface DeliveryChoiceProps {
  preview: Pick<Preview, 'deliveryMethods' | 'deliveryMethodId'>
  onChoose: (methodId: string) => void
}

/** The delivery method and the days of arrival: a choice, where the address has several. */
export function DeliveryChoice({ preview, onChoose }: DeliveryChoiceProps) {
  const { deliveryMethods: methods, deliveryMethodId } = preview
  const [only] = methods
  if (!only) return <p role="alert">{notDelivered}</p>
  if (methods.length === 1)
    return (
      <div>
        <p>{only.name}</p>
        <p>{arrivalLine(only)}</p>
      </div>
    )
  return (
    <RadioGroup
      legend="Delivery method"
      name="delivery-method"
      value={deliveryMethodId ?? only.id}
      onChange={onChoose}
      options={methods.map((method) => ({
        value: method.id,
        label: `${method.name}, ${method.fee === 0 ? 'complimentary' : formatMoney(method.fee)}`,
        hint: arrivalLine(method),
      }))}
    />
  )
}

/** The initial options of a gift. */
const newGift: GiftDraft = { isWrapped: false, message: '', sender: '', hidesPrices: true }

/** The longest texts of a card that the API accepts. */
const longestMessage = 300
const mostLines = 8
const longestSender = 80

export const cardFull = `The card has room for ${mostLines} lines.`

/** Whether the message of a gift has more lines than its card. */
export function isCardFull(gift: GiftDraft | null): boolean {
  return (gift?.message.trim().split('\n').length ?? 0) > mostLines
}

interface GiftChoiceProps {
  /** Null while the order is not a gift. */
  gift: GiftDraft | null
  wrapFee: number
  onChange: (gift: GiftDraft | null) => void
}

/** Whether the order is a gift, and its options. */
export function GiftChoice({ gift, wrapFee, onChange }: GiftChoiceProps) {
  return (
    <div className={styles.gift}>
      <Checkbox
        label="This order is a gift"
        checked={gift !== null}
        onChange={({ target }) => onChange(target.checked ? newGift : null)}
      />
      {gift && (
        <>
          <Checkbox
            label={`Gift wrapping, ${wrapFee === 0 ? 'complimentary' : formatMoney(wrapFee)}`}
            hint="Our box, tissue and a ribbon, tied by hand."
            checked={gift.isWrapped}
            onChange={({ target }) => onChange({ ...gift, isWrapped: target.checked })}
          />
          <Checkbox
            label="Hide the prices"
            hint="Nothing in the parcel shows one, so it cannot be paid at the door."
            checked={gift.hidesPrices}
            onChange={({ target }) => onChange({ ...gift, hidesPrices: target.checked })}
          />
          <TextAreaField
            label="Message on the card"
            rows={4}
            maxLength={longestMessage}
            value={gift.message}
            error={isCardFull(gift) ? cardFull : undefined}
            onChange={({ target }) => onChange({ ...gift, message: target.value })}
          />
          <TextField
            label="From"
            hint="Stands under the message."
            maxLength={longestSender}
            value={gift.sender}
            onChange={({ target }) => onChange({ ...gift, sender: target.value })}
          />
          <p className={styles.blocker}>
            The card has a link with which the recipient can exchange for another size or colour,
            and sees no price.
          </p>
        </>
      )}
    </div>
  )
}

/** Whether a tax number was typed that cannot be one. */
export function isWrongTaxNumber(typed: string): boolean {
  return typed.trim() !== '' && !isTaxNumber(plainTaxNumber(typed))
}

/** The company and tax number for the invoice, where there are taxes. */
export function CompanyFields({ draft }: { draft: Pick<OrderDraft, 'company' | 'taxNumber'> }) {
  const [isLeft, setIsLeft] = useState(draft.taxNumber !== '')
  const [wasFilled] = useState(draft.company !== '' || draft.taxNumber !== '')
  return (
    <OrderSection title="Invoice">
      <AccordionItem title="Buying for a company" level={3} isOpen={wasFilled}>
        <div className={styles.company}>
          <TextField
            label="Company"
            name="company"
            autoComplete="organization"
            maxLength={120}
            value={draft.company}
            onChange={({ target }) =>
              changeDraft((before) => ({ ...before, company: target.value }))
            }
          />
          <TextField
            label="Tax number"
            name="taxNumber"
            hint="It stands on the invoice; the tax stays the same."
            maxLength={40}
            value={draft.taxNumber}
            error={isLeft && isWrongTaxNumber(draft.taxNumber) ? wrongTaxNumber : undefined}
            onBlur={() => setIsLeft(true)}
            onChange={({ target }) =>
              changeDraft((before) => ({ ...before, taxNumber: target.value }))
            }
          />
        </div>
      </AccordionItem>
    </OrderSection>
  )
}
