import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { aroundToday } from '../../../../test/around-today.ts'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { addCoupon } from '../../../../test/coupons.ts'
import { emailTo } from '../../../../test/emails.ts'
import { expectBalancedBooks } from '../../../../test/ledger-assertions.ts'
import { begin, press, untilStatus } from '../../../../test/payments.ts'
import { setPrice, stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { askReturn, deliveredOrder, inspected, stepReturn } from '../../../../test/returns.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let staff: Buyer
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  staff = await makeBuyer(shop, { role: 'ADMIN' })
  buyer = await makeBuyer(shop)
  ;[variant] = await stockVariants(shop, 1, 1_000)
  await setPrice(shop, variant, 100_00)
})
afterEach(() => expectBalancedBooks(shop))
afterAll(() => shop.close())

const gift = {
  isWrapped: true,
  message: 'Für dich 🎁\nعيد ميلاد سعيد',
  sender: 'Ada',
  hidesPrices: true,
}
const nothing = { isWrapped: false, message: ' ', sender: '', hidesPrices: false }
const preview = async (body: object = {}) => {
  const items = [{ variantId: variant.id, quantity: 1 }]
  const input = { headers: buyer.headers, body: { items, addressId: buyer.addressId, ...body } }
  return (await shop.call('previewOrder', input)).data
}
const getMine = async (orderId: string) =>
  (await shop.call('getMyOrder', { headers: buyer.headers, params: { orderId } })).data
const getStaff = async (orderId: string) =>
  (await shop.call('getOrder', { headers: staff.headers, params: { orderId } })).data
async function saveGifts(document: { isOffered: boolean; wrapFee: number }) {
  const { data } = await shop.call('getGiftsDraft', { headers: staff.headers })
  await shop.call('saveGifts', {
    headers: staff.headers,
    body: { version: data.version, document },
  })
  await shop.changesReceived()
}

test('an order for which nothing of a gift is chosen is the same as without the choice', async () => {
  expect(await preview({ gift: nothing })).toEqual(await preview())
  expect(await preview({ gift: null })).toEqual(await preview())
  expect(await preview()).not.toHaveProperty('gift')
  const plain = await order(shop, buyer, [variant], { expectedTotal: 115.99, key: 'plain' })
  const same = await order(shop, buyer, [variant], {
    expectedTotal: 115.99,
    key: 'plain',
    gift: nothing,
  })
  expect(same.id).toBe(plain.id)
  expect(plain).not.toHaveProperty('gift')
  expect(await getStaff(plain.id)).not.toHaveProperty('gift')
  const { text, html } = await emailTo(shop, buyer.email, 'order-placed')
  expect(`${text}${html}`).not.toMatch(/gift|wrapping/i)
  const [slip] = (
    await shop.call('listPackingSlips', { headers: staff.headers, query: { orderIds: plain.id } })
  ).data
  expect(slip).not.toHaveProperty('gift')
})

describe('gift wrapping', () => {
  test('costs $25 by default, and is a part of the total in preview, order, e-mail and payment', async () => {
    expect((await shop.call('getGiftOptions')).data).toEqual({ isOffered: true, wrapFee: 25 })
    expect(await preview({ gift })).toMatchObject({
      goodsTotalPrice: 100,
      shippingFee: 15.99,
      finalAmount: 140.99,
      gift: { isWrapped: true, wrapFee: 25 },
    })
    const placed = await order(shop, buyer, [variant], { gift, expectedTotal: 140.99 })
    expect(placed).toMatchObject({ totalAmount: 140.99, gift: { ...gift, wrapFee: 25 } })
    expect(await getMine(placed.id)).toMatchObject({
      totalAmount: 140.99,
      gift: { ...gift, wrapFee: 25 },
    })
    expect(await getStaff(placed.id)).toMatchObject({
      totalAmount: 140.99,
      gift: { ...gift, wrapFee: 25 },
    })
    const { text, html } = await emailTo(shop, buyer.email, 'order-placed')
    expect(text).toContain('Gift wrapping: $25.00')
    expect(text).toContain('Total: $140.99')
    // An unconfirmed address may belong to a stranger.
    expect(`${text}${html}`).not.toContain('Für dich')
    const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
    await press(shop, attempt, 'approve')
    await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
    expect(await getStaff(placed.id)).toMatchObject({ capturedAmount: 140.99 })
  })

  test('is never discounted, and does not make delivery free', async () => {
    const { code } = await addCoupon(shop, { discount_value: 50_00 })
    await setPrice(shop, variant, 280_00)
    expect(await preview({ gift, couponCode: code })).toMatchObject({
      shippingFee: 15.99,
      couponDiscountAmount: 140,
      finalAmount: 180.99,
    })
    await setPrice(shop, variant, 100_00)
  })

  test('a gift without wrapping costs nothing more', async () => {
    const unwrapped = { message: 'With love' }
    expect(await preview({ gift: unwrapped })).toMatchObject({
      finalAmount: 115.99,
      gift: { isWrapped: false, wrapFee: 0 },
    })
    const placed = await order(shop, buyer, [variant], { gift: unwrapped, expectedTotal: 115.99 })
    expect(placed.gift).toEqual({
      isWrapped: false,
      wrapFee: 0,
      message: 'With love',
      sender: null,
      hidesPrices: false,
    })
  })

  test('another fee changes the total of an order that was previewed before', async () => {
    await saveGifts({ isOffered: true, wrapFee: 30 })
    expect((await shop.call('getGiftOptions')).data.wrapFee).toBe(30)
    expect(
      await rejectionOf(order(shop, buyer, [variant], { gift, expectedTotal: 140.99 })),
    ).toMatchObject({
      code: 'TOTAL_CHANGED',
      details: { finalAmount: 145.99, gift: { wrapFee: 30 } },
    })
    await saveGifts({ isOffered: false, wrapFee: 30 })
    expect(await preview({ gift })).toEqual(await preview())
    expect(await rejectionOf(order(shop, buyer, [variant], { gift }))).toMatchObject({
      status: 409,
      code: 'GIFT_UNAVAILABLE',
    })
    await saveGifts({ isOffered: true, wrapFee: 25 })
  })

  test('is refunded with the last item that comes back, and not before', async () => {
    const placed = await deliveredOrder(shop, { buyer, staff }, [variant], { quantity: 2, gift })
    const back = async () => {
      const asked = await askReturn(shop, buyer, placed.id, [{ variantId: variant.id }])
      const { refund } = await inspected(shop, staff, asked)
      const { id } = asked
      await stepReturn(shop, staff, 'refundReturn', id, { amount: refund.amount })
      return {
        refund,
        mine: (await shop.call('getMyReturn', { headers: buyer.headers, params: { returnId: id } }))
          .data,
      }
    }
    const first = await back()
    expect(first.refund).toMatchObject({ wrapping: 0, amount: 100 })
    expect(first.mine).not.toHaveProperty('wrapRefund')
    const last = await back()
    expect(last.refund).toMatchObject({ wrapping: 25, amount: 125 })
    expect(last.mine).toMatchObject({ wrapRefund: 25, refundedAmount: 125 })
    expect((await emailTo(shop, buyer.email, 'return-refunded')).text).toContain(
      'Gift wrapping: $25.00',
    )
    await vi.waitFor(async () => expect((await getMine(placed.id)).refundedAmount).toBe(225), {
      timeout: 60_000,
    })
  })

  test('has a line of its own in the sales report, which adds up', async () => {
    const { data } = await shop.call('getSalesReport', {
      headers: staff.headers,
      query: aroundToday(),
    })
    const row = data.rows.find(({ kind }) => kind === 'WRAPPING')
    expect(row).toMatchObject({ label: 'Gift wrapping', key: null })
    expect(row?.wrapping).toBe(data.total.wrapping)
    const cents = (of: (one: (typeof data.rows)[number]) => number) =>
      data.rows.reduce((sum, one) => sum + Math.round(of(one) * 100), 0)
    expect(cents(({ net }) => net)).toBe(Math.round(data.total.net * 100))
    expect(cents(({ refunds }) => refunds)).toBe(Math.round(data.total.refunds * 100))
  })
})

describe('a gift with hidden prices', () => {
  test('cannot be paid at the door', async () => {
    const placed = await order(shop, buyer, [variant], { gift: { hidesPrices: true } })
    expect(await getMine(placed.id)).toMatchObject({
      closedPaymentMethods: [{ paymentMethod: 'COD', code: 'COD_SHOWS_PRICE' }],
    })
    expect(await rejectionOf(begin(shop, buyer, placed.id, 'COD'))).toMatchObject({
      status: 409,
      code: 'COD_SHOWS_PRICE',
    })
    const shown = await order(shop, buyer, [variant], { gift: { message: 'With love' } })
    await begin(shop, buyer, shown.id, 'COD')
  })
})

describe('staff', () => {
  test('find gifts in the list, and have message and wrapping on the packing slip', async () => {
    const placed = await order(shop, buyer, [variant], { gift })
    const list = async (query: object) =>
      (await shop.call('listOrders', { headers: staff.headers, query: { size: 100, ...query } }))
        .data
    const all = await list({})
    const gifts = await list({ isGift: 'true' })
    expect(gifts.map(({ id }) => id)).toEqual(
      all.filter(({ isGift }) => isGift).map(({ id }) => id),
    )
    expect(gifts.map(({ id }) => id)).toContain(placed.id)
    expect(gifts.length).toBeLessThan(all.length)
    const { data: counts } = await shop.call('countOrders', {
      headers: staff.headers,
      query: { isGift: 'true' },
    })
    expect(counts.total).toBe(gifts.length)
    const [slip] = (
      await shop.call('listPackingSlips', {
        headers: staff.headers,
        query: { orderIds: placed.id },
      })
    ).data
    expect(slip?.gift).toEqual(gift)
    expect(JSON.stringify({ ...slip, gift: null })).not.toMatch(/\$|price|fee|amount|total/i)
  })

  test('make links to gifts only, of orders that are not cancelled', async () => {
    const make = (orderId: string) =>
      shop.call('makeGiftLink', { headers: staff.headers, params: { orderId } })
    const plain = await order(shop, buyer, [variant], { source: 'buyNow', remark: 'No gift' })
    expect(await rejectionOf(make(plain.id))).toMatchObject({ status: 409, code: 'NOT_A_GIFT' })
    const given = await order(shop, buyer, [variant], { gift: { sender: 'Ada' } })
    const { code, link, page } = (await make(given.id)).data
    expect(link).toMatch(/\/gift#token=[0-9A-Z]{28}$/)
    expect(link).toContain(code.replaceAll(' ', ''))
    expect(link).toContain(page)
    const { rows } = await shop.ctx.db.pool.query(
      "select encode(code_hash, 'hex') as hash from gift_link where order_id = $1",
      [given.id],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(code.replaceAll(' ', ''))
    const { rows: audited } = await shop.ctx.db.pool.query(
      "select * from audit_entry where call = 'makeGiftLink'",
    )
    expect(audited.length).toBeGreaterThan(0)
    expect(JSON.stringify(audited)).not.toContain(code.replaceAll(' ', ''))
    await shop.call('cancelMyOrder', {
      headers: buyer.headers,
      params: { orderId: given.id },
      body: {},
    })
    expect(await rejectionOf(make(given.id))).toMatchObject({ code: 'ORDER_CANCELLED' })
    expect(await rejectionOf(shop.call('openGift', { body: { code } }))).toMatchObject({
      code: 'LINK_EXPIRED',
    })
  })
})

describe('a gift is rejected with', () => {
  test.each([
    ['a message that is too long', { message: 'x'.repeat(301) }],
    ['a message of nine lines', { message: Array(9).fill('x').join('\n') }],
    ['a sender of two lines', { sender: 'Ada\nB' }],
    ['control characters', { message: 'a\u0007b' }],
    ['an unknown field', { fee: 1 }],
  ])('%s', async (_title, wrong) => {
    expect(
      await rejectionOf(order(shop, buyer, [variant], { gift: wrong as never })),
    ).toMatchObject({ status: 400 })
  })
})
