import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ChatPage, openChatPage, say, setOpen } from '../../../test/chat-pages.ts'
import { emailsTo } from '../../../test/emails.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { writeUnreadAnswers } from './chat.jobs.ts'

let shop: TestShop
let staff: SignedUp
let pages: ChatPage[] = []
const minute = 60_000

beforeAll(async () => {
  shop = await openTestShop({ empty: true })
  staff = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
})
afterEach(() => {
  for (const { socket } of pages) socket.disconnect()
  pages = []
  shop.setTime(null)
})
afterAll(() => shop.close())

async function openPage(who?: SignedUp): Promise<ChatPage> {
  const page = await openChatPage(shop, who)
  pages.push(page)
  return page
}

async function answer(roomId: string, content: string) {
  const page = await openPage(staff)
  return page.get('support:sendMessage', { roomId, content, clientMessageId: crypto.randomUUID() })
}

/** Moves the clock forward. */
const later = (minutes: number) => shop.setTime(new Date(Date.now() + minutes * minute))
const left = async (page: ChatPage, roomId: string) => {
  page.socket.disconnect()
  await vi.waitFor(
    async () => expect(await shop.ctx.realtime.io.in(`chat:${roomId}`).fetchSockets()).toEqual([]),
    { timeout: 60_000 },
  )
}
const answersTo = async (email: string) =>
  (await emailsTo(shop, email)).filter(({ kind }) => kind === 'chat-answer')

describe('outside the office hours', () => {
  it('messages are accepted, and the away message says when support answers, once in a while', async () => {
    await setOpen(shop, false)
    const guest = await openPage()
    expect((await guest.get('chat:join', {})).office.isOpen).toBe(false)
    const { roomId } = await say(guest, 'Anyone?')
    await say(guest, 'Hello?', { roomId })
    const messages = async () =>
      (await shop.call('listChatMessages', { params: { roomId } })).data.data.map(
        ({ senderType, content }) => `${senderType} ${content}`,
      )
    const away =
      'SYSTEM Our advisers are away at the moment. We answer by e-mail. Leave us a message and we will reply by e-mail.'
    expect(await messages()).toEqual(['USER Anyone?', away, 'USER Hello?'])
    later(9 * 60)
    await say(guest, 'Good morning', { roomId })
    expect((await messages()).slice(-2)).toEqual(['USER Good morning', away])
    const line = await shop.call('listConversations', {
      headers: (await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })).headers,
    })
    // The inbox shows the shopper's message, not the automatic one.
    expect(line.data[0]).toMatchObject({ roomId, lastMessage: 'Good morning' })
    const { roomId: other } = await say(await openPage(), 'And me?')
    const all = await Promise.all([1, 2, 3].map(() => say(guest, 'At once', { roomId: other })))
    expect(all.map(({ seq }) => seq).toSorted()).toEqual([3, 4, 5])
  })

  it('support is open within them', async () => {
    await setOpen(shop, true)
    const guest = await openPage()
    expect((await guest.get('chat:join', {})).office.isOpen).toBe(true)
    const { roomId } = await say(guest, 'Anyone?')
    const { data } = await shop.call('listChatMessages', { params: { roomId } })
    expect(data.total).toBe(1)
  })
})

describe('an answer to an absent shopper', () => {
  it('is e-mailed to the address that a guest has left, once until they read it', async () => {
    await setOpen(shop, true)
    const email = `guest-${crypto.randomUUID()}@example.com`
    const guest = await openPage()
    const { roomId } = await say(guest, 'A <b>question</b>')
    expect(await guest.get('chat:leaveEmail', { roomId, email })).toMatchObject({ hasEmail: true })
    await left(guest, roomId)
    await answer(roomId, 'The answer')
    await answer(roomId, '<img src=x onerror=alert(1)>')
    await writeUnreadAnswers(shop.ctx)
    expect(await answersTo(email)).toEqual([])
    later(3)
    await Promise.all([writeUnreadAnswers(shop.ctx), writeUnreadAnswers(shop.ctx)])
    const [sent, ...more] = await answersTo(email)
    expect(more).toEqual([])
    expect(sent?.text).toContain('The answer')
    expect(sent?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(sent?.html).not.toContain('question')
    await answer(roomId, 'One more thing')
    later(6)
    await writeUnreadAnswers(shop.ctx)
    expect(await answersTo(email)).toHaveLength(1)

    const back = await openPage()
    await back.get('chat:read', { roomId, seq: 900 })
    await left(back, roomId)
    await answer(roomId, 'The next day')
    later(9)
    await writeUnreadAnswers(shop.ctx)
    expect((await answersTo(email)).map(({ text }) => text?.includes('The next day'))).toEqual([
      false,
      true,
    ])
  })

  it('is e-mailed to the account of a signed-in shopper, later while they are connected', async () => {
    const ada = await signUp(shop)
    const page = await openPage(ada)
    const { roomId } = await say(page, 'Hello')
    await answer(roomId, 'Good day')
    later(10)
    await writeUnreadAnswers(shop.ctx)
    expect(await answersTo(ada.email)).toEqual([])
    later(20)
    await writeUnreadAnswers(shop.ctx)
    expect(await answersTo(ada.email)).toHaveLength(1)
  })

  it('is not e-mailed if it has been read, or there is no address', async () => {
    const guest = await openPage()
    const { roomId } = await say(guest, 'No address')
    await left(guest, roomId)
    await answer(roomId, 'To nobody')
    const ada = await signUp(shop)
    const page = await openPage(ada)
    const { roomId: read } = await say(page, 'Hello')
    await answer(read, 'Good day')
    await page.get('chat:read', { roomId: read, seq: 2 })
    const before = await shop.ctx.db.pool.query('select count(*) from mail')
    later(60)
    await writeUnreadAnswers(shop.ctx)
    expect((await shop.ctx.db.pool.query('select count(*) from mail')).rows).toEqual(before.rows)
  })

  it.each(['', 'nobody', 'a b@example.com', 'x'.repeat(300)])(
    'rejects the address %j',
    async (email) => {
      const guest = await openPage()
      const { roomId } = await say(guest, 'Hello')
      expect(await guest.ask('chat:leaveEmail', { roomId, email })).toMatchObject({
        code: 'BAD_REQUEST',
      })
    },
  )
})
