import { expect, it } from 'vitest'
import { makeItem } from '../../../test/cart-item-factory.ts'
import { selectionOf } from './cart-lines.tsx'

const [one, other, unavailable] = [
  makeItem({ id: 'one' }),
  makeItem({ id: 'other' }),
  makeItem({ id: 'unavailable', stock: 0 }),
]
const items = [one, other, unavailable]

it('selects every available line at first', () => {
  expect(selectionOf(items, new Set())).toEqual({
    selectable: [one, other],
    selected: [one, other],
    isAll: true,
    isSome: false,
  })
})

it('does not select deselected lines', () => {
  expect(selectionOf(items, new Set(['one']))).toMatchObject({
    selected: [other],
    isAll: false,
    isSome: true,
  })
})

it('is neither all nor some when nothing is selected', () => {
  for (const selection of [
    selectionOf([unavailable], new Set()),
    selectionOf(items, new Set(['one', 'other'])),
  ])
    expect(selection).toMatchObject({ selected: [], isAll: false, isSome: false })
})
