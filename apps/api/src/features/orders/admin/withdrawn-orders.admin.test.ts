import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Buyer, type OrderOptions, order } from '../../../../test/buyers.ts'
import { emailTo } from '../../../../test/emails.ts'
import { expireReservation } from '../../../../test/expire-reservations.ts'
import { expectBalancedBooks } from '../../../../test/ledger-assertions.ts'
import { openOrderDesk } from '../../../../test/order-edits.ts'
import { begin, capturePayment, press, untilStatus } from '../../../../test/payments.ts'
import { exchangeableVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { askReturn, inspected, openReturnDesk, type ReturnDesk } from '../../../../test/returns.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let desk: ReturnDesk
let buyer: Buyer
let variant: TestVariant
let headers: Buyer['headers']
beforeAll(async () => {
  shop = await openTestShop()
  desk = await openReturnDesk(shop)
  ;[variant] = desk.variants
  ;({ headers } = desk.staff)
})
beforeEach(async () => {
  buyer = await desk.startAfresh('DE')
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

const parcel = { carrier: 'DHL', trackingNumber: 'JD0146' }

async function paid(options: OrderOptions = {}) {
  const placed = await order(shop, buyer, [variant], { source: 'buyNow', ...options })
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  return placed
}

const send = (orderNumber: string) =>
  shop.call('withdrawFromOrder', { body: { orderNumber, email: buyer.email } })
const withdrawalOf = async (orderId: string) => (await desk.optionsOf(orderId)).returns[0]
/** Withdraws from an order, and waits until that counts. */
async function withdraw({ id, orderNumber }: { id: string; orderNumber: string }) {
  await send(orderNumber)
  await vi.waitFor(async () => expect(await withdrawalOf(id)).toBeDefined(), { timeout: 60_000 })
  const found = await withdrawalOf(id)
  if (!found) throw new Error('There is no withdrawal')
  return found
}

const seen = async (orderId: string) =>
  (await shop.call('getOrder', { headers, params: { orderId } })).data
const ship = (orderId: string) =>
  shop.call('shipOrder', { headers, params: { orderId }, body: parcel })
const sendPart = (orderId: string, variantId = variant.id) =>
  shop.call('sendParcel', {
    headers,
    params: { orderId },
    body: { ...parcel, items: [{ variantId, quantity: 1 }] },
  })
const preview = async (orderId: string) =>
  (await shop.call('previewOrderSteps', { headers, body: { step: 'ship', orderIds: [orderId] } }))
    .data[0]
const listed = async (query: Record<string, string>) =>
  (await shop.call('listOrders', { headers, query: { customerId: buyer.userId, ...query } })).data
const counts = async () =>
  (await shop.call('countOrders', { headers, query: { customerId: buyer.userId } })).data
const dueToday = async (orderId: string) =>
  (await shop.call('getDashboard', { headers })).data.reviews.payments.find(
    (row) => row.orderId === orderId,
  )

test('an order that was withdrawn from is not shipped in any way', async () => {
  const placed = await paid({ quantity: 2 })
  await withdraw(placed)
  expect((await seen(placed.id)).actions).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(ship|sendParcel|edit)$/)]),
  )
  for (const attempt of [ship, sendPart])
    expect(await rejectionOf(attempt(placed.id))).toMatchObject({
      status: 409,
      code: 'ORDER_WITHDRAWN',
    })
  const refused = { state: 'REFUSED', reason: 'The customer has withdrawn' }
  expect(await preview(placed.id)).toMatchObject(refused)
  const orders = [{ orderId: placed.id, ...parcel }]
  const { data: many } = await shop.call('shipOrders', { headers, body: { orders } })
  expect(many).toMatchObject([{ status: 'PROCESSING', ...refused }])
  const csv = `order_number,carrier,tracking_number\n${placed.orderNumber},DHL,JD1`
  const { data: lines } = await shop.call('checkTracking', { headers, body: { csv } })
  expect(lines).toMatchObject([refused])
  const slips = { headers, query: { orderIds: placed.id } }
  expect(await rejectionOf(shop.call('listPackingSlips', slips))).toMatchObject({
    status: 409,
    code: 'NOTHING_TO_PACK',
    message: `There is nothing to pack for ${placed.orderNumber}: withdrawn.`,
  })
})

test('staff see it on the page of the order, in the list and on Today, until it is cancelled', async () => {
  const placed = await paid()
  const other = await paid()
  const { id, returnNumber } = await withdraw(placed)
  expect(await seen(placed.id)).toMatchObject({ withdrawal: { returnId: id, returnNumber } })
  expect(await seen(other.id)).toMatchObject({ withdrawal: null })
  expect(await listed({ status: 'PROCESSING' })).toMatchObject([
    { id: other.id, isWithdrawn: false, needsReview: false },
    { id: placed.id, isWithdrawn: true, needsReview: true },
  ])
  expect(await counts()).toMatchObject({ byStatus: { PROCESSING: 2 }, needsReview: 1 })
  expect(await listed({ needsReview: 'true' })).toMatchObject([{ id: placed.id }])
  expect(await dueToday(placed.id)).toMatchObject({
    orderNumber: placed.orderNumber,
    review: expect.stringContaining('The customer has withdrawn'),
    amount: placed.totalAmount,
  })
  await desk.step('cancelWithdrawnOrder', id)
  expect(await listed({ needsReview: 'true' })).toEqual([])
  expect(await dueToday(placed.id)).toBeUndefined()
  expect(await seen(placed.id)).toMatchObject({ status: 'CANCELLED', withdrawal: null })
})

test.each(['staff decline it', 'the shopper cancels it'])(
  'it is shipped all the same once %s',
  async (end) => {
    const placed = await paid()
    const { id } = await withdraw(placed)
    if (end === 'staff decline it') await desk.step('declineReturn', id, { answer: 'As agreed.' })
    else await shop.call('cancelMyReturn', { headers: buyer.headers, params: { returnId: id } })
    expect(await preview(placed.id)).toMatchObject({ state: 'READY', reason: null })
    expect(await listed({ status: 'PROCESSING' })).toMatchObject([
      { isWithdrawn: false, needsReview: false },
    ])
    await ship(placed.id)
    expect(await seen(placed.id)).toMatchObject({ status: 'SHIPPED' })
  },
)

test('the rest of an order that was sent in part is not sent after a withdrawal', async () => {
  const placed = await paid({ quantity: 2 })
  await sendPart(placed.id)
  const { id } = await withdraw(placed)
  const expectBlocked = async () => {
    for (const attempt of [ship, sendPart])
      expect(await rejectionOf(attempt(placed.id))).toMatchObject({ code: 'ORDER_WITHDRAWN' })
  }
  await expectBlocked()
  expect(await seen(placed.id)).toMatchObject({ withdrawal: { returnId: id, isRefunded: false } })
  await desk.step('receiveReturn', id)
  const lines = [{ variantId: variant.id, condition: 'RESTOCK' }]
  const { refund } = await desk.step('inspectReturn', id, { lines, feePercent: 0 })
  await desk.step('refundReturn', id, { amount: refund.amount })
  await desk.untilRefunded(placed.id, refund.amount)
  // It has ended: nothing is reserved for it, and its shopper can close the account.
  expect((await seen(placed.id)).status).toBe('CANCELLED')
  expect(await rejectionOf(ship(placed.id))).toMatchObject({ code: 'ORDER_STATE' })
  expect(await dueToday(placed.id)).toBeUndefined()
})

/** Withdraws from an order, whose goods come back and are inspected. */
async function takeBack(placed: { id: string; orderNumber: string }) {
  const { id, lines } = await withdraw(placed)
  return inspected(shop, desk.staff, { id, lines, status: 'APPROVED' })
}

test('an order that was sent in part, and refunded by hand after its withdrawal, is cancelled with that', async () => {
  const placed = await paid({ quantity: 2 })
  await sendPart(placed.id)
  const { id, lines } = await withdraw(placed)
  await shop.call('refundOrder', {
    headers,
    params: { orderId: placed.id },
    body: { amount: placed.totalAmount, reason: 'By telephone', key: crypto.randomUUID() },
  })
  await desk.untilRefunded(placed.id, placed.totalAmount)
  const { refund } = await inspected(shop, desk.staff, { id, lines, status: 'APPROVED' })
  expect(refund.amount).toBe(0)
  await desk.step('refundReturn', id, { amount: 0 })
  expect(await seen(placed.id)).toMatchObject({ status: 'CANCELLED', refundState: 'FULL' })
  expect(await dueToday(placed.id)).toBeUndefined()
})

test('one that was overpaid is complete with its withdrawal, and what is kept stays', async () => {
  const placed = await order(shop, buyer, [variant], { source: 'buyNow', quantity: 2 })
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  await capturePayment(shop, attempt.paymentId, placed.totalAmount + 10)
  const accepted = { headers, params: { orderId: placed.id }, body: { reference: 'Accepted' } }
  await shop.call('markOrderPaid', accepted)
  await sendPart(placed.id)
  const { id, refund } = await takeBack(placed)
  expect(refund.amount).toBe(placed.totalAmount)
  await desk.step('refundReturn', id, { amount: refund.amount, reference: 'Wire 1' })
  const ended = await seen(placed.id)
  expect(ended).toMatchObject({ status: 'COMPLETED', withdrawal: null })
  expect(ended.payments).toMatchObject([{ refunded: placed.totalAmount, refundable: 10 }])
  expect(await listed({ needsReview: 'true' })).toEqual([])
  await shop.call('deleteAccount', {
    headers: buyer.headers,
    body: { password: buyer.password },
  })
})

test('an exchange that was sent in part is complete with its withdrawal, and pays nothing twice', async () => {
  const [one, two] = await exchangeableVariants(shop)
  const { id: firstId } = await desk.deliver([one], { quantity: 2 })
  const wish = [{ variantId: one.id, quantity: 2, exchangeFor: two.id }]
  const asked = await askReturn(shop, buyer, firstId, wish, { wish: 'EXCHANGE' })
  await inspected(shop, desk.staff, asked)
  const { exchangeOrder } = await desk.step('exchangeReturn', asked.id)
  const exchange = await desk.orderOf(exchangeOrder?.id ?? '')
  await sendPart(exchange.id, two.id)
  const { id, refund } = await takeBack(exchange)
  await desk.step('refundReturn', id, { amount: refund.amount })
  await desk.untilRefunded(firstId, refund.amount)
  expect((await seen(firstId)).refundState).toBe('FULL')
  expect(await seen(exchange.id)).toMatchObject({
    status: 'COMPLETED',
    actions: expect.not.arrayContaining(['ship', 'sendParcel', 'cancel']),
    exchangeRefund: { isDue: false },
  })
  const first = await shop.call('getReturn', { headers, params: { returnId: asked.id } })
  expect(first.data).toMatchObject({
    status: 'EXCHANGED',
    actions: [],
    exchangeOrder: { isCancelled: false },
  })
  expect(await listed({ needsReview: 'true' })).toEqual([])
})

test('an order whose money was all paid back is not shipped: it is cancelled', async () => {
  const placed = await paid({ quantity: 2 })
  const refund = async (amount: number) =>
    shop.call('refundOrder', {
      headers,
      params: { orderId: placed.id },
      body: { amount, reason: 'Goodwill', key: crypto.randomUUID() },
    })
  await refund(1)
  expect(await preview(placed.id)).toMatchObject({ state: 'READY' })
  await refund(placed.totalAmount - 1)
  expect(await preview(placed.id)).toMatchObject({
    state: 'REFUSED',
    reason: 'Everything that was paid is refunded',
  })
  for (const attempt of [ship, sendPart])
    expect(await rejectionOf(attempt(placed.id))).toMatchObject({ code: 'ORDER_REFUNDED' })
  await shop.call('cancelOrder', {
    headers,
    params: { orderId: placed.id },
    body: { reason: 'Refunded by telephone' },
  })
})

test('units that have left are not counted as reserved', async () => {
  const placed = await paid({ quantity: 2 })
  const reserved = async () =>
    (await shop.call('getVariantStock', { headers, params: { id: variant.id } })).data.held
  const before = await reserved()
  await sendPart(placed.id)
  expect(await reserved()).toBe(before - 1)
  await ship(placed.id)
  expect(await reserved()).toBe(before - 2)
})

test('a withdrawal from what was sent already changes nothing about its delivery', async () => {
  const placed = await paid()
  await ship(placed.id)
  await withdraw(placed)
  expect(await seen(placed.id)).toMatchObject({ status: 'SHIPPED', withdrawal: null })
  expect(await rejectionOf(ship(placed.id))).toMatchObject({ code: 'ORDER_STATE' })
  await shop.call('deliverOrder', { headers, params: { orderId: placed.id } })
})

/** Until this many statements wait for the lock of an order. */
const untilWaiting = (count: number) =>
  vi.waitFor(
    async () => {
      const { rowCount } = await shop.ctx.db.pool.query(
        `select from pg_stat_activity where datname = current_database()
           and wait_event_type = 'Lock' and query like '%from "orders"%for no key update%'`,
      )
      expect(rowCount).toBe(count)
    },
    { timeout: 60_000 },
  )

test.each(['withdrawal', 'dispatch'])(
  'of a withdrawal and a dispatch at the same time the %s that comes first counts',
  async (first) => {
    const placed = await paid()
    const holder = await shop.ctx.db.pool.connect()
    await holder.query('begin')
    await holder.query('select from orders where id = $1 for no key update', [placed.id])
    const dispatch = () =>
      ship(placed.id).then(
        () => 'SHIPPED',
        ({ code }) => code,
      )
    let shipped: Promise<string>
    if (first === 'withdrawal') {
      await send(placed.orderNumber)
      await untilWaiting(1)
      shipped = dispatch()
    } else {
      shipped = dispatch()
      await untilWaiting(1)
      await send(placed.orderNumber)
    }
    await untilWaiting(2)
    await holder.query('commit')
    holder.release()
    const { text } = await emailTo(shop, buyer.email, 'return-requested')
    const isStopped = first === 'withdrawal'
    expect(await shipped).toBe(isStopped ? 'ORDER_WITHDRAWN' : 'SHIPPED')
    const { status, withdrawal } = await seen(placed.id)
    expect([status, withdrawal !== null]).toEqual([isStopped ? 'PROCESSING' : 'SHIPPED', isStopped])
    expect(text?.includes('We stop it')).toBe(isStopped)
  },
)

test('an order that waits for staff for two reasons is listed once', async () => {
  const edits = await openOrderDesk(shop)
  buyer = await edits.startAfresh()
  const { id, orderNumber } = await edits.paid([edits.bag])
  await edits.edit(id, [[edits.coat, 1]], 150)
  const supplement = await edits.supplementOf(id)
  await expireReservation(shop, supplement.id)
  await edits.until(supplement.id, { status: 'UNPAID' })
  expect(await dueToday(id)).toMatchObject({
    review: 'The supplementary order for a change was not paid',
  })
  // Moves the orders to a country with a right to withdraw.
  const toGermany = "update orders set shipping_country = 'DE' where id = $1"
  await shop.ctx.db.pool.query(toGermany, [id])
  await send(orderNumber)
  await vi.waitFor(async () => expect((await seen(id)).withdrawal).not.toBeNull(), {
    timeout: 60_000,
  })
  const { reviews } = (await shop.call('getDashboard', { headers })).data
  expect(reviews.payments.filter(({ orderId }) => orderId === id)).toHaveLength(1)
  expect(await listed({ needsReview: 'true' })).toMatchObject([{ id }])
})
