import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { openMethods } from './open-methods.ts'
import { getUsdtPayment } from './usdt/get-usdt-payment.ts'
import { asVisited } from './visited-address.ts'

/** Serves the payment methods. */
export function registerPayments(registry: EndpointRegistry, ctx: AppContext): void {
  const { payments } = ctx
  registry.register(endpoints.listPaymentMethods, async () => ({
    data: {
      methods: await openMethods(ctx),
      areTestPayments: payments.areTestPayments,
    },
  }))
  registry.register(endpoints.getUsdtPayment, async ({ caller, params, visitedAt }) => {
    const payment = await getUsdtPayment(ctx, caller.user.id, params.paymentId)
    return { data: { ...payment, testWalletUrl: asVisited(ctx, payment.testWalletUrl, visitedAt) } }
  })
}
