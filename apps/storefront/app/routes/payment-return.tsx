import { useHydrated } from '@solvane/ui/use-hydrated.ts'
import { useSearchParams } from 'react-router'
import { PaymentReturn } from '../features/payments/payment-return.tsx'
import { PageMargins } from './layout.tsx'

/** /order/payment-return?order={id}&outcome=paid|cancelled */
export function Component() {
  const [search] = useSearchParams()
  // The server does not see the query: it says the same to everyone.
  const isHydrated = useHydrated()
  return (
    <>
      <title>Your payment · Solvane</title>
      <meta name="robots" content="noindex" />
      <PageMargins>
        {isHydrated ? (
          <PaymentReturn
            orderId={search.get('order') ?? ''}
            outcome={search.get('outcome') === 'cancelled' ? 'cancelled' : 'paid'}
          />
        ) : (
          <p>One moment, please.</p>
        )}
      </PageMargins>
    </>
  )
}
