import { z } from 'zod'
import { defineCall, envelope, listEnvelope } from './call.ts'
import { instant } from './money.ts'
import { staffListQuery } from './staff-list.ts'
import { requiredLine } from './text.ts'

/** What staff do to stock. Stock is what can be sold: pieces held for an order are out of it already. */
const variantId = z.object({ id: z.uuid() })
const errors = ['UNAUTHENTICATED', 'FORBIDDEN', 'VARIANT_NOT_FOUND'] as const

const mostPieces = 1_000_000
const pieces = z.number().int().min(0).max(mostPieces)

export const stockCauses = ['HOLD', 'RELEASE', 'RESTOCK', 'ADJUSTMENT'] as const

export const variantStock = z.object({
  stock: z.number().int().nonnegative(),
  /** In the house, but of orders that are not sent yet. */
  held: z.number().int().nonnegative(),
})
export type VariantStock = z.infer<typeof variantStock>

export const adjustStock = defineCall('adjustStock', {
  summary: 'Puts pieces in or takes them out, or says how many there are; noted with its reason',
  access: 'admin',
  params: variantId,
  body: z.strictObject({
    change: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('delta'),
        delta: z
          .number()
          .int()
          .min(-mostPieces)
          .max(mostPieces)
          .refine((delta) => delta !== 0, 'Please say how many'),
      }),
      z.strictObject({
        kind: z.literal('counted'),
        counted: pieces,
        /** What the shop said while they were counted; refused when it says something else by now. */
        expected: pieces.optional(),
      }),
    ]),
    reason: requiredLine('Please say why', 300),
    /** The order that the pieces came back from; it must have such a line. */
    orderId: z.uuid().optional(),
    /** Sent again under the same key, the change counts once. */
    key: z.uuid().optional(),
  }),
  response: envelope(variantStock),
  errors: [...errors, 'NOT_ENOUGH_STOCK', 'STALE_EDIT', 'ORDER_NOT_FOUND', 'STOCK_KEY_REUSED'],
})

const stockMovement = z.object({
  id: z.number().int(),
  at: instant,
  cause: z.enum(stockCauses),
  delta: z.number().int(),
  stockAfter: z.number().int().nonnegative(),
  order: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  /** Who of the house; null for an order, or the house's own beginning. */
  actor: z.string().nullable(),
  note: z.string().nullable(),
})
export type StockMovement = z.infer<typeof stockMovement>

export const getVariantStock = defineCall('getVariantStock', {
  summary: 'How many there are of a variant, and how many are held',
  access: 'admin',
  staff: 'SUPPORT',
  params: variantId,
  response: envelope(variantStock),
  errors,
})

export const listStockMovements = defineCall('listStockMovements', {
  summary: 'The ledger of a variant, the newest first',
  access: 'admin',
  staff: 'SUPPORT',
  params: variantId,
  query: z.object(staffListQuery(['at'])),
  response: listEnvelope(stockMovement),
  errors,
})
