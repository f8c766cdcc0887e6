import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../test/buyers.ts'
import { emailsTo, emailTo } from '../../../test/emails.ts'
import { begin, press, untilStatus } from '../../../test/payments.ts'
import { setStock, stockVariants, type TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let owner: SignedUp
let variant: TestVariant
let soldOut: TestVariant
beforeAll(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_MULTIPLIER: '1' } })
  ;[variant, soldOut] = (await stockVariants(shop, 2, 1_000)) as [TestVariant, TestVariant]
  await setStock(shop, soldOut, 0)
  owner = await signUp(shop, { role: 'ADMIN' })
})
afterAll(() => shop.close())

async function placeAndCancel(buyer: Buyer, rounds: number): Promise<void> {
  const { headers } = buyer
  for (let round = 0; round < rounds; round++) {
    const { id } = await order(shop, buyer, [variant])
    await shop.call('cancelMyOrder', { headers, params: { orderId: id }, body: {} })
  }
}

/** The e-mails to an address in the outbox, oldest first. */
async function outboxOf(email: string) {
  const { headers } = owner
  const query = { q: email, size: 100, sort: 'createdAt', order: 'asc' }
  return (await shop.call('listEmails', { headers, query })).data
}
const sentTo = async (email: string) =>
  (await outboxOf(email)).filter(({ state }) => state !== 'DROPPED')

test('an unconfirmed address gets ten e-mails a day, three of them reserved for links to its account', async () => {
  const buyer = await makeBuyer(shop)
  await placeAndCancel(buyer, 8)
  await shop.call('forgotPassword', { body: { email: buyer.email } })
  await emailTo(shop, buyer.email, 'reset-password')
  await shop.call('resendVerification', { headers: buyer.headers })
  await emailTo(shop, buyer.email, 'verify-email')
  await shop.call('resendVerification', { headers: buyer.headers })
  // It does not say that one was sent.
  expect(
    await rejectionOf(shop.call('resendVerification', { headers: buyer.headers })),
  ).toMatchObject({ code: 'EMAIL_LIMIT_REACHED' })
  const emails = await outboxOf(buyer.email)
  expect(emails).toHaveLength(1 + 2 * 8 + 3)
  expect(emails.map(({ state }) => state)).toEqual([
    ...Array(7).fill('WAITING'),
    ...Array(10).fill('DROPPED'),
    ...Array(3).fill('WAITING'),
  ])
  await shop.ctx.db.pool.query(
    `update mail set created_at = created_at - interval '1 day' where recipient = $1`,
    [buyer.email],
  )
  await placeAndCancel(buyer, 1)
  expect(await sentTo(buyer.email)).toHaveLength(12)
})

test('a link to the waiting list works on when the next one is not sent', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const join = () => shop.call('joinWaitingList', { body: { variantId: soldOut.id, email } })
  for (let time = 0; time < 8; time++) await join()
  expect((await outboxOf(email)).map(({ state }) => state)).toEqual([
    ...Array(7).fill('WAITING'),
    'DROPPED',
  ])
  const links = (await emailsTo(shop, email)).flatMap(({ token }) => token || [])
  const { data } = await shop.call('confirmWaiting', { body: { token: links.at(-1) } })
  expect(data.state).toBe('WAITING')
})

test('the link that confirms a new account comes after seven other e-mails, too', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  for (let time = 0; time < 7; time++)
    await shop.call('joinWaitingList', { body: { variantId: soldOut.id, email } })
  await signUp(shop, { email })
  expect((await outboxOf(email)).at(-1)).toMatchObject({ kind: 'welcome', state: 'WAITING' })
})

test('a confirmed address gets all of them', async () => {
  const buyer = await makeBuyer(shop)
  const { token } = await emailTo(shop, buyer.email, 'welcome')
  await shop.call('verifyEmail', { body: { token } })
  await placeAndCancel(buyer, 8)
  expect(await sentTo(buyer.email)).toHaveLength(17)
})

test('receipts of payments and refunds are always sent', async () => {
  const buyer = await makeBuyer(shop)
  const [placed] = [await order(shop, buyer, [variant]), await placeAndCancel(buyer, 6)]
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  await shop.call('refundOrder', {
    headers: owner.headers,
    params: { orderId: placed.id },
    body: { amount: placed.totalAmount, reason: 'Returned', key: 'returned' },
  })
  await emailTo(shop, buyer.email, 'order-refunded')
  const emails = await outboxOf(buyer.email)
  expect(emails.find(({ kind }) => kind === 'order-paid')).toMatchObject({ state: 'WAITING' })
  expect(emails.find(({ kind }) => kind === 'order-refunded')).toMatchObject({ state: 'WAITING' })
})

test('the outbox shows dropped e-mails with the reason, and never sends them', async () => {
  const buyer = await makeBuyer(shop)
  await placeAndCancel(buyer, 4)
  const { headers } = owner
  const query = { q: buyer.email, state: 'DROPPED' }
  const { data } = await shop.call('listEmails', { headers, query })
  const droppedReason = 'Unconfirmed address: at most 10 e-mails a day.'
  expect(data).toMatchObject([
    { kind: 'order-cancelled', state: 'DROPPED', droppedReason },
    { kind: 'order-placed', state: 'DROPPED', droppedReason },
  ])
  const params = { emailId: data[0]?.id ?? '' }
  expect((await shop.call('getEmail', { headers, params })).data).toMatchObject({
    html: null,
    text: null,
    canBeSent: false,
  })
  expect(await rejectionOf(shop.call('resendEmail', { headers, params }))).toMatchObject({
    code: 'EMAIL_DROPPED',
  })
  const before = (await shop.call('getOutbox', { headers })).data.waiting
  await placeAndCancel(buyer, 1)
  expect((await shop.call('getOutbox', { headers })).data.waiting).toBe(before)
  const { rows } = await shop.ctx.db.pool.query<{ id: string }>(
    'select id from orders where user_id = $1 order by created_at desc limit 1',
    [buyer.userId],
  )
  const orderId = rows[0]?.id ?? ''
  const { data: shown } = await shop.call('getOrder', { headers, params: { orderId } })
  expect(shown.emails).toMatchObject([{ droppedReason }, { droppedReason }])
})

test('staff see an error when an address gets no more invitations today; the last link still works', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const { headers } = owner
  const invite = () =>
    shop.call('inviteStaff', { headers, body: { email, name: 'Ines', staffRole: 'SUPPORT' } })
  const { data: invited } = await invite()
  const sendAgain = () => shop.call('sendInvitation', { headers, params: { userId: invited.id } })
  for (let sent = 1; sent < 10; sent++) await sendAgain()
  const { token } = await emailTo(shop, email, 'staff-invitation')
  expect(await rejectionOf(sendAgain())).toMatchObject({ code: 'EMAIL_LIMIT_REACHED' })
  expect(await outboxOf(email)).toHaveLength(10)
  const { data } = await shop.call('getPasswordLink', { body: { token } })
  expect(data.isInvitation).toBe(true)
  // Nor does a new account wait for an invitation that never comes.
  await shop.call('removeStaff', { headers, params: { userId: invited.id } })
  expect(await rejectionOf(invite())).toMatchObject({ code: 'EMAIL_LIMIT_REACHED' })
  expect((await shop.call('listStaff', { headers, query: { q: email } })).data).toEqual([])
})
