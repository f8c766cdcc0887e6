import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Buyer } from '../../../test/buyers.ts'
import { emailTo } from '../../../test/emails.ts'
import { expectBalancedBooks, stockOf } from '../../../test/ledger-assertions.ts'
import { exchangeableVariants, setStock, type TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { askReturn, inspected, openReturnDesk, type ReturnDesk } from '../../../test/returns.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let desk: ReturnDesk
let buyer: Buyer
/** Two sizes, each for $200. */
let one: TestVariant
let two: TestVariant
let headers: Buyer['headers']
beforeAll(async () => {
  shop = await openTestShop()
  desk = await openReturnDesk(shop)
  ;[one, two] = await exchangeableVariants(shop)
  ;({ headers } = desk.staff)
})
beforeEach(async () => {
  buyer = await desk.startAfresh()
  for (const variant of [one, two]) await setStock(shop, variant, 10)
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

/** An order of two items that were sent back and are exchanged by an order that is not sent yet. */
async function exchanged(options: { method?: 'STRIPE' | 'COD' } = {}) {
  const first = await desk.deliver([one], { quantity: 2, ...options })
  const lines = [{ variantId: one.id, quantity: 2, exchangeFor: two.id }]
  const asked = await askReturn(shop, buyer, first.id, lines, { wish: 'EXCHANGE' })
  await inspected(shop, desk.staff, asked)
  const { exchangeOrder } = await desk.step('exchangeReturn', asked.id)
  return { first, returnId: asked.id, exchangeId: exchangeOrder?.id ?? '' }
}

const cancel = (orderId: string) =>
  shop.call('cancelOrder', { headers, params: { orderId }, body: { reason: 'Damaged in store' } })
const order = async (orderId: string) =>
  (await shop.call('getOrder', { headers, params: { orderId } })).data
const found = async (returnId: string) =>
  (await shop.call('getReturn', { headers, params: { returnId } })).data
const toReview = async () => {
  const query = { needsReview: true, customerId: buyer.userId }
  const { data } = await shop.call('listOrders', { headers, query })
  return data.map(({ id }) => id)
}
const refund = (returnId: string, amount: number, more: object = {}) =>
  desk.step('refundReturn', returnId, { amount, ...more })

test('a cancelled exchange that staff have paid back with its order is closed without another refund', async () => {
  const { first, returnId, exchangeId } = await exchanged()
  expect(await rejectionOf(refund(returnId, 400, { isPaidBack: true }))).toMatchObject({
    code: 'RETURN_STATE',
  })
  await cancel(exchangeId)
  const body = { amount: 400, reason: 'Exchange cancelled', key: 'with the order' }
  await shop.call('refundOrder', { headers, params: { orderId: first.id }, body })
  await desk.untilRefunded(first.id, 400)
  expect(await refund(returnId, 400, { isPaidBack: true })).toMatchObject({
    status: 'REFUNDED',
    refund: { amount: 0 },
  })
  expect(await toReview()).toEqual([])
  expect([await stockOf(shop, one.id), await stockOf(shop, two.id)]).toEqual([10, 10])
})

test('the return of a cancelled exchange is refunded, and stands with what needs review until then', async () => {
  const { first, returnId, exchangeId } = await exchanged()
  const { returnNumber } = await found(returnId)
  expect(await found(returnId)).toMatchObject({
    actions: [],
    exchangeOrder: { isCancelled: false },
  })
  expect(await order(exchangeId)).toMatchObject({
    exchangeRefund: { returnNumber, amount: 400, isDue: false },
  })
  expect(await rejectionOf(refund(returnId, 400))).toMatchObject({ code: 'RETURN_STATE' })
  expect(await toReview()).toEqual([])

  await cancel(exchangeId)
  expect(await toReview()).toEqual([exchangeId])
  const { data: today } = await shop.call('getDashboard', { headers })
  expect(today.reviews.payments).toContainEqual(
    expect.objectContaining({
      orderId: exchangeId,
      review: `The exchange was cancelled: refund its return`,
      amount: 400,
    }),
  )
  expect(await order(exchangeId)).toMatchObject({
    status: 'CANCELLED',
    exchangeRefund: { returnNumber, amount: 400, isDue: true },
  })
  expect(await found(returnId)).toMatchObject({
    status: 'EXCHANGED',
    actions: ['refund'],
    refund: { amount: 400 },
    exchangeOrder: { isCancelled: true },
  })
  expect(await desk.seen(returnId)).toMatchObject({ isExchangeCancelled: true })
  expect((await desk.optionsOf(first.id)).returns).toMatchObject([{ isExchangeCancelled: true }])
  expect((await emailTo(shop, buyer.email, 'order-cancelled')).text).toContain(
    'What you have paid for the pieces that you sent back is paid back',
  )
  const close = { headers: buyer.headers, body: { password: buyer.password } }
  expect(await rejectionOf(shop.call('deleteAccount', close))).toMatchObject({
    code: 'ORDERS_UNDER_WAY',
    message: expect.stringContaining('A return of yours is still under way'),
  })

  expect(await refund(returnId, 400)).toMatchObject({ status: 'REFUNDED', actions: [] })
  await desk.untilRefunded(first.id, 400)
  // The exchange restocked the returned goods, and its cancellation released the goods to be sent.
  expect([await stockOf(shop, one.id), await stockOf(shop, two.id)]).toEqual([10, 10])
  expect(await toReview()).toEqual([])
  expect(await order(exchangeId)).toMatchObject({ exchangeRefund: { isDue: false } })
  expect(await desk.seen(returnId)).toMatchObject({
    status: 'REFUNDED',
    refundedAmount: 400,
    isExchangeCancelled: false,
  })
})

test('it is refunded once, and not while its exchange may still be sent', async () => {
  const { returnId, exchangeId } = await exchanged()
  const codeOf = (done: Promise<{ status: string }>) =>
    done.then(
      ({ status }) => status,
      ({ code }) => code,
    )
  const [early] = await Promise.all([codeOf(refund(returnId, 400)), cancel(exchangeId)])
  const presses = await Promise.all([1, 2].map(() => codeOf(refund(returnId, 400))))
  // Whichever comes first, refund or cancellation, one refund is made.
  expect([early, ...presses].toSorted()).toEqual(['REFUNDED', 'RETURN_STATE', 'RETURN_STATE'])
})

test('an order paid in cash is refunded by hand, and the return has no other outcome', async () => {
  const { first, returnId, exchangeId } = await exchanged({ method: 'COD' })
  await cancel(exchangeId)
  for (const step of ['exchangeReturn', 'receiveReturn'] as const)
    expect(await rejectionOf(desk.step(step, returnId))).toMatchObject({ code: 'RETURN_STATE' })
  expect(await rejectionOf(refund(returnId, 400))).toMatchObject({
    code: 'REFUND_REFERENCE_MISSING',
  })
  await refund(returnId, 400, { reference: 'Wire 4711' })
  await desk.untilRefunded(first.id, 400)
})

test('an exchange that was withdrawn from is refunded from its return', async () => {
  buyer = await desk.startAfresh('DE')
  for (const variant of [one, two]) await setStock(shop, variant, 10)
  const { first, returnId, exchangeId } = await exchanged()
  const { orderNumber } = await order(exchangeId)
  await shop.call('withdrawFromOrder', { body: { orderNumber, email: buyer.email } })
  await vi.waitFor(async () => expect((await order(exchangeId)).withdrawal).not.toBeNull(), {
    timeout: 60_000,
  })
  await desk.step('cancelWithdrawnOrder', (await order(exchangeId)).withdrawal?.returnId ?? '')
  expect(await toReview()).toEqual([exchangeId])
  const { refund: due } = await found(returnId)
  await refund(returnId, due.amount)
  await desk.untilRefunded(first.id, due.amount)
  expect(await toReview()).toEqual([])
})
