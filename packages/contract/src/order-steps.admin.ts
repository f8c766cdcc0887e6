import { z } from 'zod'
import { defineEndpoint, listEnvelope } from './endpoint.ts'
import { dollars } from './money.ts'
import { trackingFields } from './order-workflow.ts'
import { orderStatus } from './orders.ts'
import { linesOfText } from './text.ts'

/** One step for many orders at once: each order is handled by itself, and failures are reported. */
const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const

/** The steps that many orders can take at once. */
export const orderSteps = ['ship', 'deliver', 'collectCash'] as const
export type OrderStep = (typeof orderSteps)[number]

/** Orders of one request. */
export const mostOrdersAtOnce = 200

/**
 * The state of an order: `READY` for the step, `DONE` already (or in an identical request before),
 * or `REFUSED`, with the reason.
 */
const states = ['READY', 'DONE', 'REFUSED'] as const

const stepLine = z.object({
  /** Null if there is no such order. */
  orderId: z.uuid().nullable(),
  orderNumber: z.string(),
  name: z.string().nullable(),
  status: orderStatus.nullable(),
  totalAmount: dollars.nullable(),
  state: z.enum(states),
  reason: z.string().nullable(),
})
export type OrderStepLine = z.infer<typeof stepLine>

const parcel = z.strictObject({ orderId: z.uuid(), ...trackingFields })

export const previewOrderSteps = defineEndpoint('previewOrderSteps', {
  summary: 'Which of these orders a step can be taken of, and why not of the others',
  access: 'admin',
  body: z.strictObject({
    step: z.enum(orderSteps),
    orderIds: z.array(z.uuid()).min(1).max(mostOrdersAtOnce),
  }),
  response: listEnvelope(stepLine),
  errors,
})

export const takeOrderSteps = defineEndpoint('takeOrderSteps', {
  summary:
    'Marks many orders as delivered, or their cash as collected, one by one; says of each what became of it',
  access: 'admin',
  body: z.strictObject({
    step: z.enum(['deliver', 'collectCash']),
    orderIds: z.array(z.uuid()).min(1).max(mostOrdersAtOnce),
  }),
  response: listEnvelope(stepLine),
  errors,
})

/** A line of a file of tracking numbers, with what it means. */
const trackingLine = stepLine.extend({
  /** The line in the file, counting the header. */
  line: z.number().int().positive(),
  carrier: z.string(),
  trackingNumber: z.string(),
  trackingUrl: z.string().nullable(),
})
export type TrackingLine = z.infer<typeof trackingLine>

export const checkTracking = defineEndpoint('checkTracking', {
  summary:
    'Reads a CSV of tracking numbers (order number, carrier, number, optional link) and says what its lines would do; nothing is changed',
  access: 'admin',
  body: z.strictObject({ csv: linesOfText(200_000) }),
  response: listEnvelope(trackingLine),
  errors: [...errors, 'TRACKING_FILE_REFUSED'],
})

export const shipOrders = defineEndpoint('shipOrders', {
  summary:
    'Marks many orders as shipped, each with its tracking number, one by one; says of each what became of it',
  access: 'admin',
  body: z.strictObject({
    orders: z
      .array(parcel)
      .min(1)
      .max(mostOrdersAtOnce)
      .refine(
        (orders) => new Set(orders.map(({ orderId }) => orderId)).size === orders.length,
        'Each order may occur once',
      ),
  }),
  response: listEnvelope(stepLine),
  errors,
})
