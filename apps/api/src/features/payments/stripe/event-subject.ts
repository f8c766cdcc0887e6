import { z } from 'zod'
import type { EventSubject, ReportedDispute } from '../provider.ts'

/** The metadata key of our payment's id in Stripe's objects. */
export const ourPayment = 'solvane_payment_id'

const ours = z.object({ [ourPayment]: z.uuid() })

const sessionEvent = z.object({
  data: z.object({ object: z.object({ id: z.string(), metadata: ours }) }),
})
const chargeEvent = z.object({
  data: z.object({ object: z.object({ payment_intent: z.string(), metadata: ours }) }),
})
/** Refunds made in Stripe's dashboard lack the shop's metadata. */
const refundEvent = z.object({
  data: z.object({
    object: z.object({ payment_intent: z.string(), metadata: ours.partial().nullish() }),
  }),
})

const disputeEvent = z.object({
  created: z.number(),
  data: z.object({
    object: z.object({
      id: z.string(),
      payment_intent: z.string(),
      amount: z.number(),
      currency: z.string(),
      created: z.number(),
      reason: z.string(),
      status: z.string(),
      evidence_details: z.object({ due_by: z.number().nullish() }).nullish(),
    }),
  }),
})

const toDate = (seconds: number) => new Date(seconds * 1000)

function readDispute({
  created,
  data: { object: dispute },
}: z.infer<typeof disputeEvent>): ReportedDispute {
  const dueBy = dispute.evidence_details?.due_by
  // An inquiry that is closed took no money, and a prevented dispute neither.
  const isKept = ['won', 'warning_closed', 'prevented'].includes(dispute.status)
  return {
    ref: dispute.id,
    status: dispute.status === 'lost' ? 'LOST' : isKept ? 'WON' : 'OPEN',
    amountCents: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    reason: dispute.reason,
    answerBy: dueBy ? toDate(dueBy) : null,
    openedAt: toDate(dispute.created),
    reportedAt: toDate(created),
  }
}

/** The attempt that an event is about; empty if it is not the shop's, or changes nothing here. */
export function subjectsOf(event: { type: string; payload: object }): EventSubject[] {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const session = sessionEvent.safeParse(event.payload).data?.data.object
      return session ? [{ paymentId: session.metadata[ourPayment], providerRef: session.id }] : []
    }
    case 'charge.refunded': {
      const charge = chargeEvent.safeParse(event.payload).data?.data.object
      return charge
        ? [{ paymentId: charge.metadata[ourPayment], captureRef: charge.payment_intent }]
        : []
    }
    case 'refund.updated':
    case 'refund.failed': {
      const refund = refundEvent.safeParse(event.payload).data?.data.object
      return refund
        ? [{ paymentId: refund.metadata?.[ourPayment], captureRef: refund.payment_intent }]
        : []
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const message = disputeEvent.safeParse(event.payload).data
      return message
        ? [{ captureRef: message.data.object.payment_intent, dispute: readDispute(message) }]
        : []
    }
    default:
      return []
  }
}
