import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Buyer, order } from '../../../test/buyers.ts'
import {
  type CouponDesk,
  newCouponCode,
  openCouponDesk,
  plainCoupon,
} from '../../../test/coupons.ts'
import type { TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf, rejectionsOf } from '../../../test/rejection.ts'
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

const rejected = { status: 400, code: 'COUPON_REFUSED' }

describe('a coupon created by staff', () => {
  test('can be used at once, with its discount', async () => {
    const coupon = await desk.create({ minimumAmount: 200, totalLimit: 5, customerLimit: 1 })
    expect(coupon).toMatchObject({
      ...plainCoupon,
      minimumAmount: 200,
      totalLimit: 5,
      customerLimit: 1,
      state: 'ACTIVE',
      uses: 0,
      isListed: true,
      version: 1,
    })
    const { data } = await shop.call('listMyCoupons', { headers: buyer.headers })
    expect(data.data).toContainEqual(
      expect.objectContaining({ code: coupon.code, discountValue: 12.5 }),
    )
    const placed = await order(shop, buyer, [variant], { couponCode: coupon.code.toLowerCase() })
    expect(placed.couponDiscountAmount).toBe(25)
    expect(await desk.get(coupon.id)).toMatchObject({ uses: 1, wasRedeemed: true })
  })

  test('accepts a fixed amount to the cent, and instants of any zone', async () => {
    const coupon = await desk.create({
      discountType: 'FIXED_AMOUNT',
      discountValue: 50.05,
      validFrom: '2026-01-01T00:00:00+09:00',
      validUntil: '2099-06-30T23:59:59.999-04:00',
      isListed: false,
    })
    expect(coupon).toMatchObject({
      validFrom: '2025-12-31T15:00:00.000Z',
      validUntil: '2099-07-01T03:59:59.999Z',
      isListed: false,
    })
    const placed = await order(shop, buyer, [variant], { couponCode: coupon.code })
    expect(placed.couponDiscountAmount).toBe(50.05)
    const { data } = await shop.call('listMyCoupons', { headers: buyer.headers })
    expect(data.data.map(({ code }) => code)).not.toContain(coupon.code)
  })

  test.each([
    ['a code with a blank', { code: 'TEN PERCENT' }],
    ['a code of other letters', { code: 'DIX％' }],
    ['no code', { code: ' ' }],
    ['no name', { name: ' ' }],
    ['more than all of it', { discountValue: 100.01 }],
    ['nothing', { discountValue: 0 }],
    ['a part of a cent', { discountType: 'FIXED_AMOUNT', discountValue: 1.005 }],
    [
      'an end before its beginning',
      { validFrom: '2026-02-01T00:00:00Z', validUntil: '2026-01-01T00:00:00Z' },
    ],
    ['a day without a time', { validFrom: '2026-02-01' }],
    ['a year that is none', { validFrom: '2026-13-01T00:00:00Z' }],
    ['half a use', { totalLimit: 1.5 }],
    ['no use a customer', { customerLimit: 0 }],
    ['an amount too large', { discountType: 'FIXED_AMOUNT', discountValue: 1_000_000 }],
  ])('is rejected with %s', async (_title, input) => {
    expect(await rejectionOf(desk.create(input))).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    })
  })

  test.each([
    [{ discountValue: 0.001 }, 'discountValue', 'Please use at most two decimals'],
    [{ discountValue: 1_000_000 }, 'discountValue', 'Please write at most 999,999.99'],
    [{ discountValue: 1e20 }, 'discountValue', 'Please write at most 90,071,992,547,409.9'],
    [{ minimumAmount: -1 }, 'minimumAmount', 'Please write at least 0'],
    [{ totalLimit: -1 }, 'totalLimit', 'Please write at least 0'],
    [{ totalLimit: 1.5 }, 'totalLimit', 'Please write a whole number'],
    [{ totalLimit: 2_000_000 }, 'totalLimit', 'Please write at most 1,000,000'],
    [{ customerLimit: 2_000_000 }, 'customerLimit', 'Please write at most 1,000,000'],
    [{ validUntil: '9999-12-31T23:59:59-14:00' }, 'validUntil', 'Please choose a date between 2000 and 2200'],
    [{ validFrom: '0001-01-01T00:00:00Z' }, 'validFrom', 'Please choose a date between 2000 and 2200'],
  ])('with %j is rejected with one sentence about the valid values', async (input, field, message) => {
    const { details } = await rejectionOf(desk.create({ discountType: 'FIXED_AMOUNT', ...input }))
    expect(details).toEqual({ fields: [{ field, message }] })
  }) // biome-ignore format: one case a line

  test('is rejected with an end that has passed; an edit may end it', async () => {
    const ended = new Date(Date.now() - 60_000).toISOString()
    expect(await rejectionOf(desk.create({ validUntil: ended }))).toMatchObject({
      status: 400,
      code: 'COUPON_OVER',
    })
    const { data } = await desk.update(await desk.create(), { validUntil: ended })
    expect(data).toMatchObject({ state: 'ENDED', validUntil: ended })
  })

  test('has a unique code, ignoring case', async () => {
    const first = await desk.create({ code: `ab-${newCouponCode()}` })
    const taken = { status: 409, code: 'COUPON_CODE_TAKEN' }
    expect(await rejectionOf(desk.create({ code: first.code.toUpperCase() }))).toMatchObject(taken)
    const second = await desk.create()
    expect(
      await rejectionOf(desk.update(second, { code: first.code.toUpperCase() })),
    ).toMatchObject(taken)
    expect(await desk.get(second.id)).toEqual(second)
    // A coupon's own code in another case does not conflict with itself.
    expect((await desk.update(first, { code: first.code.toUpperCase() })).data.code).toBe(
      first.code.toUpperCase(),
    )
  })
})

describe('an edit', () => {
  test('applies to later orders; existing ones keep their discount', async () => {
    const coupon = await desk.create()
    const placed = await order(shop, buyer, [variant], { couponCode: coupon.code })
    const { data } = await desk.update(await desk.get(coupon.id), {
      discountValue: 50,
      name: 'For all',
    })
    expect(data).toMatchObject({ discountValue: 50, name: 'For all', version: 2, uses: 1 })
    expect(
      (await order(shop, buyer, [variant], { couponCode: coupon.code })).couponDiscountAmount,
    ).toBe(100)
    const { data: kept } = await shop.call('getMyOrder', {
      headers: buyer.headers,
      params: { orderId: placed.id },
    })
    expect(kept).toMatchObject({ couponDiscountAmount: 25, appliedCoupon: { name: 'For friends' } })
  })

  test('cannot change code and type once an order had it, even a cancelled one', async () => {
    const coupon = await desk.create()
    await desk.update(coupon, { code: newCouponCode(), discountType: 'FIXED_AMOUNT' })
    const { id } = coupon
    const placed = await order(shop, buyer, [variant], { couponCode: (await desk.get(id)).code })
    await shop.call('cancelMyOrder', {
      headers: buyer.headers,
      params: { orderId: placed.id },
      body: {},
    })
    const used = await desk.get(id)
    expect(used).toMatchObject({ uses: 0, wasRedeemed: true, discountType: 'FIXED_AMOUNT' })
    for (const change of [{ code: newCouponCode() }, { discountType: 'PERCENTAGE' }])
      expect(await rejectionOf(desk.update(used, change))).toMatchObject({
        status: 409,
        code: 'COUPON_REDEEMED',
      })
    await desk.update(used, { name: 'Otherwise' })
  })

  test('of an outdated version is rejected, and nothing is lost', async () => {
    const coupon = await desk.create()
    await desk.update(coupon, { name: 'First' })
    expect(await rejectionOf(desk.update(coupon, { name: 'Second' }))).toMatchObject({
      status: 409,
      code: 'STALE_EDIT',
    })
    const outcomes = await Promise.all(
      [1, 2, 3].map(async (n) =>
        desk.update({ ...coupon, version: 2 }, { name: `n ${n}` }).then(
          () => 'saved',
          ({ code }) => code,
        ),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['STALE_EDIT', 'STALE_EDIT', 'saved'])
    expect(await rejectionOf(desk.update({ ...coupon, id: crypto.randomUUID() }))).toMatchObject({
      code: 'COUPON_NOT_FOUND',
    })
  })

  test('concurrent with an order is applied before or after it', async () => {
    for (let round = 0; round < 5; round++) {
      const coupon = await desk.create()
      const [edited, placed] = await Promise.all([
        desk.update(coupon, { discountType: 'FIXED_AMOUNT' }).then(
          () => true,
          () => false,
        ),
        order(shop, buyer, [variant], { couponCode: coupon.code }),
      ])
      const now = await desk.get(coupon.id)
      expect(now).toMatchObject({ uses: 1, discountType: edited ? 'FIXED_AMOUNT' : 'PERCENTAGE' })
      expect(['FIXED_AMOUNT', 'PERCENTAGE']).toContain(placed.appliedCoupon?.discountType)
    }
  })
})

test('a disabled coupon is rejected until it is enabled', async () => {
  const { id, code } = await desk.create()
  expect((await desk.enable(id, false)).data).toMatchObject({ isEnabled: false, state: 'DISABLED' })
  expect(await rejectionOf(order(shop, buyer, [variant], { couponCode: code }))).toMatchObject(
    rejected,
  )
  await desk.enable(id, false)
  expect((await desk.enable(id, true)).data).toMatchObject({ isEnabled: true, state: 'ACTIVE' })
  await order(shop, buyer, [variant], { couponCode: code })
  expect(await rejectionOf(desk.enable(crypto.randomUUID(), true))).toMatchObject({
    code: 'COUPON_NOT_FOUND',
  })
})

test('support can read coupons, but not change them', async () => {
  const { id } = await desk.create()
  const { headers } = desk.support
  const params = { couponId: id }
  const body = { ...plainCoupon, code: newCouponCode() }
  const calls = [
    shop.call('createCoupon', { headers, body }),
    shop.call('updateCoupon', { headers, params, body: { ...body, version: 1 } }),
    shop.call('setCouponEnabled', { headers, params, body: { isEnabled: false } }),
  ]
  for (const { code } of await rejectionsOf(calls)) expect(code).toBe('FORBIDDEN')
  expect(await desk.get(id)).toMatchObject({ version: 1 })
})
