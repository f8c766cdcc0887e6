import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeItem } from '../../../test/cart-item-factory.ts'
import { cartOf, missingForFreeShipping, totalsOf } from './cart-totals.ts'

describe('the sums of a cart', () => {
  it('count available lines only, with their quantities', () => {
    const cart = cartOf([
      makeItem({ id: 'a', price: 690.1, quantity: 3 }),
      makeItem({ id: 'b', price: 15.99, quantity: 1 }),
      makeItem({ id: 'c', price: 4000, quantity: 2, stock: 1 }),
    ])
    expect(cart).toMatchObject({ subtotal: 2086.29, totalItems: 6 })
    expect(totalsOf(cart.items)).toEqual({ subtotal: 2086.29, itemCount: 4 })
  })

  // Bounded by its runs, not by a clock that a busy machine reaches.
  it('are exact to the cent for any prices', { timeout: 0 }, () => {
    const line = fc.record({
      cents: fc.integer({ min: 1, max: 5_000_000 }),
      quantity: fc.integer({ min: 1, max: 99 }),
    })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const items = lines.map(({ cents, quantity }, index) =>
          makeItem({ id: String(index), price: cents / 100, quantity }),
        )
        const cents = lines.reduce((sum, it) => sum + it.cents * it.quantity, 0)
        expect(totalsOf(items).subtotal).toBe(cents / 100)
      }),
    )
  })

  it.each([
    [0, 300, 300],
    [299.99, 300, 0.01],
    [300, 300, 0],
    [4000, 300, 0],
  ])('at %d of %d, %d are missing for free delivery', (subtotal, from, missing) => {
    expect(missingForFreeShipping(subtotal, from)).toBe(missing)
  })
})
