import { useBuyNow } from '../features/checkout/checkout-buttons.tsx'
import { Countdown } from '../features/payments/countdown.tsx'
import { MyWaitingList } from '../features/waiting-list/my-waiting-list.tsx'
import { productPath } from '../lib/link.tsx'

/** /profile/waiting-list */
export function Component() {
  const buyNow = useBuyNow()
  return (
    <>
      <title>My Waiting List · Solvane</title>
      <meta name="robots" content="noindex" />
      <MyWaitingList
        countdown={(endsAt, onOver) => <Countdown endsAt={endsAt} onOver={onOver} />}
        onOrder={({ variantId, identifier }) => buyNow(variantId, productPath(identifier))}
      />
    </>
  )
}
