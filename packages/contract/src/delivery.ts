import { z } from 'zod'
import { defineEndpoint, envelope } from './endpoint.ts'
import { dollars, instant } from './money.ts'

/** The days between which an order arrives, both included. */
export const arrival = z.object({ arrivesFrom: z.iso.date(), arrivesUntil: z.iso.date() })

/** The fee of a method for goods up to a weight. */
export const weightBand = z.object({ upToGrams: z.number().int(), fee: dollars })

/** A way to send an order to an address, with the days on which an order placed now arrives. */
export const deliveryMethod = z.object({
  id: z.string(),
  name: z.string(),
  /** For the items of a preview; else that of a method without or above its weight bands. */
  fee: dollars,
  /** The value of goods from which it is free; null: never. */
  freeFrom: dollars.nullable(),
  /** Business days from order to arrival: `7–11`. */
  totalDays: z.string(),
  /** Fees by weight, the lightest first; missing without any, and in a preview. */
  weightBands: z.array(weightBand).optional(),
  ...arrival.shape,
})
export type DeliveryMethod = z.infer<typeof deliveryMethod>

export const listDeliveryMethods = defineEndpoint('listDeliveryMethods', {
  summary:
    'How an order placed now is delivered, the standard method first; without a country as most orders are. `weightBands` are fees by weight, below which `fee` does not apply. None: the shop does not deliver there',
  query: z.object({
    /** ISO 3166-1 alpha-2. */
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/)
      .transform((code) => code.toUpperCase())
      .optional(),
    postalCode: z.string().max(20).optional(),
  }),
  response: envelope(z.object({ methods: z.array(deliveryMethod) })),
})

/** The method of an order's delivery and the promised days, as they were when it was placed. */
export const orderDelivery = z.object({
  method: z.string(),
  /** Null once it was paid so late that its items had to be reserved again. */
  arrival: arrival.nullable(),
})

/** A parcel of an order with its tracking and its items. */
export const parcel = z.object({
  /** Null for the one that completed the order. */
  id: z.uuid().nullable(),
  carrier: z.string(),
  number: z.string(),
  url: z.string().nullable(),
  sentAt: instant,
  items: z.array(z.object({ variantId: z.uuid(), quantity: z.number().int().positive() })),
})
