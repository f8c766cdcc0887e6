import { expect, it } from 'vitest'
import { withIntents } from './cart-intents.ts'
import { cartOf } from './cart-totals.ts'
import { makeItem } from './test-items.ts'

const cart = cartOf([
  makeItem({ id: 'a', price: 10.1, quantity: 2, stock: 3 }),
  makeItem({ id: 'b', price: 5, quantity: 1 }),
])

it('without intents the cart is what the house said', () => {
  expect(withIntents(cart, new Map())).toBe(cart)
})

it('a wished quantity shows with its sums', () => {
  const shown = withIntents(cart, new Map([['a', 3]]))
  expect(shown).toMatchObject({ totalItems: 4, subtotal: 35.3 })
  expect(shown.items[0]).toMatchObject({ quantity: 3, totalPrice: 30.3, isAvailable: true })
})

it('more than there are cannot be bought', () => {
  const shown = withIntents(cart, new Map([['a', 4]]))
  expect(shown.items[0]?.isAvailable).toBe(false)
  expect(shown.subtotal).toBe(5)
})

it('a line that is wished away is gone; an intent about a line that is gone says nothing', () => {
  const shown = withIntents(cart, new Map([['b', 0], ['elsewhere', 9]])) // biome-ignore format: one line
  expect(shown.items.map(({ id }) => id)).toEqual(['a'])
  expect(shown.totalItems).toBe(2)
})
