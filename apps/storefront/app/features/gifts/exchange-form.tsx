import type { EndpointInput, EndpointOutput } from '@solvane/client/api'
import { randomUuid } from '@solvane/client/random-uuid'
import { Button } from '@solvane/ui/button'
import { Checkbox } from '@solvane/ui/choice'
import { formatDay } from '@solvane/ui/dates.ts'
import { TextField } from '@solvane/ui/field'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type Choice,
  type Choices,
  InsteadField,
  LessNote,
  stillOpen,
  UnitsField,
} from '../../components/exchange-fields.tsx'
import { FormFailure } from '../../components/form-request.tsx'
import { optionsOf, variantName } from '../../components/product-options.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import { isClientError } from '../../lib/api/failure.tsx'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import styles from './gift-screen.module.css'

/** A gift as its recipient sees it. */
export type Gift = EndpointOutput<'openGift'>['data']

interface GiftItemProps {
  item: Gift['items'][number]
  /** On its own below the page's title, not within a section. */
  isLarge?: boolean
  children?: ReactNode
}

/** An item of a gift, with its picture. */
export function GiftItem({ item, isLarge = false, children }: GiftItemProps) {
  const { name, picture, attributeValues, quantity } = item
  const Title = isLarge ? 'h2' : 'h3'
  return (
    <div className={isLarge ? styles.large : styles.item}>
      <ShopPicture
        picture={picture}
        alt=""
        sizes={isLarge ? '(width >= 768px) 320px, 50vw' : '72px'}
        fit="cover"
        className={styles.image}
      />
      <div className={styles.words}>
        <Title className={styles.name}>{quantity === 1 ? name : `${name} × ${quantity}`}</Title>
        <p className={styles.options}>{optionsOf(attributeValues)}</p>
        {children}
      </div>
    </div>
  )
}

type Body = EndpointInput<'requestGiftExchange'>['body']
type Line = Gift['exchangeable'][number]

/** The fields of an address, with what stands under them. */
export type AddressSlot = (
  onSave: (address: Body['address']) => void,
  under: ReactNode,
) => ReactNode

interface ExchangeFormProps {
  gift: Gift
  code: string
  addressForm: AddressSlot
  onDone: (gift: Gift) => void
  /** It was rejected: what can be exchanged has changed meanwhile. */
  onRejected: () => void
}

/** Asks for an exchange: which items, for what, and where it is sent. */
export function ExchangeForm(props: ExchangeFormProps) {
  const { gift, code, addressForm, onDone, onRejected } = props
  const { askUntil, arrivalDays, exchangeable } = gift
  const api = useApi()
  // Sent again without an answer, it is the same request.
  const [key, setKey] = useState(randomUuid)
  const [wanted, setChosen] = useState<Choices<Choice>>({})
  const { open: chosen, isLess } = stillOpen(wanted, exchangeable)
  const [email, setEmail] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const hasChoice = exchangeable.some(({ exchanges }) => exchanges.length > 0)
  const isNothing = Object.keys(chosen).length === 0
  const isEmailMissing = !/^\S+@\S+$/.test(email.trim())
  const ask = useMutation({
    mutationFn: async (address: Body['address']) => {
      const lines = Object.entries(chosen).map(([variantId, choice]) => ({ variantId, ...choice }))
      const body = { code, lines, email: email.trim(), address, key }
      return (await api.call('requestGiftExchange', { body })).data
    },
    onSuccess: (changed) => {
      setChosen({})
      setIsChecked(false)
      setKey(randomUuid())
      onDone(changed)
    },
    onError: (error) => {
      if (!isClientError(error)) return
      setKey(randomUuid())
      onRejected()
    },
  })

  function send(address: Body['address']) {
    setIsChecked(true)
    const isComplete = Object.values(chosen).every(({ exchangeFor }) => exchangeFor !== '')
    if (!isNothing && isComplete && !isEmailMissing) ask.mutate(address)
  }

  if (!hasChoice)
    return (
      <p>Nothing else of it is in stock now. Please look again in a few days, or write to us.</p>
    )
  return (
    <>
      <p>
        {askUntil && `You can ask for an exchange until ${formatDay(askUntil)}. `}
        Once we have agreed to it, your pieces must reach us within {arrivalDays} days of your
        request. Whoever gave them to you is not told.
      </p>
      <LessNote isLess={isLess} />
      {isChecked && isNothing && <p role="alert">Please choose what you would like to exchange.</p>}
      <ul className={styles.choices}>
        {exchangeable.map((line) => (
          <li key={line.variantId}>
            <LineChoice
              line={line}
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
      {!isNothing && (
        <>
          <h3 className={styles.name}>Where we send it</h3>
          {addressForm(
            send,
            <>
              <TextField
                label="E-mail"
                type="email"
                autoComplete="email"
                maxLength={254}
                required
                hint="We will e-mail you about this exchange, and nothing else."
                value={email}
                error={
                  isChecked && isEmailMissing ? 'Please enter your e-mail address.' : undefined
                }
                onChange={({ target }) => setEmail(target.value)}
              />
              <FormFailure error={ask.error} unexpected="An unexpected error occurred." />
              <div>
                <Button type="submit" isBusy={ask.isPending} onClick={() => setIsChecked(true)}>
                  Ask for the exchange
                </Button>
              </div>
            </>,
          )}
        </>
      )}
    </>
  )
}

interface LineChoiceProps {
  line: Line
  /** Undefined while the line is not chosen. */
  choice: Choice | undefined
  /** Whether missing fields are marked. */
  isChecked: boolean
  onChange: (choice: Choice | null) => void
}

function LineChoice({ line, choice, isChecked, onChange }: LineChoiceProps) {
  const { name, attributeValues, quantity, exchanges } = line
  return (
    <GiftItem item={line}>
      {exchanges.length === 0 ? (
        <p className={styles.options}>Nothing else of it is in stock now.</p>
      ) : (
        <Checkbox
          label="Exchange"
          aria-label={`Exchange ${variantName(name, attributeValues)}`}
          checked={choice !== undefined}
          onChange={({ target }) => onChange(target.checked ? { quantity, exchangeFor: '' } : null)}
        />
      )}
      {choice && (
        <>
          <UnitsField
            most={quantity}
            value={choice.quantity}
            onChange={(units) => onChange({ ...choice, quantity: units })}
          />
          <InsteadField
            variants={exchanges}
            value={choice.exchangeFor}
            isChecked={isChecked}
            onChange={(exchangeFor) => onChange({ ...choice, exchangeFor })}
          />
        </>
      )}
    </GiftItem>
  )
}
