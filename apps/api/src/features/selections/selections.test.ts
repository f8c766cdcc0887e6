import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../test/buyers.ts'
import { openChatPage, say } from '../../../test/chat-pages.ts'
import { emailsTo, emailTo } from '../../../test/emails.ts'
import { expectBalancedBooks, stockOf } from '../../../test/ledger-assertions.ts'
import { setPrice, stockVariants, type TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf, rejectionsOf } from '../../../test/rejection.ts'
import { type SignedUp, signInAgain, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { deadlockWith } from '../../../test/wait-for-lock.ts'
import { makingLimit } from './selections.admin.ts'
import { expireSelections, removeOldSelections } from './selections.ts'

let shop: TestShop
let adviser: SignedUp
let variants: TestVariant[]
let next = 0
beforeAll(async () => {
  shop = await openTestShop()
  adviser = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
  variants = await stockVariants(shop, 50, 3)
})
afterAll(() => shop.close())
afterEach(async () => {
  shop.setTime(null)
  await expectBalancedBooks(shop)
})

const hour = 60 * 60 * 1000

/** A variant of this test's own, three of it in stock. */
function variant(): TestVariant {
  const found = variants[next]
  next += 1
  if (!found) throw new Error('There are no more variants')
  return found
}

/** Two variants in the order in which they are locked. */
function inOrder(one: TestVariant, other: TestVariant): [TestVariant, TestVariant] {
  return one.id < other.id ? [one, other] : [other, one]
}

/** Confirms the address of an account. */
const confirm = ({ userId }: SignedUp) =>
  shop.ctx.db.pool.query('update users set email_verified_at = now() where id = $1', [userId])

interface Wanted {
  variantId: string
  quantity: number
}

async function make(
  { userId }: Pick<SignedUp, 'userId'>,
  lines: Wanted[],
  options: { hours?: number; isEmailed?: boolean; note?: string; key?: string } = {},
) {
  const { data } = await shop.call('makeAdviserSelection', {
    ...(await signInAgain(shop, adviser)),
    params: { customerId: userId },
    body: { lines, note: 'For the evening.', isEmailed: false, ...options },
  })
  return { ...data, token: tokenOf(data.link) }
}

const tokenOf = (link: string) => /\/s\/([0-9a-f]{32})$/.exec(link)?.[1] ?? ''
const opened = async (token: string) =>
  (await shop.call('openAdviserSelection', { body: { token } })).data
const pay = async (buyer: Buyer, wanted: TestVariant[], selection: string, quantity = 1) => {
  const { headers } = await signInAgain(shop, buyer)
  const signedIn = { headers, addressId: buyer.addressId }
  return order(shop, signedIn, wanted, { quantity, selection, source: 'buyNow' })
}
const takeBack = async (selectionId: string) =>
  shop.call('takeBackAdviserSelection', {
    ...(await signInAgain(shop, adviser)),
    params: { selectionId },
  })
const of = ({ userId }: SignedUp) =>
  shop.call('listAdviserSelections', { headers: adviser.headers, query: { customerId: userId } })

describe('making for a caller', () => {
  const makeForCaller = async (body: { lines: Wanted[]; email?: string }) =>
    (
      await shop.call('makeSelectionForCaller', {
        ...(await signInAgain(shop, adviser)),
        body: { note: 'As we said on the phone.', ...body },
      })
    ).data
  const list = async () =>
    (await shop.call('listAdviserSelections', { headers: adviser.headers })).data.selections

  test('without an account reserves, and whoever opens the link orders it', async () => {
    const wanted = variant()
    const lines = [{ variantId: wanted.id, quantity: 1 }]
    const { selection, link } = await makeForCaller({ lines })
    expect(selection).toMatchObject({ customer: null, callerEmail: null, roomId: null })
    expect(await stockOf(shop, wanted.id)).toBe(2)
    const buyer = await makeBuyer(shop)
    await pay(buyer, [wanted], tokenOf(link))
    expect((await list())[0]).toMatchObject({
      state: 'ORDERED',
      customer: { id: buyer.userId, email: buyer.email },
    })
  })

  test('e-mails the link to an address that has no account', async () => {
    const wanted = variant()
    const lines = [{ variantId: wanted.id, quantity: 1 }]
    const email = `${crypto.randomUUID()}@example.com`
    const { selection, link } = await makeForCaller({ lines, email })
    const mail = await emailTo(shop, email, 'selection')
    expect(mail.text).toContain(link)
    expect(mail.text).toContain('As we said on the phone.')
    expect((await list())[0]).toMatchObject({
      id: selection.id,
      customer: null,
      callerEmail: email,
    })
    const buyer = await makeBuyer(shop)
    await pay(buyer, [wanted], tokenOf(link))
    expect((await list())[0]).toMatchObject({
      customer: { email: buyer.email },
      callerEmail: null,
    })
  })

  test('whose confirmed address has an account reserves for that account', async () => {
    const buyer = await makeBuyer(shop)
    const lines = [{ variantId: variant().id, quantity: 1 }]
    const email = buyer.email.toUpperCase()
    await makeForCaller({ lines, email })
    // Anyone can open an account with an address that is not theirs.
    expect((await of(buyer)).data.selections).toEqual([])
    await confirm(buyer)
    const { selection } = await makeForCaller({ lines, email })
    expect((await of(buyer)).data.selections).toMatchObject([
      { id: selection.id, callerEmail: null },
    ])
  })

  test('is repeated after a deadlock', async () => {
    const [first, last] = inOrder(variant(), variant())
    const lines = [first, last].map(({ id }) => ({ variantId: id, quantity: 1 }))
    await deadlockWith(shop, {
      work: () => makeForCaller({ lines }),
      waitsFor: last.id,
      holds: first.id,
    })
    expect([await stockOf(shop, first.id), await stockOf(shop, last.id)]).toEqual([2, 2])
  })

  test('that cannot be reserved sends nothing', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const lines = [{ variantId: variant().id, quantity: 4 }]
    expect((await rejectionOf(makeForCaller({ lines, email }))).code).toBe('ITEM_UNAVAILABLE')
    expect(await emailsTo(shop, email)).toEqual([])
  })
})

test('an order of a selection uses up no offer of the waiting list, unless it wants more', async () => {
  const buyer = await makeBuyer(shop)
  await confirm(buyer)
  const { headers } = buyer
  const wanted = variant()
  const all = await make(await makeBuyer(shop), [{ variantId: wanted.id, quantity: 3 }])
  await shop.call('joinWaitingList', { headers, body: { variantId: wanted.id } })
  await takeBack(all.selection.id)
  const offer = async () => (await shop.call('listMyWaiting', { headers })).data[0]?.state
  expect([await offer(), await stockOf(shop, wanted.id)]).toEqual(['OFFERED', 2])

  const first = await make(buyer, [{ variantId: wanted.id, quantity: 1 }])
  await pay(buyer, [wanted], first.token)
  expect([await offer(), await stockOf(shop, wanted.id)]).toEqual(['OFFERED', 1])

  const second = await make(buyer, [{ variantId: wanted.id, quantity: 1 }])
  await pay(buyer, [wanted], second.token, 2)
  expect([await offer(), await stockOf(shop, wanted.id)]).toEqual([undefined, 0])
})

describe('sent again under its key', () => {
  test('a selection is made and e-mailed once, with the link of the first answer', async () => {
    const buyer = await makeBuyer(shop)
    const wanted = variant()
    const lines = [{ variantId: wanted.id, quantity: 2 }]
    const options = { key: crypto.randomUUID(), isEmailed: true }
    const made = await Promise.all([make(buyer, lines, options), make(buyer, lines, options)])
    made.push(await make(buyer, lines, options))
    expect(new Set(made.map(({ link }) => link)).size).toBe(1)
    expect(await stockOf(shop, wanted.id)).toBe(1)
    expect((await of(buyer)).data.selections).toMatchObject([{ state: 'OPEN' }])
    const emails = await emailsTo(shop, buyer.email)
    expect(emails.filter(({ kind }) => kind === 'selection')).toHaveLength(1)
    expect((await opened(made[0]?.token ?? '')).state).toBe('OPEN')
  })

  test('another selection is rejected, and reserves nothing', async () => {
    const buyer = await makeBuyer(shop)
    const [wanted, other] = [variant(), variant()]
    const key = crypto.randomUUID()
    await make(buyer, [{ variantId: wanted.id, quantity: 1 }], { key })
    const rejections = await rejectionsOf([
      make(buyer, [{ variantId: other.id, quantity: 1 }], { key }),
      make(buyer, [{ variantId: wanted.id, quantity: 1 }], { key, isEmailed: true }),
      make(await makeBuyer(shop), [{ variantId: wanted.id, quantity: 1 }], { key }),
    ])
    expect(rejections.map(({ code }) => code)).toEqual(Array(3).fill('SELECTION_KEY_REUSED'))
    expect([await stockOf(shop, wanted.id), await stockOf(shop, other.id)]).toEqual([2, 3])
  })

  test('one that could not be reserved can be made after all', async () => {
    const buyer = await makeBuyer(shop)
    const wanted = variant()
    const key = crypto.randomUUID()
    const make4 = make(buyer, [{ variantId: wanted.id, quantity: 4 }], { key })
    expect(await rejectionOf(make4)).toMatchObject({ code: 'ITEM_UNAVAILABLE' })
    await make(buyer, [{ variantId: wanted.id, quantity: 3 }], { key })
    expect(await stockOf(shop, wanted.id)).toBe(0)
  })
})

test('making is limited for each adviser, whomever it is for', async () => {
  const strict = await openTestShop({ settings: { RATE_LIMIT_MULTIPLIER: '1' } })
  try {
    const busy = await signUp(strict, { role: 'ADMIN', staffRole: 'SUPPORT' })
    const other = await signUp(strict, { role: 'ADMIN', staffRole: 'SUPPORT' })
    const customer = await signUp(strict)
    const [wanted] = await stockVariants(strict, 1, 3)
    const page = await openChatPage(strict)
    const { roomId } = await say(page, 'What would you choose?')
    page.socket.disconnect()
    const body = { lines: [{ variantId: wanted.id, quantity: 1 }], note: 'For you.' }
    const forCaller = ({ headers }: SignedUp) =>
      strict.call('makeSelectionForCaller', { headers, body })
    for (let round = 0; round < makingLimit.times - 1; round += 1)
      await strict.ctx.limits.count(makingLimit, busy.userId)
    await forCaller(busy)
    const { headers } = busy
    const rejections = await rejectionsOf([
      forCaller(busy),
      strict.call('makeAdviserSelection', {
        headers,
        params: { customerId: customer.userId },
        body: { ...body, isEmailed: false },
      }),
      strict.call('sendAdviserSelection', { headers, params: { roomId }, body }),
    ])
    expect(rejections.map(({ code }) => code)).toEqual(Array(3).fill('TOO_MANY_REQUESTS'))
    await forCaller(other)
    expect(await stockOf(strict, wanted.id)).toBe(1)
  } finally {
    await strict.close()
  }
})

describe('making', () => {
  test('reserves the lines, for the usual time or a chosen one, and the link shows them', async () => {
    const buyer = await makeBuyer(shop)
    const [one, two] = [variant(), variant()]
    const lines = [
      { variantId: two.id, quantity: 2 },
      { variantId: one.id, quantity: 1 },
    ]
    const before = Date.now()
    const { selection, token } = await make(buyer, lines)
    expect(await stockOf(shop, two.id)).toBe(1)
    expect(await stockOf(shop, one.id)).toBe(2)
    const shown = await opened(token)
    expect(shown).toMatchObject({
      state: 'OPEN',
      note: 'For the evening.',
      endsAt: selection.endsAt,
    })
    expect(shown.items.map(({ variantId, quantity }) => ({ variantId, quantity }))).toEqual(lines)
    expect(shown.total).toBe(selection.total)
    expect(Date.parse(shown.endsAt) - before).toBeGreaterThanOrEqual(24 * hour)
    const short = await make(buyer, [{ variantId: one.id, quantity: 1 }], { hours: 2 })
    expect(Date.parse(short.selection.endsAt) - before).toBeLessThan(3 * hour)
    const list = (await of(buyer)).data
    expect(list.usualHours).toBe(24)
    expect(list.selections.map(({ id }) => id)).toEqual([short.selection.id, selection.id])
  })

  test('keeps no token, and other links open nothing', async () => {
    const buyer = await makeBuyer(shop)
    const { token } = await make(buyer, [{ variantId: variant().id, quantity: 1 }])
    const { rows } = await shop.ctx.db.pool.query('select s::text as text from adviser_selection s')
    expect(JSON.stringify(rows)).not.toContain(token)
    for (const other of ['0'.repeat(32), token.toUpperCase(), token.slice(1)])
      expect((await rejectionOf(opened(other))).code).toBe('LINK_EXPIRED')
  })

  test('is rejected for more than there is, and then nothing is reserved', async () => {
    const buyer = await makeBuyer(shop)
    const [there, scarce] = [variant(), variant()]
    const lines = [
      { variantId: there.id, quantity: 1 },
      { variantId: scarce.id, quantity: 4 },
    ]
    expect(await rejectionOf(make(buyer, lines))).toMatchObject({
      code: 'ITEM_UNAVAILABLE',
      details: { unavailableItems: [scarce.id] },
    })
    const unknown = crypto.randomUUID()
    const gone = make(buyer, [
      { variantId: there.id, quantity: 1 },
      { variantId: unknown, quantity: 1 },
    ])
    expect((await rejectionOf(gone)).details).toEqual({ unavailableItems: [unknown] })
    expect(await stockOf(shop, there.id)).toBe(3)
    expect((await of(buyer)).data.selections).toEqual([])
  })

  test('by several advisers at once never reserves more than there is', async () => {
    const buyer = await makeBuyer(shop)
    const [one, two] = [variant(), variant()]
    const lines = [one, two].map(({ id }) => ({ variantId: id, quantity: 1 }))
    const made = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) => make(buyer, index % 2 ? lines : lines.toReversed())),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await stockOf(shop, one.id)).toBe(0)
    expect(await stockOf(shop, two.id)).toBe(0)
  })

  test('e-mails the link if wanted, and the back office hides its token', async () => {
    const buyer = await makeBuyer(shop)
    const { link } = await make(buyer, [{ variantId: variant().id, quantity: 1 }], {
      isEmailed: true,
    })
    const { text, subject } = await emailTo(shop, buyer.email, 'selection')
    expect(subject).toBe('A selection for you')
    expect(text).toContain(link)
    expect(text).toContain('For the evening.')
    const { headers } = await signInAgain(shop, adviser)
    const mails = await shop.call('listEmails', { headers, query: { q: buyer.email } })
    const emailId = mails.data.find(({ kind }) => kind === 'selection')?.id ?? ''
    const { data } = await shop.call('getEmail', { headers, params: { emailId } })
    expect(data.text).toContain('/s/hidden')
    expect(JSON.stringify(data)).not.toContain(tokenOf(link))
  })
})

describe('ordering', () => {
  test('takes the reservation over, at the prices of the shop', async () => {
    const [buyer, other] = [await makeBuyer(shop), await makeBuyer(shop)]
    const wanted = variant()
    const { token, selection } = await make(buyer, [{ variantId: wanted.id, quantity: 3 }])
    expect((await rejectionOf(order(shop, other, [wanted]))).code).toBe('ITEM_UNAVAILABLE')
    await setPrice(shop, wanted, 123_00)
    expect((await opened(token)).total).toBe(369)
    const items = [{ variantId: wanted.id, quantity: 3 }]
    const preview = async (body: object) =>
      (await shop.call('previewOrder', { headers: buyer.headers, body: { items, ...body } })).data
    expect((await preview({})).unavailableItems).toEqual([wanted.id])
    expect(await preview({ selection: token })).toMatchObject({
      unavailableItems: [],
      goodsTotalPrice: 369,
    })
    const placed = await pay(buyer, [wanted], token, 3)
    expect(placed.status).toBe('PENDING')
    expect(await stockOf(shop, wanted.id)).toBe(0)
    expect((await opened(token)).state).toBe('ORDERED')
    expect((await of(buyer)).data.selections).toMatchObject([
      {
        id: selection.id,
        state: 'ORDERED',
        order: { id: placed.id, orderNumber: placed.orderNumber },
      },
    ])
    await shop.call('cancelMyOrder', {
      headers: buyer.headers,
      params: { orderId: placed.id },
      body: {},
    })
    expect(await stockOf(shop, wanted.id)).toBe(3)
  })

  test('in two tabs at once makes one order, and the other gets an error', async () => {
    const buyer = await makeBuyer(shop)
    const wanted = variant()
    const { token } = await make(buyer, [{ variantId: wanted.id, quantity: 1 }])
    const both = await Promise.allSettled([
      pay(buyer, [wanted], token),
      pay(buyer, [wanted], token),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await rejectionOf(pay(buyer, [wanted], token))).code).toBe('SELECTION_ORDERED')
    for (const outcome of both)
      if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('SELECTION_ORDERED')
    expect(await stockOf(shop, wanted.id)).toBe(2)
  })

  test('again with the same key returns the same order', async () => {
    const buyer = await makeBuyer(shop)
    const wanted = variant()
    const { token } = await make(buyer, [{ variantId: wanted.id, quantity: 1 }])
    const options = { selection: token, source: 'buyNow', key: 'the same' } as const
    const once = await order(shop, buyer, [wanted], options)
    expect((await order(shop, buyer, [wanted], options)).id).toBe(once.id)
  })

  test('by whoever has the link puts it into their account', async () => {
    const [customer, friend] = [await makeBuyer(shop), await makeBuyer(shop)]
    const wanted = variant()
    const { token } = await make(customer, [{ variantId: wanted.id, quantity: 1 }])
    await pay(friend, [wanted], token)
    expect((await of(friend)).data.selections).toMatchObject([{ state: 'ORDERED' }])
  })
})

test('what an order leaves of a selection goes first to whoever waits for it', async () => {
  const [buyer, waiting] = [await makeBuyer(shop), await makeBuyer(shop)]
  await confirm(waiting)
  const [wanted, other] = [variant(), variant()]
  const lines = [wanted, other].map(({ id }) => ({ variantId: id, quantity: 3 }))
  const { token } = await make(buyer, lines)
  for (const { id: variantId } of [wanted, other])
    await shop.call('joinWaitingList', { headers: waiting.headers, body: { variantId } })
  await pay(buyer, [wanted], token, 2)
  const { data } = await shop.call('listMyWaiting', { headers: waiting.headers })
  expect(data).toMatchObject([{ state: 'OFFERED' }, { state: 'OFFERED' }])
  expect(await stockOf(shop, wanted.id)).toBe(0)
  expect(await stockOf(shop, other.id)).toBe(2)
})

describe('its end', () => {
  test('comes by itself: what was reserved is for sale, and the link says so', async () => {
    const buyer = await makeBuyer(shop)
    const wanted = variant()
    const { token } = await make(buyer, [{ variantId: wanted.id, quantity: 2 }], { hours: 1 })
    shop.setTime(new Date(Date.now() + 2 * hour))
    expect((await opened(token)).state).toBe('EXPIRED')
    expect((await rejectionOf(pay(buyer, [wanted], token, 2))).code).toBe('SELECTION_ENDED')
    await Promise.all([expireSelections(shop.ctx), expireSelections(shop.ctx)])
    expect(await stockOf(shop, wanted.id)).toBe(3)
    expect((await rejectionOf(pay(buyer, [wanted], token, 2))).code).toBe('SELECTION_ENDED')
    // Without the selection it can still be ordered like anything else.
    const { headers } = await signInAgain(shop, buyer)
    expect((await order(shop, { ...buyer, headers }, [wanted])).status).toBe('PENDING')
  })

  test('goes first to whoever waits for it', async () => {
    const [buyer, waiting] = [await makeBuyer(shop), await makeBuyer(shop)]
    await shop.ctx.db.pool.query('update users set email_verified_at = now() where id = $1', [
      waiting.userId,
    ])
    const wanted = variant()
    const { selection } = await make(buyer, [{ variantId: wanted.id, quantity: 3 }])
    await shop.call('joinWaitingList', { headers: waiting.headers, body: { variantId: wanted.id } })
    expect((await takeBack(selection.id)).data.state).toBe('TAKEN_BACK')
    expect(await stockOf(shop, wanted.id)).toBe(2)
    expect((await shop.call('listMyWaiting', { headers: waiting.headers })).data).toMatchObject([
      { state: 'OFFERED' },
    ])
  })

  test('by staff releases once, and not what is ordered', async () => {
    const buyer = await makeBuyer(shop)
    const wanted = variant()
    const { selection, token } = await make(buyer, [{ variantId: wanted.id, quantity: 1 }])
    await Promise.all([takeBack(selection.id), takeBack(selection.id)])
    expect(await stockOf(shop, wanted.id)).toBe(3)
    expect((await opened(token)).state).toBe('TAKEN_BACK')
    const second = await make(buyer, [{ variantId: wanted.id, quantity: 1 }])
    await pay(buyer, [wanted], second.token)
    expect((await rejectionOf(takeBack(second.selection.id))).code).toBe('SELECTION_ORDERED')
    expect((await rejectionOf(takeBack(crypto.randomUUID()))).code).toBe('SELECTION_NOT_FOUND')
  })

  test('and an order race for it: either, never both', async () => {
    const buyer = await makeBuyer(shop)
    const wanted = variant()
    const { selection, token } = await make(buyer, [{ variantId: wanted.id, quantity: 3 }])
    const [back, paid] = await Promise.allSettled([
      takeBack(selection.id),
      pay(buyer, [wanted], token, 3),
    ])
    expect([back, paid].filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await stockOf(shop, wanted.id)).toBe(paid.status === 'fulfilled' ? 0 : 3)
  })

  test('removes it after a year', async () => {
    const buyer = await makeBuyer(shop)
    const { selection } = await make(buyer, [{ variantId: variant().id, quantity: 1 }])
    await takeBack(selection.id)
    await removeOldSelections(shop.ctx)
    expect((await of(buyer)).data.selections).toHaveLength(1)
    shop.setTime(new Date(Date.now() + 366 * 24 * hour))
    await removeOldSelections(shop.ctx)
    shop.setTime(null)
    expect((await of(buyer)).data.selections).toEqual([])
  })
})

describe('in a conversation', () => {
  const send = (roomId: string, lines: Wanted[], key?: string) =>
    shop.call('sendAdviserSelection', {
      headers: adviser.headers,
      params: { roomId },
      body: { lines, note: 'What we spoke about.', key },
    })

  test('is a message with the note, the link and the products; the shopper’s page receives it', async () => {
    const page = await openChatPage(shop)
    const { roomId } = await say(page, 'Something for a wedding?')
    const wanted = variant()
    const { link } = (await send(roomId, [{ variantId: wanted.id, quantity: 1 }])).data
    const { data } = (await shop.call('listChatMessages', { params: { roomId } })).data
    expect(data.at(-1)).toMatchObject({
      senderType: 'CUSTOMER',
      products: [{ name: expect.any(String) }],
    })
    expect(data.at(-1)?.content).toContain('What we spoke about.')
    expect(data.at(-1)?.content).toContain(link)
    await expect.poll(() => page.received['chat:newMessage'].at(-1)?.content).toContain(link)
    const list = await shop.call('listAdviserSelections', {
      headers: adviser.headers,
      query: { roomId },
    })
    expect(list.data.selections).toMatchObject([{ state: 'OPEN', customer: null, roomId }])
    page.socket.disconnect()
  })

  test('sent again under its key it is one message', async () => {
    const page = await openChatPage(shop)
    const { roomId } = await say(page, 'And now?')
    page.socket.disconnect()
    const wanted = variant()
    const lines = [{ variantId: wanted.id, quantity: 1 }]
    const key = crypto.randomUUID()
    const first = await send(roomId, lines, key)
    expect((await send(roomId, lines, key)).data).toEqual(first.data)
    expect(await stockOf(shop, wanted.id)).toBe(2)
    const { data } = (await shop.call('listChatMessages', { params: { roomId } })).data
    expect(data.filter(({ content }) => content.includes(first.data.link))).toHaveLength(1)
  })

  test('is repeated after a deadlock', async () => {
    const page = await openChatPage(shop)
    const { roomId } = await say(page, 'Both of these?')
    const [first, last] = inOrder(variant(), variant())
    const lines = [first, last].map(({ id }) => ({ variantId: id, quantity: 1 }))
    await deadlockWith(shop, {
      work: () => send(roomId, lines),
      waitsFor: last.id,
      holds: first.id,
    })
    expect([await stockOf(shop, first.id), await stockOf(shop, last.id)]).toEqual([2, 2])
    page.socket.disconnect()
  })

  test('that cannot be reserved sends nothing', async () => {
    const page = await openChatPage(shop)
    const { roomId } = await say(page, 'Two of these?')
    const rejected = send(roomId, [{ variantId: variant().id, quantity: 9 }])
    expect((await rejectionOf(rejected)).code).toBe('ITEM_UNAVAILABLE')
    const { data } = (await shop.call('listChatMessages', { params: { roomId } })).data
    expect(data.map(({ senderType }) => senderType)).not.toContain('CUSTOMER')
    page.socket.disconnect()
  })

  test('of a guest who signs in goes along into the account', async () => {
    const page = await openChatPage(shop)
    const { roomId } = await say(page, 'A coat?')
    await send(roomId, [{ variantId: variant().id, quantity: 1 }])
    const buyer = await makeBuyer(shop)
    await shop.call('claimChatRoom', { headers: buyer.headers, params: { roomId } })
    expect((await of(buyer)).data.selections).toMatchObject([{ state: 'OPEN' }])
    page.socket.disconnect()
  })
})

test('is in the export, and closing the account releases and removes it', async () => {
  const buyer = await makeBuyer(shop)
  const wanted = variant()
  await make(buyer, [{ variantId: wanted.id, quantity: 2 }], { note: 'For your anniversary.' })
  const { headers } = buyer
  const { data } = await shop.call('exportMyData', { headers })
  expect(data.selections).toMatchObject([{ state: 'OPEN', note: 'For your anniversary.' }])
  await shop.call('deleteAccount', { headers, body: { password: buyer.password } })
  expect(await stockOf(shop, wanted.id)).toBe(3)
  const { rows } = await shop.ctx.db.pool.query(
    `select 1 from adviser_selection where note = 'For your anniversary.'`,
  )
  expect(rows).toEqual([])
})

describe('the address of a caller', () => {
  const callerOf = async (id: string) => {
    const { headers } = await signInAgain(shop, adviser)
    const { data } = await shop.call('listAdviserSelections', { headers })
    const found = data.selections.find((selection) => selection.id === id)
    return found && { state: found.state, callerEmail: found.callerEmail }
  }
  const makeFor = async (email: string, variantId: string) =>
    (
      await shop.call('makeSelectionForCaller', {
        ...(await signInAgain(shop, adviser)),
        body: { lines: [{ variantId, quantity: 1 }], note: 'By phone.', email },
      })
    ).data.selection

  test('that an account confirms later is in its export, and leaves with it', async () => {
    const buyer = await makeBuyer(shop)
    const { headers, email } = buyer
    const wanted = variant()
    await makeFor(email.toUpperCase(), wanted.id)
    expect((await shop.call('exportMyData', { headers })).data.selections).toEqual([])
    await confirm(buyer)
    expect((await shop.call('exportMyData', { headers })).data.selections).toMatchObject([
      { note: 'By phone.', email: email.toUpperCase() },
    ])
    await shop.call('deleteAccount', { headers, body: { password: buyer.password } })
    expect(await stockOf(shop, wanted.id)).toBe(3)
  })

  test('stays when an account closes that has not confirmed it', async () => {
    const buyer = await makeBuyer(shop)
    const { headers, email, password } = buyer
    const { id } = await makeFor(email, variant().id)
    await shop.call('deleteAccount', { headers, body: { password } })
    expect(await callerOf(id)).toEqual({ state: 'OPEN', callerEmail: email })
  })

  test('is removed 90 days after the end', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const { id } = await makeFor(email, variant().id)
    await takeBack(id)
    await removeOldSelections(shop.ctx)
    expect(await callerOf(id)).toEqual({ state: 'TAKEN_BACK', callerEmail: email })
    shop.setTime(new Date(Date.now() + 91 * 24 * hour))
    await removeOldSelections(shop.ctx)
    expect(await callerOf(id)).toEqual({ state: 'TAKEN_BACK', callerEmail: null })
  })
})

test('closing the account is repeated after a deadlock', async () => {
  const buyer = await makeBuyer(shop)
  const { headers } = buyer
  await confirm(buyer)
  const [waited, held] = [variant(), variant()]
  const all = await make(await makeBuyer(shop), [{ variantId: waited.id, quantity: 3 }])
  await shop.call('joinWaitingList', { headers, body: { variantId: waited.id } })
  await takeBack(all.selection.id)
  expect(await stockOf(shop, waited.id)).toBe(2)
  await make(buyer, [{ variantId: held.id, quantity: 1 }])
  await deadlockWith(shop, {
    work: () => shop.call('deleteAccount', { headers, body: { password: buyer.password } }),
    waitsFor: held.id,
    holds: waited.id,
  })
  expect([await stockOf(shop, waited.id), await stockOf(shop, held.id)]).toEqual([3, 3])
})
