import { endpoints } from '@solvane/contract/endpoints'
import { type PaymentMethod, paymentMethods } from '@solvane/contract/payment-methods'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { getUsdtPayment } from './usdt/get-usdt-payment.ts'
import { asVisited } from './visited-address.ts'

/** Serves the payment methods, but for those that `closedMethods` returns. */
export function registerPayments(
  registry: EndpointRegistry,
  ctx: AppContext,
  closedMethods: () => Promise<readonly PaymentMethod[]>,
): void {
  const { payments } = ctx
  registry.register(endpoints.listPaymentMethods, async () => {
    const closed = await closedMethods()
    const methods = paymentMethods.filter(
      (method) => payments.providers.has(method) && !closed.includes(method),
    )
    return { data: { methods, areTestPayments: payments.areTestPayments } }
  })
  registry.register(endpoints.getUsdtPayment, async ({ caller, params, visitedAt }) => {
    const payment = await getUsdtPayment(ctx, caller.user.id, params.paymentId)
    return { data: { ...payment, testWalletUrl: asVisited(ctx, payment.testWalletUrl, visitedAt) } }
  })
}
