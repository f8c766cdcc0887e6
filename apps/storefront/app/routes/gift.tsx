import { isApiFailure } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { formatDay } from '@solvane/ui/dates.ts'
import { TextField } from '@solvane/ui/field'
import { Skeleton } from '@solvane/ui/skeleton'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { FormFailure } from '../components/form-request.tsx'
import { optionsOf } from '../components/product-options.ts'
import { useLinkToken } from '../features/auth/auth-frame.tsx'
import {
  type AddressSlot,
  ExchangeForm,
  type Gift,
  GiftItem,
} from '../features/gifts/exchange-form.tsx'
import styles from '../features/gifts/gift-screen.module.css'
import { useApi } from '../lib/api/api-provider.tsx'
import { persistently } from '../lib/api/loader.ts'
import { Queries } from '../lib/api/query-client.tsx'
import { LinkFrame, OpeningWords } from './link-pages.tsx'

/** With the tables of phone numbers: loaded once something is chosen for an exchange. */
const UnnamedAddressForm = lazy(async () => {
  const form = await persistently(() => import('../features/addresses/address-form.tsx'))
  return { default: form.UnnamedAddressForm }
})

/** /gift, from the card in a parcel: outside the shop's layout, whose data have prices. */
export function Component() {
  return (
    <Queries>
      <LinkFrame frame="gift" title="A gift for you">
        <GiftScreen
          token={useLinkToken()}
          addressForm={(onSave, under) => (
            <Suspense fallback={<Skeleton />}>
              <UnnamedAddressForm onSave={onSave}>{under}</UnnamedAddressForm>
            </Suspense>
          )}
        />
      </LinkFrame>
    </Queries>
  )
}

type Exchange = Gift['exchanges'][number]

const queryKey = (code: string) => ['gift', code]

interface GiftScreenProps {
  /** The code of the link, if there is one. */
  token: string | null
  addressForm: AddressSlot
}

/** A gift as its recipient sees it. No price is on this page, nor in anything that it loads. */
function GiftScreen({ token, addressForm }: GiftScreenProps) {
  const api = useApi()
  const [typed, setTyped] = useState<string | null>(null)
  const code = typed ?? token
  const { data, error, isFetching } = useQuery({
    queryKey: queryKey(code ?? ''),
    queryFn: async () => (await api.call('openGift', { body: { code: code ?? '' } })).data,
    enabled: Boolean(code),
    staleTime: 0,
  })
  useKeptCode(data ? typed : null)
  if (data && code)
    return <OpenGift gift={data} code={code} isTyped={typed !== null} addressForm={addressForm} />
  if (code && isFetching) return <OpeningWords page="gift" />
  return <CodeForm asked={typed ?? ''} error={code ? error : null} onCode={setTyped} />
}

/** Keeps a code that has opened the gift where links have it, behind the `#`: the page can be loaded again. */
function useKeptCode(code: string | null): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (code === null) return
    const hash = String(new URLSearchParams({ token: code }))
    void navigate({ hash }, { replace: true, preventScrollReset: true })
  }, [code, navigate])
}

interface CodeFormProps {
  /** The code that was entered before. */
  asked: string
  error: unknown
  onCode: (code: string) => void
}

function CodeForm({ asked, error, onCode }: CodeFormProps) {
  const [code, setCode] = useState(asked)
  const [isMissing, setIsMissing] = useState(false)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setIsMissing(!code.trim())
    if (code.trim()) onCode(code)
  }
  const isUnknown = isApiFailure(error) && error.status === 400
  return (
    <form className={styles.text} method="dialog" noValidate onSubmit={onSubmit}>
      <h1>Open your gift</h1>
      <p>The code is on the card that came with it.</p>
      <TextField
        label="Code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        value={code}
        error={
          isMissing
            ? 'Please enter the code on the card.'
            : isUnknown
              ? 'This code is not valid. Please compare it with the card.'
              : undefined
        }
        onChange={({ target }) => setCode(target.value)}
      />
      <FormFailure error={isUnknown ? null : error} unexpected="An unexpected error occurred." />
      <div>
        <Button type="submit">Open</Button>
      </div>
    </form>
  )
}

interface OpenGiftProps {
  gift: Gift
  code: string
  /** The form that opened it has the focus. */
  isTyped: boolean
  addressForm: AddressSlot
}

function OpenGift({ gift, code, isTyped, addressForm }: OpenGiftProps) {
  const { sender, message, items, exchanges } = gift
  const queryClient = useQueryClient()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isTyped) title.current?.focus({ preventScroll: true })
  }, [isTyped])
  const put = (changed: Gift) => queryClient.setQueryData(queryKey(code), changed)
  return (
    <>
      <section className={styles.card} aria-label="The card">
        <h1 ref={title} tabIndex={-1}>
          A gift for you
        </h1>
        {message && (
          <p className={styles.message} dir="auto">
            {message}
          </p>
        )}
        {sender && (
          <p className={styles.sender} dir="auto">
            {sender}
          </p>
        )}
      </section>
      <ul className={styles.items} aria-label="Your gift">
        {items.map((item) => (
          <li key={item.variantId}>
            <GiftItem item={item} isLarge />
          </li>
        ))}
      </ul>
      {exchanges.length > 0 && (
        <section className={styles.section} aria-label="Your exchanges">
          <h2>Your exchanges</h2>
          {exchanges.map((exchange) => (
            <ExchangeState
              key={exchange.id}
              exchange={exchange}
              gift={gift}
              code={code}
              onChange={put}
            />
          ))}
        </section>
      )}
      <section className={styles.section} aria-label="Another size or colour">
        <h2>Another size or colour?</h2>
        {gift.exchangeable.length > 0 ? (
          <ExchangeForm
            gift={gift}
            code={code}
            addressForm={addressForm}
            onDone={put}
            onRejected={() => queryClient.invalidateQueries({ queryKey: queryKey(code) })}
          />
        ) : (
          <p>{closedLine(gift)}</p>
        )}
      </section>
    </>
  )
}

/** Why nothing can be exchanged now. */
function closedLine({ askUntil, exchanges }: Gift): string {
  if (!askUntil) return 'Once your gift is delivered, you can ask for an exchange here.'
  if (Date.parse(askUntil) < Date.now()) return 'The days for an exchange are over.'
  return exchanges.length > 0
    ? 'You have asked to exchange everything.'
    : 'There is nothing left to exchange.'
}

const sentences: Record<Exchange['status'], string> = {
  REQUESTED: 'We are looking at your request and will e-mail you.',
  APPROVED: 'Approved. Please send your pieces to us.',
  IN_TRANSIT: 'Your pieces are on their way to us.',
  RECEIVED: 'Your pieces are with us.',
  INSPECTED: 'Your pieces are with us.',
  REFUNDED: 'What you chose instead is no longer there.',
  EXCHANGED: 'Exchanged. We will e-mail you when it is on its way.',
  SENT_BACK: 'Your pieces are on their way back to you.',
  DECLINED: 'We could not accept this exchange.',
  CANCELLED: 'Cancelled.',
}

interface ExchangeStateProps {
  exchange: Exchange
  gift: Gift
  code: string
  onChange: (gift: Gift) => void
}

function ExchangeState({ exchange, gift, code, onChange }: ExchangeStateProps) {
  const api = useApi()
  const cancel = useMutation({
    mutationFn: async () =>
      (await api.call('cancelGiftExchange', { body: { code, returnId: exchange.id } })).data,
    onSuccess: onChange,
  })
  return (
    <article className={styles.exchange} aria-label={`Exchange ${exchange.returnNumber}`}>
      <p role="status">
        {exchange.returnNumber}:{' '}
        {exchange.isExchangeCancelled
          ? 'This exchange was cancelled, and nothing will be sent. Please write to us.'
          : sentences[exchange.status]}
      </p>
      {exchange.status === 'APPROVED' && (
        <>
          <p>
            They must reach us by {formatDay(exchange.arrivesBy)}, with a note that says{' '}
            {exchange.returnNumber}. {gift.shopPaysPostage ? 'We pay' : 'You pay'} the postage.
          </p>
          {gift.returnAddress && <address className={styles.address}>{gift.returnAddress}</address>}
        </>
      )}
      {exchange.lines.map((line) => (
        <GiftItem key={line.variantId} item={line}>
          <p>Instead: {optionsOf(line.exchangeFor)}</p>
        </GiftItem>
      ))}
      {exchange.canCancel && (
        <div>
          <Button kind="link" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel this exchange
          </Button>
        </div>
      )}
      <FormFailure error={cancel.error} unexpected="An unexpected error occurred." />
    </article>
  )
}
