import type { ServerEvents } from '@solvane/contract/realtime'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { type ChatPage, openChatPage, say, setOpen } from '../../../test/chat-pages.ts'
import { eventSchemas } from '../../../test/contract-fields.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { makeFormerTokens, makeStaff, type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

type EventName = keyof ServerEvents

let shop: TestShop
let staff: Awaited<ReturnType<typeof makeStaff>>
let shopper: SignedUp
/** Pages that may receive the events: the shopper's two, and staff with the conversation open. */
let page: ChatPage
let otherPage: ChatPage
let desk: ChatPage
/** Pages of everyone else, with the events that each has received. */
let strangers: Record<string, { page: ChatPage; events: string[] }>
let roomId: string

beforeAll(async () => {
  shop = await openTestShop({ empty: true })
  await setOpen(shop, true)
  staff = await makeStaff(shop)
  shopper = await signUp(shop)
  page = await openChatPage(shop, shopper)
  roomId = (await say(page, 'Good day')).roomId
  otherPage = await openChatPage(shop, shopper)
  await otherPage.get('chat:join', { roomId })
  desk = await openChatPage(shop, staff.SUPPORT)
  await desk.get('support:watch')
  await desk.get('support:enter', { roomId })

  const guest = await openChatPage(shop)
  const talkingGuest = await openChatPage(shop)
  await say(talkingGuest, 'A guest’s own')
  const other = await openChatPage(shop, await signUp(shop))
  await say(other, 'Another shopper’s own')
  const idle = await openChatPage(shop, staff.OWNER)
  const left = await openChatPage(shop, staff.MANAGER)
  await left.get('support:enter', { roomId })
  await left.get('support:leave', { roomId })
  strangers = Object.fromEntries(
    Object.entries({ guest, talkingGuest, other, idle, left }).map(([name, page]) => [
      name,
      { page, events: [] },
    ]),
  )
  for (const { page, events } of Object.values(strangers))
    page.socket.onAny((event: string) => events.push(event))
})
afterAll(async () => {
  const pages = Object.values(strangers).map((stranger) => stranger.page)
  for (const { socket } of [page, otherPage, desk, ...pages]) socket.disconnect()
  await shop.close()
})
beforeEach(() => {
  for (const { events } of Object.values(strangers)) events.length = 0
})

/**
 * Whether the shopper's pages, staff with the room open, or staff with the inbox open receive the
 * event.
 */
interface Row {
  cause: () => Promise<unknown>
  toShopper: boolean
  toDesk: boolean
  /** Sent to the page that caused it only. */
  toSenderAlone?: true
}

const support = () => staff.SUPPORT.headers
const params = () => ({ roomId })

/** Every event of the server. A missing one does not compile. */
const rows: Record<EventName, Row> = {
  'order:changed': {
    cause: async () =>
      shop.ctx.realtime.publishToUser(shopper.userId, 'order:changed', {
        orderId: crypto.randomUUID(),
        status: 'PROCESSING',
        paymentStatus: 'PAID',
      }),
    toShopper: true,
    toDesk: false,
  },
  'chat:newMessage': { cause: () => say(page, 'A question'), toShopper: true, toDesk: true },
  'chat:sendMessageFailed': {
    cause: () => page.ask('chat:sendMessage', { content: ' ', clientMessageId: 'nothing' }),
    toShopper: true,
    toDesk: false,
    toSenderAlone: true,
  },
  'chat:typing': {
    cause: async () => {
      await page.ask('chat:typing', { roomId, isTyping: true })
      await desk.ask('support:typing', { roomId, isTyping: true })
    },
    toShopper: true,
    toDesk: true,
  },
  'chat:read': {
    cause: async () => {
      const { seq } = await say(page, 'Read this')
      await desk.get('support:read', { roomId, seq })
    },
    toShopper: true,
    toDesk: true,
  },
  'chat:presence': {
    cause: async () => {
      await desk.get('support:leave', { roomId })
      await desk.get('support:enter', { roomId })
      const third = await openChatPage(shop, shopper)
      await third.get('chat:join', { roomId })
      third.socket.disconnect()
    },
    toShopper: true,
    toDesk: true,
  },
  'chat:roomChanged': {
    cause: async () => {
      await shop.call('closeConversation', { params: params(), headers: support() })
      await shop.call('reopenConversation', { params: params(), headers: support() })
    },
    toShopper: true,
    toDesk: true,
  },
  'support:conversationChanged': {
    cause: () => say(page, 'For the inbox'),
    toShopper: false,
    toDesk: true,
  },
}

describe.each(Object.entries(rows) as [EventName, Row][])('%s', (event, row) => {
  it('is received by its recipients, and by nobody else', async () => {
    const pages = [page, otherPage, desk]
    const before = pages.map(({ received }) => received[event].length)
    await row.cause()
    const hasReceived = () =>
      pages.map(({ received }, at) => received[event].length > (before[at] ?? 0))
    const expected = [row.toShopper, row.toShopper && !row.toSenderAlone, row.toDesk]
    await vi.waitFor(() => expect(hasReceived()).toEqual(expected), { timeout: 60_000 })
    // Events on their way arrive before the answer to this request.
    for (const { page } of Object.values(strangers)) await page.ask('chat:join', {})
    // Joining their own room may show presence there; nothing of the other room is received.
    for (const [name, stranger] of Object.entries(strangers)) {
      expect(stranger.events, name).not.toContain(event)
      expect(JSON.stringify(stranger.page.received)).not.toContain(roomId)
    }
  })
})

test('with an invalid token there is no socket', async () => {
  for (const [title, accessToken] of Object.entries(await makeFormerTokens(shop, staff.OWNER)))
    await expect(openChatPage(shop, { accessToken }), title).rejects.toThrow()
})

test('the server accepts the events of the contract only', async () => {
  const [server] = shop.ctx.realtime.io.sockets.sockets.values()
  const events = server?.eventNames().filter((name) => String(name).includes(':'))
  expect(events?.toSorted()).toEqual(Object.keys(eventSchemas).toSorted())
})

test('a page is in the rooms of its account and of its conversation only', async () => {
  const { rooms } = shop.ctx.realtime.io.sockets.adapter
  const roomsOf = ({ socket }: ChatPage) =>
    [...rooms].flatMap(([name, ids]) =>
      ids.has(socket.id ?? '') && name !== socket.id ? name : [],
    )
  expect(roomsOf(page).toSorted()).toEqual([`chat:${roomId}`, `user:${shopper.userId}`])
  expect(roomsOf(desk).toSorted()).toEqual(
    ['support', `support:${roomId}`, `user:${staff.SUPPORT.userId}`].toSorted(),
  )
  const { guest, idle, left } = strangers
  expect(roomsOf((guest as { page: ChatPage }).page)).toEqual([])
  expect(roomsOf((idle as { page: ChatPage }).page)).toEqual([`user:${staff.OWNER.userId}`])
  expect(roomsOf((left as { page: ChatPage }).page)).toEqual([`user:${staff.MANAGER.userId}`])
})

describe('while the socket is open', () => {
  const openDesk = async (member: SignedUp) => {
    const opened = await openChatPage(shop, member)
    await opened.get('support:watch')
    await opened.get('support:enter', { roomId })
    return opened
  }
  const gone = ({ socket }: ChatPage) =>
    vi.waitFor(() => expect(socket.connected).toBe(false), { timeout: 60_000 })

  it('a lesser role keeps only its permissions', async () => {
    const member = await signUp(shop, { role: 'ADMIN' })
    const opened = await openDesk(member)
    const changed = { params: { userId: member.userId }, headers: staff.OWNER.headers }
    await shop.call('changeStaffRole', { ...changed, body: { staffRole: 'SUPPORT' } })
    await shop.changesReceived()
    const said = { roomId, content: 'Still here', clientMessageId: crypto.randomUUID() }
    expect(await opened.ask('support:sendMessage', said)).toMatchObject({ ok: true })
    const { headers } = member
    expect(await rejectionOf(shop.call('listStaff', { headers }))).toMatchObject({ status: 403 })
    opened.socket.disconnect()
  })

  it('removed staff can neither receive nor send', async () => {
    const member = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
    const opened = await openDesk(member)
    const params = { userId: member.userId }
    await shop.call('removeStaff', { params, headers: staff.OWNER.headers })
    await gone(opened)
  })

  it('a blocked account can neither receive nor send, nor reconnect', async () => {
    const blocked = await signUp(shop)
    const opened = await openChatPage(shop, blocked)
    const { roomId: theirs } = await say(opened, 'Before')
    const params = { customerId: blocked.userId }
    const body = { reason: 'Abuse' }
    await shop.call('blockCustomer', { params, body, headers: staff.OWNER.headers })
    await gone(opened)
    await expect(openChatPage(shop, blocked)).rejects.toThrow()
    const guest = await openChatPage(shop)
    expect(await guest.ask('chat:join', { roomId: theirs })).toMatchObject({
      code: 'CHAT_ROOM_NOT_FOUND',
    })
    guest.socket.disconnect()
  })
})
