import { describe, expect, test } from 'vitest'
import type { CartLineRow } from './cart.queries.ts'
import { toCart } from './cart.ts'

function line(change: Partial<CartLineRow>): CartLineRow {
  return {
    id: crypto.randomUUID(),
    quantity: 1,
    added_cents: change.current_cents ?? 1_000,
    variant_id: crypto.randomUUID(),
    price_cents: change.current_cents ?? 1_000,
    current_cents: 1_000,
    is_for_sale: true,
    stock: 10_000,
    attributes: {},
    picture: null,
    variant: { sale_starts_at: null, sale_ends_at: null, pictures: [] },
    product_id: crypto.randomUUID(),
    identifier: 'product',
    name: 'Product',
    ...change,
  }
}

describe('the subtotal is exact to the cent', () => {
  test.each([
    ['nothing', [], 0],
    [
      'ten and twenty cents',
      [
        [10, 1],
        [20, 1],
      ],
      0.3,
    ],
    ['three at 19.99', [[1_999, 3]], 59.97],
    ['seven at 1.10', [[110, 7]], 7.7],
    ['ten thousand at 4.35', [[435, 10_000]], 43_500],
    ['a hundred lines of 8.07', Array(100).fill([807, 1]), 807],
    ['the dearest there can be', [[2_147_483_647, 10_000]], 214_748_364_700],
  ] as [string, [number, number][], number][])('%s', (_title, lines, subtotal) => {
    const rows = lines.map(([current_cents, quantity]) => line({ current_cents, quantity }))
    expect(toCart(rows).subtotal).toBe(subtotal)
  })
})

describe('a line', () => {
  test.each([
    ['as many as there are', { quantity: 3, stock: 3 }, true],
    ['more than there are', { quantity: 4, stock: 3 }, false],
    ['sold out', { stock: 0 }, false],
    ['withdrawn', { is_for_sale: false }, false],
  ])('of %s counts towards the subtotal or not', (_title, change, isAvailable) => {
    const cart = toCart([line(change), line({ current_cents: 5 })])
    expect(cart.items[0]?.isAvailable).toBe(isAvailable)
    expect(cart.subtotal > 0.05).toBe(isAvailable)
    expect(cart.totalItems).toBe((cart.items[0]?.quantity ?? 0) + 1)
  })

  test('shows the price when it was added only if that has changed', () => {
    const [same, dearer] = toCart([line({}), line({ added_cents: 1_250 })]).items
    expect([same?.previousPrice, dearer?.previousPrice]).toEqual([null, 12.5])
  })

  test('without a picture shows the placeholder', () => {
    const [item] = toCart([line({})]).items
    expect(item?.variant.cover).toBe(item?.variant.picture.src)
  })
})
