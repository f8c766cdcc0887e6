import { randomUuid } from '@solvane/client/random-uuid'
import {
  longestReturnNote,
  type ReturnReason,
  returnReasons,
  returnReasonTexts,
} from '@solvane/contract/return-reasons'
import { Button, buttonClass } from '@solvane/ui/button'
import { Checkbox, RadioGroup } from '@solvane/ui/choice'
import { formatDay } from '@solvane/ui/dates.ts'
import { SelectField, TextAreaField } from '@solvane/ui/field'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  type Choice,
  type Choices,
  InsteadField,
  LessNote,
  stillOpen,
  UnitsField,
} from '../../components/exchange-fields.tsx'
import { FormFailure } from '../../components/form-request.tsx'
import { OrderPage, OrderSection } from '../../components/order-page.tsx'
import { variantName } from '../../components/product-options.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import { isClientError } from '../../lib/api/failure.tsx'
import { Link } from '../../lib/link.tsx'
import { keptInput, useKeptInput } from '../../lib/session/kept-input.ts'
import { useSession } from '../../lib/session/session-profile.ts'
import { feeLine, PhotoField, postageLine, ReturnLine } from './return-parts.tsx'
import styles from './returns.module.css'
import { type ReturnOptions, useRefreshReturns } from './returns.ts'

type Line = ReturnOptions['lines'][number]
type Wish = 'REFUND' | 'EXCHANGE'

/** What is chosen of a line, and why it goes back. */
interface ReasonedChoice extends Choice {
  reason: ReturnReason | ''
}

/** What is filled in. */
interface RequestInput {
  wanted: Choices<ReasonedChoice>
  wish: Wish
  note: string
  photos: readonly File[]
}

interface RequestFormProps {
  orderId: string
  options: ReturnOptions
}

/** Asks for a return: the items, why, and what the shopper wishes instead. */
export function RequestForm({ orderId, options }: RequestFormProps) {
  const { orderNumber, askUntil, terms, lines } = options
  const api = useApi()
  const navigate = useNavigate()
  const refresh = useRefreshReturns()
  // Sent again without an answer, it is the same request.
  const [key, setKey] = useState(randomUuid)
  const { profile } = useSession()
  const [keptAs] = useState(() => profile && { owner: profile.id, form: `return ${orderId}` })
  const [kept] = useState(() => keptAs && keptInput<RequestInput>(keptAs))
  const [wanted, setChosen] = useState<Choices<ReasonedChoice>>(kept?.wanted ?? {})
  const { open: chosen, isLess } = stillOpen(wanted, lines)
  const [wish, setWish] = useState<Wish>(kept?.wish ?? 'REFUND')
  const [note, setNote] = useState(kept?.note ?? '')
  const [isChecked, setIsChecked] = useState(false)
  const [photos, setPhotos] = useState<readonly File[]>(kept?.photos ?? [])
  const uploads = useRef<{ photos: readonly File[]; ids: string[] }>(null)
  const hasExchanges = lines.some(({ exchanges }) => exchanges.length > 0)
  const isNothing = Object.keys(chosen).length === 0
  useKeptInput(keptAs, () =>
    isNothing && note === '' ? null : ({ wanted, wish, note, photos } satisfies RequestInput),
  )

  const ask = useMutation({
    mutationFn: async () => {
      const body = {
        lines: Object.entries(chosen).map(([variantId, { quantity, reason, exchangeFor }]) => ({
          variantId,
          quantity,
          reason: reason || null,
          exchangeFor: wish === 'EXCHANGE' ? exchangeFor : null,
        })),
        wish,
        note: note.trim() || null,
        photoIds: await uploaded(),
        key,
      }
      return (await api.call('requestReturn', { params: { orderId }, body })).data
    },
    onSuccess: async ({ id }) => {
      await navigate(`/profile/returns/${id}`, { replace: true })
      await refresh(orderId)
    },
    onError: async (error) => {
      if (!isClientError(error)) return
      // What can be returned has changed meanwhile, in another tab for example.
      setKey(randomUuid())
      await refresh(orderId)
    },
  })

  /** The ids of the photos, which are uploaded once. */
  async function uploaded(): Promise<string[]> {
    if (photos.length === 0) return []
    if (uploads.current?.photos !== photos) {
      const body = new FormData()
      for (const photo of photos) body.append('files[]', photo)
      const { data } = await api.call('uploadFiles', { query: { purpose: 'CHAT' }, body })
      uploads.current = { photos, ids: data.map(({ id }) => id) }
    }
    return uploads.current.ids
  }

  const isComplete = ({ reason, exchangeFor }: ReasonedChoice) =>
    (reason !== '' || terms.isWithdrawal) && (wish === 'REFUND' || exchangeFor !== '')

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setIsChecked(true)
    if (!isNothing && Object.values(chosen).every(isComplete)) ask.mutate()
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <OrderPage
        title="Return"
        lead={<p>Order {orderNumber}</p>}
        aside={
          <>
            <h2 className={styles.label}>Our terms</h2>
            <p>
              {askUntil && `You can ask for a return until ${formatDay(askUntil)}. `}
              The pieces must reach us within {terms.arrivalDays} days of your request.
            </p>
            <p>{wish === 'REFUND' ? feeLine(terms) : 'An exchange has no restocking fee.'}</p>
            <p>{postageLine(terms)}</p>
            <FormFailure error={ask.error} unexpected="An unexpected error occurred." />
            <Button type="submit" isWide isBusy={ask.isPending}>
              {terms.isWithdrawal ? 'Send back' : 'Ask for the return'}
            </Button>
            <p>
              <Link className={buttonClass('link')} to={`/profile/orders/${orderId}`}>
                Back to the order
              </Link>
            </p>
          </>
        }
      >
        <OrderSection title="Pieces">
          <LessNote isLess={isLess} />
          {isChecked && isNothing && <p role="alert">Please choose what you send back.</p>}
          <ul className={styles.lines}>
            {lines.map((line) => (
              <li key={line.variantId} className={styles.line}>
                <LineChoice
                  line={line}
                  wish={wish}
                  needsReason={!terms.isWithdrawal}
                  choice={chosen[line.variantId]}
                  isChecked={isChecked}
                  onChange={(choice) =>
                    setChosen(({ [line.variantId]: _, ...others }) =>
                      choice ? { ...others, [line.variantId]: choice } : others,
                    )
                  }
                />
              </li>
            ))}
          </ul>
        </OrderSection>
        {hasExchanges && (
          <OrderSection title="Refund or exchange">
            <RadioGroup
              legend="What would you like?"
              name="wish"
              value={wish}
              onChange={(value) => setWish(value === 'EXCHANGE' ? 'EXCHANGE' : 'REFUND')}
              options={[
                { value: 'REFUND', label: 'A refund' },
                { value: 'EXCHANGE', label: 'Another size or colour' },
              ]}
            />
          </OrderSection>
        )}
        <OrderSection title="Note">
          <TextAreaField
            label="Anything we should know"
            rows={3}
            maxLength={longestReturnNote}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
          <PhotoField photos={photos} onChange={setPhotos} />
        </OrderSection>
      </OrderPage>
    </form>
  )
}

interface LineChoiceProps {
  line: Line
  wish: Wish
  needsReason: boolean
  /** Undefined while the line is not chosen. */
  choice: ReasonedChoice | undefined
  /** Whether missing fields are marked. */
  isChecked: boolean
  onChange: (choice: ReasonedChoice | null) => void
}

function LineChoice({ line, wish, needsReason, choice, isChecked, onChange }: LineChoiceProps) {
  const { name, attributeValues, quantity, exchanges } = line
  return (
    <>
      <ReturnLine line={line}>
        <Checkbox
          label="Send back"
          aria-label={`Send back ${variantName(name, attributeValues)}`}
          checked={choice !== undefined}
          onChange={({ target }) =>
            onChange(target.checked ? { quantity, reason: '', exchangeFor: '' } : null)
          }
        />
      </ReturnLine>
      {choice && (
        <div className={styles.fields}>
          <UnitsField
            most={quantity}
            value={choice.quantity}
            onChange={(units) => onChange({ ...choice, quantity: units })}
          />
          <SelectField
            label="Reason"
            required={needsReason}
            value={choice.reason}
            error={
              isChecked && needsReason && choice.reason === '' ? 'Please tell us why.' : undefined
            }
            onChange={({ target }) =>
              onChange({ ...choice, reason: target.value as ReasonedChoice['reason'] })
            }
          >
            <option value="">{needsReason ? 'Please choose' : 'No reason'}</option>
            {returnReasons.map((reason) => (
              <option key={reason} value={reason}>
                {returnReasonTexts[reason]}
              </option>
            ))}
          </SelectField>
          {wish === 'EXCHANGE' && (
            <InsteadField
              variants={exchanges}
              value={choice.exchangeFor}
              isChecked={isChecked}
              onChange={(exchangeFor) => onChange({ ...choice, exchangeFor })}
            />
          )}
        </div>
      )}
    </>
  )
}
