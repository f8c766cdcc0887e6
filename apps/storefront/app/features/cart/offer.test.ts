import { expect, it } from 'vitest'
import { offerOf } from './offer.ts'

const piece = {
  productId: 'p',
  name: 'Porto Loafer',
  price: 690,
  isAvailable: true,
  missing: [] as string[],
  variant: { id: 'v', stock: 2 },
}

it.each([
  ['choose', 'Choose a color and a size', { missing: ['Color', 'Size'], variant: null }],
  ['choose', 'Choose a size', { missing: ['Size'], variant: null }],
  ['none', 'Sold out', { isAvailable: false, missing: ['Size'], variant: null }],
  ['none', 'Sold out', { variant: { id: 'v', stock: 0 } }],
  ['none', 'Not made', { variant: null }],
  ['add', 'Add to cart', {}],
] as const)('%s: "%s"', (kind, label, differing) => {
  expect(offerOf({ ...piece, ...differing })).toMatchObject({ kind, label })
})
