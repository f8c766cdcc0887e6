import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hugePng, postFiles, sendPictures } from '../../../test/send-files.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let shopper: SignedUp
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
  shopper = await signUp(shop)
})
afterAll(() => shop.close())

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c8141e' } })

const asChat = (bytes: Uint8Array) => sendPictures(shop, shopper.headers, [bytes], 'CHAT')

test('is limited for each sender', async () => {
  const strict = await openTestShop({ beside: shop, settings: { RATE_LIMIT_MULTIPLIER: '1' } })
  const { headers } = await signUp(shop)
  const files = [{ bytes: 'no picture' }]
  const send = () => postFiles(strict, headers, files)
  const codes = (await Promise.all(Array.from({ length: 31 }, send))).map(
    (answer) => answer.json().code,
  )
  expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(1)
  await strict.close()
})

test('limits the megapixels of chat pictures of an account per hour', async () => {
  const strict = await openTestShop({ beside: shop, settings: { RATE_LIMIT_MULTIPLIER: '0.1' } })
  const { headers } = await signUp(shop)
  const bytes = await blank(4_500, 4_400).png().toBuffer()
  const send = async (files: { bytes: Uint8Array }[], from = headers) =>
    (await postFiles(strict, from, files)).json()
  expect((await send([{ bytes }, { bytes }])).success).toBe(true)
  expect(await send([{ bytes: await blank(1_000, 1_000).png().toBuffer() }])).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    details: { retryAfter: expect.any(Number) },
  })
  expect((await send([{ bytes }], (await signUp(shop)).headers)).success).toBe(true)
  await strict.close()
})

test('decodes no picture if several have too many megapixels together', async () => {
  const strict = await openTestShop({ beside: shop, settings: { RATE_LIMIT_MULTIPLIER: '0.1' } })
  const { headers } = await signUp(shop)
  // A decoded picture would be rejected for its missing pixels.
  const files = Array.from({ length: 3 }, () => ({ bytes: hugePng(5_000, 4_000) }))
  expect((await postFiles(strict, headers, files)).json().code).toBe('TOO_MANY_REQUESTS')
  // Nor are they counted: fewer at a time may still come.
  const bytes = await blank(5_000, 4_000).png().toBuffer()
  expect((await postFiles(strict, headers, [{ bytes }])).json().success).toBe(true)
  await strict.close()
})

test('an ordinary picture does not wait for large ones of others', async () => {
  const bytes = await blank(5_000, 4_000).png().toBuffer()
  let made = 0
  const large = Array.from({ length: 4 }, () => asChat(bytes).then(() => made++))
  const { headers } = await signUp(shop)
  await sendPictures(shop, headers, [await blank(300, 200).png().toBuffer()], 'CHAT')
  expect(made).toBeLessThan(4)
  await Promise.all(large)
})
