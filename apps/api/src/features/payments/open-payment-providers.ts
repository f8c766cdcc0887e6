import type { PaymentMethod } from '@solvane/contract/payments'
import type { AppContext } from '../../context.ts'
import { cashOnDelivery } from './cash-on-delivery.ts'
import { payPalOnDemand } from './paypal/paypal-on-demand.ts'
import type { PaymentProvider, Payments } from './provider.ts'
import { stripeOnDemand } from './stripe/stripe-on-demand.ts'
import type { openTestPayments } from './test-payments.ts'
import { openUsdt } from './usdt/usdt-provider.ts'

/**
 * The ways to pay that this process can take: those with keys, cash on delivery, and outside
 * production the others by servers that play them. Raises `StartupError` on keys that are none.
 */
export async function openPaymentProviders(
  ctx: Pick<AppContext, 'config' | 'db' | 'clock'>,
): Promise<Payments> {
  const { payments: keys, publicUrl, mode } = ctx.config
  const played = { stripe: !keys.stripe, paypal: !keys.paypal, usdt: !keys.usdt }
  const test = mode === 'production' ? null : await loadTestPayments(ctx, played)
  const providers = new Map<PaymentMethod, PaymentProvider>([['COD', cashOnDelivery]])
  const add = (provider: PaymentProvider) => providers.set(provider.method, provider)

  if (keys.stripe) add(stripeOnDemand(keys.stripe))
  else if (test) add(stripeOnDemand(test.keys.stripe, () => test.originOf('stripe')))
  if (keys.paypal) add(payPalOnDemand(keys.paypal))
  else if (test) add(payPalOnDemand(test.keys.paypal, () => test.originOf('paypal')))
  const usdt = keys.usdt ?? test?.keys.usdt
  if (usdt) add(openUsdt(ctx, usdt, publicUrl))

  const isTest = (key: string | undefined) => key !== undefined && /^[sr]k_test_/.test(key)
  const areKeysForTests = isTest(keys.stripe?.secretKey) || keys.paypal?.environment === 'sandbox'
  const isAnyPlayed = test !== null && (played.stripe || played.paypal || played.usdt)
  return { providers, test, areTestPayments: areKeysForTests || isAnyPlayed }
}

/** Loads the servers that play providers, which are no part of a production install. */
async function loadTestPayments(...args: Parameters<typeof openTestPayments>) {
  const testPayments = await import('./test-payments.ts')
  return testPayments.openTestPayments(...args)
}
