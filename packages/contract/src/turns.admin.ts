import { z } from 'zod'
import { picture } from './catalog.ts'
import { defineEndpoint, listEnvelope } from './endpoint.ts'

/** The 360° view: pictures all around a product, which shoppers turn. */
const errors = ['UNAUTHENTICATED', 'FORBIDDEN', 'PRODUCT_NOT_FOUND'] as const
const productId = z.object({ id: z.uuid() })

/** Fewer would jump. */
const fewestFrames = 12
const mostFrames = 72
const mostOpening = 24

const addresses = z.array(z.string().min(1).max(500))

/** A value of the option Color; '' for a product without colors. */
const color = z.string().max(60)

const productTurn = z.object({
  color,
  /** In order, evenly spaced around a full turn. */
  frames: z.array(picture),
  /** In order: they open the product, seen from the front. Empty if it does not open. */
  opening: z.array(picture),
})
export type ProductTurn = z.infer<typeof productTurn>

export const listProductTurns = defineEndpoint('listProductTurns', {
  summary: 'The 360° views of a product, one a color',
  access: 'admin',
  staff: 'SUPPORT',
  params: productId,
  response: listEnvelope(productTurn),
  errors,
})

export const saveProductTurn = defineEndpoint('saveProductTurn', {
  summary: 'Saves the 360° view of a product in one color, in place of an earlier one',
  access: 'admin',
  params: productId,
  body: z.strictObject({
    color: color.default(''),
    /** The addresses of uploaded pictures of one size, in order. */
    frames: addresses
      .min(fewestFrames, `A full turn needs at least ${fewestFrames} pictures`)
      .max(mostFrames, `A full turn has at most ${mostFrames} pictures`),
    /** Likewise, of the same size. */
    opening: addresses
      .max(mostOpening, `A product opens in at most ${mostOpening} pictures`)
      .default([]),
  }),
  response: listEnvelope(productTurn),
  errors: [...errors, 'PRODUCT_DELETED'],
})

export const deleteProductTurn = defineEndpoint('deleteProductTurn', {
  summary: 'Removes the 360° view of a product in one color',
  access: 'admin',
  params: productId,
  query: z.object({ color: color.default('') }),
  response: listEnvelope(productTurn),
  errors,
})
