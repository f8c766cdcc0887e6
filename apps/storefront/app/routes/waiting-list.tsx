import { type EndpointOutput, isApiFailure } from '@solvane/client/api'
import type { SignInState } from '@solvane/client/return-path'
import { Button, buttonClass } from '@solvane/ui/button'
import { formatMoney } from '@solvane/ui/price'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { FormFailure } from '../components/form-request.tsx'
import { variantName } from '../components/product-options.ts'
import { AuthFrame, useLinkToken } from '../features/auth/auth-frame.tsx'
import { useBuyNow } from '../features/checkout/checkout-buttons.tsx'
import { Countdown } from '../features/payments/countdown.tsx'
import { useApi } from '../lib/api/api-provider.tsx'
import { ErrorText, messageOf } from '../lib/api/failure.tsx'
import { Queries } from '../lib/api/query-client.tsx'
import { Link, productPath } from '../lib/link.tsx'
import { useSessionId } from '../lib/session/use-session.ts'
import { ShopPicture } from '../lib/shop-picture.tsx'
import { LinkOpening } from './link-pages.tsx'
import styles from './waiting-list.module.css'

/** /waiting-list, from an e-mail */
export function Component() {
  const buyNow = useBuyNow()
  return (
    <Queries>
      <WaitingListLink
        token={useLinkToken()}
        onOrder={({ variantId, identifier }) => buyNow(variantId, productPath(identifier))}
      />
    </Queries>
  )
}

type Entry = EndpointOutput<'getWaitingLink'>['data']

/** Kept while the shopper signs in, which leads back here without the part behind the `#`. */
const storageKey = 'waitingListToken'

interface FrameProps {
  title: string
  lead: ReactNode
  children: ReactNode
}

const frame = (props: FrameProps) => <AuthFrame {...props} />

interface WaitingListLinkProps {
  /** The token of the link, if it has one. */
  token: string | null
  /** Begins an order of this variant. */
  onOrder: (entry: Entry) => void
}

/** The variant, or the reserved unit, that the link of an e-mail is about. */
function WaitingListLink({ token, onOrder }: WaitingListLinkProps) {
  const api = useApi()
  const kept = token ?? sessionStorage.getItem(storageKey)
  useEffect(() => {
    if (token) sessionStorage.setItem(storageKey, token)
  }, [token])
  const link = useQuery({
    queryKey: ['waiting-list', kept],
    queryFn: async () => {
      const body = { token: kept ?? '' }
      const { data: entry } = await api.call('getWaitingLink', { body })
      if (entry.state !== 'UNCONFIRMED') return entry
      return (await api.call('confirmWaiting', { body })).data
    },
    enabled: Boolean(kept),
    staleTime: 0,
  })
  const { error, data: entry } = link
  if (entry && kept)
    return <ShownEntry entry={entry} token={kept} onOver={link.refetch} onOrder={onOrder} />
  if (kept === null || (isApiFailure(error) && error.status === 400))
    return frame({
      title: 'This link has expired',
      lead: 'The reservation or the place on the list is over, or the link is an older one. The last e-mail we sent you counts.',
      children: <Home />,
    })
  if (error && !link.isFetching)
    return frame({
      title: 'A moment, please',
      lead: <ErrorText message={messageOf(error, 'An unexpected error occurred.')} />,
      children: <Button onClick={() => link.refetch()}>Try again</Button>,
    })
  return <LinkOpening page="waiting-list" />
}

function Home() {
  return (
    <Link className={buttonClass('primary')} to="/">
      Back to Solvane
    </Link>
  )
}

interface ShownEntryProps {
  entry: Entry
  token: string
  onOrder: (entry: Entry) => void
  onOver: () => void
}

function ShownEntry({ entry, token, onOrder, onOver }: ShownEntryProps) {
  const api = useApi()
  const session = useSessionId()
  const what = variantName(entry.name, entry.attributeValues)
  const take = useMutation({
    mutationFn: () => api.call('claimOffer', { body: { token } }),
    onSuccess: ({ data }) => {
      if (data.state !== 'OFFERED') return onOver()
      sessionStorage.removeItem(storageKey)
      onOrder(data)
    },
  })
  const leave = useMutation({
    mutationFn: () => api.call('leaveWaitingList', { body: { token } }),
    onSuccess: () => sessionStorage.removeItem(storageKey),
  })
  const product = (
    <Link className={buttonClass('secondary')} to={productPath(entry.identifier)}>
      See the piece
    </Link>
  )
  const failure = (
    <FormFailure error={take.error ?? leave.error} unexpected="An unexpected error occurred." />
  )
  if (leave.isSuccess)
    return frame({
      title: 'You are off the list',
      lead: `We will no longer e-mail you about ${what}.`,
      children: <Home />,
    })
  if (entry.state === 'OFFERED') {
    const signIn: SignInState = { returnTo: '/waiting-list' }
    return frame({
      title: 'Reserved for you',
      lead: (
        <>
          {`${what}, ${formatMoney(entry.price)}.`}
          {entry.offerEndsAt && (
            <>
              {' '}
              Yours for <Countdown endsAt={entry.offerEndsAt} onOver={onOver} />.
            </>
          )}
        </>
      ),
      children: (
        <>
          <ShopPicture
            className={styles.picture}
            picture={entry.picture}
            alt=""
            sizes="160px"
            fit="cover"
          />
          {session ? (
            <Button isBusy={take.isPending} onClick={() => take.mutate()}>
              Order now
            </Button>
          ) : (
            <Link className={buttonClass('primary')} to="/login" state={signIn}>
              Sign in to order
            </Link>
          )}
          {product}
          <p>
            <Button kind="link" isBusy={leave.isPending} onClick={() => leave.mutate()}>
              Give it up
            </Button>
          </p>
          {failure}
        </>
      ),
    })
  }
  if (entry.state === 'WAITING')
    return frame({
      title: 'You are on the list',
      lead: `When ${what} is back, it is offered in the order of asking. We will then e-mail you, and one is reserved for you.`,
      children: (
        <>
          {product}
          <p>
            <Button kind="link" isBusy={leave.isPending} onClick={() => leave.mutate()}>
              Leave the list
            </Button>
          </p>
          {failure}
        </>
      ),
    })
  return frame({
    title: 'This reservation is over',
    lead: `${what} has gone to the next person on the list.`,
    children: product,
  })
}
