import { z } from 'zod'
import type { EventSubject, ReportedDispute } from '../provider.ts'

const orderEvent = z.object({
  resource: z.object({
    id: z.string(),
    purchase_units: z.tuple([z.object({ custom_id: z.uuid() })]).rest(z.unknown()),
  }),
})
const captureEvent = z.object({
  resource: z.object({
    id: z.string(),
    custom_id: z.uuid(),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: z.string().optional() }) })
      .optional(),
  }),
})
/** A refund event links to its capture. */
const refundEvent = z.object({
  resource: z.object({ links: z.array(z.object({ rel: z.string(), href: z.string() })) }),
})

const money = z.object({ currency_code: z.string(), value: z.string() })
const disputedTransaction = z.object({
  seller_transaction_id: z.string(),
  gross_amount: money.optional(),
})
const disputeEvent = z.object({
  create_time: z.coerce.date(),
  resource: z.object({
    dispute_id: z.string(),
    create_time: z.coerce.date(),
    update_time: z.coerce.date().optional(),
    disputed_transactions: z.array(disputedTransaction).min(1),
    reason: z.string(),
    status: z.string(),
    dispute_amount: money,
    dispute_outcome: z
      .object({ outcome_code: z.string(), amount_refunded: money.optional() })
      .optional(),
    seller_response_due_date: z.coerce.date().optional(),
  }),
})

/** Outcomes after which the payer has the money. */
const lostOutcomes = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']

/**
 * A dispute, limited to one of its transactions. PayPal states the disputed amount, and the amount
 * it took back, for all transactions together. So each counts with its own amount, at most the
 * total: after a lost dispute, no refund may pay the same money back again.
 */
function readDispute(
  { create_time: sentAt, resource: dispute }: z.infer<typeof disputeEvent>,
  { gross_amount: gross }: z.infer<typeof disputedTransaction>,
): ReportedDispute {
  const { outcome_code: code = '', amount_refunded: back } = dispute.dispute_outcome ?? {}
  const isLost = lostOutcomes.includes(code)
  const total = (isLost && back) || dispute.dispute_amount
  const isOneOfMany =
    dispute.disputed_transactions.length > 1 && gross?.currency_code === total.currency_code
  const totalCents = toCents(total.value)
  return {
    ref: dispute.dispute_id,
    status: dispute.status !== 'RESOLVED' ? 'OPEN' : isLost ? 'LOST' : 'WON',
    amountCents: isOneOfMany ? Math.min(totalCents, toCents(gross.value)) : totalCents,
    currency: total.currency_code,
    reason: dispute.reason,
    answerBy: dispute.seller_response_due_date ?? null,
    openedAt: dispute.create_time,
    reportedAt: dispute.update_time ?? sentAt,
  }
}

/**
 * The attempts that an event is about: several only for a dispute; empty if it is not the shop's,
 * or changes nothing here.
 */
export function subjectsOf(event: { type: string; payload: object }): EventSubject[] {
  switch (event.type) {
    case 'CHECKOUT.ORDER.APPROVED':
    case 'CHECKOUT.ORDER.COMPLETED': {
      const order = orderEvent.safeParse(event.payload).data?.resource
      return order ? [{ paymentId: order.purchase_units[0].custom_id, providerRef: order.id }] : []
    }
    case 'PAYMENT.CAPTURE.COMPLETED':
    case 'PAYMENT.CAPTURE.PENDING':
    case 'PAYMENT.CAPTURE.DECLINED':
    case 'PAYMENT.CAPTURE.DENIED': {
      const capture = captureEvent.safeParse(event.payload).data?.resource
      return capture
        ? [
            {
              paymentId: capture.custom_id,
              providerRef: capture.supplementary_data?.related_ids.order_id,
              captureRef: capture.id,
            },
          ]
        : []
    }
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.CAPTURE.REVERSED': {
      const links = refundEvent.safeParse(event.payload).data?.resource.links
      const capture = links
        ?.find(({ rel }) => rel === 'up')
        ?.href.split('/')
        .at(-1)
      return capture ? [{ captureRef: capture }] : []
    }
    case 'CUSTOMER.DISPUTE.CREATED':
    case 'CUSTOMER.DISPUTE.UPDATED':
    case 'CUSTOMER.DISPUTE.RESOLVED': {
      const message = disputeEvent.safeParse(event.payload).data
      if (!message) return []
      return message.resource.disputed_transactions.map((transaction) => ({
        captureRef: transaction.seller_transaction_id,
        dispute: readDispute(message, transaction),
      }))
    }
    default:
      return []
  }
}

/** `12.3` is 1230; invalid amounts are 0. */
export function toCents(value: string | undefined): number {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(value ?? '') ?? []
  return whole ? Number(whole) * 100 + Number(part.padEnd(2, '0')) : 0
}
