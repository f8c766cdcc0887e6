import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../test/buyers.ts'
import { emailsTo, emailTo } from '../../../test/emails.ts'
import { expectBalancedBooks, stockOf } from '../../../test/ledger-assertions.ts'
import { begin, press, untilStatus } from '../../../test/payments.ts'
import type { TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { openReturnDesk, type ReturnDesk } from '../../../test/returns.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let desk: ReturnDesk
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  desk = await openReturnDesk(shop)
  ;[variant] = desk.variants
})
beforeEach(async () => {
  buyer = await desk.startAfresh('DE')
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

const withdraw = (orderNumber: string, email = buyer.email) =>
  shop.call('withdrawFromOrder', { body: { orderNumber, email } })
const returnsOf = async (orderId: string, headers = buyer.headers) =>
  (await shop.call('getReturnOptions', { headers, params: { orderId } })).data.returns

test('a withdrawal needs no sign-in and no reason, and its receipt comes at once', async () => {
  const placed = await desk.deliver([variant], { quantity: 2 })
  await withdraw(placed.orderNumber.toLowerCase(), buyer.email.toUpperCase())
  const receipt = await emailTo(shop, buyer.email, 'return-requested')
  expect(receipt.subject).toBe(`Withdrawal from order ${placed.orderNumber} received`)
  expect(receipt.text).toContain('with the slip from the page of your return')
  expect(await returnsOf(placed.id)).toMatchObject([
    {
      status: 'APPROVED',
      isWithdrawal: true,
      lines: [{ variantId: variant.id, quantity: 2, reason: null }],
    },
  ])
})

test('the answer is the same whether there is such an order or not, and nobody else gets an e-mail', async () => {
  const placed = await desk.deliver([variant])
  const stranger = await makeBuyer(shop)
  const answers = [
    await withdraw(placed.orderNumber, stranger.email),
    await withdraw('SV999999999', buyer.email),
    await withdraw('nonsense', buyer.email),
    await withdraw(placed.orderNumber),
  ]
  for (const answer of answers) expect(answer).toEqual(answers[0])
  await emailTo(shop, buyer.email, 'return-requested')
  expect(
    (await emailsTo(shop, stranger.email)).filter(({ kind }) => kind.startsWith('return')),
  ).toEqual([])
  expect(await returnsOf(placed.id)).toHaveLength(1)
})

test('a withdrawal without an order number is rejected, and says what is missing', async () => {
  for (const number of ['', '   ']) {
    const { status, details } = await rejectionOf(withdraw(number))
    expect(status).toBe(400)
    expect(details?.fields).toMatchObject([{ message: 'Please enter the number of your order' }])
  }
})

test('a withdrawal that is not possible is answered by e-mail alone', async () => {
  const placed = await desk.deliver([variant])
  await desk.ageDelivery(placed.id, 15)
  await withdraw(placed.orderNumber)
  const rejection = await emailTo(shop, buyer.email, 'return-withdrawal-refused')
  expect(rejection.text).toContain('The 14 days after delivery')
  const elsewhere = await makeBuyer(shop)
  const other = await desk.deliver([variant], {}, elsewhere)
  await withdraw(other.orderNumber, elsewhere.email)
  const terms = await emailTo(shop, elsewhere.email, 'return-withdrawal-refused')
  expect(terms.text).toContain('returned from their page')
  expect(await returnsOf(other.id, elsewhere.headers)).toEqual([])
})

/** An order that was paid, and withdrawn from before anything of it was sent; the ids of both. */
async function withdrawnUnsent(): Promise<{ orderId: string; returnId: string }> {
  const placed = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  await withdraw(placed.orderNumber)
  const receipt = await emailTo(shop, buyer.email, 'return-requested')
  expect(receipt.text).toContain('We stop it')
  const [found] = await returnsOf(placed.id)
  return { orderId: placed.id, returnId: found?.id ?? '' }
}

const untilRefunded = (orderId: string) =>
  vi.waitFor(
    async () => {
      const { status, refundState } = await desk.orderOf(orderId)
      expect([status, refundState]).toEqual(['CANCELLED', 'FULL'])
    },
    { timeout: 60_000 },
  )

test('a withdrawal before anything was sent ends with the order cancelled and refunded', async () => {
  const { orderId, returnId } = await withdrawnUnsent()
  expect(await rejectionOf(desk.step('receiveReturn', returnId))).toMatchObject({
    code: 'RETURN_STATE',
  })
  const done = await desk.step('cancelWithdrawnOrder', returnId)
  expect(done).toMatchObject({ status: 'CANCELLED', actions: [] })
  expect(done.transitions.map(({ to }) => to)).toEqual(['REQUESTED', 'APPROVED', 'CANCELLED'])
  expect(await stockOf(shop, variant.id)).toBe(100)
  await untilRefunded(orderId)
})

test.each(['the shopper', 'staff'])('it ends with its order when %s cancels that', async (who) => {
  const { orderId, returnId } = await withdrawnUnsent()
  const params = { orderId }
  if (who === 'staff')
    await shop.call('cancelOrder', {
      headers: desk.staff.headers,
      params,
      body: { reason: 'Withdrawn' },
    })
  else await shop.call('cancelMyOrder', { headers: buyer.headers, params, body: {} })
  expect(await desk.seen(returnId)).toMatchObject({ status: 'CANCELLED', canCancel: false })
  const { data } = await shop.call('getReturn', {
    headers: desk.staff.headers,
    params: { returnId },
  })
  expect(data.actions).toEqual([])
  expect(data.transitions.at(-1)).toMatchObject({
    from: 'APPROVED',
    to: 'CANCELLED',
    actor: who === 'staff' ? 'STAFF' : 'SHOPPER',
    by: { id: who === 'staff' ? desk.staff.userId : buyer.userId },
  })
  await untilRefunded(orderId)
  expect(await desk.emailKinds()).toEqual(['return-requested'])
})

test('one that stayed open when its order was cancelled can still be closed', async () => {
  const { orderId, returnId } = await withdrawnUnsent()
  await shop.call('cancelMyOrder', { headers: buyer.headers, params: { orderId }, body: {} })
  // Sets the state that earlier releases left.
  await shop.ctx.db.pool.query(`update return_request set status = 'APPROVED' where id = $1`, [
    returnId,
  ])
  await shop.ctx.db.pool.query(
    `delete from return_transition where return_id = $1 and to_status = 'CANCELLED'`,
    [returnId],
  )
  expect((await desk.step('cancelWithdrawnOrder', returnId)).status).toBe('CANCELLED')
  await untilRefunded(orderId)
})

test('withdrawals are limited by e-mail address', async () => {
  const limited = await openTestShop({ settings: { RATE_LIMIT_MULTIPLIER: '1' } })
  const send = () =>
    limited.call('withdrawFromOrder', {
      body: { orderNumber: 'SV1', email: 'somebody@example.com' },
    })
  for (let times = 0; times < 5; times += 1) await send()
  expect(await rejectionOf(send())).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
  await limited.close()
})
