import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ChatPage, openChatPage, say, setOpen } from '../../../test/chat-pages.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let [here, there] = [] as unknown as [TestShop, TestShop]
let staff: SignedUp
let pages: ChatPage[] = []

beforeAll(async () => {
  here = await openTestShop({ empty: true })
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

const claim = (roomId: string, { headers }: SignedUp) =>
  here.call('claimChatRoom', { params: { roomId }, headers })
const texts = async (roomId: string, { headers }: SignedUp) => {
  const { data } = await here.call('listChatMessages', { params: { roomId }, headers })
  return data.data.map(({ seq, content }) => `${seq} ${content}`)
}
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000 })

describe('a guest’s room', () => {
  it('opens for anyone with its id, until it is claimed', async () => {
    const { roomId } = await say(await openPage(here), 'As a guest')
    expect(roomId).toMatch(/^[\w-]{22}$/)
    const ada = await signUp(here)
    expect((await here.call('listChatMessages', { params: { roomId } })).data.total).toBe(1)
    expect((await claim(roomId, ada)).data).toMatchObject({ roomId, lastSeq: 1, hasEmail: true })
    for (const who of [undefined, await signUp(here), staff]) {
      const call = here.call('getChatRoom', { params: { roomId }, headers: who?.headers })
      expect((await rejectionOf(call)).code).toBe('CHAT_ROOM_NOT_FOUND')
    }
    expect(await texts(roomId, ada)).toEqual(['1 As a guest'])
    // Claiming it again changes nothing.
    expect((await claim(roomId, ada)).data.roomId).toBe(roomId)
    expect((await rejectionOf(claim(roomId, await signUp(here)))).code).toBe('CHAT_ROOM_NOT_FOUND')
  })

  it('is claimed by the first page that joins or writes signed in', async () => {
    const ada = await signUp(here)
    const one = await say(await openPage(here), 'One')
    const page = await openPage(there, ada)
    expect((await page.get('chat:join', { roomId: one.roomId })).room).toMatchObject({
      roomId: one.roomId,
    })
    const guestIdentifier = crypto.randomUUID()
    await say(await openPage(here), 'Two', { guestIdentifier })
    const three = await say(page, 'Three', { guestIdentifier })
    expect(three.roomId).toBe(one.roomId)
    expect(await texts(one.roomId, ada)).toEqual(['1 One', '2 Two', '3 Three'])
  })

  it('closes for everyone else with its id, in every process', async () => {
    const guest = await openPage(here)
    const { roomId } = await say(guest, 'Mine')
    const [eavesdropper, attentive] = [await openPage(there), await openPage(there, staff)]
    await eavesdropper.get('chat:join', { roomId })
    await attentive.get('support:enter', { roomId })
    const ada = await signUp(here)
    await claim(roomId, ada)
    await eventually(() =>
      expect(eavesdropper.received['chat:roomChanged']).toEqual([{ roomId, state: 'OPEN' }]),
    )
    const owner = await openPage(here, ada)
    await say(owner, 'A secret', { roomId })
    await eventually(() =>
      expect(attentive.received['chat:newMessage'].map(({ content }) => content)).toContain(
        'A secret',
      ),
    )
    const messages = [
      ...eavesdropper.received['chat:newMessage'],
      ...guest.received['chat:newMessage'],
    ]
    expect(messages.map(({ content }) => content)).not.toContain('A secret')
    for (const page of [eavesdropper, guest]) {
      for (const event of ['chat:join', 'chat:read', 'chat:typing', 'chat:leaveEmail'] as const)
        expect(
          await page.ask(event, { roomId, seq: 1, isTyping: true, email: 'x@example.com' }),
        ).toMatchObject({ code: 'CHAT_ROOM_NOT_FOUND' })
    }
  })

  it('is appended to the room that the shopper has, with all messages and correct counts', async () => {
    const ada = await signUp(here)
    const before = await say(await openPage(here, ada), 'Last week')
    const guest = await openPage(there)
    const clientMessageId = crypto.randomUUID()
    const { roomId } = await say(guest, 'Today', { clientMessageId })
    const page = await openPage(here, staff)
    await page.get('support:enter', { roomId })
    await page.get('support:read', { roomId, seq: 1 })
    await page.get('support:sendMessage', { roomId, content: 'Yes?', clientMessageId: 'answer' })
    const { data } = await claim(roomId, ada)
    expect(data).toMatchObject({ roomId: before.roomId, lastSeq: 3, unread: 1 })
    expect(await texts(before.roomId, ada)).toEqual(['1 Last week', '2 Today', '3 Yes?'])
    await eventually(() =>
      expect(page.received['chat:roomChanged']).toEqual([
        { roomId, state: 'OPEN', becameRoomId: before.roomId },
      ]),
    )
    const conversation = await here.call('getConversation', {
      params: { roomId: before.roomId },
      headers: staff.headers,
    })
    // The guest's room was read less far than the shopper's.
    expect(conversation.data).toMatchObject({ unread: 2, lastSeq: 3 })
    expect((await rejectionOf(claim(roomId, ada))).code).toBe('CHAT_ROOM_NOT_FOUND')
    // A message that is sent again is recognized, although its room is gone.
    const owner = await openPage(there, ada)
    expect(
      await owner.ask('chat:sendMessage', { content: 'Today', clientMessageId, roomId }),
    ).toMatchObject({ code: 'CHAT_ROOM_NOT_FOUND' })
    expect(await say(owner, 'Today', { clientMessageId })).toMatchObject({ seq: 2 })
    expect(await texts(before.roomId, ada)).toHaveLength(3)
  })

  it('stays with the adviser who answers it, not with the one of a conversation that was closed', async () => {
    const [ada, colleague] = [
      await signUp(here),
      await signUp(here, { role: 'ADMIN', staffRole: 'SUPPORT' }),
    ]
    const reply = async (roomId: string, who: SignedUp) => {
      const page = await openPage(here, who)
      const clientMessageId = crypto.randomUUID()
      await page.get('support:sendMessage', { roomId, content: 'Good day', clientMessageId })
    }
    const before = await say(await openPage(here, ada), 'Last week')
    await reply(before.roomId, colleague)
    const closed = { params: { roomId: before.roomId }, headers: colleague.headers }
    await here.call('closeConversation', closed)
    const { roomId } = await say(await openPage(here), 'Today')
    await reply(roomId, staff)
    await claim(roomId, ada)
    const { data } = await here.call('getConversation', closed)
    expect(data).toMatchObject({ state: 'OPEN', assignedTo: { id: staff.userId } })
  })

  it('gets no second away message once it is claimed', async () => {
    await setOpen(here, false)
    const ada = await signUp(here)
    const page = await openPage(here, ada)
    await say(page, 'Last week')
    await here.ctx.db.pool.query(
      `update chat_room set away_message_at = now() - interval '7 days' where user_id = $1`,
      [ada.userId],
    )
    const { roomId } = await say(await openPage(here), 'Today')
    const { data: room } = await claim(roomId, ada)
    await say(page, 'And this')
    await setOpen(here, true)
    const away = (await texts(room.roomId, ada)).filter((text) => text.includes('are away'))
    expect(away.map((text) => text.split(' ')[0])).toEqual(['2', '4'])
  })

  it('is claimed whatever client ids its messages have', async () => {
    const ada = await signUp(here)
    const before = await say(await openPage(here, ada), 'Last week', { clientMessageId: 'same' })
    const guest = await openPage(here)
    const { roomId, id } = await say(guest, 'Today', { clientMessageId: 'same' })
    await say(guest, 'And now', { clientMessageId: id, roomId })
    await claim(roomId, ada)
    expect(await texts(before.roomId, ada)).toEqual(['1 Last week', '2 Today', '3 And now'])
  })

  it('is claimed once by concurrent attempts', async () => {
    const { roomId } = await say(await openPage(here), 'Whose?')
    const shoppers = await Promise.all([1, 2, 3].map(() => signUp(here)))
    const outcomes = await Promise.allSettled(
      [...shoppers, ...shoppers].map((shopper) => claim(roomId, shopper)),
    )
    const winners = outcomes.filter(({ status }) => status === 'fulfilled')
    expect(winners).toHaveLength(2)
  })

  it('and the shopper’s concurrent first message end in one room', async () => {
    for (let round = 0; round < 5; round++) {
      const ada = await signUp(here)
      const { roomId } = await say(await openPage(here), 'As a guest')
      const page = await openPage(there, ada)
      await Promise.all([claim(roomId, ada), say(page, 'Signed in')])
      const { room } = await page.get('chat:join', {})
      expect(room?.lastSeq).toBe(2)
    }
  })
})

describe('a shopper’s conversation', () => {
  it('is part of the export, and deleted with the account', async () => {
    const ada = await signUp(here)
    const { roomId } = await say(await openPage(here, ada), 'Remember me')
    const exported = await here.call('exportMyData', { headers: ada.headers })
    expect(exported.data.chat).toMatchObject({
      messages: [{ seq: 1, senderType: 'USER', content: 'Remember me' }],
    })
    await here.call('deleteAccount', { headers: ada.headers, body: { password: ada.password } })
    const detail = here.call('getConversation', { params: { roomId }, headers: staff.headers })
    expect((await rejectionOf(detail)).code).toBe('CHAT_ROOM_NOT_FOUND')
    const { rows } = await here.ctx.db.pool.query('select from chat_message where room_id = $1', [
      roomId,
    ])
    expect(rows).toEqual([])
  })
})
