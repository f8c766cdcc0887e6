import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aroundToday } from '../../../../test/around-today.ts'
import { type Buyer, makeBuyer, type OrderOptions, order } from '../../../../test/buyers.ts'
import { addCoupon } from '../../../../test/coupons.ts'
import { emailsTo, emailTo } from '../../../../test/emails.ts'
import { brokenRules, expectBalancedBooks, stockOf } from '../../../../test/ledger-assertions.ts'
import { attemptsOf, begin, press, untilStatus } from '../../../../test/payments.ts'
import { pdfText } from '../../../../test/pdf-text.ts'
import {
  exchangeableVariants,
  setPrice,
  setStock,
  type TestVariant,
} from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { askReturn, inspected, openReturnDesk, type ReturnDesk } from '../../../../test/returns.ts'
import { signUp } from '../../../../test/sign-up.ts'
import { addTaxRule } from '../../../../test/taxes.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let desk: ReturnDesk
let buyer: Buyer
let one: TestVariant
let two: TestVariant
let headers: Buyer['headers']
beforeAll(async () => {
  shop = await openTestShop()
  desk = await openReturnDesk(shop)
  ;({ headers } = desk.staff)
  ;[one, two] = await exchangeableVariants(shop)
  for (const variant of [one, two]) await setPrice(shop, variant, 100_01)
  await addTaxRule(shop, desk.staff)
})
beforeEach(async () => {
  buyer = await desk.startAfresh('FR')
  for (const variant of [one, two]) await setStock(shop, variant, 10)
})
afterAll(async () => {
  expect(await brokenRules(shop.ctx.db.pool, { isAtRest: true })).toEqual([])
  await shop.close()
})
afterEach(() => expectBalancedBooks(shop))

const parcel = { carrier: 'DHL', trackingNumber: 'JD0146' }
type OrderStep = 'shipOrder' | 'deliverOrder' | 'completeOrder' | 'collectCash'
const step = (name: OrderStep, orderId: string) =>
  shop.call(name, {
    headers,
    params: { orderId },
    body: name === 'shipOrder' ? parcel : undefined,
  })
const refuse = (orderId: string, from = headers) =>
  shop.call('markOrderRefused', {
    headers: from,
    params: { orderId },
    body: { reason: 'Refused at the door' },
  })
const seen = async (orderId: string) =>
  (await shop.call('getOrder', { headers, params: { orderId } })).data

/** An order to be paid in cash, ready to ship. */
async function placeForCash(options: OrderOptions = {}) {
  const placed = await order(shop, buyer, [one], { source: 'buyNow', ...options })
  await begin(shop, buyer, placed.id, 'COD')
  return placed
}

/** The same, on its way. */
async function shipForCash(options: OrderOptions = {}) {
  const placed = await placeForCash(options)
  await step('shipOrder', placed.id)
  return placed
}

test('an order whose parcel came back unpaid is cancelled, with its stock, coupon and invoice', async () => {
  const query = { by: 'product', ...aroundToday() }
  const sales = async () => (await shop.call('getSalesReport', { headers, query })).data.total
  const before = await sales()
  const { code } = await addCoupon(shop, { customer_limit: 1 })
  const { id, totalAmount } = await shipForCash({ quantity: 2, couponCode: code })
  expect((await sales()).orders).toBe(before.orders + 1)
  expect(await stockOf(shop, one.id)).toBe(8)
  expect((await seen(id)).actions).toEqual(expect.arrayContaining(['deliver', 'markRefused']))

  const { data } = await refuse(id)
  expect(data).toMatchObject({ status: 'CANCELLED', canCancel: false, canPay: false })
  const after = await seen(id)
  expect(after.actions).toEqual([])
  expect(after.payments).toMatchObject([{ method: 'COD', status: 'FAILED', captured: 0 }])
  expect(after.transitions.at(-1)).toMatchObject({
    from: 'SHIPPED',
    to: 'CANCELLED',
    actor: 'STAFF',
    by: { id: desk.staff.userId },
    reason: 'Refused at the door',
  })
  expect(await stockOf(shop, one.id)).toBe(10)
  expect(after.movements.at(-1)).toMatchObject({ cause: 'RESTOCK', delta: 2 })
  expect(await sales()).toEqual(before)

  const [invoice, note] = after.documents
  expect(after.documents).toMatchObject([
    { kind: 'INVOICE', amount: totalAmount },
    { kind: 'CREDIT_NOTE', amount: totalAmount },
  ])
  const { rows } = await shop.ctx.db.pool.query(
    `select kind, gross_cents, tax_cents, refund_id from invoice where order_id = $1 order by kind desc`,
    [id],
  )
  expect(rows).toEqual([
    { ...rows[1], kind: 'INVOICE' },
    { ...rows[0], kind: 'CREDIT_NOTE', refund_id: null },
  ])
  expect(rows[0].tax_cents).toBeGreaterThan(0)
  const file = await shop.app.inject({
    url: `/api/orders/my/${id}/invoices/${note?.id}`,
    headers: buyer.headers,
  })
  expect(pdfText(file.rawPayload)).toMatch(
    new RegExp(`For invoice ${invoice?.number}.*Not paid: the parcel came back`, 's'),
  )

  // The coupon can be used again.
  await order(shop, buyer, [one], { source: 'buyNow', couponCode: code })
  const { text } = await emailTo(shop, buyer.email, 'order-cancelled')
  expect(text).toContain('Your parcel has come back to us')
  expect(text).toContain(`Your credit note ${note?.number} is on the page of your order.`)
  expect(text).not.toContain('nothing will be sent')
  await shop.call('sendOrderEmail', {
    headers,
    params: { orderId: id },
    body: { email: 'cancelled' },
  })
  const texts = (await emailsTo(shop, buyer.email)).filter(({ kind }) => kind === 'order-cancelled')
  expect(texts.map((email) => email.text === text)).toEqual([true, true])
  const audit = { headers, query: { call: 'markOrderRefused' } }
  expect((await shop.call('listAuditEntries', audit)).data).toMatchObject([
    { subjects: [{ kind: 'ORDER', id }] },
  ])
  const reviewed = { headers, query: { customerId: buyer.userId, needsReview: 'true' } }
  expect((await shop.call('listOrders', reviewed)).data).toEqual([])
})

test.each([
  ['DELIVERED', ['deliverOrder']],
  ['COMPLETED', ['deliverOrder', 'completeOrder']],
] as const)('so is one that was marked as %s', async (from, steps) => {
  const { id } = await shipForCash()
  for (const name of steps) await step(name, id)
  await refuse(id)
  expect((await seen(id)).transitions.at(-1)).toMatchObject({ from, to: 'CANCELLED' })
  expect(await stockOf(shop, one.id)).toBe(10)
})

test.each(['after its first parcel', 'after its last'])(
  'of one that was sent in parcels and is refused %s everything goes back into stock',
  async (when) => {
    const { id } = await placeForCash({ quantity: 3 })
    expect((await seen(id)).actions).not.toContain('markRefused')
    await shop.call('sendParcel', {
      headers,
      params: { orderId: id },
      body: { ...parcel, items: [{ variantId: one.id, quantity: 1 }] },
    })
    expect((await seen(id)).actions).toContain('markRefused')
    if (when === 'after its last') await step('shipOrder', id)
    const parcels = when === 'after its last' ? 2 : 1
    expect((await refuse(id)).data).toMatchObject({
      status: 'CANCELLED',
      parcels: Array.from({ length: parcels }, () => ({})),
    })
    expect(await stockOf(shop, one.id)).toBe(10)
    const { documents } = await seen(id)
    expect(documents.map(({ kind }) => kind)).toEqual(['INVOICE', 'CREDIT_NOTE'])
    const { text } = await emailTo(shop, buyer.email, 'order-cancelled')
    expect(text).toContain('Your parcel has come back to us')
    expect(text).toContain(`Your credit note ${documents[1]?.number}`)
    expect(text).not.toContain('nothing will be sent')
  },
)

test('whoever waits for it is offered it first', async () => {
  const { id } = await shipForCash({ quantity: 2 })
  await setStock(shop, one, 0)
  const waiting = await makeBuyer(shop)
  await shop.ctx.db.pool.query('update users set email_verified_at = now() where id = $1', [
    waiting.userId,
  ])
  await shop.call('joinWaitingList', { headers: waiting.headers, body: { variantId: one.id } })
  await refuse(id)
  expect(await stockOf(shop, one.id)).toBe(1)
  const { data } = await shop.call('listMyWaiting', { headers: waiting.headers })
  expect(data).toMatchObject([{ state: 'OFFERED' }])
})

/** An order to be paid in cash that was delivered, and the exchange of all of it, on its way. */
async function shipExchangeForCash() {
  const first = await shipForCash()
  await step('deliverOrder', first.id)
  const asked = await askReturn(
    shop,
    buyer,
    first.id,
    [{ variantId: one.id, exchangeFor: two.id }],
    { wish: 'EXCHANGE' },
  )
  await inspected(shop, desk.staff, asked)
  const { exchangeOrder } = await desk.step('exchangeReturn', asked.id)
  const exchangeId = exchangeOrder?.id ?? ''
  await step('shipOrder', exchangeId)
  return { firstId: first.id, returnId: asked.id, exchangeId }
}

test('an exchange comes back unpaid while the cash of the first order is expected, which ends with its return', async () => {
  const { firstId, returnId, exchangeId } = await shipExchangeForCash()
  expect((await seen(firstId)).actions).not.toContain('markRefused')
  expect((await seen(exchangeId)).actions).toContain('markRefused')
  expect((await refuse(exchangeId)).data.status).toBe('CANCELLED')
  expect([await stockOf(shop, one.id), await stockOf(shop, two.id)]).toEqual([10, 10])
  expect((await seen(exchangeId)).exchangeRefund).toMatchObject({ isDue: true })
  const { text } = await emailTo(shop, buyer.email, 'order-cancelled')
  expect(text).toContain('so we have cancelled the exchange.')
  expect(text).not.toMatch(/paid|pay/)
  const closed = await desk.step('refundReturn', returnId, { amount: 0, isUnpaid: true })
  expect(closed).toMatchObject({ status: 'REFUNDED', refund: { amount: 0, awaitsCash: false } })
  const { status, documents, totalAmount } = await seen(firstId)
  expect(status).toBe('CANCELLED')
  expect(documents).toMatchObject([
    { kind: 'INVOICE', amount: totalAmount },
    { kind: 'CREDIT_NOTE', amount: totalAmount },
  ])
  expect([await stockOf(shop, one.id), await stockOf(shop, two.id)]).toEqual([10, 10])
})

test('no other order can have come back unpaid', async () => {
  const card = await order(shop, buyer, [one], { source: 'buyNow' })
  const attempt = await begin(shop, buyer, card.id, 'STRIPE')
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  await step('shipOrder', card.id)
  const unsent = await placeForCash()
  const collected = await shipForCash()
  await step('collectCash', collected.id)
  const pending = await order(shop, buyer, [one], { source: 'buyNow' })
  const { firstId, exchangeId } = await shipExchangeForCash()
  await step('collectCash', firstId)
  for (const id of [card.id, unsent.id, collected.id, pending.id, firstId, exchangeId]) {
    const { actions, status } = await seen(id)
    expect(actions).not.toContain('markRefused')
    expect(await rejectionOf(refuse(id))).toMatchObject({ status: 409, code: 'ORDER_STATE' })
    expect((await seen(id)).status).toBe(status)
  }
  expect(await rejectionOf(refuse(crypto.randomUUID()))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
})

test('one with a return under way is closed by that, unless it is declined', async () => {
  const { id } = await shipForCash()
  const asked = await askReturn(shop, buyer, id, [{ variantId: one.id }])
  expect((await seen(id)).actions).not.toContain('markRefused')
  expect(await rejectionOf(refuse(id))).toMatchObject({ code: 'ORDER_STATE' })
  await desk.step('declineReturn', asked.id, { answer: 'The parcel was refused.' })
  expect((await seen(id)).actions).toContain('markRefused')
  expect((await refuse(id)).data.status).toBe('CANCELLED')
})

test('support staff may not, nor may who has not confirmed', async () => {
  const { id } = await shipForCash()
  const support = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
  const unconfirmed = await signUp(shop, { role: 'ADMIN', isConfirmed: false })
  expect(await rejectionOf(refuse(id, support.headers))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await rejectionOf(refuse(id, unconfirmed.headers))).toMatchObject({
    code: 'CONFIRMATION_REQUIRED',
  })
  expect((await seen(id)).status).toBe('SHIPPED')
})

const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    ({ code }) => code,
  )

test('of concurrent presses one cancels it', async () => {
  const { id } = await shipForCash({ quantity: 2 })
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => outcomeOf(refuse(id))))
  expect(outcomes.toSorted()).toEqual([...Array(3).fill('ORDER_STATE'), 'done'])
  expect(await stockOf(shop, one.id)).toBe(10)
  expect((await seen(id)).documents).toHaveLength(2)
})

test('it is paid or it came back, never both', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id } = await shipForCash()
    const calls = [() => refuse(id), () => step('collectCash', id)]
    if (round % 2) calls.reverse()
    const outcomes = await Promise.all(calls.map((call) => outcomeOf(call())))
    expect(outcomes.toSorted()).toEqual(['ORDER_STATE', 'done'])
    const [payment] = await attemptsOf(shop, id)
    const isPaid = payment?.status === 'PAID'
    expect((await seen(id)).status).toBe(isPaid ? 'SHIPPED' : 'CANCELLED')
    if (!isPaid) expect(await rejectionOf(step('collectCash', id))).toMatchObject({ status: 409 })
  }
})

test('it is returned or it came back, never both; and once it is back it is not delivered', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id } = await shipForCash()
    const calls = [
      () => refuse(id),
      () => askReturn(shop, buyer, id, [{ variantId: one.id }]),
    ] as (() => Promise<unknown>)[]
    if (round % 2) calls.reverse()
    const outcomes = await Promise.all(calls.map((call) => outcomeOf(call())))
    expect(outcomes.toSorted()).toEqual([
      expect.stringMatching(/^(ORDER_STATE|RETURN_TOO_LATE)$/),
      'done',
    ])
    const { returns } = await desk.optionsOf(id)
    expect((await seen(id)).status).toBe(returns.length > 0 ? 'SHIPPED' : 'CANCELLED')
  }
  const { id } = await shipForCash()
  const [refused] = await Promise.all([outcomeOf(refuse(id)), outcomeOf(step('deliverOrder', id))])
  expect(refused).toBe('done')
  expect((await seen(id)).status).toBe('CANCELLED')
  expect(await rejectionOf(step('deliverOrder', id))).toMatchObject({ code: 'ORDER_STATE' })
})
