import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Buyer, order } from '../../../test/buyers.ts'
import { addCoupon } from '../../../test/coupons.ts'
import { emailTo } from '../../../test/emails.ts'
import { expectBalancedBooks, stockOf } from '../../../test/ledger-assertions.ts'
import { attemptsOf, begin } from '../../../test/payments.ts'
import {
  exchangeableVariants,
  setPrice,
  setStock,
  type TestVariant,
} from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { askReturn, inspected, openReturnDesk, type ReturnDesk } from '../../../test/returns.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let desk: ReturnDesk
let buyer: Buyer
let one: TestVariant
let two: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  desk = await openReturnDesk(shop)
  ;[one, two] = await exchangeableVariants(shop)
  for (const variant of [one, two]) await setPrice(shop, variant, 100_01)
})
beforeEach(async () => {
  buyer = await desk.startAfresh('DE')
  for (const variant of [one, two]) await setStock(shop, variant, 10)
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

type OrderStep = 'shipOrder' | 'deliverOrder' | 'collectCash'
const step = (name: OrderStep, orderId: string) =>
  shop.call(name, {
    headers: desk.staff.headers,
    params: { orderId },
    body: name === 'shipOrder' ? { carrier: 'DHL', trackingNumber: '1' } : undefined,
  })

/** An order of two units, on its way to be paid in cash. */
async function shipForCash(): Promise<string> {
  const { id, totalAmount } = await order(shop, buyer, [one], { quantity: 2 })
  expect(totalAmount).toBe(216.01)
  await begin(shop, buyer, id, 'COD')
  await step('shipOrder', id)
  return id
}

async function comeBack(orderId: string, variant: TestVariant, quantity = 1) {
  const asked = await askReturn(shop, buyer, orderId, [{ variantId: variant.id, quantity }])
  return inspected(shop, desk.staff, asked)
}

const refusal = { status: 409, code: 'CASH_NOT_RECORDED' }

test('a return is refunded once the cash of its order is recorded, and not before', async () => {
  const orderId = await shipForCash()
  await step('deliverOrder', orderId)
  const found = await comeBack(orderId, one)
  expect(found.refund).toMatchObject({ awaitsCash: true, isBack: false })
  expect(found.actions).toEqual(['inspect', 'sendBack'])
  for (const body of [{ amount: 0 }, { amount: 100.01 }, { amount: 0, isUnpaid: true }])
    expect(await rejectionOf(desk.step('refundReturn', found.id, body))).toMatchObject(refusal)
  expect([(await desk.seen(found.id)).status, await stockOf(shop, one.id)]).toEqual([
    'INSPECTED',
    8,
  ])
  await step('collectCash', orderId)
  const { data } = await shop.call('getReturn', {
    headers: desk.staff.headers,
    params: { returnId: found.id },
  })
  expect(data.refund).toMatchObject({ awaitsCash: false, amount: 100.01 })
  expect(data.actions[0]).toBe('refund')
  const body = { amount: 100.01, reference: 'Wire 1' }
  expect(
    await rejectionOf(desk.step('refundReturn', found.id, { ...body, amount: 0, isUnpaid: true })),
  ).toMatchObject({ code: 'RETURN_AMOUNT_CHANGED' })
  expect((await desk.step('refundReturn', found.id, body)).status).toBe('REFUNDED')
  await desk.untilRefunded(orderId, 100.01)
})

test('an exchange waits for no cash, the refund of what was sent instead does', async () => {
  const orderId = await shipForCash()
  await step('deliverOrder', orderId)
  const lines = [{ variantId: one.id, exchangeFor: two.id }]
  const asked = await askReturn(shop, buyer, orderId, lines, { wish: 'EXCHANGE' })
  const seen = await inspected(shop, desk.staff, asked)
  expect(seen.actions[0]).toBe('exchange')
  const { exchangeOrder, status } = await desk.step('exchangeReturn', seen.id)
  expect(status).toBe('EXCHANGED')
  const exchangeId = exchangeOrder?.id ?? ''
  await step('shipOrder', exchangeId)
  await step('deliverOrder', exchangeId)
  const { id } = await comeBack(exchangeId, two)
  expect(await rejectionOf(desk.step('refundReturn', id, { amount: 0 }))).toMatchObject(refusal)
  await step('collectCash', orderId)
  await desk.step('refundReturn', id, { amount: 100.01, reference: 'Wire 2' })
  await desk.untilRefunded(orderId, 100.01)
})

test('a parcel refused at the door refunds nothing, and its cash is no longer expected', async () => {
  const orderId = await shipForCash()
  const found = await comeBack(orderId, one, 2)
  expect(found.refund).toMatchObject({ awaitsCash: true, isBack: true })
  expect(found.actions).toContain('refund')
  const press = (more: object) => desk.step('refundReturn', found.id, { amount: 0, ...more })
  expect(await rejectionOf(press({}))).toMatchObject(refusal)
  expect(await press({ isUnpaid: true })).toMatchObject({
    status: 'REFUNDED',
    refund: { amount: 0, awaitsCash: false },
  })
  expect(await stockOf(shop, one.id)).toBe(10)
  expect(await attemptsOf(shop, orderId)).toMatchObject([{ method: 'COD', status: 'FAILED' }])
  expect(await rejectionOf(step('collectCash', orderId))).toMatchObject({ code: 'ORDER_STATE' })
  const { text } = await emailTo(shop, buyer.email, 'return-refunded')
  expect(text).toContain('There is nothing left to pay back.')
  await expectUnpaid(orderId)
})

/** The order is cancelled and its invoice credited; the e-mail about the return says enough. */
async function expectUnpaid(orderId: string) {
  const { data } = await shop.call('getOrder', {
    headers: desk.staff.headers,
    params: { orderId },
  })
  expect(data.status).toBe('CANCELLED')
  expect(data.transitions.at(-1)).toMatchObject({
    actor: 'STAFF',
    reason: expect.stringMatching(/^Return RE\d+: nobody paid$/),
  })
  expect(data.documents.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['INVOICE', data.totalAmount],
    ['CREDIT_NOTE', data.totalAmount],
  ])
  expect(data.emails.map(({ kind }) => kind)).not.toContain('order-cancelled')
}

test('goods unfit for sale are not restocked, and the coupon can be used again', async () => {
  const { code } = await addCoupon(shop, { customer_limit: 1 })
  const options = { source: 'buyNow', quantity: 2, couponCode: code } as const
  const { id } = await order(shop, buyer, [one], options)
  await begin(shop, buyer, id, 'COD')
  await step('shipOrder', id)
  const asked = await askReturn(shop, buyer, id, [{ variantId: one.id, quantity: 2 }])
  const found = await inspected(shop, desk.staff, asked, { condition: 'DAMAGED' })
  await desk.step('refundReturn', found.id, { amount: 0, isUnpaid: true })
  await expectUnpaid(id)
  expect(await stockOf(shop, one.id)).toBe(8)
  expect((await order(shop, buyer, [one], options)).couponDiscountAmount).toBeGreaterThan(0)
})

test('an order that was sent in part, withdrawn from and never paid is cancelled with it', async () => {
  const { id } = await order(shop, buyer, [one], { quantity: 2 })
  await begin(shop, buyer, id, 'COD')
  await shop.call('sendParcel', {
    headers: desk.staff.headers,
    params: { orderId: id },
    body: { carrier: 'DHL', trackingNumber: '1', items: [{ variantId: one.id, quantity: 1 }] },
  })
  const { orderNumber } = await desk.orderOf(id)
  await shop.call('withdrawFromOrder', { body: { orderNumber, email: buyer.email } })
  const returnId = await vi.waitFor(
    async () => {
      const [found] = (await desk.optionsOf(id)).returns
      if (!found) throw new Error('There is no withdrawal')
      return found.id
    },
    { timeout: 60_000 },
  )
  await desk.step('receiveReturn', returnId)
  const lines = [{ variantId: one.id, condition: 'RESTOCK' }]
  await desk.step('inspectReturn', returnId, { lines, feePercent: 0 })
  await desk.step('refundReturn', returnId, { amount: 0, isUnpaid: true })
  await expectUnpaid(id)
  expect(await stockOf(shop, one.id)).toBe(10)
})

test('when what was sent instead comes back unpaid, the first order is cancelled', async () => {
  const orderId = await shipForCash()
  await step('deliverOrder', orderId)
  const lines = [{ variantId: one.id, quantity: 2, exchangeFor: two.id }]
  const asked = await askReturn(shop, buyer, orderId, lines, { wish: 'EXCHANGE' })
  await inspected(shop, desk.staff, asked)
  const { exchangeOrder } = await desk.step('exchangeReturn', asked.id)
  const exchangeId = exchangeOrder?.id ?? ''
  await step('shipOrder', exchangeId)
  await step('deliverOrder', exchangeId)
  const { id } = await comeBack(exchangeId, two, 2)
  await desk.step('refundReturn', id, { amount: 0, isUnpaid: true })
  await expectUnpaid(orderId)
  expect((await desk.orderOf(exchangeId)).status).toBe('DELIVERED')
  expect([await stockOf(shop, one.id), await stockOf(shop, two.id)]).toEqual([10, 10])
})

test('a refused parcel that comes back in two returns is closed by both', async () => {
  const orderId = await shipForCash()
  const first = await comeBack(orderId, one)
  expect(first.actions).not.toContain('refund')
  const second = await comeBack(orderId, one)
  expect(second.actions).toContain('refund')
  const unpaid = { amount: 0, isUnpaid: true }
  expect((await desk.step('refundReturn', first.id, unpaid)).status).toBe('REFUNDED')
  await expectUnpaid(orderId)
  // Goods that nobody paid for are not sent again.
  const parcel = { answer: 'Worn', carrier: 'DHL', trackingNumber: '3' }
  expect(await rejectionOf(desk.step('sendReturnBack', second.id, parcel))).toMatchObject({
    code: 'RETURN_STATE',
  })
  expect((await desk.step('refundReturn', second.id, { amount: 0 })).status).toBe('REFUNDED')
  expect(await stockOf(shop, one.id)).toBe(10)
})

test('a return is declined, or sent back, whatever becomes of the cash', async () => {
  const orderId = await shipForCash()
  await step('deliverOrder', orderId)
  const asked = await askReturn(shop, buyer, orderId, [{ variantId: one.id }])
  await desk.step('declineReturn', asked.id, { answer: 'Worn' })
  const { id } = await comeBack(orderId, one)
  const parcel = { answer: 'Worn', carrier: 'DHL', trackingNumber: '3' }
  expect((await desk.step('sendReturnBack', id, parcel)).status).toBe('SENT_BACK')
})
