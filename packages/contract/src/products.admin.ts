import { z } from 'zod'
import { picture, swatch } from './catalog.ts'
import { dimensions } from './dimensions.ts'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { dollars, instant } from './money.ts'
import { checkVariants, draftFields, productStatuses } from './product-draft.ts'
import { flag, staffListQuery, unlessEmpty } from './query.ts'
import { requiredLine } from './text.ts'
import { productTrade, variantTrade } from './trade.ts'

/** Products and their stock for staff; bulk edits are in `products-bulk.ts`. */
const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const productId = z.object({ id: z.uuid() })

/** The threshold of a low stock. */
export const lowStock = 3

export const productSorts = ['publishedAt', 'updatedAt', 'name', 'price', 'stock'] as const

/** A product in the staff's list. */
export const staffProductRow = z.object({
  id: z.uuid(),
  identifier: z.string(),
  name: z.string(),
  material: z.string(),
  status: z.enum(productStatuses),
  cover: picture.nullable(),
  /** The lowest price of its variants, without sales; null without variants. */
  priceFrom: dollars.nullable(),
  priceTo: dollars.nullable(),
  isOnSale: z.boolean(),
  isNew: z.boolean(),
  variants: z.number().int().nonnegative(),
  stock: z.number().int().nonnegative(),
  /** The number of variants with a low stock. */
  scarce: z.number().int().nonnegative(),
  categories: z.array(z.string()),
  publishedAt: instant,
  withdrawsAt: instant.nullable(),
  updatedAt: instant,
  version: z.number().int(),
})
export type StaffProductRow = z.infer<typeof staffProductRow>

export const listStaffProducts = defineEndpoint('listStaffProducts', {
  summary:
    'Products, also those that are not in the shop; without `status` all that are not deleted',
  access: 'admin',
  staff: 'SUPPORT',
  query: z.object({
    ...staffListQuery(productSorts),
    status: unlessEmpty(z.enum(productStatuses)),
    /** Identifier of a category; includes its subcategories. */
    category: unlessEmpty(z.string().max(100)),
    availability: unlessEmpty(z.enum(['IN_STOCK', 'LOW', 'SOLD_OUT'])),
    onSale: flag,
    /** A comma-separated list of ids: these products, including deleted ones. */
    ids: unlessEmpty(z.string().max(4_000)),
  }),
  response: listEnvelope(staffProductRow),
  errors,
})

const staffVariant = z.object({
  id: z.uuid(),
  attributeValues: z.record(z.string(), z.string()),
  price: dollars,
  salePrice: dollars.nullable(),
  saleStartsAt: instant.nullable(),
  saleEndsAt: instant.nullable(),
  isEnabled: z.boolean(),
  ...variantTrade,
  pictures: z.array(picture),
  stock: z.number().int().nonnegative(),
})
export type StaffVariant = z.infer<typeof staffVariant>

export const staffProduct = z.object({
  id: z.uuid(),
  /** The version it is based on; rejected if somebody else has saved since. */
  version: z.number().int(),
  updatedAt: instant,
  identifier: z.string(),
  name: z.string(),
  description: z.string(),
  material: z.string(),
  details: z.array(z.string()),
  measurements: z.string(),
  dimensions: dimensions.nullable(),
  fitsInside: z.string(),
  materialsAndCare: z.string(),
  sizeAndFit: z.string().nullable(),
  sizeGuide: z.string().nullable(),
  ...productTrade,
  status: z.enum(productStatuses),
  publishedAt: instant,
  withdrawsAt: instant.nullable(),
  isNew: z.boolean(),
  categoryIds: z.array(z.uuid()),
  relatedIds: z.array(z.uuid()),
  pictures: z.array(picture),
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  variants: z.array(staffVariant),
})
export type StaffProduct = z.infer<typeof staffProduct>

/** The gaps of a published product that shoppers would notice; it is saved all the same. */
export const productWarnings = ['NO_CATEGORY', 'NO_PICTURE', 'NO_STOCK'] as const

/** A product after a save, with effects of the save that staff may not have intended. */
export const savedProduct = staffProduct.extend({
  warnings: z.array(z.object({ code: z.enum(productWarnings), message: z.string() })),
  /** Variants that the save removed: no longer sold, kept for orders, and reused if they return. */
  removedVariants: z.array(staffVariant.pick({ id: true, attributeValues: true, stock: true })),
})
export type SavedProduct = z.infer<typeof savedProduct>

export const getStaffProduct = defineEndpoint('getStaffProduct', {
  summary: 'Everything of one product, as it is edited',
  access: 'admin',
  staff: 'SUPPORT',
  params: productId,
  response: envelope(staffProduct),
  errors: [...errors, 'PRODUCT_NOT_FOUND'],
})

export const createProduct = defineEndpoint('createProduct', {
  summary: 'Adds a product; its stock is nothing until it is counted',
  access: 'admin',
  status: 201,
  body: z.strictObject(draftFields).superRefine(checkVariants),
  response: envelope(savedProduct),
  errors: [...errors, 'IDENTIFIER_TAKEN', 'SKU_TAKEN', 'GTIN_TAKEN'],
})

export const updateProduct = defineEndpoint('updateProduct', {
  summary:
    'Saves a product whole; a variant that is left out is no longer sold, and the answer names it',
  access: 'admin',
  params: productId,
  body: z.strictObject({ ...draftFields, version: z.number().int() }).superRefine(checkVariants),
  response: envelope(savedProduct),
  errors: [
    ...errors,
    'PRODUCT_NOT_FOUND',
    'PRODUCT_DELETED',
    'IDENTIFIER_TAKEN',
    'SKU_TAKEN',
    'GTIN_TAKEN',
    'STALE_EDIT',
  ],
})

export const deleteProduct = defineEndpoint('deleteProduct', {
  summary:
    'Takes a product out of the shop and out of the lists; carts and orders keep what they say of it',
  access: 'admin',
  params: productId,
  response: envelope(staffProduct),
  errors: [...errors, 'PRODUCT_NOT_FOUND'],
})

export const restoreProduct = defineEndpoint('restoreProduct', {
  summary: 'Brings a deleted product back, withdrawn',
  access: 'admin',
  params: productId,
  response: envelope(staffProduct),
  errors: [...errors, 'PRODUCT_NOT_FOUND'],
})

export const duplicateProduct = defineEndpoint('duplicateProduct', {
  summary: 'Adds a copy of a product, withdrawn and without stock',
  access: 'admin',
  status: 201,
  params: productId,
  response: envelope(staffProduct),
  errors: [...errors, 'PRODUCT_NOT_FOUND', 'IDENTIFIER_TAKEN'],
})

/** A colour of the shop; its name is its id. */
export const staffColor = swatch.extend({
  /** How many products come in it, including those that are not in the shop. */
  products: z.number().int().nonnegative(),
  /** The version; an edit names the one it is based on. */
  version: z.string(),
})
export type StaffColor = z.infer<typeof staffColor>

const colorFields = {
  name: requiredLine('Please name the colour', 60),
  hex: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Please write a colour as #1b1815')
    .toLowerCase(),
}

export const listColors = defineEndpoint('listColors', {
  summary: 'The colours that the option Color can have',
  access: 'admin',
  staff: 'SUPPORT',
  response: listEnvelope(staffColor),
  errors,
})

export const createColor = defineEndpoint('createColor', {
  summary: 'Adds a colour',
  access: 'admin',
  status: 201,
  body: z.strictObject(colorFields),
  response: envelope(swatch),
  errors: [...errors, 'COLOR_TAKEN'],
})

export const updateColor = defineEndpoint('updateColor', {
  summary:
    'Corrects the name or swatch of a colour, in every product that comes in it; orders keep the name they were placed with',
  access: 'admin',
  params: z.object({ name: z.string().min(1).max(60) }),
  body: z.strictObject({ ...colorFields, version: z.string().max(64) }),
  response: envelope(swatch),
  errors: [...errors, 'COLOR_NOT_FOUND', 'COLOR_TAKEN', 'STALE_EDIT'],
})

// Stock is sellable stock: units reserved by orders are subtracted already.
const variantId = z.object({ id: z.uuid() })
const stockErrors = [...errors, 'VARIANT_NOT_FOUND'] as const

const mostUnits = 1_000_000
const units = z.number().int().min(0).max(mostUnits)

export const stockCauses = [
  'HOLD',
  'RELEASE',
  'RESTOCK',
  'ADJUSTMENT',
  'OFFER',
  'OFFER_END',
] as const

export const variantStock = z.object({
  stock: z.number().int().nonnegative(),
  /** Units reserved by orders that are not shipped, for the waiting list, and by selections of advisers. */
  held: z.number().int().nonnegative(),
})
export type VariantStock = z.infer<typeof variantStock>

export const adjustStock = defineEndpoint('adjustStock', {
  summary: 'Adds or removes stock, or sets it to a count; recorded in the ledger with the reason',
  access: 'admin',
  params: variantId,
  body: z.strictObject({
    change: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('delta'),
        delta: z
          .number()
          .int()
          .min(-mostUnits)
          .max(mostUnits)
          .refine((delta) => delta !== 0, 'Please say how many'),
      }),
      z.strictObject({
        kind: z.literal('counted'),
        counted: units,
        /** The stock shown while counting; rejected if it has changed since. */
        expected: units.optional(),
      }),
    ]),
    reason: requiredLine('Please say why', 300),
    /** The order that the units were returned from; it must contain the variant. */
    orderId: z.uuid().optional(),
    /** Repeated with the same key, the change counts once. */
    key: z.uuid().optional(),
  }),
  response: envelope(variantStock),
  errors: [...stockErrors, 'NOT_ENOUGH_STOCK', 'STALE_EDIT', 'ORDER_NOT_FOUND', 'STOCK_KEY_REUSED'],
})

const stockMovement = z.object({
  id: z.number().int(),
  at: instant,
  cause: z.enum(stockCauses),
  delta: z.number().int(),
  stockAfter: z.number().int().nonnegative(),
  order: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  /** The member of staff; null for orders and for the initial stock. */
  actor: z.string().nullable(),
  note: z.string().nullable(),
})
export type StockMovement = z.infer<typeof stockMovement>

export const getVariantStock = defineEndpoint('getVariantStock', {
  summary: 'How many there are of a variant, and how many are held',
  access: 'admin',
  staff: 'SUPPORT',
  params: variantId,
  response: envelope(variantStock),
  errors: stockErrors,
})

export const listStockMovements = defineEndpoint('listStockMovements', {
  summary: 'The ledger of a variant, the newest first',
  access: 'admin',
  staff: 'SUPPORT',
  params: variantId,
  query: z.object(staffListQuery(['at'])),
  response: listEnvelope(stockMovement),
  errors: stockErrors,
})
