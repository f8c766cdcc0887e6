import type { ClientEvents } from '@solvane/contract/realtime'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { type ChatPage, openChatPage, say, setOpen } from '../../../test/chat-pages.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let owner: SignedUp
let staff: SignedUp
let ownersPage: ChatPage
let roomId: string
const secret = 'A question of the owner alone'

beforeAll(async () => {
  shop = await openTestShop({ empty: true })
  await setOpen(shop, true)
  owner = await signUp(shop)
  staff = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
  ownersPage = await openChatPage(shop, owner)
  roomId = (await say(ownersPage, secret)).roomId
})
afterAll(() => shop.close())

/** The input of each event, aimed at the owner's room, and the reply to strangers. */
const events: Record<keyof ClientEvents, { input: () => object | undefined; forStaff: boolean }> = {
  'chat:join': { input: () => ({ roomId }), forStaff: false },
  'chat:sendMessage': {
    input: () => ({ roomId, content: 'Not mine', clientMessageId: crypto.randomUUID() }),
    forStaff: false,
  },
  'chat:typing': { input: () => ({ roomId, isTyping: true }), forStaff: false },
  'chat:read': { input: () => ({ roomId, seq: 1 }), forStaff: false },
  'chat:leaveEmail': { input: () => ({ roomId, email: 'stranger@example.com' }), forStaff: false },
  'support:watch': { input: () => undefined, forStaff: true },
  'support:enter': { input: () => ({ roomId }), forStaff: true },
  'support:leave': { input: () => ({ roomId }), forStaff: true },
  'support:sendMessage': {
    input: () => ({ roomId, content: 'We are the shop', clientMessageId: crypto.randomUUID() }),
    forStaff: true,
  },
  'support:typing': { input: () => ({ roomId, isTyping: true }), forStaff: true },
  'support:read': { input: () => ({ roomId, seq: 1 }), forStaff: true },
}
const names = Object.keys(events) as (keyof ClientEvents)[]

const roomNow = async () => {
  const { rows } = await shop.ctx.db.pool.query('select * from chat_room where id = $1', [roomId])
  return rows
}

describe.each(names)('%s', (name) => {
  const { input, forStaff } = events[name]

  it('is rejected for a guest and for another shopper', async () => {
    const before = await roomNow()
    for (const who of [undefined, await signUp(shop)]) {
      const page = await openChatPage(shop, who)
      const code = !forStaff ? 'CHAT_ROOM_NOT_FOUND' : who ? 'FORBIDDEN' : 'UNAUTHENTICATED'
      const reply = await page.ask(name, input())
      expect(reply).toMatchObject({ ok: false, code })
      expect(JSON.stringify(reply)).not.toContain(secret)
      // Later messages do not reach them, either.
      await say(ownersPage, `${secret}, again`, { roomId })
      await say(page, 'Their own')
      const texts = () => page.received['chat:newMessage'].map(({ content }) => content)
      await vi.waitFor(() => expect(texts()).toEqual(['Their own']), { timeout: 60_000 })
      expect(page.received['support:conversationChanged']).toEqual([])
      expect(page.received['chat:typing']).toEqual([])
      page.socket.disconnect()
    }
    const said = expect.any(Object)
    expect(await roomNow()).toEqual(before.map(() => said))
    const { rows } = await shop.ctx.db.pool.query(
      'select distinct content from chat_message where room_id = $1 order by content',
      [roomId],
    )
    expect(rows.map(({ content }) => content)).not.toContain('Not mine')
    expect(rows.map(({ content }) => content)).not.toContain('We are the shop')
    const [room] = await roomNow()
    expect(room).toMatchObject({ email: null, support_read_seq: 0, user_id: owner.userId })
  })

  it('of the shopper’s side is rejected for staff, and of staff for the owner', async () => {
    const page = await openChatPage(shop, forStaff ? owner : staff)
    expect(await page.ask(name, input())).toMatchObject({
      ok: false,
      code: forStaff ? 'FORBIDDEN' : 'CHAT_ROOM_NOT_FOUND',
    })
    page.socket.disconnect()
  })
})

test.each(['SUPPORT', 'MANAGER', 'OWNER'] as const)('%s may answer', async (staffRole) => {
  const page = await openChatPage(shop, await signUp(shop, { role: 'ADMIN', staffRole }))
  await page.get('support:watch')
  await page.get('support:enter', { roomId })
  await page.get('support:read', { roomId, seq: 0 })
  const message = { roomId, content: 'Good day', clientMessageId: crypto.randomUUID() }
  expect(await page.get('support:sendMessage', message)).toMatchObject({ senderType: 'CUSTOMER' })
  page.socket.disconnect()
})

test('former staff receive nothing more, at once', async () => {
  const former = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
  const page = await openChatPage(shop, former)
  await page.get('support:watch')
  await page.get('support:enter', { roomId })
  const end = new Promise((resolve) => page.socket.once('disconnect', resolve))
  await shop.ctx.db.pool.query(`update users set role = 'USER', staff_role = null where id = $1`, [
    former.userId,
  ])
  expect(await end).toBe('io server disconnect')
  const back = await openChatPage(shop, former)
  expect(await back.ask('support:watch')).toMatchObject({ code: 'FORBIDDEN' })
  back.socket.disconnect()
})

test('after the session has ended nothing can be sent', async () => {
  const ada = await signUp(shop)
  const page = await openChatPage(shop, ada)
  await say(page, 'Hello')
  const end = new Promise((resolve) => page.socket.once('disconnect', resolve))
  await shop.call('logout', { body: { refreshToken: ada.refreshToken } })
  await end
  await vi.waitFor(() => expect(page.socket.connected).toBe(false), { timeout: 60_000 })
})
