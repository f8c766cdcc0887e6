import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBuyer, order } from '../../../test/buyers.ts'
import { expectBalancedBooks, stockOf } from '../../../test/ledger-assertions.ts'
import { expectCurrentListings } from '../../../test/listing-assertions.ts'
import { addProduct } from '../../../test/product-drafts.ts'
import { rejectionOf, rejectionsOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let staff: SignedUp
let headers: SignedUp['headers']
beforeAll(async () => {
  shop = await openTestShop()
  staff = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  headers = staff.headers
})
afterAll(() => shop.close())

const adjust = (id: string, change: object, reason = 'Counted in the store') =>
  shop.call('adjustStock', { headers, params: { id }, body: { change, reason } })
const put = (id: string, delta: number) => adjust(id, { kind: 'delta', delta })
const count = (id: string, counted: number, expected?: number) =>
  adjust(id, { kind: 'counted', counted, expected })
const variantWith = async (stock: number) => {
  const { id, variants } = await addProduct(shop, staff, {}, stock)
  return { productId: id, id: variants[0]?.id ?? '' }
}

test('every change is in the ledger with actor and reason; a correct count changes nothing', async () => {
  const { id } = await variantWith(5)
  await put(id, 7)
  await adjust(id, { kind: 'delta', delta: -2 }, 'Two were scratched')
  expect((await count(id, 10)).data).toEqual({ stock: 10, held: 0 })
  expect((await count(id, 4, 10)).data.stock).toBe(4)
  const { data, total } = await shop.call('listStockMovements', { headers, params: { id } })
  expect(total).toBe(4)
  expect(data.map(({ delta, stockAfter, note }) => [delta, stockAfter, note])).toEqual([
    [-6, 4, 'Counted in the store'],
    [-2, 10, 'Two were scratched'],
    [7, 12, 'Counted in the store'],
    [5, 5, 'First count'],
  ])
  expect(data[0]).toMatchObject({ cause: 'ADJUSTMENT', actor: 'Ada', order: null })
  const page = { page: 2, size: 3 }
  const second = await shop.call('listStockMovements', { headers, params: { id }, query: page })
  expect(second.data.map(({ delta }) => delta)).toEqual([5])
  await expectBalancedBooks(shop)
})

test('a change repeated with its key is applied once', async () => {
  const [one, other] = [await variantWith(5), await variantWith(5)]
  const key = crypto.randomUUID()
  const send = (id: string, change: object) =>
    shop.call('adjustStock', {
      headers,
      params: { id },
      body: { change, reason: 'Delivery 4711', key },
    })
  const arrived = { kind: 'delta', delta: 3 }
  const answers = await Promise.all([1, 2, 3].map(() => send(one.id, arrived)))
  expect(answers.map(({ data }) => data.stock)).toEqual([8, 8, 8])
  await put(one.id, -8)
  // Whatever has happened since, the answer is the current stock.
  expect((await send(one.id, arrived)).data.stock).toBe(0)
  const reused = { status: 409, code: 'STOCK_KEY_REUSED' }
  expect(await rejectionOf(send(one.id, { kind: 'delta', delta: 4 }))).toMatchObject(reused)
  expect(await rejectionOf(send(other.id, arrived))).toMatchObject(reused)
  expect(await stockOf(shop, other.id)).toBe(5)
  await expectBalancedBooks(shop)
})

test('a count repeated with its key is not rejected as stale', async () => {
  const { id } = await variantWith(5)
  const key = crypto.randomUUID()
  const change = { kind: 'counted', counted: 9, expected: 5 }
  const send = () =>
    shop.call('adjustStock', { headers, params: { id }, body: { change, reason: 'Count', key } })
  expect([(await send()).data.stock, (await send()).data.stock]).toEqual([9, 9])
})

test('returned goods require an order that contains them', async () => {
  const { id } = await variantWith(5)
  const buyer = await makeBuyer(shop)
  const placed = await order(shop, buyer, [{ id }])
  const putBack = (variantId: string, orderId: string) =>
    shop.call('adjustStock', {
      headers,
      params: { id: variantId },
      body: { change: { kind: 'delta', delta: 1 }, reason: 'Returned', orderId },
    })
  expect((await putBack(id, placed.id)).data.stock).toBe(5)
  const { data } = await shop.call('listStockMovements', { headers, params: { id } })
  expect(data[0]).toMatchObject({
    cause: 'ADJUSTMENT',
    delta: 1,
    order: { id: placed.id, number: placed.orderNumber },
    note: 'Returned',
  })
  const seen = await shop.call('getOrder', { headers, params: { orderId: placed.id } })
  expect(seen.data.movements.at(-1)).toMatchObject({ variantId: id, cause: 'ADJUSTMENT', delta: 1 })
  const { id: other } = await variantWith(5)
  const others = [putBack(other, placed.id), putBack(id, crypto.randomUUID())]
  for (const rejection of await rejectionsOf(others))
    expect(rejection).toMatchObject({ code: 'ORDER_NOT_FOUND' })
  expect(await stockOf(shop, other)).toBe(5)
  await expectBalancedBooks(shop)
})

test('stock cannot become negative, and a count based on an outdated stock is rejected', async () => {
  const { id } = await variantWith(3)
  expect(await rejectionOf(put(id, -4))).toMatchObject({
    status: 409,
    code: 'NOT_ENOUGH_STOCK',
    details: { available: 3 },
  })
  expect(await rejectionOf(count(id, 9, 5))).toMatchObject({
    code: 'STALE_EDIT',
    details: { stock: 3 },
  })
  expect(await stockOf(shop, id)).toBe(3)
  expect((await rejectionOf(put(crypto.randomUUID(), 1))).code).toBe('VARIANT_NOT_FOUND')
  for (const change of [
    { kind: 'delta', delta: 0 },
    { kind: 'delta', delta: 0.5 },
    { kind: 'counted', counted: -1 },
    { kind: 'counted', counted: 2_000_000 },
  ])
    expect((await rejectionOf(adjust(id, change))).code).toBe('BAD_REQUEST')
  expect((await rejectionOf(adjust(id, { kind: 'delta', delta: 1 }, '  '))).code).toBe(
    'BAD_REQUEST',
  )
  await expectBalancedBooks(shop)
})

test('reserved units are shown beside sellable stock', async () => {
  const { id } = await variantWith(3)
  const buyer = await makeBuyer(shop)
  const placed = await order(shop, buyer, [{ id }], { quantity: 2, source: 'buyNow' })
  const stock = await shop.call('getVariantStock', { headers, params: { id } })
  expect(stock.data).toEqual({ stock: 1, held: 2 })
  const { data } = await shop.call('listStockMovements', { headers, params: { id } })
  expect(data[0]).toMatchObject({
    cause: 'HOLD',
    delta: -2,
    actor: null,
    order: { id: placed.id, number: placed.orderNumber },
  })
})

test('a cached page shows the new stock at once', async () => {
  const { productId, id } = await variantWith(9)
  const shownStock = async () =>
    (await shop.call('getProduct', { params: { id: productId } })).data.variants[0]?.stock
  await shop.changesReceived()
  expect(await shownStock()).toBe(9)
  await put(id, -1)
  expect(await shownStock()).toBe(8)
  await count(id, 0)
  await shop.changesReceived()
  expect(await shownStock()).toBe(0)
})

test('concurrent counts and orders sell nothing twice, and the ledger stays balanced', async () => {
  const variants = await Promise.all([variantWith(6), variantWith(6), variantWith(6)])
  const buyers = await Promise.all(Array.from({ length: 4 }, () => makeBuyer(shop)))
  const rejections: string[] = []
  const attempt = (work: Promise<unknown>) =>
    work.catch(({ code, status }: { code: string; status: number }) => {
      if (status >= 500) throw new Error(code)
      rejections.push(code)
    })
  const orders = buyers.flatMap((buyer) =>
    [0, 1, 2].map((round) => {
      const wanted = round % 2 ? variants : variants.toReversed()
      return attempt(order(shop, buyer, wanted, { source: 'buyNow' }))
    }),
  )
  const counts = variants.flatMap(({ id }) => [
    attempt(put(id, -2)),
    attempt(count(id, 3)),
    attempt(put(id, 4)),
    attempt(put(id, -5)),
  ])
  await Promise.all([...orders, ...counts])
  expect(orders.length + counts.length).toBeGreaterThan(rejections.length)
  for (const code of rejections) expect(['NOT_ENOUGH_STOCK', 'ITEM_UNAVAILABLE']).toContain(code)
  await expectBalancedBooks(shop)
})

test('lists are consistent after all these changes', () => expectCurrentListings(shop))
