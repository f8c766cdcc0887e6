import { type EndpointOutput, isApiFailure } from '@solvane/client/api'
import { Button, buttonClass } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { formatMoney } from '@solvane/ui/price'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useNavigate, useParams } from 'react-router'
import { OrderLines, OrderPage, OrderSection } from '../components/order-page.tsx'
import { beginDraft } from '../features/checkout/order-draft.ts'
import { useApi } from '../lib/api/api-provider.tsx'
import { ErrorText, messageOf } from '../lib/api/failure.tsx'
import { Queries } from '../lib/api/query-client.tsx'
import { Link, orderPreviewPath } from '../lib/link.tsx'
import { LinkFrame, OpeningWords } from './link-pages.tsx'
import styles from './selection.module.css'

/** /s/{token}: what an adviser has put together */
export function Component() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  return (
    <Queries>
      <LinkFrame frame="page" title="Your selection">
        <SelectionScreen
          token={token}
          onOrder={(items) => {
            beginDraft({ items, source: 'buyNow', productPath: null, selection: token })
            void navigate(orderPreviewPath)
          }}
        />
      </LinkFrame>
    </Queries>
  )
}

type Selection = EndpointOutput<'openAdviserSelection'>['data']

interface SelectionScreenProps {
  /** The token of the link. */
  token: string
  /** Begins an order of exactly these lines. */
  onOrder: (items: { variantId: string; quantity: number }[]) => void
}

/**
 * The products of an adviser's selection, with the time of its reservation, and the button to order
 * them.
 */
function SelectionScreen({ token, onOrder }: SelectionScreenProps) {
  const api = useApi()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['selection', token],
    queryFn: async () => (await api.call('openAdviserSelection', { body: { token } })).data,
    staleTime: 0,
  })
  useWhenOver(data, refetch)
  if (data)
    return (
      <OrderPage
        title={titles[data.state]}
        lead={<p>{leadOf(data)}</p>}
        aside={<Summary selection={data} onOrder={onOrder} />}
      >
        <OrderSection title={data.adviserName ? `From ${data.adviserName}` : 'From your adviser'}>
          <p className={styles.note} dir="auto">
            {data.note}
          </p>
        </OrderSection>
        <OrderSection title="The pieces">
          <OrderLines
            lines={data.items.map((item) => ({
              ...item,
              totalPrice: item.unitPrice * item.quantity,
              isAvailable: item.isForSale,
            }))}
            note={({ isAvailable }) => isAvailable === false && 'No longer in the shop.'}
          />
        </OrderSection>
      </OrderPage>
    )
  if (isApiFailure(error) && error.status === 400)
    return (
      <>
        <h1>This link is not valid</h1>
        <EmptyState
          title="There is no selection behind it."
          text="Please open the link again as it was sent to you, or ask your adviser for a new one."
        >
          <Home />
        </EmptyState>
      </>
    )
  if (error)
    return (
      <>
        <h1>Your selection</h1>
        <EmptyState
          isError
          title="Your selection cannot be shown."
          text={<ErrorText message={messageOf(error, 'Please try again in a moment.')} />}
        >
          <Button kind="secondary" isBusy={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </EmptyState>
      </>
    )
  return <OpeningWords page="selection" />
}

const titles: Record<Selection['state'], string> = {
  OPEN: 'Your selection',
  ORDERED: 'This selection is ordered',
  EXPIRED: 'This selection is no longer held',
  TAKEN_BACK: 'This selection is no longer held',
}

/** The state of a selection, in a sentence. */
function leadOf({ state, endsAt }: Selection): ReactNode {
  if (state === 'OPEN')
    return (
      <>
        Reserved for you until <time dateTime={endsAt}>{untilText(endsAt, new Date())}</time>.
      </>
    )
  if (state === 'ORDERED') return 'You find the order in your account.'
  return 'What is still in stock can be ordered on the page of each piece. Your adviser can also hold it for you again.'
}

const time = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})
const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })

/** An instant in the reader's own time: `18:30 CET`, or `Thursday 26 November, 18:30 CET` on another day. */
function untilText(instant: string, now: Date): string {
  const at = new Date(instant)
  const isToday = at.toDateString() === now.toDateString()
  return isToday ? time.format(at) : `${day.format(at)}, ${time.format(at)}`
}

/** The longest delay of a timer, in milliseconds. */
const longestDelay = 2 ** 31 - 1

/** Reads a selection again once it is no longer held. */
function useWhenOver(selection: Selection | undefined, reload: () => void): void {
  const whenOver = useEffectEvent(reload)
  const endsAt = selection?.state === 'OPEN' ? selection.endsAt : null
  useEffect(() => {
    if (!endsAt) return
    // A second later: the clocks of the two may differ a little.
    const delay = Math.max(0, Date.parse(endsAt) - Date.now()) + 1_000
    const timer = setTimeout(whenOver, Math.min(delay, longestDelay))
    return () => clearTimeout(timer)
  }, [endsAt])
}

interface SummaryProps {
  selection: Selection
  onOrder: SelectionScreenProps['onOrder']
}

function Summary({ selection: { state, items, total }, onOrder }: SummaryProps) {
  return (
    <>
      <p className={styles.total}>
        <span>Pieces</span> <span>{formatMoney(total)}</span>
      </p>
      {state === 'OPEN' ? (
        <>
          <Button
            isWide
            onClick={() =>
              onOrder(items.map(({ variantId, quantity }) => ({ variantId, quantity })))
            }
          >
            Order these pieces
          </Button>
          <p className={styles.small}>
            Delivery and payment are chosen next. The prices are those of the shop when you order.
          </p>
        </>
      ) : state === 'ORDERED' ? (
        <Link className={buttonClass('primary')} to="/profile/orders">
          My Orders
        </Link>
      ) : (
        <Home />
      )}
    </>
  )
}

function Home() {
  return (
    <Link className={buttonClass('secondary')} to="/">
      Discover the collection
    </Link>
  )
}
