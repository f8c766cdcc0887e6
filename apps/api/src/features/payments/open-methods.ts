import { type PaymentMethod, paymentMethods } from '@solvane/contract/payment-methods'
import type { AppContext } from '../../context.ts'
import { availabilityNow } from '../content/availability.ts'

/** The payment methods that the shop has and that staff have not closed, in order. */
export async function openMethods(
  ctx: Pick<AppContext, 'changes' | 'db' | 'payments'>,
): Promise<PaymentMethod[]> {
  const { closedPaymentMethods } = await availabilityNow(ctx)
  return paymentMethods.filter(
    (method) => ctx.payments.providers.has(method) && !closedPaymentMethods.includes(method),
  )
}
