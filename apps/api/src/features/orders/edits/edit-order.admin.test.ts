import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, order } from '../../../../test/buyers.ts'
import { addCoupon } from '../../../../test/coupons.ts'
import { emailTo } from '../../../../test/emails.ts'
import { expectBalancedBooks, stockOf } from '../../../../test/ledger-assertions.ts'
import { type OrderDesk, openOrderDesk, parcel } from '../../../../test/order-edits.ts'
import { attemptsOf, begin, capturePayment, press, untilStatus } from '../../../../test/payments.ts'
import { setPrice, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'
import { untilBlocked } from '../../../../test/wait-for-lock.ts'

let shop: TestShop
let desk: OrderDesk
let buyer: Buyer
let bag: TestVariant
let coat: TestVariant
let belt: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  desk = await openOrderDesk(shop)
  ;({ bag, coat, belt } = desk)
})
beforeEach(async () => {
  buyer = await desk.startAfresh()
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

describe('an order that is not paid', () => {
  test('changes itself: lines, stock, coupon share and total', async () => {
    const { code } = await addCoupon(shop, { discount_value: 10_00 })
    const placed = await order(shop, buyer, [bag, belt], { quantity: 2, couponCode: code })
    expect(placed).toMatchObject({
      itemsTotalPrice: 980,
      couponDiscountAmount: 98,
      totalAmount: 882,
    })
    const shown = await desk.preview(placed.id, [
      [bag, 1],
      [coat, 1],
    ])
    expect(shown).toMatchObject({
      before: { totalAmount: 882 },
      after: { itemsTotalPrice: 950, couponDiscountAmount: 95, shippingFee: 0, totalAmount: 855 },
      effect: 'TOTAL',
      difference: -27,
      unavailableItems: [],
    })
    expect(await stockOf(shop, coat.id)).toBe(10)
    const changed = await desk.edit(
      placed.id,
      [
        [bag, 1],
        [coat, 1],
      ],
      -27,
    )
    expect(changed).toMatchObject({
      status: 'PENDING',
      totalAmount: 855,
      supplements: [],
      edits: [{ after: { totalAmount: 855 } }],
    })
    expect(changed.items.map(({ variantId, quantity }) => [variantId, quantity])).toEqual([
      [bag.id, 1],
      [coat.id, 1],
    ])
    expect([
      await stockOf(shop, bag.id),
      await stockOf(shop, belt.id),
      await stockOf(shop, coat.id),
    ]).toEqual([9, 10, 9])
    await desk.pay(placed.id)
    expect(await attemptsOf(shop, placed.id)).toMatchObject([
      { amount_cents: 855_00, status: 'PAID' },
    ])
  })

  test('keeps the agreed price of its lines, and takes the current one for new ones', async () => {
    const placed = await order(shop, buyer, [bag])
    await setPrice(shop, bag, 999_00)
    await setPrice(shop, belt, 100_00)
    const changed = await desk.edit(
      placed.id,
      [
        [bag, 2],
        [belt, 1],
      ],
      500,
    )
    expect(changed).toMatchObject({ itemsTotalPrice: 900, totalAmount: 900 })
  })

  test('has its open attempt closed; money that comes for it all the same waits for staff', async () => {
    const placed = await order(shop, buyer, [bag])
    const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
    await desk.edit(placed.id, [[coat, 1]], 150)
    expect(await attemptsOf(shop, placed.id)).toMatchObject([{ status: 'FAILED' }])
    await capturePayment(shop, attempt.paymentId, 400)
    await desk.until(placed.id, { status: 'PENDING', isPaymentInReview: true })
    expect((await desk.seenByStaff(placed.id)).payments).toMatchObject([
      {
        captured: 400,
        review: {
          kind: 'DECIDE',
          reason: '$400.00 received for the order as it was before it was changed',
        },
      },
    ])
    await desk.asStaff('markOrderPaid', placed.id, { reference: 'The rest in the boutique' })
    await desk.until(placed.id, { status: 'PROCESSING', paymentStatus: 'PAID' })
  })

  test('is neither marked as paid nor sent from a page that shows it as it was', async () => {
    const { id } = await order(shop, buyer, [bag])
    const seen = { version: (await desk.seenByStaff(id)).version }
    await desk.edit(id, [[coat, 1]], 150)
    const { version } = await desk.seenByStaff(id)
    const stale = { status: 409, code: 'STALE_EDIT', details: { version } }
    const reference = 'Wire of $400'
    expect(
      await rejectionOf(desk.asStaff('markOrderPaid', id, { reference, ...seen })),
    ).toMatchObject(stale)
    expect(await attemptsOf(shop, id)).toEqual([])
    await desk.asStaff('markOrderPaid', id, { reference: 'Wire of $550', version })
    expect(await rejectionOf(desk.asStaff('shipOrder', id, { ...parcel, ...seen }))).toMatchObject(
      stale,
    )
    await desk.asStaff('shipOrder', id, { ...parcel, version })
    expect((await desk.seen(id)).status).toBe('SHIPPED')
  })

  test('of which a payment is being confirmed cannot be changed', async () => {
    const placed = await order(shop, buyer, [bag])
    const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
    await press(shop, attempt, 'delay')
    await untilStatus(shop, buyer, attempt, { status: 'PROCESSING' })
    expect(await rejectionOf(desk.edit(placed.id, [[belt, 1]], -294.01))).toMatchObject({
      code: 'ORDER_EDIT_CHANGED',
    })
    expect(await rejectionOf(desk.edit(placed.id, [[belt, 1]], -310))).toMatchObject({
      code: 'PAYMENT_IN_PROGRESS',
    })
    expect(await stockOf(shop, bag.id)).toBe(9)
  })

  test('is not paid in an amount that was read before it was changed', async () => {
    const { pool } = shop.ctx.db
    const placed = await order(shop, buyer, [bag])
    const client = await pool.connect()
    await client.query('begin')
    await client.query('select from orders where id = $1 for no key update', [placed.id])
    const beginning = rejectionOf(begin(shop, buyer, placed.id, 'STRIPE'))
    await untilBlocked(shop, 'for no key update')
    await client.query('update orders set items_cents = 50000, total_cents = 50000 where id = $1', [
      placed.id,
    ])
    await client.query('update order_line set unit_cents = 50000 where order_id = $1', [placed.id])
    await client.query('commit')
    client.release()
    expect(await beginning).toMatchObject({ code: 'PAYMENT_FAILED' })
    expect(await attemptsOf(shop, placed.id)).toEqual([])
    await begin(shop, buyer, placed.id, 'STRIPE')
    expect(await attemptsOf(shop, placed.id)).toMatchObject([{ amount_cents: 500_00 }])
  })
})

test('the cash on delivery changes with the order', async () => {
  const placed = await order(shop, buyer, [bag])
  await begin(shop, buyer, placed.id, 'COD')
  expect(await desk.preview(placed.id, [[bag, 2]])).toMatchObject({
    effect: 'CASH',
    difference: 400,
  })
  await desk.edit(placed.id, [[bag, 2]], 400)
  expect((await emailTo(shop, buyer.email, 'order-changed')).text).toContain(
    'You now pay $800.00 when it is delivered.',
  )
  await desk.asStaff('shipOrder', placed.id, parcel)
  await desk.asStaff('collectCash', placed.id)
  expect(await attemptsOf(shop, placed.id)).toMatchObject([
    { captured_cents: 800_00, status: 'PAID' },
  ])
})
