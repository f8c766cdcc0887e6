import { useParams } from 'react-router'
import { UsdtPage } from '../features/payments/usdt-page.tsx'
import { PageMargins } from './layout.tsx'

/** /order/pay/{paymentId} */
export function Component() {
  const { paymentId = '' } = useParams()
  return (
    <>
      <title>Pay with USDT · Solvane</title>
      <meta name="robots" content="noindex" />
      <PageMargins>
        <UsdtPage key={paymentId} paymentId={paymentId} />
      </PageMargins>
    </>
  )
}
