import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../test/buyers.ts'
import { addCoupon } from '../../../test/coupons.ts'
import { emailsTo } from '../../../test/emails.ts'
import { expectBalancedBooks, stockOf } from '../../../test/ledger-assertions.ts'
import { setPrice } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import {
  askReturn,
  deliveredOrder,
  inspected,
  openReturnDesk,
  type ReturnDesk,
} from '../../../test/returns.ts'
import { sendPictures } from '../../../test/send-files.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let desk: ReturnDesk
let buyer: Buyer
let variants: ReturnDesk['variants']
beforeAll(async () => {
  shop = await openTestShop()
  desk = await openReturnDesk(shop)
  ;({ variants } = desk)
})
beforeEach(async () => {
  buyer = await desk.startAfresh()
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

const onePixel = () =>
  sharp({ create: { width: 1, height: 1, channels: 3, background: '#c81e1e' } })
    .png()
    .toBuffer()

describe('a return', () => {
  test('of one of three lines with a coupon refunds its share, and restocks it', async () => {
    for (const [at, variant] of variants.entries()) await setPrice(shop, variant, 100_01 + at)
    const { code } = await addCoupon(shop, { discount_value: 33_33 })
    const placed = await desk.deliver(variants, { couponCode: code })
    const [variant] = variants
    const asked = await askReturn(shop, buyer, placed.id, [{ variantId: variant.id }], {
      note: 'The strap is short.',
    })
    expect(asked).toMatchObject({
      status: 'REQUESTED',
      orderNumber: placed.orderNumber,
      note: 'The strap is short.',
      terms: { noticeDays: 3, arrivalDays: 7, feeFrom: 30, feeUntil: 45, isWithdrawal: false },
      sender: placed.address,
      canCancel: true,
      canSend: false,
    })
    await desk.step('approveReturn', asked.id, { answer: '12 Harbour Row, Boston' })
    await shop.call('sendMyReturn', {
      headers: buyer.headers,
      params: { returnId: asked.id },
      body: { carrier: 'UPS', trackingNumber: '1Z9' },
    })
    await desk.step('receiveReturn', asked.id)
    const found = await desk.step('inspectReturn', asked.id, {
      lines: [{ variantId: variant.id, condition: 'RESTOCK' }],
      feePercent: 30,
    })
    const value = found.value
    expect(value).toBeCloseTo(66.68, 1)
    const amount = Math.round(value * 100 - Math.round(value * 30)) / 100
    expect(found.refund).toMatchObject({ goods: value, delivery: 0, amount, isByProvider: true })
    const done = await desk.step('refundReturn', asked.id, { amount })
    expect(done).toMatchObject({ status: 'REFUNDED', actions: [], refund: { amount } })
    expect(await stockOf(shop, variant.id)).toBe(100)
    await desk.untilRefunded(placed.id, amount)
    expect(await desk.orderOf(placed.id)).toMatchObject({
      status: 'DELIVERED',
      refundState: 'PARTIAL',
      paymentStatus: 'PARTIALLY_REFUNDED',
    })
    expect(await desk.seen(asked.id)).toMatchObject({
      status: 'REFUNDED',
      refundedAmount: amount,
      timeline: ['REQUESTED', 'APPROVED', 'IN_TRANSIT', 'RECEIVED', 'INSPECTED', 'REFUNDED'].map(
        (status) => ({ status }),
      ),
    })
    expect(await desk.emailKinds()).toEqual([
      'return-requested',
      'return-approved',
      'return-refunded',
    ])
    expect((await emailsTo(shop, buyer.email)).some(({ html }) => html?.includes('strap'))).toBe(
      false,
    )
  })

  test('in parts adds up to what was paid for the goods, to the cent', async () => {
    const [variant] = variants
    await setPrice(shop, variant, 33_33)
    const { code } = await addCoupon(shop, { discount_value: 12_50 })
    const placed = await desk.deliver([variant], { quantity: 3, couponCode: code })
    const paid = placed.itemsTotalPrice - placed.couponDiscountAmount
    let sum = 0
    for (const condition of ['RESTOCK', 'DAMAGED', 'NOT_RESTOCKED'] as const) {
      const asked = await askReturn(shop, buyer, placed.id, [{ variantId: variant.id }])
      const { refund } = await inspected(shop, desk.staff, asked, { condition })
      await desk.step('refundReturn', asked.id, { amount: refund.amount })
      sum += refund.amount
    }
    expect(sum).toBeCloseTo(paid, 8)
    await desk.untilRefunded(placed.id, paid)
    expect(await stockOf(shop, variant.id)).toBe(98)
    expect(await desk.optionsOf(placed.id)).toMatchObject({ canAsk: false, lines: [] })
  })

  test.each(['DELIVERED', 'COMPLETED'])(
    'is open for a %s order for the days of its country',
    async (status) => {
      const [variant] = variants
      const placed = await desk.deliver([variant], { quantity: 2 })
      if (status === 'COMPLETED')
        await shop.call('completeOrder', {
          headers: desk.staff.headers,
          params: { orderId: placed.id },
        })
      expect(await desk.optionsOf(placed.id)).toMatchObject({
        canAsk: true,
        lines: [{ quantity: 2 }],
      })
      await desk.ageDelivery(placed.id, 3)
      await askReturn(shop, buyer, placed.id, [{ variantId: variant.id }])
      await desk.ageDelivery(placed.id, 4)
      const late = askReturn(shop, buyer, placed.id, [{ variantId: variant.id }])
      expect(await rejectionOf(late)).toMatchObject({ status: 409, code: 'RETURN_TOO_LATE' })
    },
  )

  test('needs a delivered order, its own lines, a reason, and no more units than there are', async () => {
    const [variant, other] = variants
    const placed = await order(shop, buyer, [variant])
    const ask = (lines: Parameters<typeof askReturn>[3], orderId = placed.id) =>
      rejectionOf(askReturn(shop, buyer, orderId, lines))
    expect(await ask([{ variantId: variant.id }])).toMatchObject({ code: 'RETURN_TOO_LATE' })
    const { id } = await desk.deliver([variant], { quantity: 2 })
    expect(await ask([{ variantId: other.id }], id)).toMatchObject({ code: 'RETURN_LINES' })
    expect(await ask([{ variantId: variant.id, quantity: 3 }], id)).toMatchObject({
      code: 'RETURN_LINES',
    })
    expect(await ask([{ variantId: variant.id, reason: null }], id)).toMatchObject({
      code: 'RETURN_REASON_MISSING',
    })
    await askReturn(shop, buyer, id, [{ variantId: variant.id, quantity: 2 }])
    expect(await ask([{ variantId: variant.id }], id)).toMatchObject({ code: 'RETURN_LINES' })
  })

  test('requested twice with one key is one return, even concurrently', async () => {
    const [variant] = variants
    const { id } = await desk.deliver([variant], { quantity: 2 })
    const key = crypto.randomUUID()
    const ask = (quantity = 1) =>
      askReturn(shop, buyer, id, [{ variantId: variant.id, quantity }], { key })
    const [one, two] = await Promise.all([ask(), ask()])
    expect(two.id).toBe(one.id)
    expect(await rejectionOf(ask(2))).toMatchObject({ code: 'RETURN_KEY_REUSED' })
    expect((await desk.optionsOf(id)).returns).toHaveLength(1)
  })

  test('that is declined, cancelled or sent back leaves the units for another one', async () => {
    const [variant] = variants
    const { id } = await desk.deliver([variant])
    const ask = () => askReturn(shop, buyer, id, [{ variantId: variant.id }])
    const declined = await ask()
    await desk.step('declineReturn', declined.id, { answer: 'It was worn.' })
    expect(await desk.seen(declined.id)).toMatchObject({
      status: 'DECLINED',
      answer: 'It was worn.',
    })
    const cancelled = await ask()
    await shop.call('cancelMyReturn', {
      headers: buyer.headers,
      params: { returnId: cancelled.id },
    })
    const sentBack = await ask()
    await inspected(shop, desk.staff, sentBack)
    await desk.step('sendReturnBack', sentBack.id, {
      answer: 'It was worn.',
      carrier: 'UPS',
      trackingNumber: '1Z',
    })
    expect(await desk.seen(sentBack.id)).toMatchObject({
      status: 'SENT_BACK',
      tracking: { carrier: 'UPS', number: '1Z' },
    })
    await ask()
    expect(await desk.emailKinds()).toEqual([
      'return-requested',
      'return-declined',
      'return-requested',
      'return-requested',
      'return-approved',
      'return-sent-back',
      'return-requested',
    ])
    expect(await stockOf(shop, variant.id)).toBe(99)
  })

  test('can be cancelled by the shopper until it is received', async () => {
    const [variant] = variants
    const { id } = await desk.deliver([variant])
    const asked = await askReturn(shop, buyer, id, [{ variantId: variant.id }])
    await desk.step('approveReturn', asked.id, {})
    await desk.step('receiveReturn', asked.id)
    const cancel = shop.call('cancelMyReturn', {
      headers: buyer.headers,
      params: { returnId: asked.id },
    })
    expect(await rejectionOf(cancel)).toMatchObject({ status: 409, code: 'RETURN_STATE' })
  })

  test('has photos that its shopper and staff can see, and nobody else', async () => {
    const [variant] = variants
    const { id } = await desk.deliver([variant])
    const sent = await sendPictures(shop, buyer.headers, [await onePixel()], 'CHAT')
    const photoIds = sent.map((photo) => photo.id)
    const asked = await askReturn(shop, buyer, id, [{ variantId: variant.id }], { photoIds })
    expect(asked.photos.map((photo) => photo.id)).toEqual(photoIds)
    const params = { returnId: asked.id, photoId: photoIds[0] ?? '' }
    const photo = await shop.call('getReturnPhoto', { headers: buyer.headers, params })
    expect(photo.data.type).toBe('image/webp')
    expect(await shop.call('getStaffReturnPhoto', { headers: desk.staff.headers, params })).toEqual(
      photo,
    )
    const stranger = await makeBuyer(shop)
    expect(
      await rejectionOf(shop.call('getReturnPhoto', { headers: stranger.headers, params })),
    ).toMatchObject({ code: 'RETURN_NOT_FOUND' })
    const theirs = await deliveredOrder(shop, { buyer: stranger, staff: desk.staff }, [variant])
    const stolen = askReturn(shop, stranger, theirs.id, [{ variantId: variant.id }], { photoIds })
    expect(await rejectionOf(stolen)).toMatchObject({ code: 'RETURN_PHOTO_MISSING' })
  })

  test('is its shopper’s alone', async () => {
    const [variant] = variants
    const { id } = await desk.deliver([variant])
    const asked = await askReturn(shop, buyer, id, [{ variantId: variant.id }])
    const { headers } = await makeBuyer(shop)
    for (const name of ['getMyReturn', 'cancelMyReturn', 'sendMyReturn'] as const) {
      const body = name === 'sendMyReturn' ? {} : undefined
      const call = shop.call(name, { headers, params: { returnId: asked.id }, body })
      expect(await rejectionOf(call), name).toMatchObject({ status: 404, code: 'RETURN_NOT_FOUND' })
    }
    expect((await desk.seen(asked.id)).status).toBe('REQUESTED')
  })
})
