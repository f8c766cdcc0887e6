import { useSearchParams } from 'react-router'
import { PaymentReturn } from '../features/payments/payment-return.tsx'
import { Queries } from '../lib/api/query-client.tsx'
import { PageMargins } from './layout.tsx'

/** /order/payment-return?order={id}&outcome=paid|cancelled */
export function Component() {
  const [search] = useSearchParams()
  return (
    <Queries>
      <title>Your payment · Solvane</title>
      <meta name="robots" content="noindex" />
      <PageMargins>
        <PaymentReturn
          orderId={search.get('order') ?? ''}
          outcome={search.get('outcome') === 'cancelled' ? 'cancelled' : 'paid'}
        />
      </PageMargins>
    </Queries>
  )
}
