import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeBuyer, order } from '../../../test/buyers.ts'
import { type ChatPage, openChatPage, say, setOpen } from '../../../test/chat-pages.ts'
import { stockVariants } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { guest, type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let [ines, otto] = [] as unknown as [SignedUp, SignedUp]
const pages: ChatPage[] = []

beforeAll(async () => {
  shop = await openTestShop()
  await setOpen(shop, true)
  ines = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
  otto = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
})
afterAll(async () => {
  for (const { socket } of pages) socket.disconnect()
  await shop.close()
})

async function openPage(who?: SignedUp): Promise<ChatPage> {
  const page = await openChatPage(shop, who)
  pages.push(page)
  return page
}

const inbox = async (query: object = {}, { headers } = ines) =>
  (await shop.call('listConversations', { headers, query: { ...query } })).data.map(
    ({ roomId }) => roomId,
  )
const does = (
  name: 'takeConversation' | 'releaseConversation' | 'closeConversation' | 'reopenConversation',
  roomId: string,
  { headers } = ines,
) => shop.call(name, { headers, params: { roomId } })

describe('the inbox', () => {
  it('lists waiting conversations by waiting time, mine, all and closed ones', async () => {
    const [first, second] = [
      await say(await openPage(), 'The first to come'),
      await say(await openPage(), 'The second to come'),
    ]
    const ids = [first.roomId, second.roomId]
    expect(await inbox({ queue: 'waiting' })).toEqual(ids)
    expect(await inbox()).toEqual(ids.toReversed())
    const { data: taken } = await does('takeConversation', first.roomId)
    expect(taken.assignedTo).toEqual({ id: ines.userId, name: 'Ada' })
    // It still waits, after the unassigned one.
    expect(await inbox({ queue: 'waiting' })).toEqual(ids.toReversed())
    expect(await inbox({ queue: 'mine' })).toEqual([first.roomId])
    expect(await inbox({ queue: 'mine' }, otto)).toEqual([])
    expect((await rejectionOf(does('takeConversation', first.roomId, otto))).code).toBe(
      'CHAT_TAKEN',
    )
    await does('takeConversation', first.roomId)
    const { data: counts } = await shop.call('countConversations', { headers: ines.headers })
    expect(counts).toEqual({ waiting: 2, assigned: 1, mine: 1, unread: 2 })
    await does('releaseConversation', first.roomId, otto)
    expect(await inbox({ queue: 'waiting' })).toEqual(ids)
    await does('closeConversation', first.roomId)
    expect(await inbox({ queue: 'waiting' })).toEqual([second.roomId])
    expect(await inbox({ queue: 'closed' })).toEqual([first.roomId])
    await does('reopenConversation', first.roomId)
    expect(await inbox({ queue: 'closed' })).toEqual([])
    await shop.call('assignConversation', {
      headers: ines.headers,
      params: { roomId: first.roomId },
      body: { staffId: otto.userId },
    })
    expect(await inbox({ queue: 'mine' }, otto)).toEqual([first.roomId])
    const toShopper = shop.call('assignConversation', {
      headers: ines.headers,
      params: { roomId: first.roomId },
      body: { staffId: (await signUp(shop)).userId },
    })
    expect((await rejectionOf(toShopper)).code).toBe('STAFF_NOT_FOUND')
    expect(await inbox({ size: 1, page: 2 })).toEqual([first.roomId])
  })

  it('searches name, e-mail and text, with any characters', async () => {
    const ada = await signUp(shop, { email: `find_me%${crypto.randomUUID()}@example.com` })
    const { roomId } = await say(await openPage(ada), 'Is it 100% calf? \\ yes_no')
    for (const q of [ada.email, 'FIND_ME%', '100% calf', '\\ YES_', ' calf? '])
      expect(await inbox({ q }), q).toEqual([roomId])
    expect(await inbox({ q: 'find-me' })).toEqual([])
    expect(await inbox({ q: 'yesxno' })).toEqual([])
  })

  it('shows the shopper’s cart and orders beside the conversation', async () => {
    const [variant] = await stockVariants(shop, 1, 10)
    const buyer = await makeBuyer(shop)
    const placed = await order(shop, buyer, [variant], { quantity: 2, source: 'buyNow' })
    await shop.call('addCartItem', { headers: buyer.headers, body: { variantId: variant.id } })
    const { roomId } = await say(await openPage(buyer), 'Where is it?')
    const { data } = await shop.call('getConversation', {
      headers: ines.headers,
      params: { roomId },
    })
    expect(data).toMatchObject({
      shopper: { id: buyer.userId, email: buyer.email, isBlocked: false },
      cart: { totalItems: 1 },
      orders: [{ orderNumber: placed.orderNumber, items: [{ quantity: 2 }] }],
      unread: 1,
    })
  })

  it('shows a guest’s cart, too, once their page has reported it', async () => {
    const [variant] = await stockVariants(shop, 1, 10)
    const { id: guestCartId, headers } = guest()
    await shop.call('addCartItem', { headers, body: { variantId: variant.id, quantity: 3 } })
    const page = await openPage()
    const { roomId } = await say(page, 'Is it heavy?')
    const cart = async () =>
      (await shop.call('getConversation', { headers: ines.headers, params: { roomId } })).data.cart
    expect(await cart()).toBe(null)
    await page.get('chat:join', { roomId, guestCartId })
    expect(await cart()).toMatchObject({ totalItems: 3 })
    // After the claim the shopper's own cart is shown.
    const shopper = await openPage(await signUp(shop))
    await shopper.get('chat:join', { roomId, guestCartId })
    expect(await cart()).toMatchObject({ totalItems: 0 })
  })

  it('receives every change, and the shopper those of their conversation', async () => {
    const watching = await openPage(otto)
    await watching.get('support:watch')
    const guest = await openPage()
    const { roomId } = await say(guest, 'Live')
    const line = () =>
      watching.received['support:conversationChanged'].findLast((row) => row.roomId === roomId)
    await vi.waitFor(() => expect(line()).toMatchObject({ lastMessage: 'Live', unread: 1 }), {
      timeout: 60_000,
    })
    await does('closeConversation', roomId)
    await vi.waitFor(() => expect(line()).toMatchObject({ state: 'CLOSED', waitingSince: null }), {
      timeout: 60_000,
    })
    await vi.waitFor(
      () => expect(guest.received['chat:roomChanged']).toEqual([{ roomId, state: 'CLOSED' }]),
      { timeout: 60_000 },
    )
    await say(guest, 'One more question', { roomId })
    await vi.waitFor(() => expect(line()).toMatchObject({ state: 'OPEN', unread: 2 }), {
      timeout: 60_000,
    })
    const message = { roomId, content: 'Yes?', clientMessageId: 'one' }
    await (await openPage(ines)).get('support:sendMessage', message)
    await vi.waitFor(
      () => expect(line()).toMatchObject({ assignedTo: { id: ines.userId }, waitingSince: null }),
      { timeout: 60_000 },
    )
  })
})

describe('canned replies', () => {
  it('are listed by title, edited with optimistic locking, and deleted', async () => {
    const create = (title: string) =>
      shop.call('createCannedReply', {
        headers: ines.headers,
        body: { title, content: '<script>alert(1)</script>' },
      })
    const { data: sizes } = await create('Sizes')
    await create('Deadlines')
    const { data: list } = await shop.call('listCannedReplies', { headers: otto.headers })
    const titles = list.map(({ title }) => title)
    expect(titles).toEqual(expect.arrayContaining(['Sizes', 'Deadlines']))
    expect(titles).toEqual(titles.toSorted())
    expect((await rejectionOf(create('sizes'))).code).toBe('CANNED_REPLY_TAKEN')
    const change = (body: object, id = sizes.id) =>
      shop.call('updateCannedReply', {
        headers: ines.headers,
        params: { id },
        body: { ...{ title: sizes.title, content: 'Other', updatedAt: sizes.updatedAt }, ...body },
      })
    await change({})
    expect((await rejectionOf(change({}))).code).toBe('STALE_EDIT')
    expect((await rejectionOf(change({}, crypto.randomUUID()))).code).toBe('CANNED_REPLY_NOT_FOUND')
    const remove = () =>
      shop.call('deleteCannedReply', { headers: ines.headers, params: { id: sizes.id } })
    await remove()
    expect((await rejectionOf(remove())).code).toBe('CANNED_REPLY_NOT_FOUND')
  })
})

describe('the office hours', () => {
  it('are edited with optimistic locking', async () => {
    const { headers } = ines
    const { data: hours } = await shop.call('getOfficeHours', { headers })
    const week = Array(7).fill({ from: '08:30', to: '17:00' })
    const set = (body: object) =>
      shop.call('setOfficeHours', { headers, body: { ...hours, ...body } })
    const { data } = await set({ week, timeZone: 'Asia/Tokyo', closedOn: ['2026-12-31'] })
    expect(data).toMatchObject({ week, timeZone: 'Asia/Tokyo', closedOn: ['2026-12-31'] })
    expect((await rejectionOf(set({ week }))).code).toBe('STALE_EDIT')
    const { updatedAt } = data
    for (const wrong of [
      { timeZone: 'Nowhere/Else' },
      { week: week.slice(1) },
      { week: [{ from: '17:00', to: '09:00' }, ...week.slice(1)] },
      { week: [{ from: '9', to: '10' }, ...week.slice(1)] },
      { closedOn: ['tomorrow'] },
    ])
      expect((await rejectionOf(set({ updatedAt, ...wrong }))).code).toBe('BAD_REQUEST')
  })
})
