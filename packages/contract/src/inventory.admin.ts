import { z } from 'zod'
import { picture } from './catalog.ts'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { instant } from './money.ts'
import { attributeValues } from './orders.ts'
import { staffListQuery, unlessEmpty } from './query.ts'
import { lineOfText, linesOfText, requiredLine } from './text.ts'

/** The stock of all variants, and receipts of goods. */
const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const count = z.number().int().nonnegative()

/** Most units that one line adds or removes. */
const mostUnits = 1_000_000

export const inventorySorts = ['name', 'code', 'stock'] as const

/** A variant that is not deleted. */
export const inventoryRow = z.object({
  id: z.uuid(),
  productId: z.uuid(),
  name: z.string(),
  /** Its SKU; without one, the identifier of its product and its options: `porto-loafer/Black/40`. */
  code: z.string(),
  attributeValues,
  picture: picture.nullable(),
  /** Whether it can be bought once it is in stock. */
  isInShop: z.boolean(),
  /** Units that can be sold; reserved ones are subtracted already. */
  stock: count,
  /** Units in orders that are not shipped. */
  reserved: count,
  /** Rises with each change by staff, and not with orders. */
  revision: count,
})
export type InventoryRow = z.infer<typeof inventoryRow>

export const listInventory = defineEndpoint('listInventory', {
  summary:
    'All variants with their stock and what orders have reserved; `q` searches name, SKU, GTIN, identifier and options',
  access: 'admin',
  staff: 'SUPPORT',
  query: z.object({
    ...staffListQuery(inventorySorts),
    /** Identifier of a category; includes its subcategories. */
    category: unlessEmpty(z.string().max(100)),
    availability: unlessEmpty(z.enum(['IN_STOCK', 'LOW', 'SOLD_OUT'])),
  }),
  response: listEnvelope(inventoryRow),
  errors,
})

/** Variants that are saved, or lines of a delivery that are received, at once. */
export const mostInventoryLines = 500

const variantId = z.uuid()
const distinct = (lines: readonly { variantId: string }[]) =>
  new Set(lines.map((line) => line.variantId)).size === lines.length

export const saveInventory = defineEndpoint('saveInventory', {
  summary:
    'Changes the stock of several variants by differences, all or none, so that what is sold meanwhile stays sold',
  access: 'admin',
  body: z.strictObject({
    lines: z
      .array(
        z.strictObject({
          variantId,
          delta: z
            .number()
            .int()
            .min(-mostUnits)
            .max(mostUnits)
            .refine((delta) => delta !== 0, 'Please say how many'),
          /**
           * The revision of the row that the change is based on; rejected if staff have changed the
           * stock since.
           */
          revision: count,
          /** Repeated with the same key, the change counts once. */
          key: z.uuid(),
        }),
      )
      .min(1)
      .max(mostInventoryLines)
      .refine(distinct, 'Each variant may occur once'),
    reason: requiredLine('Please say why', 300),
  }),
  response: listEnvelope(inventoryRow),
  errors: [...errors, 'VARIANT_NOT_FOUND', 'NOT_ENOUGH_STOCK', 'STALE_EDIT', 'STOCK_KEY_REUSED'],
})

/** A line of a delivery note: a code and a quantity. */
const codeLine = z.strictObject({
  code: requiredLine('Please write a SKU', 300),
  quantity: z.number().int().min(1).max(mostUnits),
})

export const checkGoods = defineEndpoint('checkGoods', {
  summary:
    'Which variants the lines of a delivery note mean, by SKU, code or GTIN; nothing is changed',
  access: 'admin',
  body: z.strictObject({ lines: z.array(codeLine).min(1).max(mostInventoryLines) }),
  response: listEnvelope(
    z.object({
      code: z.string(),
      quantity: count,
      /** Null if no variant has this code. */
      variant: inventoryRow.nullable(),
    }),
  ),
  errors,
})

const receivedLine = z.object({
  variantId,
  productId: z.uuid(),
  name: z.string(),
  code: z.string(),
  attributeValues,
  quantity: z.number().int(),
  stockAfter: count,
})

const goodsReceipt = z.object({
  id: z.uuid(),
  reference: z.string(),
  note: z.string().nullable(),
  /** The member of staff who booked it. */
  actor: z.string().nullable(),
  at: instant,
  /** The numbers of variants and units. */
  variants: count,
  units: count,
})
export type GoodsReceipt = z.infer<typeof goodsReceipt>

const wholeGoodsReceipt = goodsReceipt.extend({ lines: z.array(receivedLine) })
export type WholeGoodsReceipt = z.infer<typeof wholeGoodsReceipt>

export const receiveGoods = defineEndpoint('receiveGoods', {
  summary: 'Adds the goods of a delivery to the stock, all or none; recorded in the ledger',
  access: 'admin',
  status: 201,
  body: z.strictObject({
    /** Its id; repeated with the same one, it is booked once. */
    key: z.uuid(),
    reference: requiredLine('Please write the reference', 100),
    note: linesOfText(1_000),
    lines: z
      .array(z.strictObject({ variantId, quantity: z.number().int().min(1).max(mostUnits) }))
      .min(1)
      .max(mostInventoryLines)
      .refine(distinct, 'Each variant may occur once'),
  }),
  response: envelope(wholeGoodsReceipt),
  errors: [...errors, 'VARIANT_NOT_FOUND', 'STOCK_KEY_REUSED'],
})

export const listGoodsReceipts = defineEndpoint('listGoodsReceipts', {
  summary: 'Goods receipts, the newest first; `q` searches their reference and note',
  access: 'admin',
  staff: 'SUPPORT',
  query: z.object({ ...staffListQuery(['at']), q: lineOfText(100).optional() }),
  response: listEnvelope(goodsReceipt),
  errors,
})

export const getGoodsReceipt = defineEndpoint('getGoodsReceipt', {
  summary: 'A goods receipt with its lines',
  access: 'admin',
  staff: 'SUPPORT',
  params: z.object({ id: z.uuid() }),
  response: envelope(wholeGoodsReceipt),
  errors: [...errors, 'GOODS_RECEIPT_NOT_FOUND'],
})
