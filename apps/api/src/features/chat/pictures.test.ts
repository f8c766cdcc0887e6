import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ChatPage, openChatPage, say, setOpen } from '../../../test/chat-pages.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { sendPictures } from '../../../test/send-files.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { removeForgottenUploads } from '../uploads/stored-uploads.ts'
import { removeOldGuestRooms } from './chat.jobs.ts'

let shop: TestShop
let picture: Buffer
let pages: ChatPage[] = []
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
  await setOpen(shop, true)
  const paper = { width: 60, height: 80, channels: 3, background: '#8c6a3b' } as const
  picture = await sharp({ create: paper }).png().toBuffer()
})
afterEach(() => {
  for (const { socket } of pages) socket.disconnect()
  pages = []
})
afterAll(() => shop.close())

async function openPage(who?: SignedUp): Promise<ChatPage> {
  const page = await openChatPage(shop, who)
  pages.push(page)
  return page
}

/** Uploads a picture as the shopper, and returns its id. */
async function upload({ headers }: SignedUp): Promise<string> {
  const [kept] = await sendPictures(shop, headers, [picture], 'CHAT')
  return kept?.id ?? ''
}

const show = (page: ChatPage, attachmentIds: string[], content = '') =>
  page.ask('chat:sendMessage', { content, attachmentIds, clientMessageId: crypto.randomUUID() })

test('a picture is only available to participants of its room', async () => {
  const [ada, ben] = [await signUp(shop), await signUp(shop)]
  const staff = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
  const pictureId = await upload(ada)
  const reply = await show(await openPage(ada), [pictureId])
  if (!reply.ok) throw new Error(reply.message)
  const { roomId, attachments } = reply.data
  expect(attachments).toEqual([{ id: pictureId, width: 60, height: 80, color: expect.any(String) }])
  const get = (name: 'getChatPicture' | 'getConversationPicture', who?: SignedUp, room = roomId) =>
    shop.call(name, { params: { roomId: room, pictureId }, headers: who?.headers })
  for (const { data } of [
    await get('getChatPicture', ada),
    await get('getConversationPicture', staff),
  ]) {
    const { format, width } = await sharp(Buffer.from(data.base64, 'base64')).metadata()
    expect([format, width]).toEqual(['webp', 60])
  }
  for (const stranger of [undefined, ben, staff])
    expect((await rejectionOf(get('getChatPicture', stranger))).code).toBe('CHAT_ROOM_NOT_FOUND')
  // Nor through another room of one's own.
  const own = await say(await openPage(ben), 'My own')
  expect((await rejectionOf(get('getChatPicture', ben, own.roomId))).code).toBe('NOT_FOUND')
  expect((await rejectionOf(get('getConversationPicture', staff, own.roomId))).code).toBe(
    'NOT_FOUND',
  )
})

test('a message may only attach the sender’s own pictures', async () => {
  const [ada, ben] = [await signUp(shop), await signUp(shop)]
  const hers = await upload(ada)
  for (const page of [await openPage(ben), await openPage()])
    for (const ids of [[hers], [crypto.randomUUID()]])
      expect(await show(page, ids, 'Look')).toMatchObject({ code: 'CHAT_ATTACHMENT_REFUSED' })
  expect(await show(await openPage(ada), [hers, await upload(ada)])).toMatchObject({ ok: true })
  const five = await Promise.all([1, 2, 3, 4, 5].map(() => upload(ada)))
  expect(await show(await openPage(ada), five)).toMatchObject({ code: 'BAD_REQUEST' })
})

test('a staff picture is deleted with the last room it was shown in', async () => {
  const staff = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
  const desk = await openPage(staff)
  const shown = async (roomId: string) => {
    const attachmentIds = [await upload(staff)]
    const message = {
      roomId,
      content: 'Like this?',
      attachmentIds,
      clientMessageId: crypto.randomUUID(),
    }
    await desk.get('support:sendMessage', message)
    return attachmentIds[0] ?? ''
  }
  const isKept = async (id: string) =>
    (await shop.ctx.storage.read(`chat/${id}.webp`)) !== undefined
  const leaving = await signUp(shop)
  const ofGuest = await shown((await say(await openPage(), 'In brown?')).roomId)
  const ofShopper = await shown((await say(await openPage(leaving), 'In black?')).roomId)
  await removeOldGuestRooms(shop.ctx)
  await removeForgottenUploads(shop.ctx)
  expect([await isKept(ofGuest), await isKept(ofShopper)]).toEqual([true, true])
  shop.setTime(new Date(Date.now() + 181 * 24 * 60 * 60 * 1_000))
  await removeOldGuestRooms(shop.ctx)
  await removeForgottenUploads(shop.ctx)
  expect([await isKept(ofGuest), await isKept(ofShopper)]).toEqual([false, true])
  shop.setTime(null)
  await shop.call('deleteAccount', {
    headers: leaving.headers,
    body: { password: leaving.password },
  })
  await removeForgottenUploads(shop.ctx)
  expect(await isKept(ofShopper)).toBe(false)
})
