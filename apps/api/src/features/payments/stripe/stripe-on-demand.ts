import { providerOnDemand } from '../provider-on-demand.ts'
import { subjectOf } from './event-subject.ts'
import type { StripeSettings } from './open-stripe.ts'

/** Stripe as `openStripe` opens it, once it is first needed. */
export function stripeOnDemand(settings: StripeSettings, testOrigin?: () => string) {
  return providerOnDemand({
    method: 'STRIPE',
    webhook: { subjectOf },
    open: async () => (await import('./open-stripe.ts')).openStripe(settings, testOrigin),
  })
}
