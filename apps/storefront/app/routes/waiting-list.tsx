import { useNavigate } from 'react-router'
import { AuthFrame, useLinkToken } from '../features/auth/auth-frame.tsx'
import { beginDraft } from '../features/checkout/order-draft.ts'
import { Countdown } from '../features/payments/countdown.tsx'
import { WaitingListScreen } from '../features/waiting-list/waiting-list-screen.tsx'
import { Queries } from '../lib/api/query-client.tsx'
import { orderPreviewPath, productPath } from '../lib/paths.ts'

/** /waiting-list, from an e-mail */
export function Component() {
  const navigate = useNavigate()
  return (
    <Queries>
      <WaitingListScreen
        token={useLinkToken()}
        frame={(props) => <AuthFrame {...props} />}
        countdown={(endsAt, onOver) => <Countdown endsAt={endsAt} onOver={onOver} />}
        onOrder={({ variantId, identifier }) => {
          beginDraft({
            items: [{ variantId, quantity: 1 }],
            source: 'buyNow',
            productPath: productPath(identifier),
          })
          void navigate(orderPreviewPath)
        }}
      />
    </Queries>
  )
}
