import { z } from 'zod'
import type { EventSubject } from '../provider.ts'

/** The metadata key of our payment's id in Stripe's objects. */
export const ourPayment = 'solvane_payment_id'

const ours = z.object({ [ourPayment]: z.uuid() })

const sessionEvent = z.object({
  data: z.object({ object: z.object({ id: z.string(), metadata: ours }) }),
})
const chargeEvent = z.object({
  data: z.object({ object: z.object({ payment_intent: z.string(), metadata: ours }) }),
})
/** Refunds made in Stripe's dashboard have none of our metadata. */
const refundEvent = z.object({
  data: z.object({
    object: z.object({ payment_intent: z.string(), metadata: ours.partial().nullish() }),
  }),
})

/** The attempt of an event; null if it is not the shop's, or changes nothing here. */
export function subjectOf(event: { type: string; payload: object }): EventSubject | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const session = sessionEvent.safeParse(event.payload).data?.data.object
      return session ? { paymentId: session.metadata[ourPayment], providerRef: session.id } : null
    }
    case 'charge.refunded': {
      const charge = chargeEvent.safeParse(event.payload).data?.data.object
      return charge
        ? { paymentId: charge.metadata[ourPayment], captureRef: charge.payment_intent }
        : null
    }
    case 'refund.updated':
    case 'refund.failed': {
      const refund = refundEvent.safeParse(event.payload).data?.data.object
      return refund
        ? { paymentId: refund.metadata?.[ourPayment], captureRef: refund.payment_intent }
        : null
    }
    default:
      return null
  }
}
