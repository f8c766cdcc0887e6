import type { Availability } from '@solvane/contract/content-drafts'
import { giftCodeLength, giftCodeLetters } from '@solvane/contract/gift-exchanges'
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../test/buyers.ts'
import { openChatPage } from '../../../test/chat-pages.ts'
import { stockVariants, type TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

const open: Availability = { isReadOnly: false, closedPaymentMethods: [], isChatClosed: false }
const manager = { email: `manager-${crypto.randomUUID()}@example.com` }

let shop: TestShop
let other: TestShop
let headers: Record<string, string>
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  other = await openTestShop({ beside: shop })
  ;({ headers } = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER', ...manager }))
  buyer = await makeBuyer(shop)
  ;[variant] = await stockVariants(shop, 1, 9)
})
afterEach(() => set({}))
afterAll(async () => {
  await other.close()
  await shop.close()
})

/** Saves in one process; resolves when the other has received the change. */
async function set(change: Partial<Availability>): Promise<void> {
  const { version } = (await shop.call('getAvailability', { headers })).data
  await shop.call('saveAvailability', {
    headers,
    body: { version, document: { ...open, ...change } },
  })
  const { isReadOnly = false, isChatClosed = false } = change
  for (const process of [shop, other])
    await vi.waitFor(
      async () =>
        expect((await process.call('getSiteSettings')).data).toMatchObject({
          isReadOnly,
          isChatClosed,
        }),
      60_000,
    )
}

test('while the shop is read-only, shoppers change nothing, in any process, and staff go on', async () => {
  await set({ isReadOnly: true })
  for (const process of [shop, other]) {
    const add = process.call('addCartItem', {
      headers: buyer.headers,
      body: { variantId: variant.id, quantity: 1 },
    })
    expect(await rejectionOf(add)).toMatchObject({ status: 503, code: 'READ_ONLY' })
    const register = process.call('register', {
      body: { email: 'new@example.com', password: 'a shopper', name: 'Ada' },
    })
    expect(await rejectionOf(register)).toMatchObject({ code: 'READ_ONLY' })
    expect((await process.call('getCart', { headers: buyer.headers })).data.items).toEqual([])
    expect((await process.call('listProducts', {})).total).toBeGreaterThan(0)
  }
  await set({})
  const { data } = await other.call('addCartItem', {
    headers: buyer.headers,
    body: { variantId: variant.id, quantity: 1 },
  })
  expect(data.items).toHaveLength(1)
})

test('while the shop is read-only, links can be opened, and shoppers can sign out everywhere', async () => {
  const shopper = await signUp(shop)
  await set({ isReadOnly: true })
  const body = { token: 'nobody-has-it' }
  const opened = [
    shop.call('getPasswordLink', { body }),
    shop.call('getWaitingLink', { body }),
    shop.call('openAdviserSelection', { body }),
    shop.call('openGift', { body: { code: giftCodeLetters.slice(0, giftCodeLength) } }),
  ]
  for (const { code } of await Promise.all(opened.map(rejectionOf)))
    expect(code).toBe('LINK_EXPIRED')
  await shop.call('logoutEverywhere', shopper)
  expect(await rejectionOf(shop.call('getProfile', shopper))).toMatchObject({ status: 401 })
})

test('while the shop is read-only, conversations can be read, and store nothing', async () => {
  const page = await openChatPage(shop)
  const message = { clientMessageId: crypto.randomUUID(), content: 'Good day' }
  const { roomId } = await page.get('chat:sendMessage', message)
  const stored = async () =>
    (
      await shop.ctx.db.pool.query(
        'select email, guest_cart_id, shopper_read_seq from chat_room where id = $1',
        [roomId],
      )
    ).rows
  const before = await stored()
  await set({ isReadOnly: true })
  const guestCartId = crypto.randomUUID()
  expect((await page.get('chat:join', { roomId, guestCartId })).room).toMatchObject({ roomId })
  for (const [event, input] of [
    ['chat:read', { roomId, seq: 1 }],
    ['chat:leaveEmail', { roomId, email: 'guest@example.com' }],
  ] as const)
    expect(await page.ask(event, input)).toMatchObject({ ok: false, code: 'READ_ONLY' })
  expect(await stored()).toEqual(before)

  // Nor does signing in claim one, by its id or by its guest.
  const guestIdentifier = crypto.randomUUID()
  await set({})
  await page.get('chat:sendMessage', {
    clientMessageId: crypto.randomUUID(),
    content: 'Another',
    guestIdentifier,
  })
  await set({ isReadOnly: true })
  const { headers: ofShopper, accessToken } = buyer
  const claim = shop.call('claimChatRoom', { headers: ofShopper, params: { roomId } })
  expect(await rejectionOf(claim)).toMatchObject({ code: 'READ_ONLY' })
  const signedIn = await openChatPage(shop, { accessToken })
  for (const held of [{ roomId }, { guestIdentifier }])
    expect(await signedIn.ask('chat:join', held)).toMatchObject({ ok: false, code: 'READ_ONLY' })
  const claimed = await shop.ctx.db.pool.query('select id from chat_room where user_id = $1', [
    buyer.userId,
  ])
  expect(claimed.rows).toEqual([])
  signedIn.socket.close()
  await set({})
  await page.get('chat:leaveEmail', { roomId, email: 'guest@example.com' })
  expect(await stored()).toMatchObject([{ email: 'guest@example.com' }])
  page.socket.close()
})

test('a closed payment method is not offered, and rejected', async () => {
  const placed = await order(shop, buyer, [variant])
  await set({ closedPaymentMethods: ['STRIPE'] })
  expect((await shop.call('listPaymentMethods')).data.methods).toEqual(['PAYPAL', 'USDT', 'COD'])
  const pay = (paymentMethod: string) =>
    shop.call('initiatePayment', {
      headers: buyer.headers,
      params: { orderId: placed.id },
      body: { paymentMethod },
    })
  expect(await rejectionOf(pay('STRIPE'))).toMatchObject({ code: 'PAYMENT_METHOD_UNAVAILABLE' })
  expect((await pay('PAYPAL')).data.approvalUrl).toBeTruthy()
})

test('a closed chat takes no messages from shoppers', async () => {
  await set({ isChatClosed: true })
  const { port } = shop.app.server.address() as { port: number }
  const socket = io(`http://127.0.0.1:${port}`, {
    path: '/api/socket.io',
    transports: ['websocket'],
    auth: { token: buyer.accessToken },
  })
  const failed = new Promise((resolve) => socket.once('chat:sendMessageFailed', resolve))
  socket.emit('chat:sendMessage', { clientMessageId: crypto.randomUUID(), content: 'Good day' })
  expect(await failed).toMatchObject({
    message: 'Our chat is closed at the moment. Please contact us another way.',
  })
  socket.close()
})
