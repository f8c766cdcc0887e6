import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, order } from '../../../../test/buyers.ts'
import { emailsTo, emailTo } from '../../../../test/emails.ts'
import { expireReservation } from '../../../../test/expire-reservations.ts'
import { expectBalancedBooks, stockOf } from '../../../../test/ledger-assertions.ts'
import { type OrderDesk, openOrderDesk, parcel } from '../../../../test/order-edits.ts'
import { begin, refundsOf } from '../../../../test/payments.ts'
import { setPrice, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

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

describe('a paid order that becomes dearer', () => {
  test('gets a supplementary order for the difference, linked both ways', async () => {
    const { id, orderNumber } = await desk.paid([bag])
    expect(await desk.preview(id, [[coat, 1]])).toMatchObject({
      effect: 'SUPPLEMENT',
      difference: 150,
      after: { totalAmount: 550 },
    })
    const changed = await desk.edit(id, [[coat, 1]], 150)
    expect(changed).toMatchObject({
      status: 'PROCESSING',
      itemsTotalPrice: 550,
      supplementAmount: 150,
      totalAmount: 400,
    })
    const { id: supplementId, ...link } = await desk.supplementOf(id)
    expect(link).toMatchObject({ status: 'PENDING', totalAmount: 150 })
    expect(await desk.seen(supplementId)).toMatchObject({
      supplementOf: { id, orderNumber },
      totalAmount: 150,
      shippingFee: 0,
      items: [{ variantId: coat.id, quantity: 1, unitPrice: 150 }],
      canPay: true,
      closedPaymentMethods: [{ paymentMethod: 'COD', code: 'COD_FOR_SUPPLEMENT' }],
    })
    expect([await stockOf(shop, bag.id), await stockOf(shop, coat.id)]).toEqual([10, 9])
    const mails = await emailsTo(shop, buyer.email)
    expect(mails.at(-1)).toMatchObject({
      kind: 'order-changed',
      subject: `Your order ${orderNumber} was changed`,
    })
    expect(mails.at(-1)?.text).toContain(
      `The difference of $150.00 is an order of its own, ${link.orderNumber}.`,
    )
    expect(mails.at(-2)).toMatchObject({
      kind: 'order-placed',
      subject: `The difference for your changed order: ${link.orderNumber}`,
    })
    expect(mails.at(-2)?.text).toContain(`/profile/orders/${supplementId}`)
    // Delivery belongs to the order that was changed.
    expect(mails.at(-2)?.text).toContain('Total: $150.00')
    expect(mails.at(-2)?.text).not.toContain('Delivery')
  })

  test('is sent once the difference is paid, which completes the supplementary order', async () => {
    const { id } = await desk.paid([bag])
    await desk.edit(
      id,
      [
        [bag, 1],
        [belt, 1],
      ],
      90,
    )
    expect((await desk.seenByStaff(id)).actions).not.toContain('ship')
    expect(await rejectionOf(desk.asStaff('shipOrder', id, parcel))).toMatchObject({
      status: 409,
      code: 'ORDER_SUPPLEMENT_OPEN',
    })
    const supplement = await desk.supplementOf(id)
    expect(await rejectionOf(begin(shop, buyer, supplement.id, 'COD'))).toMatchObject({
      code: 'COD_FOR_SUPPLEMENT',
    })
    await desk.pay(supplement.id)
    await desk.until(supplement.id, { status: 'COMPLETED' })
    await desk.asStaff('shipOrder', id, parcel)
    expect(await desk.seen(id)).toMatchObject({
      status: 'SHIPPED',
      totalAmount: 400,
      supplementAmount: 90,
    })
  })

  test('whose supplementary order is not paid is shown to staff, who undo the change', async () => {
    const { id } = await desk.paid([bag])
    await desk.edit(id, [[coat, 1]], 150)
    const supplement = await desk.supplementOf(id)
    await expireReservation(shop, supplement.id)
    await desk.until(supplement.id, { status: 'UNPAID', canPay: true })
    const listed = async () =>
      (
        await shop.call('listOrders', { headers: desk.staff.headers, query: { needsReview: true } })
      ).data.map((row) => row.id)
    expect(await listed()).toContain(id)
    expect((await desk.seenByStaff(id)).lacksSupplement).toBe(true)
    const { data: today } = await shop.call('getDashboard', { headers: desk.staff.headers })
    expect(today.reviews.payments).toContainEqual(
      expect.objectContaining({ orderId: id, amount: 150 }),
    )
    // The line is added again at the agreed price.
    await setPrice(shop, bag, 999_00)
    expect(await desk.preview(id, [[bag, 1]])).toMatchObject({
      effect: 'NONE',
      difference: 0,
      replacedSupplements: [supplement.orderNumber],
    })
    await desk.edit(id, [[bag, 1]], 0)
    expect(await desk.seen(id)).toMatchObject({ totalAmount: 400, supplementAmount: 0 })
    expect(await desk.seen(supplement.id)).toMatchObject({ status: 'CANCELLED' })
    expect(await listed()).not.toContain(id)
  })

  test('has a supplementary order that staff cannot complete while it is unpaid', async () => {
    const { id } = await desk.paid([bag])
    await desk.edit(id, [[coat, 1]], 150)
    const { id: supplementId } = await desk.supplementOf(id)
    expect(await rejectionOf(desk.asStaff('completeOrder', supplementId))).toMatchObject({
      code: 'ORDER_STATE',
    })
    expect(await desk.seen(supplementId)).toMatchObject({ status: 'PENDING', canPay: true })
  })

  test('can be sent as it is once its supplementary order is cancelled', async () => {
    const { id } = await desk.paid([bag])
    await desk.edit(id, [[coat, 1]], 150)
    const supplement = await desk.supplementOf(id)
    await shop.call('cancelMyOrder', {
      headers: buyer.headers,
      params: { orderId: supplement.id },
      body: {},
    })
    expect((await desk.seenByStaff(id)).lacksSupplement).toBe(true)
    await desk.asStaff('shipOrder', id, parcel)
    expect((await desk.seenByStaff(id)).lacksSupplement).toBe(false)
  })

  test('that is changed again has one supplementary order for all that is owed', async () => {
    const { id } = await desk.paid([bag])
    await desk.edit(id, [[coat, 1]], 150)
    await desk.edit(
      id,
      [
        [coat, 1],
        [belt, 1],
      ],
      240,
    )
    const { supplements } = await desk.seen(id)
    expect(supplements).toMatchObject([
      { status: 'CANCELLED', totalAmount: 150 },
      { status: 'PENDING', totalAmount: 240 },
    ])
    const { items } = await desk.seen(supplements[1]?.id ?? '')
    expect(items.map(({ variantId, unitPrice }) => [variantId, unitPrice])).toEqual([
      [coat.id, 150],
      [belt.id, 90],
    ])
  })

  test('that is cancelled takes its supplementary order with it, paid or not', async () => {
    const { id } = await desk.paid([bag])
    await desk.edit(id, [[coat, 1]], 150)
    const first = await desk.supplementOf(id)
    await desk.pay(first.id)
    await desk.edit(
      id,
      [
        [coat, 1],
        [belt, 1],
      ],
      90,
    )
    await desk.asStaff('cancelOrder', id, { reason: 'A flaw' })
    await desk.until(first.id, { status: 'COMPLETED', refundState: 'FULL' })
    await desk.until(id, { status: 'CANCELLED', refundState: 'FULL' })
    expect(await desk.supplementOf(id)).toMatchObject({ status: 'CANCELLED' })
    expect(await stockOf(shop, coat.id)).toBe(10)
  })

  test('that is cancelled after its own payment went back says that the rest does too', async () => {
    const { id } = await desk.paid([bag])
    await desk.edit(id, [[coat, 1]], 150)
    const supplement = await desk.supplementOf(id)
    await desk.pay(supplement.id)
    await desk.until(supplement.id, { status: 'COMPLETED' })
    await shop.call('refundOrder', {
      headers: desk.staff.headers,
      params: { orderId: id },
      body: { amount: 400, reason: 'Goodwill', key: crypto.randomUUID() },
    })
    await desk.until(id, { refundedAmount: 400 })
    await desk.asStaff('cancelOrder', id, { reason: 'A flaw' })
    expect(await refundsOf(shop, supplement.id)).toMatchObject([{ amount_cents: 150_00 }])
    expect((await emailTo(shop, buyer.email, 'order-cancelled')).text).toContain(
      'What you have paid is being paid back',
    )
  })
})

describe('a paid order that becomes cheaper', () => {
  test('is refunded the difference, and never more than was captured', async () => {
    const { id } = await desk.paid([bag, belt])
    expect(await desk.preview(id, [[belt, 1]])).toMatchObject({
      effect: 'REFUND',
      difference: -400,
      refund: { amount: 400, isByProvider: true },
    })
    expect(await desk.edit(id, [[belt, 1]], -400)).toMatchObject({
      totalAmount: 90,
      status: 'PROCESSING',
    })
    expect((await desk.seenByStaff(id)).edits).toMatchObject([
      { refundAmount: 400, by: { id: desk.staff.userId }, supplementNumber: null },
    ])
    expect((await emailTo(shop, buyer.email, 'order-changed')).text).toContain(
      'The difference of $400.00 is being paid back',
    )
    expect(await stockOf(shop, bag.id)).toBe(10)
  })

  test('gets back what was refunded already no second time', async () => {
    const { id } = await desk.paid([bag])
    const refund = { amount: 390, reason: 'Goodwill', key: crypto.randomUUID() }
    await shop.call('refundOrder', {
      headers: desk.staff.headers,
      params: { orderId: id },
      body: refund,
    })
    expect(await desk.preview(id, [[belt, 1]])).toMatchObject({
      difference: -310,
      refund: { amount: 10, isByProvider: true },
    })
    await desk.edit(id, [[belt, 1]], -310)
    expect(await refundsOf(shop, id)).toMatchObject([
      { amount_cents: 390_00 },
      { amount_cents: 10_00 },
    ])
  })

  test('is refunded from its paid supplementary order first', async () => {
    const { id } = await desk.paid([bag])
    await desk.edit(id, [[coat, 1]], 150)
    const supplement = await desk.supplementOf(id)
    await desk.pay(supplement.id)
    await desk.until(supplement.id, { status: 'COMPLETED' })
    await desk.edit(id, [[belt, 1]], -460)
    expect(await refundsOf(shop, supplement.id)).toMatchObject([{ amount_cents: 150_00 }])
    expect(await refundsOf(shop, id)).toMatchObject([{ amount_cents: 310_00 }])
    expect(await desk.seen(id)).toMatchObject({ totalAmount: 90, supplementAmount: 0 })
  })

  describe('after an earlier supplementary order was paid back', () => {
    /** The bag of a paid order: replaced by a coat that is paid, put back, and replaced again. */
    async function replacedTwice() {
      const { id } = await desk.paid([bag])
      await desk.edit(id, [[coat, 1]], 150)
      await desk.pay((await desk.supplementOf(id)).id)
      await desk.edit(id, [[bag, 1]], -150)
      await desk.edit(id, [[coat, 1]], 150)
      return { id, supplement: await desk.supplementOf(id) }
    }

    test('owes all of its next one', async () => {
      const { id, supplement } = await replacedTwice()
      const lines = [
        [coat, 1],
        [belt, 1],
      ] as const
      expect(await desk.preview(id, lines)).toMatchObject({
        difference: 240,
        replacedSupplements: [supplement.orderNumber],
      })
      await desk.edit(id, lines, 240)
      expect(await desk.supplementOf(id)).toMatchObject({ totalAmount: 240 })
    })

    test('is shown to staff once its next one is cancelled, until the change is put back', async () => {
      const { id, supplement } = await replacedTwice()
      await shop.call('cancelMyOrder', {
        headers: buyer.headers,
        params: { orderId: supplement.id },
        body: {},
      })
      expect((await desk.seenByStaff(id)).lacksSupplement).toBe(true)
      expect(await desk.preview(id, [[bag, 1]])).toMatchObject({ effect: 'NONE', difference: 0 })
      await desk.edit(id, [[bag, 1]], 0)
      expect((await desk.seenByStaff(id)).lacksSupplement).toBe(false)
      expect(await desk.seen(id)).toMatchObject({ totalAmount: 400, supplementAmount: 0 })
    })
  })

  test('that was paid outside the shop is refunded by staff', async () => {
    const { id } = await order(shop, buyer, [bag])
    await desk.asStaff('markOrderPaid', id, { reference: 'Wire 4711' })
    expect(await desk.preview(id, [[belt, 1]])).toMatchObject({
      refund: { amount: 310, isByProvider: false },
    })
    await desk.edit(id, [[belt, 1]], -310)
    expect((await desk.seenByStaff(id)).payments).toMatchObject([
      { review: { kind: 'BY_HAND' }, refunds: [{ amount: 310, status: 'PENDING' }] },
    ])
  })
})
