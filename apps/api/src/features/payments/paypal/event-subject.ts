import { z } from 'zod'
import type { EventSubject } from '../provider.ts'

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

/** The attempt of an event; null if it is not the shop's, or changes nothing here. */
export function subjectOf(event: { type: string; payload: object }): EventSubject | null {
  switch (event.type) {
    case 'CHECKOUT.ORDER.APPROVED':
    case 'CHECKOUT.ORDER.COMPLETED': {
      const order = orderEvent.safeParse(event.payload).data?.resource
      return order ? { paymentId: order.purchase_units[0].custom_id, providerRef: order.id } : null
    }
    case 'PAYMENT.CAPTURE.COMPLETED':
    case 'PAYMENT.CAPTURE.PENDING':
    case 'PAYMENT.CAPTURE.DECLINED':
    case 'PAYMENT.CAPTURE.DENIED': {
      const capture = captureEvent.safeParse(event.payload).data?.resource
      return capture
        ? {
            paymentId: capture.custom_id,
            providerRef: capture.supplementary_data?.related_ids.order_id,
            captureRef: capture.id,
          }
        : null
    }
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.CAPTURE.REVERSED': {
      const links = refundEvent.safeParse(event.payload).data?.resource.links
      const capture = links
        ?.find(({ rel }) => rel === 'up')
        ?.href.split('/')
        .at(-1)
      return capture ? { captureRef: capture } : null
    }
    default:
      return null
  }
}
