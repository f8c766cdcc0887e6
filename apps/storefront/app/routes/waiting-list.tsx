import { AuthFrame, useLinkToken } from '../features/auth/auth-frame.tsx'
import { useBuyNow } from '../features/checkout/checkout-buttons.tsx'
import { Countdown } from '../features/payments/countdown.tsx'
import { WaitingListScreen } from '../features/waiting-list/waiting-list-screen.tsx'
import { Queries } from '../lib/api/query-client.tsx'
import { productPath } from '../lib/link.tsx'
import { LinkOpening } from './link-pages.tsx'

/** /waiting-list, from an e-mail */
export function Component() {
  const buyNow = useBuyNow()
  return (
    <Queries>
      <WaitingListScreen
        token={useLinkToken()}
        opening={<LinkOpening page="waiting-list" />}
        frame={(props) => <AuthFrame {...props} />}
        countdown={(endsAt, onOver) => <Countdown endsAt={endsAt} onOver={onOver} />}
        onOrder={({ variantId, identifier }) => buyNow(variantId, productPath(identifier))}
      />
    </Queries>
  )
}
