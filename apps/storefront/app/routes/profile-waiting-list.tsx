import { useNavigate } from 'react-router'
import { beginDraft } from '../features/checkout/order-draft.ts'
import { Countdown } from '../features/payments/countdown.tsx'
import { MyWaitingList } from '../features/waiting-list/my-waiting-list.tsx'
import { orderPreviewPath, productPath } from '../lib/paths.ts'

/** /profile/waiting-list */
export function Component() {
  const navigate = useNavigate()
  return (
    <>
      <title>My Waiting List · Solvane</title>
      <meta name="robots" content="noindex" />
      <MyWaitingList
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
    </>
  )
}
