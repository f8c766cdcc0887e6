import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../test/buyers.ts'
import { expectAsManyStatements } from '../../../test/count-statements.ts'
import { writeProducts } from '../../../test/listing-assertions.ts'
import { stockVariants, type TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let buyer: Buyer
let variant: TestVariant
/** The times of the shopper's orders, oldest first. */
const placedAt = [
  '2026-03-01T00:00:00.000Z',
  '2026-03-01T23:59:59.999Z',
  '2026-03-02T00:00:00.000Z',
  '2026-03-02T12:00:00.000Z',
  ...Array.from({ length: 8 }, (_, index) => `2026-04-0${index + 1}T00:00:00.000Z`),
]
const ids: string[] = []
beforeAll(async () => {
  shop = await openTestShop()
  ;[variant] = await stockVariants(shop, 1, 1_000)
  // The orders are placed in the past, when the products must be on sale already.
  await writeProducts(shop, `update product set published_at = '2025-01-01' where id = $1`, [
    variant.productId,
  ])
  shop.setTime(new Date(placedAt[0] ?? 0))
  buyer = await makeBuyer(shop)
  for (const at of placedAt) {
    const placed = await order(shop, buyer, [variant])
    ids.push(placed.id)
    await shop.ctx.db.pool.query(
      'update orders set created_at = $1, hold_ends_at = $2 where id = $3',
      [at, '2099-01-01T00:00:00Z', placed.id],
    )
  }
})
afterAll(() => shop.close())

const list = async (query: Record<string, string | number> = {}) => {
  const { data } = await shop.call('listMyOrders', { headers: buyer.headers, query })
  return { total: data.total, orders: data.data.map(({ id }) => ids.indexOf(id)) }
}

test('shows the newest first, ten on a page', async () => {
  expect(await list()).toEqual({ total: 12, orders: [11, 10, 9, 8, 7, 6, 5, 4, 3, 2] })
  expect(await list({ page: 2 })).toEqual({ total: 12, orders: [1, 0] })
  expect(await list({ page: 3 })).toEqual({ total: 12, orders: [] })
  for (const size of ['size', 'pageSize', 'limit'])
    expect(await list({ [size]: 5, page: 3 })).toEqual({ total: 12, orders: [1, 0] })
})

test('keeps the position of orders with the same time across pages', async () => {
  const all = ids.map((id) => `'${id}'`).join()
  const set = `update orders o set created_at = '2026-05-01T00:00:00Z' where id in (${all})`
  await shop.ctx.db.pool.query(set)
  const pages = [
    await list({ size: 4 }),
    await list({ size: 4, page: 2 }),
    await list({ size: 4, page: 3 }),
  ]
  expect(pages.flatMap(({ orders }) => orders).toSorted((a, b) => a - b)).toEqual(
    ids.map((_, index) => index),
  )
  for (const [index, at] of placedAt.entries())
    await shop.ctx.db.pool.query('update orders set created_at = $1 where id = $2', [
      at,
      ids[index],
    ])
})

test.each([
  ['from a day on, all of it', { createdAtStart: '2026-03-02', createdAtEnd: '2026-03-31' }, [3, 2]],
  ['up to a day, all of it', { createdAtEnd: '2026-03-01' }, [1, 0]],
  ['of one day', { createdAtStart: '2026-03-01', createdAtEnd: '2026-03-01' }, [1, 0]],
  ['between instants, both included', { createdAtStart: '2026-03-01T23:59:59.999Z', createdAtEnd: '2026-03-02T00:00:00Z' }, [2, 1]],
  ['of an instant in another zone', { createdAtStart: '2026-03-02T13:00:00+01:00', createdAtEnd: '2026-03-02T13:00:00+01:00' }, [3]],
  ['from later to earlier: none', { createdAtStart: '2026-03-02', createdAtEnd: '2026-03-01' }, []],
  ['with filters left empty', { status: '', createdAtStart: '', createdAtEnd: '2026-03-01' }, [1, 0]],
])('shows orders %s', async (_title, query, expected) => {
  expect(await list(query)).toEqual({ total: expected.length, orders: expected })
}) // biome-ignore format: one case a line

test('shows orders in one state', async () => {
  const { headers } = buyer
  await shop.call('cancelMyOrder', { headers, params: { orderId: ids[3] ?? '' }, body: {} })
  expect(await list({ status: 'CANCELLED' })).toEqual({ total: 1, orders: [3] })
  expect(await list({ status: 'PENDING', createdAtEnd: '2026-03-31' })).toMatchObject({ total: 3 })
})

test.each([
  { status: 'PAID' },
  { status: 'pending' },
  { createdAtStart: 'yesterday' },
  { createdAtEnd: '2026-02-30' },
  { createdAtEnd: '2026-03-01T00:00:00' },
  { page: 0 },
  { size: 101 },
])('rejects the invalid filter %o', async (query) => {
  expect(await rejectionOf(list(query as never))).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
  })
})

test('takes as many queries for a page of orders as for one', async () => {
  await expectAsManyStatements(
    () => list({ size: 1 }),
    () => list({ size: 10 }),
  )
})
