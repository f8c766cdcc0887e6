import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ChatPage, openChatPage, say, setOpen } from '../../../test/chat-pages.ts'
import { stockVariants } from '../../../test/product-factory.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let [here, there] = [] as unknown as [TestShop, TestShop]
let staff: SignedUp
let pages: ChatPage[] = []

beforeAll(async () => {
  here = await openTestShop()
  there = await openTestShop({ beside: here })
  await setOpen(here, true)
  staff = await signUp(here, { role: 'ADMIN', staffRole: 'SUPPORT' })
})
afterEach(() => {
  for (const { socket } of pages) socket.disconnect()
  pages = []
})
afterAll(async () => {
  await there.close()
  await here.close()
})

async function openPage(shop: TestShop, who?: SignedUp): Promise<ChatPage> {
  const page = await openChatPage(shop, who)
  pages.push(page)
  return page
}

/** A member of staff with the room open. */
async function openStaffPage(shop: TestShop, roomId: string): Promise<ChatPage> {
  const page = await openPage(shop, staff)
  await page.get('support:enter', { roomId })
  return page
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000 })
const textsOf = ({ received }: ChatPage) =>
  received['chat:newMessage'].map(({ content }) => content)
const history = async (shop: TestShop, roomId: string, query = {}, who?: SignedUp) =>
  (await shop.call('listChatMessages', { params: { roomId }, query, headers: who?.headers })).data

describe('a message', () => {
  it('is published to its sender and to everyone in the room, in every process', async () => {
    const guest = await openPage(here)
    const clientMessageId = crypto.randomUUID()
    const { roomId } = await say(guest, 'Is the Porto loafer in stock?', { clientMessageId })
    const otherTab = await openPage(there)
    await otherTab.get('chat:join', { roomId })
    const [near, far] = [await openStaffPage(here, roomId), await openStaffPage(there, roomId)]
    const second = await say(guest, 'In a 38?', { roomId })
    expect(guest.received['chat:newMessage'][0]).toEqual({
      id: expect.any(String),
      clientMessageId,
      content: 'Is the Porto loafer in stock?',
      senderType: 'USER',
      senderName: null,
      createdAt: expect.any(String),
      roomId,
      seq: 1,
      attachments: [],
      products: [],
    })
    await eventually(() => {
      for (const page of [otherTab, near, far])
        expect(page.received['chat:newMessage']).toContainEqual(second)
    })
    const answer = await far.get('support:sendMessage', {
      roomId,
      content: 'It is.',
      clientMessageId: crypto.randomUUID(),
    })
    expect(answer).toMatchObject({ senderType: 'CUSTOMER', senderName: 'Ada', seq: 3 })
    await eventually(() => {
      for (const page of [guest, otherTab, near, far])
        expect(page.received['chat:newMessage'].at(-1)).toEqual(answer)
    })
  })

  it('reaches all pages of a shopper, including those without a room yet', async () => {
    const ada = await signUp(here)
    const [phone, laptop] = [await openPage(here, ada), await openPage(there, ada)]
    expect(await laptop.get('chat:join', {})).toMatchObject({ room: null })
    const said = await say(phone, 'Hello')
    await eventually(() => expect(laptop.received['chat:newMessage']).toEqual([said]))
    expect(await laptop.get('chat:join', {})).toMatchObject({ room: { roomId: said.roomId } })
  })

  it('sent again is published again as the same message, not as a second one', async () => {
    const guest = await openPage(here)
    const [guestIdentifier, clientMessageId] = [crypto.randomUUID(), crypto.randomUUID()]
    const once = { guestIdentifier, clientMessageId }
    const first = await say(guest, 'Only once', once)
    expect(await say(await openPage(there), 'Only once', once)).toEqual(first)
    const atOnce = await Promise.all(
      [here, there, here].map(async (shop) => {
        const roomId = first.roomId
        return say(await openPage(shop), 'At once', { roomId, clientMessageId: 'the-same' })
      }),
    )
    expect(new Set(atOnce.map(({ id }) => id)).size).toBe(1)
    const { data, total } = await history(here, first.roomId)
    expect(data.map(({ content }) => content)).toEqual(['Only once', 'At once'])
    expect(total).toBe(2)
    await eventually(() =>
      expect(textsOf(guest).filter((text) => text === 'Only once')).toHaveLength(2),
    )
  })

  it('of a guest opens one room, even with several concurrent first messages', async () => {
    const guestIdentifier = crypto.randomUUID()
    const [one, other] = [await openPage(here), await openPage(there)]
    const said = await Promise.all(
      [one, other, one, other].map((page, index) =>
        say(page, `Hello ${index}`, { guestIdentifier }),
      ),
    )
    expect(new Set(said.map(({ roomId }) => roomId)).size).toBe(1)
    expect(said.map(({ seq }) => seq).toSorted()).toEqual([1, 2, 3, 4])
  })

  it('gets a number without gaps among concurrent messages, the same for everyone', async () => {
    const guest = await openPage(here)
    const { roomId } = await say(guest, 'First')
    const speakers = [guest, await openPage(there), await openPage(here), await openPage(there)]
    const listener = await openStaffPage(there, roomId)
    await Promise.all(
      speakers.flatMap((page, speaker) =>
        Array.from({ length: 25 }, (_, index) => say(page, `${speaker}:${index}`, { roomId })),
      ),
    )
    const { data } = await history(there, roomId)
    expect(data.map(({ seq }) => seq)).toEqual(Array.from({ length: 101 }, (_, at) => at + 1))
    const newMessages = () =>
      listener.received['chat:newMessage']
        .filter(({ seq }) => seq > 1)
        .toSorted((one, other) => one.seq - other.seq)
    await eventually(() => expect(newMessages()).toEqual(data.slice(1)))
  })

  it('may be long, also across processes', async () => {
    const guest = await openPage(here)
    const { roomId } = await say(guest, 'Short')
    const listener = await openStaffPage(there, roomId)
    const long = '長'.repeat(4_000)
    await say(guest, long, { roomId })
    await eventually(() => expect(textsOf(listener)).toContain(long))
  })

  it.each([
    ['nothing', '', 'Please write something first.'],
    ['nothing to see', ' \n\t \u200b\u0007', 'Please write something first.'],
    ['too much', 'x'.repeat(4_001), 'Please keep a message to 4,000 characters.'],
    ['no text', 7, 'Please check what you entered and try again.'],
    ['no text at all', undefined, 'Please check what you entered and try again.'],
  ])('with %s is rejected, to its sender alone', async (_title, content, message) => {
    const guest = await openPage(here)
    const { roomId } = await say(guest, 'A good one')
    const other = await openStaffPage(here, roomId)
    const clientMessageId = crypto.randomUUID()
    const reply = await guest.ask('chat:sendMessage', { content, clientMessageId, roomId })
    expect(reply).toMatchObject({ ok: false, message })
    expect(guest.received['chat:sendMessageFailed']).toEqual([{ clientMessageId, message }])
    expect((await history(here, roomId)).total).toBe(1)
    expect(other.received['chat:sendMessageFailed']).toEqual([])
  })

  it('is rejected without an acknowledgement, too', async () => {
    const guest = await openPage(here)
    guest.socket.emit('chat:sendMessage', { content: ' ', clientMessageId: 'mine' })
    await eventually(() =>
      expect(guest.received['chat:sendMessageFailed']).toMatchObject([{ clientMessageId: 'mine' }]),
    )
  })

  it.each([
    ['control characters and halves of characters', 'a\u0000b\u0008c \ud800 d', 'abc \ufffd d'],
    ['line ends of any kind', 'one\r\ntwo\n\n', 'one\ntwo'],
    ['markup as it is', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ])('is stored safely: %s', async (_title, content, kept) => {
    const guest = await openPage(here)
    const { roomId } = await say(guest, content)
    expect((await history(here, roomId)).data.map((message) => message.content)).toEqual([kept])
  })

  it('of any shape is answered, and does not end the process', async () => {
    const guest = await openPage(here)
    const events = [
      'chat:join',
      'chat:sendMessage',
      'chat:typing',
      'chat:read',
      'chat:leaveEmail',
    ] as const
    const inputs = [
      null,
      7,
      'x',
      [],
      {},
      { roomId: { $gt: '' } },
      { roomId: 'x'.repeat(22), seq: 1e99 },
      { __proto__: 1 },
    ]
    for (const event of events)
      for (const input of inputs) expect((await guest.ask(event, input)).ok).toBeTypeOf('boolean')
    guest.socket.emit('chat:join', 'not an object' as never)
    guest.socket.emit('nonsense' as 'chat:join', {})
    expect(await say(guest, 'Still here')).toMatchObject({ seq: 1 })
  })
})

describe('products shown in a message', () => {
  it('are current catalogue products; those not for sale are left out', async () => {
    const [variant] = await stockVariants(here, 1, 5)
    const guest = await openPage(here)
    const { roomId } = await say(guest, 'What do you suggest?')
    const page = await openStaffPage(here, roomId)
    const message = { roomId, clientMessageId: crypto.randomUUID() }
    const productIds = [variant.productId, crypto.randomUUID()]
    const shown = await page.get('support:sendMessage', { ...message, content: '', productIds })
    expect(shown.products).toMatchObject([{ identifier: variant.identifier }])
    const nothing = {
      ...message,
      content: '',
      productIds: [crypto.randomUUID()],
      clientMessageId: 'x',
    }
    expect(await page.ask('support:sendMessage', nothing)).toMatchObject({
      code: 'CHAT_MESSAGE_EMPTY',
    })
  })
})

describe('history', () => {
  it('is paged from the newest message, or from a given number on', async () => {
    const guest = await openPage(here)
    const { roomId } = await say(guest, '1')
    for (const text of ['2', '3', '4', '5']) await say(guest, text, { roomId })
    const texts = async (query: object) => {
      const { data, total } = await history(here, roomId, query)
      return [data.map(({ content }) => content).join(''), total]
    }
    expect(await texts({})).toEqual(['12345', 5])
    expect(await texts({ page: 1, size: 1000 })).toEqual(['12345', 5])
    expect(await texts({ page: 1, size: 2 })).toEqual(['45', 5])
    expect(await texts({ page: 3, limit: 2 })).toEqual(['1', 5])
    expect(await texts({ page: 4, size: 2 })).toEqual(['', 5])
    expect(await texts({ after: 3 })).toEqual(['45', 2])
    expect(await texts({ after: 1, size: 2, page: 2 })).toEqual(['45', 4])
    expect(await texts({ after: 9 })).toEqual(['', 0])
  })
})

describe('reading, typing, presence', () => {
  it('are published to the other side', async () => {
    const guest = await openPage(here)
    const { roomId } = await say(guest, 'Anyone there?')
    const page = await openPage(there, staff)
    expect(await page.get('support:enter', { roomId })).toMatchObject({ isShopperHere: true })
    await eventually(() =>
      expect(guest.received['chat:presence']).toEqual([{ roomId, side: 'support', isHere: true }]),
    )
    page.socket.emit('support:typing', { roomId, isTyping: true })
    await eventually(() =>
      expect(guest.received['chat:typing']).toEqual([{ roomId, side: 'support', isTyping: true }]),
    )
    guest.socket.emit('chat:typing', { roomId, isTyping: true })
    await eventually(() =>
      expect(page.received['chat:typing']).toEqual([{ roomId, side: 'shopper', isTyping: true }]),
    )
    expect(await page.get('support:read', { roomId, seq: 1 })).toEqual({ unread: 0 })
    await eventually(() =>
      expect(guest.received['chat:read']).toEqual([{ roomId, side: 'support', seq: 1 }]),
    )
    guest.socket.disconnect()
    await eventually(() =>
      expect(page.received['chat:presence'].at(-1)).toEqual({
        roomId,
        side: 'shopper',
        isHere: false,
      }),
    )
    const second = await openPage(here)
    await second.get('chat:join', { roomId })
    page.socket.disconnect()
    await eventually(() =>
      expect(second.received['chat:presence'].at(-1)).toEqual({
        roomId,
        side: 'support',
        isHere: false,
      }),
    )
  })

  it('keep the number of unread messages up to date', async () => {
    const ada = await signUp(here)
    const shopper = await openPage(here, ada)
    const { roomId } = await say(shopper, 'Hello')
    const page = await openStaffPage(here, roomId)
    const answer = (content: string) =>
      page.get('support:sendMessage', { roomId, content, clientMessageId: crypto.randomUUID() })
    await answer('One')
    await answer('Two')
    const unread = async () =>
      (await here.call('getChatRoom', { params: { roomId }, headers: ada.headers })).data.unread
    expect(await unread()).toBe(2)
    expect(await shopper.get('chat:read', { roomId, seq: 2 })).toEqual({ unread: 1 })
    // Never decreases, and never exceeds the last message.
    expect(await shopper.get('chat:read', { roomId, seq: 1 })).toEqual({ unread: 1 })
    expect(await shopper.get('chat:read', { roomId, seq: 900 })).toEqual({ unread: 0 })
    await answer('Three')
    expect(await unread()).toBe(1)
  })
})

describe('limits', () => {
  it('apply to an author in all processes, and to each socket', async () => {
    const shop = await openTestShop({
      beside: here,
      settings: { RATE_LIMIT_MULTIPLIER: '0.1', TRUSTED_PROXIES: 'loopback' },
    })
    const ada = await signUp(here)
    const { accessToken } = ada
    const guest = await openChatPage(shop, { accessToken, from: '203.0.113.7' })
    pages.push(guest)
    const { roomId } = await say(guest, '1')
    for (const text of ['2', '3']) await say(guest, text, { roomId })
    const rejection = await guest.ask('chat:sendMessage', {
      content: '4',
      clientMessageId: 'four',
      roomId,
    })
    const retryAfter = expect.toSatisfy((seconds) => seconds > 0 && seconds <= 60)
    expect(rejection).toMatchObject({ code: 'TOO_MANY_REQUESTS', details: { retryAfter } })
    expect((await history(here, roomId, {}, ada)).total).toBe(3)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => guest.ask('chat:read', { roomId, seq: 1 })),
    )
    expect(replies.at(-1)).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await shop.close()
  })
})
