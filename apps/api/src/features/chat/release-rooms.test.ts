import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ChatPage, openChatPage, say, setOpen } from '../../../test/chat-pages.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { releaseUnanswered } from './change-conversation.admin.ts'

let shop: TestShop
let owner: SignedUp
let ines: SignedUp
let otto: SignedUp
let pages: ChatPage[] = []
const minute = 60_000

beforeAll(async () => {
  shop = await openTestShop({ empty: true })
  await setOpen(shop, true)
  owner = await signUp(shop, { role: 'ADMIN', staffRole: 'OWNER' })
  otto = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
})
beforeEach(async () => {
  ines = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
})
afterEach(async () => {
  for (const { socket } of pages) socket.disconnect()
  pages = []
  shop.setTime(null)
  await shop.ctx.db.pool.query('delete from chat_room')
})
afterAll(() => shop.close())

async function openPage(who?: SignedUp): Promise<ChatPage> {
  const page = await openChatPage(shop, who)
  pages.push(page)
  return page
}

/** A member of staff with the back office open. */
async function openDesk(who: SignedUp): Promise<ChatPage> {
  const page = await openPage(who)
  await page.get('support:watch')
  return page
}

/** A conversation that Ines has answered, and whose shopper has asked again. */
async function askInes(): Promise<{ roomId: string }> {
  const shopper = await openPage()
  const { roomId } = await say(shopper, 'A question')
  const answer = { roomId, content: 'An answer', clientMessageId: crypto.randomUUID() }
  const desk = await openPage(ines)
  await desk.get('support:sendMessage', answer)
  desk.socket.disconnect()
  await say(shopper, 'Another question', { roomId })
  return { roomId }
}

const headers = () => otto.headers
const conversation = async (roomId: string) =>
  (await shop.call('getConversation', { params: { roomId }, headers: headers() })).data
/** The counts of the back office's badge, inbox and first page, which must be equal. */
async function counts() {
  const { data: inbox } = await shop.call('countConversations', { headers: headers() })
  const { data: list } = await shop.call('listConversations', {
    headers: headers(),
    query: { queue: 'waiting' },
  })
  const { data: today } = await shop.call('getDashboard', { headers: headers() })
  const { waiting, assigned } = inbox
  expect(today.conversations).toMatchObject({ waiting, assigned })
  expect(list).toHaveLength(waiting)
  expect(list.filter(({ assignedTo }) => assignedTo)).toHaveLength(assigned)
  return { waiting, assigned }
}

describe('a colleague’s conversation', () => {
  it('counts as waiting while the shopper waits', async () => {
    await askInes()
    await say(await openPage(), 'A guest’s question')
    expect(await counts()).toEqual({ waiting: 2, assigned: 1 })
  })

  it('is released when the colleague is removed from the staff, and the inbox is updated', async () => {
    const { roomId } = await askInes()
    const watching = await openDesk(otto)
    await shop.call('removeStaff', { params: { userId: ines.userId }, headers: owner.headers })
    expect((await conversation(roomId)).assignedTo).toBe(null)
    expect(await counts()).toEqual({ waiting: 1, assigned: 0 })
    await vi.waitFor(
      () =>
        expect(watching.received['support:conversationChanged'].at(-1)).toMatchObject({
          roomId,
          assignedTo: null,
        }),
      { timeout: 60_000 },
    )
    await shop.call('takeConversation', { params: { roomId }, headers: headers() })
    expect((await conversation(roomId)).assignedTo?.id).toBe(otto.userId)
  })

  it('stays assigned if the removal is rejected', async () => {
    const { roomId } = await askInes()
    const params = { userId: ines.userId }
    await rejectionOf(shop.call('removeStaff', { params, headers: otto.headers }))
    expect((await conversation(roomId)).assignedTo?.id).toBe(ines.userId)
  })

  it('is released after ten minutes without an answer', async () => {
    await openDesk(ines)
    const watching = await openDesk(otto)
    const { roomId } = await askInes()
    shop.setTime(new Date(Date.now() + 9 * minute))
    await releaseUnanswered(shop.ctx)
    expect((await conversation(roomId)).assignedTo?.id).toBe(ines.userId)
    shop.setTime(new Date(Date.now() + 11 * minute))
    await releaseUnanswered(shop.ctx)
    expect((await conversation(roomId)).assignedTo).toBe(null)
    await vi.waitFor(
      () =>
        expect(watching.received['support:conversationChanged'].at(-1)).toMatchObject({
          roomId,
          assignedTo: null,
        }),
      { timeout: 60_000 },
    )
  })

  it('is released after two minutes while the colleague has no back office open', async () => {
    const { roomId } = await askInes()
    shop.setTime(new Date(Date.now() + minute))
    await releaseUnanswered(shop.ctx)
    expect((await conversation(roomId)).assignedTo?.id).toBe(ines.userId)
    shop.setTime(new Date(Date.now() + 3 * minute))
    await releaseUnanswered(shop.ctx)
    expect((await conversation(roomId)).assignedTo).toBe(null)
  })

  it('stays assigned while nobody waits', async () => {
    const { roomId } = await askInes()
    const answer = { roomId, content: 'The answer', clientMessageId: crypto.randomUUID() }
    await (await openPage(ines)).get('support:sendMessage', answer)
    shop.setTime(new Date(Date.now() + 12 * minute))
    await releaseUnanswered(shop.ctx)
    expect((await conversation(roomId)).assignedTo?.id).toBe(ines.userId)
  })

  it('is released if the colleague is no longer staff', async () => {
    const { roomId } = await askInes()
    await shop.ctx.db.pool.query(
      `update users set role = 'USER', staff_role = null where id = $1`,
      [ines.userId],
    )
    await releaseUnanswered(shop.ctx)
    expect((await conversation(roomId)).assignedTo).toBe(null)
  })
})
