import { Checkbox } from '@solvane/ui/checkbox'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-provider.tsx'
import styles from './confirm-order.module.css'
import type { GiftDraft } from './order-draft.ts'

/** What a gift begins with. */
const newGift: GiftDraft = { isWrapped: false, message: '', sender: '', hidesPrices: true }

/** The longest texts of a card that the API accepts. */
const longestMessage = 300
const mostLines = 8
const longestSender = 80

/** Whether orders can be gifts, and what wrapping costs; undefined until it is known. */
export function useGiftOptions() {
  const api = useApi()
  return useQuery({
    queryKey: ['gift-options'],
    queryFn: async ({ signal }) => (await api.call('getGiftOptions', {}, { signal })).data,
  })
}

interface GiftChoiceProps {
  /** Null while the order is no gift. */
  gift: GiftDraft | null
  wrapFee: number
  onChange: (gift: GiftDraft | null) => void
}

/** Whether the order is a gift, and how it is given. */
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
            onChange={({ target }) =>
              onChange({
                ...gift,
                message: target.value.split('\n').slice(0, mostLines).join('\n'),
              })
            }
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
