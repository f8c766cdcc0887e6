import type { PaymentMethod } from '@solvane/contract/payments'
import type { AppContext } from '../../context.ts'
import { subjectOf as subjectOfPayPalEvent } from './paypal/event-subject.ts'
import type { PayPalSettings } from './paypal/open-paypal.ts'
import type { PaymentProvider, Payments, RemoteProvider } from './provider.ts'
import { subjectOf as subjectOfStripeEvent } from './stripe/event-subject.ts'
import type { StripeSettings } from './stripe/open-stripe.ts'
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

/** PayPal as `openPayPal` opens it, once it is first needed. */
function payPalOnDemand(settings: PayPalSettings, testOrigin?: () => string) {
  return providerOnDemand({
    method: 'PAYPAL',
    webhook: { isAsked: true, subjectOf: subjectOfPayPalEvent },
    open: async () => (await import('./paypal/open-paypal.ts')).openPayPal(settings, testOrigin),
  })
}

/** Stripe as `openStripe` opens it, once it is first needed. */
function stripeOnDemand(settings: StripeSettings, testOrigin?: () => string) {
  return providerOnDemand({
    method: 'STRIPE',
    webhook: { subjectOf: subjectOfStripeEvent },
    open: async () => (await import('./stripe/open-stripe.ts')).openStripe(settings, testOrigin),
  })
}

/**
 * A provider as `open` opens it, once it is first needed: the SDKs take 10 to 25 MB each, and most
 * processes serve callers who pay nothing. `webhook` is what must be known of its messages before.
 */
function providerOnDemand({
  method,
  webhook,
  open,
}: Pick<PaymentProvider, 'method'> & {
  webhook: Omit<RemoteProvider['webhook'], 'verify'>
  open: () => Promise<RemoteProvider>
}): RemoteProvider {
  let opened: Promise<RemoteProvider> | undefined
  function provider() {
    opened ??= open().catch((error) => {
      // The next call tries again.
      opened = undefined
      throw error
    })
    return opened
  }
  return {
    method,
    initiate: async (payment) => (await provider()).initiate(payment),
    read: async (attempt) => (await provider()).read(attempt),
    expire: async (attempt) => (await provider()).expire(attempt),
    refund: async (attempt, refund) => (await provider()).refund(attempt, refund),
    webhook: {
      ...webhook,
      verify: async (message) => (await provider()).webhook.verify(message),
    },
  }
}

/** Cash that staff take at the door: nothing to open, nobody to ask (decision O8). */
const cashOnDelivery: PaymentProvider = {
  method: 'COD',
  initiate: async ({ paymentId }) => ({
    providerRef: paymentId,
    approvalUrl: null,
    expiresAt: null,
  }),
  read: async () => ({ status: 'PENDING', reason: 'The cash is awaited' }),
  expire: async () => ({ status: 'FAILED', reason: 'The cash is not wanted any more' }),
}
