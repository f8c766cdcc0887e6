import { expect, it } from 'vitest'
import { makeItem } from '../../../test/cart-item-factory.ts'
import { cartOf, withChanges } from './cart-totals.ts'

const cart = cartOf([
  makeItem({ id: 'a', price: 10.1, quantity: 2, stock: 3 }),
  makeItem({ id: 'b', price: 5, quantity: 1 }),
])
const setQuantity = (itemId: string, quantity: number) =>
  ({ type: 'setQuantity', itemId, quantity, at: 0 }) as const

it('is the confirmed cart while nothing is pending', () => {
  expect(withChanges(cart, [])).toBe(cart)
})

it('shows the last pending quantity with its sums', () => {
  const shown = withChanges(cart, [setQuantity('a', 1), setQuantity('a', 3)])
  expect(shown).toMatchObject({ totalItems: 4, subtotal: 35.3 })
  expect(shown.items[0]).toMatchObject({ quantity: 3, totalPrice: 30.3, isAvailable: true })
})

it('marks a line as unavailable when its quantity exceeds the stock', () => {
  const shown = withChanges(cart, [setQuantity('a', 4)])
  expect(shown.items[0]?.isAvailable).toBe(false)
  expect(shown.subtotal).toBe(5)
})

it('leaves out lines that are being removed and ignores lines that no longer exist', () => {
  const shown = withChanges(cart, [{ type: 'remove', itemIds: ['b'] }, setQuantity('elsewhere', 9)])
  expect(shown.items.map(({ id }) => id)).toEqual(['a'])
  expect(shown.totalItems).toBe(2)
})

it('counts an item that is being added', () => {
  expect(withChanges(cart, [{ type: 'add', variantId: 'v' }])).toMatchObject({
    totalItems: 4,
    subtotal: 25.2,
  })
})
