import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { addCoupon } from '../../../../test/coupons.ts'
import { emailsTo, emailTo } from '../../../../test/emails.ts'
import { expireReservation } from '../../../../test/expire-reservations.ts'
import { begin, press, untilStatus } from '../../../../test/payments.ts'
import { setStock, stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'
import { applyPayment } from '../paying/apply-payment.ts'

let shop: TestShop
let staff: Buyer
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  staff = await makeBuyer(shop, { role: 'ADMIN' })
  ;[variant] = await stockVariants(shop, 1, 1_000)
  await shop.ctx.db.pool.query('update variant set price_cents = 1200_00 where id = $1', [
    variant.id,
  ])
})
beforeEach(async () => {
  buyer = await makeBuyer(shop)
})
afterAll(() => shop.close())

const kinds = async () =>
  (await emailsTo(shop, buyer.email))
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('order-'))
const byStaff = { carrier: 'DHL', trackingNumber: 'JD0146' }

test('contain items, discount, shipping and total, and link to the order', async () => {
  const { code } = await addCoupon(shop, { discount_type: 'FIXED_AMOUNT', discount_value: 50_50 })
  const placed = await order(shop, buyer, [variant], { quantity: 2, couponCode: code })
  const { subject, text, html } = await emailTo(shop, buyer.email, 'order-placed')
  expect(subject).toBe(`Your order ${placed.orderNumber}`)
  const name = placed.items[0]?.productName ?? ''
  for (const line of [
    `${name} × 2 (`,
    ': $2,400.00',
    'Subtotal: $2,400.00',
    `Coupon ${code}: −$50.50`,
    'Delivery: Complimentary',
    'Total: $2,349.50',
    `${shop.ctx.config.publicUrl}/profile/orders/${placed.id}`,
  ])
    expect(text).toContain(line)
  const [, src = ''] = /<img src="([^"]+)"/.exec(html ?? '') ?? []
  expect(src).toMatch(/\/media\/.+-160\.webp$/)
  expect(new URL(src).origin).toBe(new URL(shop.ctx.config.publicUrl).origin)
  const picture = await shop.app.inject({ url: new URL(src).pathname })
  expect(picture.headers['content-type']).toBe('image/webp')
  for (const said of [name.replace(/[&']/g, ''), '$2,349.50', placed.orderNumber])
    expect(html?.replace(/&(amp|#39);/g, '')).toContain(said)
})

test('contain no text of the shopper', async () => {
  const remark = 'Visit http://example.org now'
  await order(shop, buyer, [variant], { remark })
  const { text, html } = await emailTo(shop, buyer.email, 'order-placed')
  for (const typed of [remark, 'example.org', 'Spring Street', 'Ada Buyer'])
    expect(`${text}${html}`).not.toContain(typed)
})

test('name the shopper once the address is confirmed', async () => {
  await order(shop, buyer, [variant])
  expect((await emailTo(shop, buyer.email, 'order-placed')).text).toContain('Good day,')
  const confirm = 'update users set email_verified_at = now() where lower(email) = lower($1)'
  await shop.ctx.db.pool.query(confirm, [buyer.email])
  const placed = await order(shop, buyer, [variant], { key: 'another' })
  const { subject, text } = await emailTo(shop, buyer.email, 'order-placed')
  expect(subject).toContain(placed.orderNumber)
  expect(text).toContain('Dear Ada,')
})

test('are not sent for a rejected order', async () => {
  await setStock(shop, variant, 0)
  await order(shop, buyer, [variant]).catch(() => {})
  await setStock(shop, variant, 1_000)
  expect(await kinds()).toEqual([])
})

test('report each step of an order paid by card once', async () => {
  const placed = await order(shop, buyer, [variant], { key: 'one' })
  await order(shop, buyer, [variant], { key: 'one' })
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  for (const _ of [1, 2, 3]) await applyPayment(shop.ctx, attempt.paymentId)
  const params = { orderId: placed.id }
  const { headers } = staff
  await shop.call('shipOrder', { headers, params, body: byStaff })
  expect((await emailTo(shop, buyer.email, 'order-shipped')).text).toContain('DHL, number JD0146')
  await shop.call('deliverOrder', { headers, params })
  for (const [amount, sum] of [
    [100, '$100.00'],
    [200, '$300.00'],
  ] as const) {
    const body = { amount, reason: 'A scratch', key: `of ${amount}` }
    await shop.call('refundOrder', { headers, params, body })
    await vi.waitFor(
      async () => {
        const emails = await emailsTo(shop, buyer.email)
        expect(
          emails.some(
            ({ kind, text }) => kind === 'order-refunded' && text?.includes(`${sum} in all`),
          ),
        ).toBe(true)
      },
      { timeout: 60_000 },
    )
  }
  expect(await kinds()).toEqual([
    'order-placed',
    'order-paid',
    'order-shipped',
    'order-delivered',
    'order-refunded',
    'order-refunded',
  ])
})

test('of an order paid on delivery claim no payment', async () => {
  const placed = await order(shop, buyer, [variant])
  await begin(shop, buyer, placed.id, 'COD')
  expect(await kinds()).toEqual(['order-placed', 'order-accepted'])
  const { text } = await emailTo(shop, buyer.email, 'order-accepted')
  expect(text).toContain('you pay when it is delivered')
  expect(text).not.toContain('has arrived')
})

test('report a cancellation, and a refund only if there is one', async () => {
  const unpaid = await order(shop, buyer, [variant])
  await expireReservation(shop, unpaid.id)
  expect(await kinds()).toEqual(['order-placed'])
  const { headers } = buyer
  await shop.call('cancelMyOrder', { headers, params: { orderId: unpaid.id }, body: {} })
  expect((await emailTo(shop, buyer.email, 'order-cancelled')).text).not.toContain('paid back')

  buyer = await makeBuyer(shop)
  const paid = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, paid.id, 'PAYPAL')
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  const params = { orderId: paid.id }
  await shop.call('cancelMyOrder', { headers: buyer.headers, params, body: {} })
  expect((await emailTo(shop, buyer.email, 'order-cancelled')).text).toContain('is being paid back')
  await emailTo(shop, buyer.email, 'order-refunded')
})
