import type { EndpointOutput } from '@solvane/client/api'
import { Button, buttonClass } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { formatMoney } from '@solvane/ui/price'
import { Skeleton } from '@solvane/ui/skeleton'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FormFailure } from '../components/form-request.tsx'
import { optionsOf } from '../components/product-options.ts'
import { useBuyNow } from '../features/checkout/checkout-buttons.tsx'
import { Countdown } from '../features/payments/countdown.tsx'
import { useApi } from '../lib/api/api-provider.tsx'
import { ErrorText, messageOf } from '../lib/api/failure.tsx'
import { Link, productPath } from '../lib/link.tsx'
import { personalKey, useSessionId } from '../lib/session/use-session.ts'
import { ShopPicture } from '../lib/shop-picture.tsx'
import styles from './profile-waiting-list.module.css'

/** /profile/waiting-list */
export function Component() {
  const buyNow = useBuyNow()
  return (
    <>
      <title>My Waiting List · Solvane</title>
      <meta name="robots" content="noindex" />
      <MyWaitingList
        onOrder={({ variantId, identifier }) => buyNow(variantId, productPath(identifier))}
      />
    </>
  )
}

type Entry = EndpointOutput<'listMyWaiting'>['data'][number]

interface MyWaitingListProps {
  /** Begins an order of this variant. */
  onOrder: (entry: Entry) => void
}

/** The entries of the shopper, and the units reserved for them. */
function MyWaitingList({ onOrder }: MyWaitingListProps) {
  const api = useApi()
  const session = useSessionId()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: personalKey(session, 'waiting-list'),
    queryFn: async ({ signal }) => (await api.call('listMyWaiting', {}, { signal })).data,
    enabled: Boolean(session),
    staleTime: 0,
  })
  return (
    <div className={styles.column}>
      <h1>My Waiting List</h1>
      {error && !data ? (
        <EmptyState
          title="Your waiting list cannot be shown."
          text={<ErrorText message={messageOf(error, 'Please try again in a moment.')} />}
          isError
        >
          <Button kind="secondary" isBusy={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </EmptyState>
      ) : !data ? (
        <div aria-busy="true">
          <Skeleton width="long" />
          <Skeleton width="half" />
        </div>
      ) : data.length === 0 ? (
        <EmptyState
          title="You are on no waiting list."
          note="On the page of a piece that is sold out you can join its waiting list."
        >
          <Link className={buttonClass('primary')} to="/">
            Discover the collection
          </Link>
        </EmptyState>
      ) : (
        <ul className={styles.entries}>
          {data.map((entry) => (
            <li key={entry.id}>
              <Waiting entry={entry} onChange={() => refetch()} onOrder={onOrder} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface WaitingProps extends MyWaitingListProps {
  entry: Entry
  onChange: () => void
}

function Waiting({ entry, onChange, onOrder }: WaitingProps) {
  const { id, state, name, identifier, attributeValues, picture, price, offerEndsAt } = entry
  const api = useApi()
  const leave = useMutation({
    mutationFn: () => api.call('leaveMyWaiting', { params: { id } }),
    onSettled: onChange,
  })
  const isOffered = state === 'OFFERED'
  const path = productPath(identifier, attributeValues.Color)
  return (
    <article className={styles.entry} aria-label={name}>
      <Link to={path} tabIndex={-1} aria-hidden="true">
        <ShopPicture picture={picture} alt="" sizes="88px" fit="cover" className={styles.image} />
      </Link>
      <div className={styles.words}>
        <h2 className={styles.name}>
          <Link to={path}>{name}</Link>
        </h2>
        <p className={styles.options}>
          {[optionsOf(attributeValues), formatMoney(price)].filter(Boolean).join(', ')}
        </p>
        <p>
          {isOffered ? (
            <>
              Reserved for you
              {offerEndsAt && (
                <>
                  {' '}
                  for <Countdown endsAt={offerEndsAt} onOver={onChange} />
                </>
              )}
              .
            </>
          ) : state === 'UNCONFIRMED' ? (
            'Please open the link in the e-mail that we sent you: your place counts from when you asked.'
          ) : (
            'You are on the list. We will e-mail you when one is reserved for you.'
          )}
        </p>
        <div className={styles.ways}>
          {isOffered && <Button onClick={() => onOrder(entry)}>Order now</Button>}
          <Button kind="link" isBusy={leave.isPending} onClick={() => leave.mutate()}>
            {isOffered ? 'Give it up' : 'Leave the list'}
          </Button>
        </div>
        <FormFailure error={leave.error} unexpected="An unexpected error occurred." />
      </div>
    </article>
  )
}
