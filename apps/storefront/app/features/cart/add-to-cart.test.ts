import { expect, it } from 'vitest'
import { cartActionOf } from './add-to-cart.tsx'

const selection = {
  productId: 'p',
  name: 'Porto Loafer',
  price: 690,
  isAvailable: true,
  missing: [] as string[],
  variant: { id: 'v', stock: 2 },
}

it.each([
  ['choose', 'a size is open', { missing: ['Size'], variant: null }],
  ['none', 'all of it is sold out', { isAvailable: false, missing: ['Size'], variant: null }],
  ['none', 'the variant is sold out', { variant: { id: 'v', stock: 0 } }],
  ['none', 'there is no such variant', { variant: null }],
  ['add', 'the variant is in stock', {}],
] as const)('%s where %s', (kind, _, differing) => {
  expect(cartActionOf({ ...selection, ...differing }).kind).toBe(kind)
})
