import { useParams } from 'react-router'
import { AccountWaiting } from '../features/account/account-waiting.tsx'
import { UsdtPage } from '../features/payments/usdt-page.tsx'
import { Protected } from '../lib/session/protected.tsx'
import { PageMargins } from './layout.tsx'

/** /order/pay/{paymentId} */
export function Component() {
  const { paymentId = '' } = useParams()
  return (
    <Protected waiting={(session) => <AccountWaiting session={session} />}>
      <title>Pay with USDT · Solvane</title>
      <meta name="robots" content="noindex" />
      <PageMargins>
        <UsdtPage key={paymentId} paymentId={paymentId} />
      </PageMargins>
    </Protected>
  )
}
