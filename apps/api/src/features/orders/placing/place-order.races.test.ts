import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { expectBalancedBooks, stockOf } from '../../../../test/ledger-assertions.ts'
import { expectCurrentListings } from '../../../../test/listing-assertions.ts'
import {
  setPrice,
  setStock,
  stockVariants,
  type TestVariant,
} from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'
import { untilBlocked } from '../../../../test/wait-for-lock.ts'

let shop: TestShop
let buyers: Buyer[]
let buyer: Buyer
let variants: TestVariant[]
let ring: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  buyers = await Promise.all(Array.from({ length: 10 }, () => makeBuyer(shop)))
  buyer = buyers[0] as Buyer
  variants = await stockVariants(shop, 4, 1_000)
  ring = variants[0] as TestVariant
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

const nobody = { headers: { authorization: '' }, addressId: '' }
const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const buyerOf = (index: number) => buyers[index % buyers.length] ?? nobody
const codesOf = async (calls: Promise<unknown>[]) =>
  Promise.all(
    calls.map((call) =>
      call.then(
        () => 'placed',
        ({ code }) => String(code),
      ),
    ),
  )
const tally = (codes: string[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(codes, (code) => code)).map(([code, all]) => [code, all?.length]),
  )

test('of fifty shoppers one gets the last item', async () => {
  await setStock(shop, ring, 1)
  const codes = await codesOf(times(50).map((index) => order(shop, buyerOf(index), [ring])))
  expect(tally(codes)).toEqual({ placed: 1, ITEM_UNAVAILABLE: 49 })
  expect(await stockOf(shop, ring.id)).toBe(0)
})

test('the stock is sold exactly, whatever quantities are requested', async () => {
  await setStock(shop, ring, 20)
  const quantities = times(30).map((index) => 1 + (index % 3))
  const placed = await Promise.all(
    quantities.map((quantity, index) =>
      order(shop, buyerOf(index), [ring], { quantity }).then(
        () => quantity,
        () => 0,
      ),
    ),
  )
  const sold = placed.reduce((sum, quantity) => sum + quantity, 0)
  expect(sold).toBe(20 - (await stockOf(shop, ring.id)))
  expect(sold).toBeGreaterThanOrEqual(18)
})

test('an item that is restocked while the order waits is reserved', async () => {
  const { pool } = shop.ctx.db
  const [rare, ...rest] = variants as [TestVariant, ...TestVariant[]]
  for (const variant of variants) await setStock(shop, variant, 5)
  const account = await pool.connect()
  const stockroom = await pool.connect()
  await account.query('begin')
  await account.query('select from users where id = $1 for update', [buyer.userId])
  const placing = order(shop, buyer, [rare, ...rest], { key: 'comes again' })
  await untilBlocked(shop, 'insert into orders')
  await setStock(shop, rare, 0)
  await stockroom.query('begin')
  await stockroom.query('select from variant where id = $1 for no key update', [rare.id])
  await account.query('commit')
  await untilBlocked(shop, 'update variant')
  await setStock({ ctx: { db: { pool: stockroom } } }, rare, 4)
  await stockroom.query('commit')
  account.release()
  stockroom.release()
  await placing
  expect(await stockOf(shop, rare.id)).toBe(3)
})

test('concurrent orders of the same items in any order cause no deadlock', async () => {
  for (const variant of variants) await setStock(shop, variant, 1_000)
  const codes = await codesOf(
    times(60).map((index) => {
      const turned = [...variants.slice(index % 4), ...variants.slice(0, index % 4)]
      return order(shop, buyerOf(index), index % 2 ? turned : turned.toReversed())
    }),
  )
  expect(tally(codes)).toEqual({ placed: 60 })
  for (const { id } of variants) expect(await stockOf(shop, id)).toBe(940)
})

test('concurrent orders get different numbers', async () => {
  await setStock(shop, ring, 30)
  const placed = await Promise.all(times(20).map((index) => order(shop, buyerOf(index), [ring])))
  expect(new Set(placed.map(({ orderNumber }) => orderNumber)).size).toBe(20)
})

test('concurrent requests with one key place one order', async () => {
  const before = await stockOf(shop, ring.id)
  const placed = await Promise.all(
    times(12).map(() => order(shop, buyer, [ring], { key: 'one order', quantity: 2 })),
  )
  expect(new Set(placed.map(({ id }) => id)).size).toBe(1)
  expect(await stockOf(shop, ring.id)).toBe(before - 2)
})

test('a repeated request returns its order even if the items are gone', async () => {
  const [variant, ...rest] = variants as [TestVariant, ...TestVariant[]]
  await setStock(shop, variant, 1)
  const first = await order(shop, buyer, [variant, ...rest], { key: 'again' })
  expect(await order(shop, buyer, [variant, ...rest], { key: 'again' })).toEqual(first)
  const { headers } = buyer
  await shop.call('cancelMyOrder', { headers, params: { orderId: first.id }, body: {} })
  const again = await order(shop, buyer, [variant, ...rest], { key: 'again' })
  expect(again).toMatchObject({ id: first.id, status: 'CANCELLED' })
  await setStock(shop, variant, 1_000)
})

test('another request with the same key is rejected, even concurrently', async () => {
  const { headers, addressId } = buyer
  const send = (body: object) =>
    shop.call('placeOrder', {
      headers: { ...headers, 'idempotency-key': 'taken' },
      body: { items: [{ variantId: ring.id, quantity: 1 }], addressId, ...body },
    })
  const codes = await codesOf(times(8).map((index) => send({ remark: `Number ${index % 2}` })))
  expect(tally(codes)).toEqual({ placed: 4, IDEMPOTENCY_KEY_REUSED: 4 })
  for (const other of [{ source: 'buyNow' }, { remark: '' }, { expectedTotal: 1 }])
    expect(await rejectionOf(send(other))).toEqual({
      status: 409,
      code: 'IDEMPOTENCY_KEY_REUSED',
      message: 'Failed to create order.',
    })
})

test('a key belongs to its shopper', async () => {
  const [one, other] = [buyerOf(1), buyerOf(2)]
  const mine = await order(shop, one, [ring], { key: 'ours' })
  const theirs = await order(shop, other, [ring], { key: 'ours' })
  expect(theirs.id).not.toBe(mine.id)
})

test('a key of a rejected order can be used again', async () => {
  await setStock(shop, ring, 0)
  expect((await rejectionOf(order(shop, buyer, [ring], { key: 'later' }))).code).toBe(
    'ITEM_UNAVAILABLE',
  )
  await setStock(shop, ring, 1_000)
  expect((await order(shop, buyer, [ring], { key: 'later' })).status).toBe('PENDING')
})

test.each(['', 'x'.repeat(201)])(
  'a key that is too short or too long is rejected: “%.1s”',
  async (key) => {
    expect(await rejectionOf(order(shop, buyer, [ring], { key }))).toMatchObject({
      status: 400,
      code: 'IDEMPOTENCY_KEY_INVALID',
    })
  },
)

test('without a key, the same draft within ten seconds is the same order', async () => {
  const other = await makeBuyer(shop)
  const send = (body: object = {}) =>
    shop.call('placeOrder', {
      headers: other.headers,
      body: { items: [{ variantId: ring.id, quantity: 1 }], addressId: other.addressId, ...body },
    })
  const start = new Date()
  shop.setTime(start)
  const placed = await Promise.all(times(8).map(() => send()))
  expect(new Set(placed.map(({ data }) => data.id)).size).toBe(1)
  const first = placed[0]?.data.id

  for (const other of [
    { items: [{ variantId: ring.id, quantity: 2 }] },
    { remark: 'Ring twice' },
    { company: 'Valcourt SARL' },
  ])
    expect((await send(other)).data.id, JSON.stringify(other)).not.toBe(first)
  shop.setTime(new Date(start.getTime() + 10_000))
  expect((await send()).data.id).toBe(first)
  shop.setTime(new Date(start.getTime() + 10_001))
  const second = (await send()).data.id
  expect(second).not.toBe(first)

  const params = { orderId: second }
  await shop.call('cancelMyOrder', { headers: other.headers, params, body: {} })
  expect((await send()).data.id).not.toBe(second)
})

test('without a key, the same draft at another price is another order, of the total that was seen', async () => {
  const other = await makeBuyer(shop)
  const items = [{ variantId: ring.id, quantity: 1 }]
  const draft = { items, addressId: other.addressId }
  const { headers } = other
  const seen = async () =>
    (await shop.call('previewOrder', { headers, body: draft })).data.finalAmount
  const send = async () => {
    const body = { ...draft, expectedTotal: await seen() }
    return (await shop.call('placeOrder', { headers, body })).data
  }
  const first = await send()
  expect((await send()).id).toBe(first.id)
  await setPrice(shop, ring, ring.priceCents + 500)
  const second = await send()
  expect(second.id).not.toBe(first.id)
  expect(second.totalAmount).toBe(await seen())
  await setPrice(shop, ring, ring.priceCents)
})

test('lists are consistent after all these orders', () => expectCurrentListings(shop))
