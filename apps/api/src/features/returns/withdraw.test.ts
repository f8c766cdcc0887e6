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

test('a withdrawal before anything was sent ends with the order cancelled and refunded', async () => {
  const placed = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  await withdraw(placed.orderNumber)
  const receipt = await emailTo(shop, buyer.email, 'return-requested')
  expect(receipt.text).toContain('We stop it')
  const [found] = await returnsOf(placed.id)
  const id = found?.id ?? ''
  expect(await rejectionOf(desk.step('receiveReturn', id))).toMatchObject({
    code: 'RETURN_STATE',
  })
  const done = await desk.step('cancelWithdrawnOrder', id)
  expect(done).toMatchObject({ status: 'CANCELLED', actions: [] })
  expect(await stockOf(shop, variant.id)).toBe(100)
  await vi.waitFor(
    async () => {
      const mine = { headers: buyer.headers, params: { orderId: placed.id } }
      const { data } = await shop.call('getMyOrder', mine)
      expect(data).toMatchObject({ status: 'CANCELLED', refundedAmount: placed.totalAmount })
    },
    { timeout: 60_000 },
  )
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
