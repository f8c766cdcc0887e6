import type { PaymentProvider } from '../provider.ts'
import { subjectOf } from './event-subject.ts'
import type { PayPalSettings } from './open-paypal.ts'

/**
 * PayPal as `openPayPal` opens it, once it is first needed: its SDK takes some 25 MB, and most
 * processes serve visitors who pay nothing.
 */
export function payPalOnDemand(
  settings: PayPalSettings,
  testOrigin?: () => string,
): PaymentProvider {
  let opened: ReturnType<typeof open> | undefined
  async function open() {
    const { openPayPal } = await import('./open-paypal.ts')
    return openPayPal(settings, testOrigin)
  }
  function paypal() {
    opened ??= open()
    return opened
  }
  return {
    method: 'PAYPAL',
    initiate: async (payment) => (await paypal()).initiate(payment),
    read: async (attempt) => (await paypal()).read(attempt),
    expire: async (attempt) => (await paypal()).expire(attempt),
    refund: async (attempt, refund) => (await paypal()).refund(attempt, refund),
    webhook: {
      verify: async (message) => (await paypal()).webhook.verify(message),
      isAsked: true,
      subjectOf,
    },
  }
}
