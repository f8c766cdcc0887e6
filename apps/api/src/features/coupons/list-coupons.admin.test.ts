import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../test/buyers.ts'
import { type CouponDesk, newCouponCode, openCouponDesk } from '../../../test/coupons.ts'
import type { TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let desk: CouponDesk
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  desk = await openCouponDesk(shop)
  ;({ buyer, variant } = desk)
})
afterAll(() => shop.close())

const list = (query: Record<string, string | number> = {}) =>
  shop.call('listCoupons', { headers: desk.support.headers, query })
const codes = async (query: Record<string, string | number>) =>
  (await list(query)).data.map(({ code }) => code)
const redemptions = (couponId: string, query: Record<string, string | number> = {}) =>
  shop.call('listRedemptions', { headers: desk.support.headers, params: { couponId }, query })
describe('the list', () => {
  test('shows each coupon’s state, and searches code and name', async () => {
    const mark = newCouponCode()
    const [soon, over, used, off, on] = await Promise.all([
      desk.create({ name: `${mark} soon`, validFrom: '2099-01-01T00:00:00Z' }),
      desk.create({ name: `${mark} over` }),
      desk.create({ name: `${mark} used`, totalLimit: 0 }),
      desk.create({ name: `${mark} off` }),
      desk.create({ name: `${mark} on 100%` }),
    ])
    await desk.update(over, { validUntil: '2020-01-01T00:00:00Z' })
    await desk.enable(off.id, false)
    const states = { SCHEDULED: soon, ENDED: over, USED_UP: used, DISABLED: off, ACTIVE: on }
    for (const [state, { code }] of Object.entries(states)) {
      expect(await codes({ q: mark.toLowerCase(), state }), state).toEqual([code])
      expect(await codes({ q: code })).toEqual([code])
    }
    expect(await codes({ q: `${mark} on 100%` })).toEqual([on.code])
    expect(await codes({ q: `${mark}%` })).toEqual([])
    expect(await list({ q: mark })).toMatchObject({ total: 5 })
    expect((await codes({ q: mark, sort: 'validUntil', order: 'asc' }))[0]).toBe(over.code)
  })

  test.each(['createdAt', 'code', 'validUntil'])(
    'sorted by %s shows each once across pages',
    async (sort) => {
      const { total } = await list()
      const pages = Array.from({ length: Math.ceil(total / 4) }, (_, page) =>
        codes({ sort, order: 'asc', size: 4, page: page + 1 }),
      )
      const seen = (await Promise.all(pages)).flat()
      expect(new Set(seen).size).toBe(total)
      expect(seen).toEqual((await codes({ sort, order: 'asc', size: 100 })).slice(0, total))
    },
  )
})

test('the orders of a coupon are listed newest first, with their customers', async () => {
  const { id, code } = await desk.create()
  const other = await makeBuyer(shop)
  const first = await order(shop, buyer, [variant], { couponCode: code })
  const second = await order(shop, other, [variant], { couponCode: code })
  await shop.call('cancelMyOrder', {
    headers: buyer.headers,
    params: { orderId: first.id },
    body: {},
  })
  const { data, total } = await redemptions(id)
  expect(total).toBe(2)
  expect(data).toMatchObject([
    {
      orderId: second.id,
      orderNumber: second.orderNumber,
      orderStatus: 'PENDING',
      customer: { id: other.userId, email: other.email },
      discountAmount: 25,
      releasedAt: null,
    },
    { orderId: first.id, orderStatus: 'CANCELLED', releasedAt: expect.any(String) },
  ])
  expect((await redemptions(id, { size: 1, page: 2 })).data).toEqual(data.slice(1))
  expect(await redemptions(id, { counting: 'true' })).toMatchObject({
    total: 1,
    data: [{ orderId: second.id }],
  })
  expect(await rejectionOf(redemptions(crypto.randomUUID()))).toMatchObject({
    code: 'COUPON_NOT_FOUND',
  })
})
