import type { Api } from '@solvane/client/api'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiProvider } from '../../lib/api/api-provider.tsx'
import { PaymentMethods } from './payment-methods.tsx'

test('shows a closed payment method as disabled, with the reason', () => {
  const client = new QueryClient()
  client.setQueryData(['payment-methods'], { methods: ['STRIPE', 'COD'], areTestPayments: false })
  const reason = 'Please confirm your e-mail address to pay on delivery.'
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ApiProvider api={{} as Api}>
        <PaymentMethods
          totalAmount={100}
          closed={[{ paymentMethod: 'COD', code: 'COD_NEEDS_CONFIRMED_EMAIL', reason }]}
          chosen="COD"
          onChoose={() => {}}
        />
      </ApiProvider>
    </QueryClientProvider>,
  )
  const [card, cash] = html.match(/<label.*?<\/label>/g) ?? []
  expect(card).toMatch(/<input[^>]* checked=""/)
  expect(card).not.toContain('disabled')
  expect(cash).toMatch(/<input[^>]* disabled=""/)
  expect(cash).toContain('Cash on delivery')
  expect(cash).toContain(reason)
})
