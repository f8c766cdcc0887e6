import type { OrderStatus } from '@solvane/contract/orders'
import type { PaymentMethod } from '@solvane/contract/payment-methods'
import type { PaymentStatus } from '@solvane/contract/payments'
import type { AppContext } from '../../../context.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import type { Limit } from '../../../platform/rate-limit/rate-limits.ts'
import { checkPayment } from '../../payments/open-attempts.ts'
import { findPaymentForUser, type PaymentFacts } from '../../payments/payments.ts'
import { findOrderOf } from '../orders.queries.ts'
import type { ChangeContext } from '../states/change-order.ts'
import { syncOrderWithPayments } from './apply-payment.ts'

type Context = ChangeContext & Pick<AppContext, 'limits' | 'log' | 'payments'>

/** The status of an attempt, and its order. */
interface PaymentState {
  orderId: string
  paymentId: string
  paymentMethod: PaymentMethod
  status: PaymentStatus
  orderStatus: OrderStatus
}

/** Querying a provider more often gains nothing. */
const checks: Limit = { name: 'payment-check', times: 20, seconds: 60 }

/**
 * The status of a shopper's attempt. With `check` its provider is queried first, unless that was
 * done too often recently. Throws `PAYMENT_NOT_FOUND`.
 */
export async function getPaymentStatus(
  ctx: Context,
  userId: string,
  { providerRef, check }: { providerRef: string; check: boolean },
): Promise<PaymentState> {
  const payment = await find(ctx, userId, providerRef)
  if (!check || !(await mayCheck(ctx, userId))) return describe(ctx, userId, payment)
  await checkPayment(ctx, payment.paymentId)
  await syncOrderWithPayments(ctx, payment.orderId)
  return describe(ctx, userId, await find(ctx, userId, providerRef))
}

async function find({ db }: Context, userId: string, providerRef: string): Promise<PaymentFacts> {
  const payment = await findPaymentForUser(db, userId, { providerRef })
  if (!payment) throw new ShopError('PAYMENT_NOT_FOUND')
  return payment
}

async function mayCheck({ limits }: Context, userId: string): Promise<boolean> {
  return limits.count(checks, userId).then(
    () => true,
    (rejection) => {
      if (rejection instanceof ShopError) return false
      throw rejection
    },
  )
}

async function describe(
  { db }: Context,
  userId: string,
  { orderId, paymentId, method, status }: PaymentFacts,
): Promise<PaymentState> {
  const order = await findOrderOf(db, userId, orderId)
  // A manual payment has no page that waits for it.
  if (!order || method === 'MANUAL') throw new ShopError('PAYMENT_NOT_FOUND')
  return { orderId, paymentId, paymentMethod: method, status, orderStatus: order.status }
}
