import { expect, test } from 'vitest'
import { leftAfter, unsentItems } from './parcels.ts'

const of = (items: Record<string, number>) =>
  Object.entries(items).map(([variantId, quantity]) => ({ variantId, quantity }))
const lines = of({ bag: 3, ring: 1 }).map(({ variantId, quantity }) => ({
  variant_id: variantId,
  quantity,
}))

test.each([
  [[], { bag: 3, ring: 1 }],
  [[{ bag: 1 }], { bag: 2, ring: 1 }],
  [[{ bag: 1 }, { bag: 2 }], { ring: 1 }],
  [[{ bag: 1, ring: 1 }, { bag: 2 }], {}],
] as [Record<string, number>[], Record<string, number>][])('after %j is left %j', (sent, left) => {
  expect(
    unsentItems(
      lines,
      sent.map((items) => ({ items: of(items) })),
    ),
  ).toEqual(of(left))
})

test.each([
  ['a part', { bag: 2 }, { bag: 1, ring: 1 }],
  ['everything', { bag: 3, ring: 1 }, {}],
  ['nothing', {}, undefined],
  ['more than there is', { bag: 4 }, undefined],
  ['what is not in the order', { shoe: 1 }, undefined],
] as [string, Record<string, number>, Record<string, number> | undefined][])(
  'of %s',
  (_title, wanted, left) => {
    expect(leftAfter(of({ bag: 3, ring: 1 }), of(wanted))).toEqual(left && of(left))
  },
)

test('a line named twice in a parcel counts twice', () => {
  const twice = [...of({ bag: 2 }), ...of({ bag: 2 })]
  expect(leftAfter(of({ bag: 3 }), twice)).toBeUndefined()
})
