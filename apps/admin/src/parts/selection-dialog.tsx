import { type EndpointInput, isApiFailure } from '@solvane/client/api'
import { randomUuid } from '@solvane/client/random-uuid'
import {
  longestSelectionHours,
  longestSelectionNote,
  mostSelectionLines,
  mostSelectionUnits,
} from '@solvane/contract/selections.admin'
import { Button } from '@solvane/ui/button'
import { Checkbox } from '@solvane/ui/choice'
import { Dialog } from '@solvane/ui/dialog'
import { SelectField, TextAreaField, TextField } from '@solvane/ui/field'
import { showToast } from '@solvane/ui/toast'
import { useState } from 'react'
import { readFailure } from './form.tsx'
import { type EditedLine, LineEditor } from './line-editor.tsx'
import styles from './selection-dialog.module.css'

/** Whom a selection is for: someone in a conversation, a customer, or a caller who may have no account. */
export type SelectionRecipient =
  | { kind: 'conversation' }
  | { kind: 'customer'; email: string }
  | { kind: 'caller' }

/** The input of a new selection. */
export type SelectionInput = EndpointInput<'sendAdviserSelection'>['body']

interface SelectionDialogProps {
  /** How long one is held by default, in hours. */
  usualHours: number
  /** In a conversation the link is sent as a message, to others by e-mail if that is wanted. */
  recipient: SelectionRecipient
  onClose: () => void
  /**
   * Makes the selection, and e-mails the link to `email` unless that is null; if it is rejected, the dialog
   * stays open and shows why.
   */
  onMake: (input: SelectionInput, email: string | null) => Promise<unknown>
}

const offeredHours = [2, 4, 8, 24, 48, 72, longestSelectionHours]

const noPrices: ReadonlyMap<string, number> = new Map()

/** Puts items together for a customer: which, the adviser's words, and how long they are held. */
export function SelectionDialog({ usualHours, recipient, onClose, onMake }: SelectionDialogProps) {
  // Sent again after a lost answer, it is the same selection.
  const [key] = useState(randomUuid)
  const [lines, setLines] = useState<readonly EditedLine[]>([])
  const [note, setNote] = useState('')
  const [hours, setHours] = useState(usualHours)
  const [email, setEmail] = useState(recipient.kind === 'customer' ? recipient.email : '')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const choices = [...new Set([...offeredHours, usualHours])].toSorted((a, b) => a - b)
  const isMessage = recipient.kind === 'conversation'
  const isComplete =
    lines.length > 0 &&
    lines.length <= mostSelectionLines &&
    note.trim() !== '' &&
    lines.every(({ quantity }) => quantity > 0 && quantity <= mostSelectionUnits)

  async function submit() {
    if (isBusy || !isComplete) return
    setIsBusy(true)
    setFailure(null)
    try {
      const wanted = lines.map(({ variantId, quantity }) => ({ variantId, quantity }))
      await onMake({ lines: wanted, note: note.trim(), hours, key }, email.trim() || null)
      showToast(isMessage ? 'The selection is sent.' : 'The selection is made.')
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title="Make a selection"
      description={
        isMessage
          ? 'The items are reserved for this customer alone. The link is sent as a message.'
          : 'The items are reserved for this customer alone. You get a link to pass on.'
      }
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button isBusy={isBusy} disabled={!isComplete} onClick={() => void submit()}>
            {isMessage ? 'Reserve and send' : 'Reserve'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {failure !== null && (
          <p className={styles.failure} role="alert">
            {unavailableOf(failure).length > 0
              ? 'Not everything is in stock in this quantity. Nothing was reserved.'
              : readFailure(failure).text}
          </p>
        )}
        <LineEditor
          lines={lines}
          prices={noPrices}
          unavailable={unavailableOf(failure)}
          mostUnits={mostSelectionUnits}
          onChange={(changed) => {
            setFailure(null)
            setLines(changed)
          }}
        />
        <TextAreaField
          label="Note for the customer"
          required
          rows={3}
          maxLength={longestSelectionNote}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <SelectField
          label="Reserved for"
          required
          value={hours}
          onChange={({ target }) => setHours(Number(target.value))}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {hoursText(choice)}
            </option>
          ))}
        </SelectField>
        {recipient.kind === 'customer' && (
          <Checkbox
            label={`E-mail the link to ${recipient.email}`}
            checked={email !== ''}
            onChange={({ target }) => setEmail(target.checked ? recipient.email : '')}
          />
        )}
        {recipient.kind === 'caller' && (
          <TextField
            label="E-mail"
            type="email"
            hint="The link is sent here. Without an address you pass it on yourself."
            value={email}
            error={failure === null ? undefined : readFailure(failure).fields.email}
            onChange={({ target }) => {
              setFailure(null)
              setEmail(target.value)
            }}
          />
        )}
      </div>
    </Dialog>
  )
}

function hoursText(hours: number): string {
  if (hours > 24 && hours % 24 === 0) return `${hours / 24} days`
  return hours === 1 ? '1 hour' : `${hours} hours`
}

/** The variants that there are not enough of, by an error of making a selection. */
function unavailableOf(error: unknown): string[] {
  if (!isApiFailure(error) || error.code !== 'ITEM_UNAVAILABLE') return []
  const { unavailableItems = [] } = (error.details ?? {}) as { unavailableItems?: string[] }
  return unavailableItems
}
