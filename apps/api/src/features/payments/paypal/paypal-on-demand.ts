import { providerOnDemand } from '../provider-on-demand.ts'
import { subjectOf } from './event-subject.ts'
import type { PayPalSettings } from './open-paypal.ts'

/** PayPal as `openPayPal` opens it, once it is first needed. */
export function payPalOnDemand(settings: PayPalSettings, testOrigin?: () => string) {
  return providerOnDemand({
    method: 'PAYPAL',
    webhook: { isAsked: true, subjectOf },
    open: async () => (await import('./open-paypal.ts')).openPayPal(settings, testOrigin),
  })
}
