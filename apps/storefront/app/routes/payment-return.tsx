import { useSearchParams } from 'react-router'
import { PaymentReturn } from '../features/payments/payment-return.tsx'
import { Queries } from '../lib/api/query-client.tsx'
import { LinkFrame } from './link-opening.tsx'

/** /order/payment-return?order={id}&outcome=paid|cancelled */
export function Component() {
  const [search] = useSearchParams()
  return (
    <Queries>
      <LinkFrame frame="page" title="Your payment">
        <PaymentReturn
          orderId={search.get('order') ?? ''}
          outcome={search.get('outcome') === 'cancelled' ? 'cancelled' : 'paid'}
        />
      </LinkFrame>
    </Queries>
  )
}
