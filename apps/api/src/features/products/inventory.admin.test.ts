import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeBuyer, order } from '../../../test/buyers.ts'
import { expectBalancedBooks, stockOf } from '../../../test/ledger-assertions.ts'
import { addProduct } from '../../../test/product-drafts.ts'
import { rejectionOf } from '../../../test/rejection.ts'
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
afterEach(() => shop.setTime(null))

/** A new product of one variant. */
const stocked = async (stock: number) => {
  const { identifier, variants } = await addProduct(shop, staff, {}, stock)
  return { identifier, id: variants[0]?.id ?? '' }
}
const list = (query: Record<string, string | number> = {}) =>
  shop.call('listInventory', { headers, query })
const rowOf = async (identifier: string) => {
  const { data } = await list({ q: identifier })
  const row = data[0]
  if (!row) throw new Error(`${identifier} is not listed`)
  return row
}
interface Line {
  variantId: string
  delta: number
  revision: number
  key: string
}
const line = async (identifier: string, delta: number): Promise<Line> => {
  const { id, revision } = await rowOf(identifier)
  return { variantId: id, delta, revision, key: crypto.randomUUID() }
}
const save = (lines: Line[], reason = 'Yearly count') =>
  shop.call('saveInventory', { headers, body: { lines, reason } })

describe('the inventory', () => {
  test('shows stock and what open orders have reserved', async () => {
    const { identifier, id } = await stocked(9)
    const buyer = await makeBuyer(shop)
    const placed = await order(shop, buyer, [{ id }], { quantity: 2 })
    expect(await rowOf(identifier)).toMatchObject({
      id,
      code: identifier,
      stock: 7,
      reserved: 2,
      isInShop: true,
    })
    const params = { orderId: placed.id }
    await shop.call('cancelMyOrder', { headers: buyer.headers, params, body: {} })
    expect(await rowOf(identifier)).toMatchObject({ stock: 9, reserved: 0 })
  })

  test('says of a product with dates whether it is in the shop', async () => {
    const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000)
    const [publishedAt, withdrawsAt] = [minutesFromNow(4), minutesFromNow(8)]
    const { identifier } = await addProduct(shop, staff, {
      publishedAt: publishedAt.toISOString(),
      withdrawsAt: withdrawsAt.toISOString(),
    })
    const isInShopAt = async (time: Date | null) => {
      shop.setTime(time)
      return (await rowOf(identifier)).isInShop
    }
    expect(await isInShopAt(null)).toBe(false)
    expect(await isInShopAt(publishedAt)).toBe(true)
    expect(await isInShopAt(withdrawsAt)).toBe(false)
  })

  test('is searched by name, SKU, identifier and options, and filtered by category and stock', async () => {
    const { identifier, id } = await stocked(1)
    await shop.ctx.db.pool.query('update variant set sku = $2 where id = $1', [id, 'SKU-Ä-4711'])
    for (const q of ['sku-ä-4711', 'SKU-Ä', identifier.toUpperCase()])
      expect((await list({ q })).data, q).toMatchObject([{ id, code: 'SKU-Ä-4711' }])
    expect((await list({ q: `${identifier} nothing` })).total).toBe(0)
    expect((await list({ q: '%' })).total).toBe(0)
    const all = await list({ size: 100 })
    expect(all.total).toBeGreaterThan(100)
    const sizes = ['IN_STOCK', 'SOLD_OUT'].map(
      async (availability) => (await list({ availability })).total,
    )
    const [inStock = 0, soldOut = 0] = await Promise.all(sizes)
    expect(inStock + soldOut).toBe(all.total)
    const low = await list({ availability: 'LOW', size: 100 })
    expect(low.data.every(({ stock }) => stock <= 3)).toBe(true)
    expect((await list({ availability: 'LOW', q: identifier })).total).toBe(1)
    const bags = await list({ category: 'women-bags' })
    expect(bags.total).toBeGreaterThan(0)
    expect(bags.total).toBeLessThan(all.total)
  })

  test.each(['name', 'code', 'stock'])(
    'is sorted by %s, page by page without gaps',
    async (sort) => {
      const ids = []
      for (const page of [1, 2, 3])
        ids.push(...(await list({ sort, order: 'asc', size: 20, page })).data.map(({ id }) => id))
      const { data } = await list({ sort, order: 'asc', size: 60 })
      expect(ids).toEqual(data.map(({ id }) => id))
      if (sort === 'stock') {
        const stocks = data.map(({ stock }) => stock)
        expect(stocks).toEqual(stocks.toSorted((one, other) => one - other))
      }
    },
  )
})

describe('several edits saved together', () => {
  test('keep what was sold meanwhile', async () => {
    const [one, other] = [await stocked(5), await stocked(5)]
    const lines = [await line(one.identifier, 3), await line(other.identifier, -5)]
    await order(shop, await makeBuyer(shop), [one], { quantity: 2 })
    const { data } = await save(lines)
    expect(data.map(({ id, stock, reserved }) => [id, stock, reserved])).toEqual([
      [one.id, 6, 2],
      [other.id, 0, 0],
    ])
    const params = { id: one.id }
    const movements = await shop.call('listStockMovements', { headers, params })
    expect(movements.data.map(({ delta, cause }) => [delta, cause])).toEqual([
      [3, 'ADJUSTMENT'],
      [-2, 'HOLD'],
      [5, 'ADJUSTMENT'],
    ])
    expect(movements.data[0]).toMatchObject({ note: 'Yearly count', actor: 'Ada' })
    await expectBalancedBooks(shop)
  })

  test('are rejected together when staff have changed one meanwhile, and then accepted when sent again', async () => {
    const [one, other] = [await stocked(5), await stocked(5)]
    const lines = [await line(one.identifier, 3), await line(other.identifier, 3)]
    await save([await line(other.identifier, 1)])
    expect(await rejectionOf(save(lines))).toMatchObject({
      code: 'STALE_EDIT',
      details: { rows: [{ id: other.id, stock: 6 }] },
    })
    expect([await stockOf(shop, one.id), await stockOf(shop, other.id)]).toEqual([5, 6])
    await save([await line(one.identifier, 3), await line(other.identifier, 3)])
    expect([await stockOf(shop, one.id), await stockOf(shop, other.id)]).toEqual([8, 9])
  })

  test('are rejected together when one takes out more than there is', async () => {
    const [one, other] = [await stocked(5), await stocked(2)]
    const lines = [await line(one.identifier, 3), await line(other.identifier, -2)]
    await order(shop, await makeBuyer(shop), [other])
    expect(await rejectionOf(save(lines))).toMatchObject({
      code: 'NOT_ENOUGH_STOCK',
      details: { lines: [{ variantId: other.id, available: 1 }] },
    })
    expect([await stockOf(shop, one.id), await stockOf(shop, other.id)]).toEqual([5, 1])
  })

  test('count once when they are sent again, also at once', async () => {
    const { identifier, id } = await stocked(5)
    const lines = [await line(identifier, 3)]
    const answers = await Promise.all([save(lines), save(lines), save(lines)])
    expect(answers.map(({ data }) => data[0]?.stock)).toEqual([8, 8, 8])
    const others = lines.map((one) => ({ ...one, delta: 4 }))
    expect(await rejectionOf(save(others))).toMatchObject({ code: 'STOCK_KEY_REUSED' })
    expect(await stockOf(shop, id)).toBe(8)
  })

  test('conflict when two concurrent ones are based on one revision', async () => {
    const { identifier, id } = await stocked(5)
    const [one, other] = [await line(identifier, 3), await line(identifier, 3)]
    const answers = await Promise.allSettled([save([one]), save([other])])
    const rejected = answers.filter(({ status }) => status === 'rejected')
    expect(rejected).toMatchObject([{ reason: { code: 'STALE_EDIT' } }])
    expect(await stockOf(shop, id)).toBe(8)
  })

  test('are in the audit log under their products', async () => {
    const { identifier } = await stocked(5)
    await save([await line(identifier, 3)])
    const owner = await signUp(shop, { role: 'ADMIN', staffRole: 'OWNER' })
    const query = { call: 'saveInventory', size: 1 }
    const { data } = await shop.call('listAuditEntries', { headers: owner.headers, query })
    expect(data[0]?.subjects).toMatchObject([
      { kind: 'PRODUCT', changes: { 'variants.Default.stock': { before: 5, after: 8 } } },
    ])
  })
})

describe('a delivery', () => {
  const check = (lines: { code: string; quantity: number }[]) =>
    shop.call('checkGoods', { headers, body: { lines } })
  const receive = (
    lines: { variantId: string; quantity: number }[],
    {
      key = crypto.randomUUID() as string,
      reference = 'DN 4711',
    }: { key?: string; reference?: string | undefined } = {},
  ) => shop.call('receiveGoods', { headers, body: { key, reference, note: 'Two boxes', lines } })

  test('is found by SKU, and by identifier and options without one', async () => {
    const one = await stocked(5)
    await shop.ctx.db.pool.query('update variant set sku = $2 where id = $1', [one.id, 'ABC-1'])
    await shop.ctx.db.pool.query(
      "update variant set sku = null where product_id = (select id from product where identifier = 'porto-loafer')",
    )
    const shoe = (await list({ q: 'porto-loafer', size: 1 })).data[0]
    expect(shoe?.code).toMatch(/^porto-loafer\/.+\/.+/)
    const codes = ['abc-1', one.identifier, shoe?.code.toUpperCase() ?? '', 'porto-loafer', 'none']
    const { data } = await check(codes.map((code) => ({ code, quantity: 2 })))
    expect(data.map(({ variant }) => variant?.id ?? null)).toEqual([
      one.id,
      null,
      shoe?.id,
      null,
      null,
    ])
    expect(await stockOf(shop, one.id)).toBe(5)
  })

  test('is found by the GTIN that a scanner reads, with or without leading zeros', async () => {
    const one = await stocked(1)
    const [two, gtin] = [await stocked(1), '9506000134352']
    const name = (id: string, sku: string | null, code: string | null) =>
      shop.ctx.db.pool.query('update variant set sku = $2, gtin = $3 where id = $1', [
        id,
        sku,
        code,
      ])
    await name(one.id, 'GTIN-1', gtin)
    await name(two.id, '0614141999996', null)
    const codes = [gtin, `0${gtin}`, 'gtin-1', '0614141999996', '614141999996']
    const { data } = await check(codes.map((code) => ({ code, quantity: 1 })))
    expect(data.map(({ variant }) => variant?.id ?? null)).toEqual([
      one.id,
      one.id,
      one.id,
      two.id,
      null,
    ])
    expect((await list({ q: gtin })).data.map(({ id }) => id)).toEqual([one.id])
  })

  test('is booked into stock and ledger once, and stays to be read', async () => {
    const [one, other] = [await stocked(5), await stocked(0)]
    const lines = [
      { variantId: one.id, quantity: 3 },
      { variantId: other.id, quantity: 12 },
    ]
    const key = crypto.randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => receive(lines, { key })))
    for (const { data } of answers)
      expect(data).toMatchObject({
        id: key,
        reference: 'DN 4711',
        actor: 'Ada',
        variants: 2,
        units: 15,
      })
    expect([await stockOf(shop, one.id), await stockOf(shop, other.id)]).toEqual([8, 12])
    const { data } = await shop.call('getGoodsReceipt', { headers, params: { id: key } })
    expect(data.note).toBe('Two boxes')
    expect(
      data.lines
        .map(({ variantId, quantity, stockAfter }) => [variantId, quantity, stockAfter])
        .toSorted(),
    ).toEqual(
      [
        [one.id, 3, 8],
        [other.id, 12, 12],
      ].toSorted(),
    )
    const found = await shop.call('listGoodsReceipts', { headers, query: { q: 'dn 47' } })
    expect(found.data.map(({ id }) => id)).toContain(key)
    expect((await shop.call('listGoodsReceipts', { headers, query: { q: 'DN 99' } })).total).toBe(0)
    const ledger = await shop.call('listStockMovements', { headers, params: { id: other.id } })
    expect(ledger.data[0]).toMatchObject({
      delta: 12,
      note: 'Delivery DN 4711',
      cause: 'ADJUSTMENT',
    })
    await expectBalancedBooks(shop)
  })

  test('is not booked under the key of another, nor in part', async () => {
    const { id } = await stocked(5)
    const key = crypto.randomUUID()
    await receive([{ variantId: id, quantity: 3 }], { key })
    for (const [quantity, reference] of [
      [4, undefined],
      [3, 'DN 4712'],
    ] as const) {
      const other = receive([{ variantId: id, quantity }], { key, reference })
      expect(await rejectionOf(other)).toMatchObject({ code: 'STOCK_KEY_REUSED' })
    }
    const unknown = { variantId: crypto.randomUUID(), quantity: 1 }
    const part = receive([{ variantId: id, quantity: 1 }, unknown])
    expect(await rejectionOf(part)).toMatchObject({ code: 'VARIANT_NOT_FOUND' })
    expect(await stockOf(shop, id)).toBe(8)
  })

  test('makes a change of stock that is based on less stale', async () => {
    const { identifier, id } = await stocked(5)
    const lines = [await line(identifier, -1)]
    await receive([{ variantId: id, quantity: 3 }])
    expect(await rejectionOf(save(lines))).toMatchObject({ code: 'STALE_EDIT' })
  })
})
