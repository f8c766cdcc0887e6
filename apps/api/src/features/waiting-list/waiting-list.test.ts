import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../test/buyers.ts'
import { emailsTo, emailTo } from '../../../test/emails.ts'
import { expectBalancedBooks, stockOf } from '../../../test/ledger-assertions.ts'
import { setStock, stockVariants, type TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signInAgain, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { processWaitingList } from './offers.ts'
import { removeOldWaiting } from './waiting-list.ts'

let shop: TestShop
let staff: SignedUp
let variants: TestVariant[]
let next = 0
beforeAll(async () => {
  shop = await openTestShop()
  staff = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  variants = await stockVariants(shop, 18, 0)
})
afterAll(() => shop.close())
afterEach(async () => {
  shop.setTime(null)
  await expectBalancedBooks(shop)
})

const hour = 60 * 60 * 1000

/** A variant of this test's own, sold out. */
function soldOut(): TestVariant {
  const variant = variants[next]
  next += 1
  if (!variant) throw new Error('There are no more variants')
  return variant
}

/** A shopper whose address is confirmed. */
async function shopper(): Promise<Buyer> {
  const buyer = await makeBuyer(shop)
  await shop.ctx.db.pool.query('update users set email_verified_at = now() where id = $1', [
    buyer.userId,
  ])
  return buyer
}

const codeOf = async (call: Promise<unknown>) => (await rejectionOf(call)).code
const join = (
  variantId: string,
  { headers }: { headers?: Record<string, string> } = {},
  email?: string,
) => shop.call('joinWaitingList', { headers: headers ?? {}, body: { variantId, email } })
const restock = async (variantId: string, delta: number) =>
  shop.call('adjustStock', {
    ...(await signInAgain(shop, staff)),
    params: { id: variantId },
    body: { change: { kind: 'delta', delta }, reason: 'A delivery' },
  })
const mine = async (buyer: Buyer) => {
  const { headers } = await signInAgain(shop, buyer)
  return (await shop.call('listMyWaiting', { headers })).data
}
const linkOf = async (email: string) =>
  (await emailsTo(shop, email)).findLast(({ token }) => token)?.token ?? ''
const demandOf = async ({ id }: TestVariant) => {
  const { headers } = await signInAgain(shop, staff)
  const { data } = await shop.call('listDemand', { headers, query: { size: 100 } })
  return data.find((row) => row.id === id)
}

describe('joining', () => {
  test('with a confirmed account waits at once; with another address once its link is opened', async () => {
    const variant = soldOut()
    const buyer = await shopper()
    expect((await join(variant.id, buyer)).data.state).toBe('WAITING')
    expect(await mine(buyer)).toMatchObject([{ state: 'WAITING', variantId: variant.id }])

    const guest = `guest-${crypto.randomUUID()}@example.com`
    expect((await join(variant.id, {}, guest)).data.state).toBe('UNCONFIRMED')
    const { token, text } = await emailTo(shop, guest, 'waiting-list-confirm')
    expect(text).toContain('/waiting-list#token=')
    expect(await demandOf(variant)).toMatchObject({ waiting: 1, unconfirmed: 1 })
    const { data } = await shop.call('confirmWaiting', { body: { token } })
    expect(data).toMatchObject({ state: 'WAITING', variantId: variant.id })
    expect((await shop.call('confirmWaiting', { body: { token } })).data.state).toBe('WAITING')
    expect(await demandOf(variant)).toMatchObject({ waiting: 2, unconfirmed: 0, stock: 0 })
  })

  test('is counted for staff over all pages', async () => {
    for (const [variant, waiting] of [
      [soldOut(), 2],
      [soldOut(), 1],
    ] as const)
      for (let joined = 0; joined < waiting; joined += 1) await join(variant.id, await shopper())
    const { headers } = await signInAgain(shop, staff)
    const list = (size: number, page = 1) =>
      shop.call('listDemand', { headers, query: { size, page } })
    const all = await list(100)
    expect(all.total).toBe(all.data.length)
    const pages = await Promise.all(all.data.map((_row, at) => list(1, at + 1)))
    expect(pages.flatMap(({ data }) => data)).toEqual(all.data)
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([all.total]))
  })

  test('twice keeps the one place, and reveals nothing to a stranger', async () => {
    const variant = soldOut()
    const buyer = await shopper()
    await Promise.all([join(variant.id, buyer), join(variant.id, buyer), join(variant.id, buyer)])
    expect((await join(variant.id, {}, buyer.email)).data.state).toBe('UNCONFIRMED')
    expect(await demandOf(variant)).toMatchObject({ waiting: 1, unconfirmed: 0 })
    const kinds = (await emailsTo(shop, buyer.email)).map(({ kind }) => kind)
    expect(kinds).not.toContain('waiting-list-confirm')
  })

  test('with an account that nobody has confirmed leaves the offer to the owner of the address', async () => {
    const variant = soldOut()
    const stranger = await makeBuyer(shop)
    expect((await join(variant.id, stranger)).data.state).toBe('UNCONFIRMED')
    await shop.call('confirmWaiting', { body: { token: await linkOf(stranger.email) } })
    await restock(variant.id, 1)
    expect(await codeOf(order(shop, stranger, [variant]))).toBe('ITEM_UNAVAILABLE')
    await processWaitingList(shop.ctx)
    const token = await linkOf(stranger.email)
    await shop.call('claimOffer', { headers: stranger.headers, body: { token } })
    expect((await order(shop, stranger, [variant])).status).toBe('PENDING')
  })

  test('is rejected in stock, without an address, and for what is not sold', async () => {
    const variant = soldOut()
    expect(await codeOf(join(variant.id))).toBe('WAITING_LIST_NEEDS_EMAIL')
    expect(await codeOf(join(crypto.randomUUID(), {}, 'a@example.com'))).toBe('VARIANT_NOT_FOUND')
    await restock(variant.id, 1)
    expect(await codeOf(join(variant.id, {}, 'a@example.com'))).toBe('WAITING_LIST_IN_STOCK')
  })
})

describe('what comes back', () => {
  test('is reserved in the order of asking, and nobody else can buy it', async () => {
    const variant = soldOut()
    const [first, second, other] = [await shopper(), await shopper(), await shopper()]
    await join(variant.id, first)
    await join(variant.id, second)
    await restock(variant.id, 1)
    expect(await stockOf(shop, variant.id)).toBe(0)
    expect(await mine(first)).toMatchObject([{ state: 'OFFERED' }])
    expect(await mine(second)).toMatchObject([{ state: 'WAITING' }])
    expect(await codeOf(order(shop, other, [variant]))).toBe('ITEM_UNAVAILABLE')
    expect(await codeOf(order(shop, second, [variant]))).toBe('ITEM_UNAVAILABLE')
    expect(await codeOf(order(shop, first, [variant], { quantity: 2 }))).toBe('ITEM_UNAVAILABLE')

    const items = [{ variantId: variant.id, quantity: 1 }]
    const { data: preview } = await shop.call('previewOrder', {
      headers: first.headers,
      body: { items },
    })
    expect(preview.unavailableItems).toEqual([])
    const placed = await order(shop, first, [variant], { source: 'buyNow' })
    expect(placed.status).toBe('PENDING')
    expect(await mine(first)).toEqual([])
    expect(await demandOf(variant)).toMatchObject({ waiting: 1, offered: 0, ordered: 1 })
    const { data: seen } = await shop.call('getOrder', {
      ...(await signInAgain(shop, staff)),
      params: { orderId: placed.id },
    })
    expect(seen.movements).toMatchObject([
      { cause: 'OFFER_END', delta: 1, stockAfter: 1 },
      { cause: 'HOLD', delta: -1, stockAfter: 0 },
    ])
    // Not paid after all: it goes on to the next.
    await shop.call('cancelMyOrder', {
      headers: first.headers,
      params: { orderId: placed.id },
      body: {},
    })
    expect(await mine(second)).toMatchObject([{ state: 'OFFERED' }])
    expect(await stockOf(shop, variant.id)).toBe(0)
  })

  test('is reserved for 24 hours from its e-mail on, and then for the next', async () => {
    const variant = soldOut()
    const [first, second] = [await shopper(), await shopper()]
    await join(variant.id, first)
    await join(variant.id, second)
    await restock(variant.id, 1)
    const offeredAt = Date.now()
    shop.setTime(new Date(offeredAt))
    await processWaitingList(shop.ctx)
    const { subject, text } = await emailTo(shop, first.email, 'waiting-list-offer')
    expect(subject).toMatch(/^Reserved for you: /)
    expect(text).toContain('/waiting-list#token=')
    const [offer] = await mine(first)
    expect(Date.parse(offer?.offerEndsAt ?? '')).toBe(offeredAt + 24 * hour)

    shop.setTime(new Date(offeredAt + 24 * hour - 1))
    await processWaitingList(shop.ctx)
    expect(await mine(second)).toMatchObject([{ state: 'WAITING' }])
    shop.setTime(new Date(offeredAt + 24 * hour))
    // From that very instant, whether or not the job has run.
    const again = await signInAgain(shop, first)
    expect(await codeOf(order(shop, again, [variant]))).toBe('ITEM_UNAVAILABLE')
    await processWaitingList(shop.ctx)
    expect(await mine(first)).toEqual([])
    expect(await mine(second)).toMatchObject([{ state: 'OFFERED' }])
    expect((await emailsTo(shop, second.email)).map(({ kind }) => kind)).toContain(
      'waiting-list-offer',
    )
    expect(await demandOf(variant)).toMatchObject({ waiting: 0, offered: 1, expired: 1 })
  })

  test('beyond the list is in stock for everybody', async () => {
    const variant = soldOut()
    const [first, other] = [await shopper(), await shopper()]
    await join(variant.id, first)
    await restock(variant.id, 3)
    expect(await stockOf(shop, variant.id)).toBe(2)
    expect((await order(shop, other, [variant], { quantity: 2 })).status).toBe('PENDING')
    expect((await order(shop, first, [variant])).status).toBe('PENDING')
  })

  test('in a way that offers nothing is offered by the job', async () => {
    const variant = soldOut()
    const buyer = await shopper()
    await join(variant.id, buyer)
    await setStock(shop, variant, 1)
    await processWaitingList(shop.ctx)
    expect(await mine(buyer)).toMatchObject([{ state: 'OFFERED' }])
    expect(await stockOf(shop, variant.id)).toBe(0)
  })
})

describe('a link', () => {
  test('of an offer works for whoever signs in with it, and only with it', async () => {
    const variant = soldOut()
    const guest = `guest-${crypto.randomUUID()}@example.com`
    await join(variant.id, {}, guest)
    await shop.call('confirmWaiting', { body: { token: await linkOf(guest) } })
    await restock(variant.id, 1)
    await processWaitingList(shop.ctx)
    const token = await linkOf(guest)
    expect((await shop.call('getWaitingLink', { body: { token } })).data.state).toBe('OFFERED')
    const buyer = await shopper()
    expect(await codeOf(order(shop, buyer, [variant]))).toBe('ITEM_UNAVAILABLE')
    await shop.call('claimOffer', { headers: buyer.headers, body: { token } })
    expect((await order(shop, buyer, [variant])).status).toBe('PENDING')
    expect(await codeOf(shop.call('getWaitingLink', { body: { token } }))).toBe('LINK_EXPIRED')
  })

  test('gives a reservation up, which goes to the next at once', async () => {
    const variant = soldOut()
    const [first, second] = [await shopper(), await shopper()]
    await join(variant.id, first)
    await join(variant.id, second)
    await restock(variant.id, 1)
    await processWaitingList(shop.ctx)
    await shop.call('leaveWaitingList', { body: { token: await linkOf(first.email) } })
    expect(await mine(second)).toMatchObject([{ state: 'OFFERED' }])
    const [entry] = await mine(second)
    await shop.call('leaveMyWaiting', { headers: second.headers, params: { id: entry?.id ?? '' } })
    expect(await stockOf(shop, variant.id)).toBe(1)
  })
})

test('a link that was asked for again is valid for seven days from then, and the place is kept', async () => {
  const variant = soldOut()
  const email = `guest-${crypto.randomUUID()}@example.com`
  const start = Date.now()
  const after = async (days: number) => {
    shop.setTime(new Date(start + days * 24 * hour))
    await removeOldWaiting(shop.ctx)
  }
  await join(variant.id, {}, email)
  await after(6)
  await join(variant.id, {}, email)
  const token = await linkOf(email)
  await after(12)
  const { data } = await shop.call('getWaitingLink', { body: { token } })
  expect(data.state).toBe('UNCONFIRMED')
  expect(Date.parse(data.askedAt)).toBeLessThan(start + 24 * hour)
  await after(14)
  expect(await codeOf(shop.call('getWaitingLink', { body: { token } }))).toBe('LINK_EXPIRED')
})

describe('personal data', () => {
  test('of an ended entry stay for a year after its reservation, however long it waited', async () => {
    const variant = soldOut()
    const buyer = await shopper()
    await join(variant.id, buyer)
    const joinedAt = Date.now()
    const exportedAfter = async (days: number) => {
      shop.setTime(new Date(joinedAt + days * 24 * hour))
      await processWaitingList(shop.ctx)
      await removeOldWaiting(shop.ctx)
      const { headers } = await signInAgain(shop, buyer)
      return (await shop.call('exportMyData', { headers })).data.waitingList
    }
    expect(await exportedAfter(400)).toMatchObject([{ state: 'WAITING' }])
    await restock(variant.id, 1)
    expect(await exportedAfter(400)).toMatchObject([{ state: 'OFFERED' }])
    expect(await exportedAfter(402)).toMatchObject([{ state: 'EXPIRED' }])
    expect(await exportedAfter(765)).toMatchObject([{ state: 'EXPIRED' }])
    expect(await exportedAfter(767)).toEqual([])
  })

  test('are in the export, and closing the account passes a reservation on', async () => {
    const variant = soldOut()
    const [first, second] = [await shopper(), await shopper()]
    await join(variant.id, first)
    await join(variant.id, second)
    await restock(variant.id, 1)
    await processWaitingList(shop.ctx)
    const { data } = await shop.call('exportMyData', { headers: first.headers })
    expect(data.waitingList).toMatchObject([{ email: first.email, state: 'OFFERED' }])
    await shop.call('deleteAccount', { headers: first.headers, body: { password: first.password } })
    expect(await mine(second)).toMatchObject([{ state: 'OFFERED' }])
    const { rows } = await shop.ctx.db.pool.query(
      'select id from waiting_list_entry where email = $1',
      [first.email],
    )
    expect(rows).toEqual([])
    expect(await emailsTo(shop, first.email)).toEqual([])
  })

  test('of a guest stay when a stranger opens and closes an account with the address', async () => {
    const [waited, reserved] = [soldOut(), soldOut()]
    const email = `guest-${crypto.randomUUID()}@example.com`
    for (const { id } of [waited, reserved]) {
      await join(id, {}, email)
      await shop.call('confirmWaiting', { body: { token: await linkOf(email) } })
    }
    await restock(reserved.id, 1)
    await processWaitingList(shop.ctx)
    const mails = await emailsTo(shop, email)
    const stranger = await signUp(shop, { email })
    await shop.call('requestSignInCode', { body: { email } })
    await emailTo(shop, email, 'sign-in-code')
    await shop.call('deleteAccount', {
      headers: stranger.headers,
      body: { password: stranger.password },
    })
    expect(await demandOf(waited)).toMatchObject({ waiting: 1 })
    expect(await demandOf(reserved)).toMatchObject({ offered: 1, stock: 0 })
    const left = await emailsTo(shop, email)
    expect(left.slice(0, mails.length)).toEqual(mails)
    // What was written to the account itself goes with it; the code may be the guest's own.
    expect(left.slice(mails.length).map(({ kind }) => kind)).toEqual(['sign-in-code'])
    const token = await linkOf(email)
    expect((await shop.call('getWaitingLink', { body: { token } })).data.state).toBe('OFFERED')
  })
})

test('there are never more offers than stock, whatever happens at once', async () => {
  const variant = soldOut()
  const waiting = await Promise.all(Array.from({ length: 8 }, shopper))
  const others = await Promise.all(Array.from({ length: 4 }, shopper))
  for (const buyer of waiting) await join(variant.id, buyer)
  const quietly = (work: Promise<unknown>) => work.catch(() => null)
  for (let round = 0; round < 6; round += 1) {
    const now = Date.now() + round * 25 * hour
    shop.setTime(new Date(now))
    await Promise.all([
      quietly(restock(variant.id, 2)),
      quietly(restock(variant.id, 1)),
      quietly(restock(variant.id, -1)),
      quietly(processWaitingList(shop.ctx)),
      quietly(processWaitingList(shop.ctx)),
      ...[...others, ...waiting.slice(round, round + 3)].map(async (buyer) =>
        quietly(order(shop, await signInAgain(shop, buyer), [variant])),
      ),
      ...waiting.slice(0, 2).map(async (buyer) => {
        const [entry] = await mine(buyer)
        const params = { id: entry?.id ?? '' }
        const { headers } = await signInAgain(shop, buyer)
        await quietly(shop.call('leaveMyWaiting', { headers, params }))
      }),
    ])
    await expectBalancedBooks(shop)
  }
  await processWaitingList(shop.ctx)
  const { rows } = await shop.ctx.db.pool.query<{ stock: number; waiting: number }>(
    `select v.stock, (select count(*)::integer from waiting_list_entry e
       where e.variant_id = v.id and e.state = 'WAITING') as waiting
     from variant v where v.id = $1`,
    [variant.id],
  )
  // Nobody waits for what is in stock.
  expect(Math.min(rows[0]?.stock ?? 0, rows[0]?.waiting ?? 0)).toBe(0)
})
