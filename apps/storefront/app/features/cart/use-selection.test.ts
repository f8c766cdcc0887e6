import { expect, it } from 'vitest'
import { makeItem } from './cart-item-factory.ts'
import { selectionOf } from './use-selection.ts'

const [one, other, unavailable] = [
  makeItem({ id: 'one' }),
  makeItem({ id: 'other' }),
  makeItem({ id: 'unavailable', stock: 0 }),
]
const items = [one, other, unavailable]

it('everything that can be bought is chosen at first', () => {
  expect(selectionOf(items, new Set())).toEqual({
    selectable: [one, other],
    selected: [one, other],
    isAll: true,
    isSome: false,
  })
})

it('what was left out is not', () => {
  expect(selectionOf(items, new Set(['one']))).toMatchObject({
    selected: [other],
    isAll: false,
    isSome: true,
  })
})

it('nothing chosen is neither all nor some', () => {
  for (const selection of [
    selectionOf([unavailable], new Set()),
    selectionOf(items, new Set(['one', 'other'])),
  ])
    expect(selection).toMatchObject({ selected: [], isAll: false, isSome: false })
})
