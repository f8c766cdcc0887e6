import type { PaymentMethod } from '@solvane/contract/payment-methods'
import type { AppContext } from '../../context.ts'
import type { RemoteService, Services } from '../../platform/services/services.ts'
import { subjectsOf as subjectsOfPayPalEvent } from './paypal/event-subject.ts'
import type { PayPalSettings } from './paypal/open-paypal.ts'
import type { PaymentProvider, Payments, RemoteProvider } from './provider.ts'
import { subjectsOf as subjectsOfStripeEvent } from './stripe/event-subject.ts'
import type { StripeSettings } from './stripe/open-stripe.ts'
import type { openTestPayments } from './test-payments.ts'
import { openUsdt } from './usdt/usdt-provider.ts'

/**
 * The payment methods of this process: those with keys, cash on delivery and, outside production, simulators
 * of the others. Throws `StartupError` on invalid keys.
 */
export async function openPaymentProviders(
  ctx: Pick<AppContext, 'config' | 'db' | 'clock' | 'services'>,
): Promise<Payments> {
  const { payments: keys, publicUrl, mode } = ctx.config
  const simulated = { stripe: !keys.stripe, paypal: !keys.paypal, usdt: !keys.usdt }
  const test = mode === 'production' ? null : await loadTestPayments(ctx, simulated)
  const providers = new Map<PaymentMethod, PaymentProvider>([['COD', cashOnDelivery]])
  const add = (provider: PaymentProvider) => providers.set(provider.method, provider)
  const { services } = ctx

  if (keys.stripe) add(stripeOnDemand(services, keys.stripe))
  else if (test) add(stripeOnDemand(services, test.keys.stripe, () => test.originOf('stripe')))
  if (keys.paypal) add(payPalOnDemand(services, keys.paypal))
  else if (test) add(payPalOnDemand(services, test.keys.paypal, () => test.originOf('paypal')))
  const usdt = keys.usdt ?? test?.keys.usdt
  if (usdt) add(openUsdt(ctx, usdt, publicUrl))

  const isTest = (key: string | undefined) => key !== undefined && /^[sr]k_test_/.test(key)
  const areTestKeys = isTest(keys.stripe?.secretKey) || keys.paypal?.environment === 'sandbox'
  const isAnySimulated = test !== null && (simulated.stripe || simulated.paypal || simulated.usdt)
  return { providers, test, areTestPayments: areTestKeys || isAnySimulated }
}

/** Loads the simulators, which a production install does not contain. */
async function loadTestPayments(...args: Parameters<typeof openTestPayments>) {
  const testPayments = await import('./test-payments.ts')
  return testPayments.openTestPayments(...args)
}

/** PayPal as `openPayPal` opens it, loaded on first use. */
function payPalOnDemand(services: Services, settings: PayPalSettings, testOrigin?: () => string) {
  return providerOnDemand(services, {
    service: 'paypal',
    method: 'PAYPAL',
    webhook: { verifiesRemotely: true, subjectsOf: subjectsOfPayPalEvent },
    open: async () => (await import('./paypal/open-paypal.ts')).openPayPal(settings, testOrigin),
  })
}

/** Stripe as `openStripe` opens it, loaded on first use. */
function stripeOnDemand(services: Services, settings: StripeSettings, testOrigin?: () => string) {
  return providerOnDemand(services, {
    service: 'stripe',
    method: 'STRIPE',
    webhook: { subjectsOf: subjectsOfStripeEvent },
    open: async () => (await import('./stripe/open-stripe.ts')).openStripe(settings, testOrigin),
  })
}

/**
 * A provider that `open` loads on first use: the SDKs take 10 to 25 MB each, and many processes never need
 * them. `webhook` is the part that is needed before.
 */
function providerOnDemand(
  services: Services,
  {
    service,
    method,
    webhook,
    open,
  }: Pick<PaymentProvider, 'method'> & {
    service: RemoteService
    webhook: Omit<RemoteProvider['webhook'], 'verify'>
    open: () => Promise<RemoteProvider>
  },
): RemoteProvider {
  let opened: Promise<RemoteProvider> | undefined
  function provider() {
    opened ??= open().catch((error) => {
      // The next use retries.
      opened = undefined
      throw error
    })
    return opened
  }
  async function send<Result>(
    operation: string,
    request: (opened: RemoteProvider) => Promise<Result>,
  ): Promise<Result> {
    const opened = await provider()
    return services.request(service, operation, () => request(opened))
  }
  return {
    method,
    initiate: (payment) => send('initiate', (opened) => opened.initiate(payment)),
    read: (attempt) => send('read', (opened) => opened.read(attempt)),
    expire: (attempt) => send('expire', (opened) => opened.expire(attempt)),
    refund: (attempt, refund) => send('refund', (opened) => opened.refund(attempt, refund)),
    webhook: {
      ...webhook,
      verify: async (message) =>
        webhook.verifiesRemotely
          ? send('verify', (opened) => opened.webhook.verify(message))
          : (await provider()).webhook.verify(message),
    },
  }
}

/** Cash collected on delivery: there is no page to open and no provider to query. */
const cashOnDelivery: PaymentProvider = {
  method: 'COD',
  read: async () => ({ status: 'PENDING', reason: 'Cash is expected' }),
  expire: async () => ({ status: 'FAILED', reason: 'Cash is no longer expected' }),
}
