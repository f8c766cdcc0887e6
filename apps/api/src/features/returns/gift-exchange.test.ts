import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Buyer, homeAddress, makeBuyer } from '../../../test/buyers.ts'
import { emailsTo, emailTo } from '../../../test/emails.ts'
import { expectBalancedBooks, stockOf } from '../../../test/ledger-assertions.ts'
import { setStock, stockVariants, type TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { deliveredOrder, makeBuyerIn, stepReturn } from '../../../test/returns.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { removeOldRecipients } from './personal-data.ts'

let shop: TestShop
let staff: Buyer
let giver: Buyer
let one: TestVariant
let two: TestVariant
let email: string
beforeAll(async () => {
  shop = await openTestShop()
  staff = await makeBuyer(shop, { role: 'ADMIN' })
  ;[one, two] = await twins()
})
beforeEach(async () => {
  giver = await makeBuyer(shop)
  email = `recipient-${crypto.randomUUID()}@example.com`
  for (const variant of [one, two]) await setStock(shop, variant, 10)
})
afterAll(() => shop.close())
afterEach(async () => {
  shop.setTime(null)
  await expectBalancedBooks(shop)
})

/** Two variants of one product, at a price whose digits are in nothing else. */
async function twins(): Promise<[TestVariant, TestVariant]> {
  const { rows } = await shop.ctx.db.pool.query<TestVariant>(
    `update variant v set price_cents = 734_219, sale_price_cents = null from product p
     where p.id = v.product_id and v.id in (
       select id from variant where is_enabled and deleted_at is null and product_id = (
         select product_id from variant where is_enabled and deleted_at is null
         group by product_id, price_cents having count(*) > 2 order by product_id limit 1)
       order by position limit 2)
     returning v.id, v.product_id as "productId", p.identifier, v.price_cents as "priceCents"`,
  )
  const [first, second] = rows
  if (!first || !second) throw new Error('No product has two variants')
  return [first, second]
}

const gift = { isWrapped: true, message: 'With love', sender: 'Ada', hidesPrices: true }
const { title: _title, ...home } = homeAddress
const address = { ...home, fullName: 'Rita Recipient', streetAddress: '1 Own Road' }

async function give(options: { quantity?: number } = {}, from = giver) {
  const order = await deliveredOrder(shop, { buyer: from, staff }, [one], { gift, ...options })
  const params = { orderId: order.id }
  const { code } = (await shop.call('makeGiftLink', { headers: staff.headers, params })).data
  return { order, code }
}
const open = async (code: string) => (await shop.call('openGift', { body: { code } })).data
const ask = async (code: string, more: object = {}) => {
  const lines = [{ variantId: one.id, quantity: 1, exchangeFor: two.id }]
  const body = { code, lines, email, address, key: crypto.randomUUID(), ...more }
  const { data } = await shop.call('requestGiftExchange', { body })
  return data
}
const exchangeOf = async (code: string) => {
  const exchange = (await open(code)).exchanges.at(-1)
  if (!exchange) throw new Error('There is no exchange')
  return exchange
}
const step = (...args: [Parameters<typeof stepReturn>[2], string, object?]) =>
  stepReturn(shop, staff, ...args)
async function inspect(id: string) {
  await step('approveReturn', id, {})
  await step('receiveReturn', id)
  await step('inspectReturn', id, {
    lines: [{ variantId: one.id, condition: 'RESTOCK' }],
    feePercent: 0,
  })
}
/** Staff exchange it, and the order that sends the other one is delivered, to `corrected` if it is given. */
async function exchange(id: string, corrected?: typeof address): Promise<string> {
  await inspect(id)
  const orderId = (await step('exchangeReturn', id)).exchangeOrder?.id ?? ''
  const call = { headers: staff.headers, params: { orderId } }
  if (corrected) {
    const { version } = (await shop.call('getOrder', call)).data
    await shop.call('correctOrderContact', { ...call, body: { version, address: corrected } })
  }
  await shop.call('shipOrder', { ...call, body: { carrier: 'DHL', trackingNumber: 'JD77' } })
  await shop.call('deliverOrder', call)
  return orderId
}

/** Digits of the amounts, signs of currencies, and fields of amounts. */
const price =
  /(?<![\w-])(?:7,?342(?:[.,]\d+)?|734[,.]?219)(?!\w)|15\.99|25\.00|\$|USD|€|£|[Pp]rice"|[Ff]ee"|[Aa]mount"|[Tt]otal|[Cc]ents|"value"/
/** The giver's data that must not be revealed. */
const ofGiver = () => [
  giver.email,
  giver.userId,
  homeAddress.streetAddress,
  'Ada Buyer',
  '2125550148 ',
]

test('a code opens the gift however it is typed', async () => {
  const { code } = await give()
  const wide = code.replace(/\w/g, (sign) =>
    String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0),
  )
  const lookalike = code.replaceAll('0', 'o').replaceAll('1', 'l').replaceAll(' ', '')
  for (const typed of [` ${code} `, code.toLowerCase(), lookalike, wide])
    expect(await open(typed)).toMatchObject({ message: 'With love' })
})

test('the recipient sees the items and the card, and nothing of a price or of the giver', async () => {
  const { order, code } = await give({ quantity: 2 })
  const seen = [JSON.stringify(await open(code.toLowerCase().replaceAll(' ', '-')))]
  expect(await open(code)).toMatchObject({
    message: 'With love',
    sender: 'Ada',
    items: [{ variantId: one.id, quantity: 2 }],
    exchangeable: [{ variantId: one.id, quantity: 2 }],
    exchanges: [],
  })
  seen.push(JSON.stringify(await ask(code)))
  const { id } = await exchangeOf(code)
  await exchange(id)
  seen.push(JSON.stringify(await open(code)))
  const other = await ask(code)
  const last = other.exchanges.at(-1)?.id ?? ''
  await step('declineReturn', last, { answer: 'It was worn.' })
  const emails = await emailsTo(shop, email)
  expect(emails.map(({ kind }) => kind)).toEqual([
    'gift-requested',
    'gift-approved',
    'gift-exchanged',
    'order-shipped',
    'order-delivered',
    'gift-requested',
    'gift-declined',
  ])
  for (const { html, text, subject } of emails)
    seen.push(`${html?.replace(/<style>[^<]*<\/style>/g, '')}`, `${text}`, subject)
  for (const said of seen) {
    expect(said).not.toMatch(price)
    for (const secret of [...ofGiver(), order.orderNumber]) expect(said).not.toContain(secret)
  }
  // Each e-mail has a link of its own, which leads to the gift.
  for (const { token } of emails) expect((await open(token)).items).toHaveLength(1)
  // The giver's own e-mails go on as before.
  expect((await emailsTo(shop, giver.email)).map(({ kind }) => kind)).toEqual(
    expect.not.arrayContaining(['gift-requested', 'return-requested', 'return-exchanged']),
  )
})

describe('the giver', () => {
  test('sees neither the exchange, nor the order that sends it, nor where it goes', async () => {
    const { order, code } = await give({ quantity: 2 })
    await ask(code)
    const { id } = await exchangeOf(code)
    const exchangeId = await exchange(id)
    const { headers } = giver
    const options = (
      await shop.call('getReturnOptions', { headers, params: { orderId: order.id } })
    ).data
    expect(options).toMatchObject({ returns: [], lines: [{ quantity: 1 }] })
    const orders = (await shop.call('listMyOrders', { headers })).data
    expect(orders.data.map((one) => one.id)).toEqual([order.id])
    expect(orders.total).toBe(1)
    const exported = (await shop.call('exportMyData', { headers })).data
    expect(JSON.stringify([options, orders, exported])).not.toMatch(/Rita|Own Road|recipient-/)
    expect(exported.returns).toEqual([])
    expect(exported.orders).toMatchObject([{ gift: { message: 'With love' } }])
    const rejected = [
      () => shop.call('getMyOrder', { headers, params: { orderId: exchangeId } }),
      () => shop.call('cancelMyOrder', { headers, params: { orderId: exchangeId }, body: {} }),
      () =>
        shop.call('initiatePayment', {
          headers,
          params: { orderId: exchangeId },
          body: { paymentMethod: 'COD' },
        }),
      () => shop.call('getReturnOptions', { headers, params: { orderId: exchangeId } }),
      () => shop.call('getMyReturn', { headers, params: { returnId: id } }),
      () => shop.call('cancelMyReturn', { headers, params: { returnId: id } }),
      () => shop.call('sendMyReturn', { headers, params: { returnId: id }, body: {} }),
    ]
    for (const call of rejected)
      expect(await rejectionOf(call()), String(call)).toMatchObject({ status: 404 })
  })

  test('and the recipient cannot return the same unit', async () => {
    const { order, code } = await give()
    await ask(code)
    const back = shop.call('requestReturn', {
      headers: giver.headers,
      params: { orderId: order.id },
      body: {
        lines: [{ variantId: one.id, quantity: 1, reason: 'OTHER' }],
        wish: 'REFUND',
        key: 'one',
      },
    })
    expect(await rejectionOf(back)).toMatchObject({ code: 'RETURN_LINES' })
    await shop.call('cancelGiftExchange', { body: { code, returnId: (await exchangeOf(code)).id } })
    expect((await open(code)).exchangeable).toHaveLength(1)
  })
})

describe('an exchange', () => {
  test('goes to the recipient’s address, at no charge, and staff see whose it is', async () => {
    const { order, code } = await give()
    await ask(code)
    const { id, returnNumber } = await exchangeOf(code)
    const { data: queue } = await shop.call('listReturns', {
      headers: staff.headers,
      query: { isGift: 'true', q: returnNumber },
    })
    expect(queue).toMatchObject([{ id, isGift: true, wish: 'EXCHANGE', isWithdrawal: false }])
    const { data: found } = await shop.call('getReturn', {
      headers: staff.headers,
      params: { returnId: id },
    })
    expect(found.gift?.recipient).toMatchObject({
      email,
      address: { fullName: 'Rita Recipient', streetAddress: '1 Own Road' },
    })
    const exchangeId = await exchange(id)
    const { data: sent } = await shop.call('getOrder', {
      headers: staff.headers,
      params: { orderId: exchangeId },
    })
    expect(sent).toMatchObject({
      totalAmount: 0,
      email,
      isForRecipient: true,
      exchangeOf: id,
      address: { fullName: 'Rita Recipient', streetAddress: '1 Own Road' },
      lines: [{ variantId: two.id, quantity: 1 }],
    })
    expect([await stockOf(shop, one.id), await stockOf(shop, two.id)]).toEqual([10, 9])
    // Its money is the giver's: nobody withdraws from it.
    await shop.call('withdrawFromOrder', { body: { orderNumber: sent.orderNumber, email } })
    await shop.call('sendOrderEmail', {
      headers: staff.headers,
      params: { orderId: exchangeId },
      body: { email: 'shipped' },
    })
    expect((await emailTo(shop, email, 'order-shipped')).text).not.toMatch(price)
    expect(order.totalAmount).toBeGreaterThan(0)
  })

  test('that staff cancel is said to the recipient, without a price, and refunded to the giver', async () => {
    const { order, code } = await give()
    await ask(code)
    const { id } = await exchangeOf(code)
    await inspect(id)
    const orderId = (await step('exchangeReturn', id)).exchangeOrder?.id ?? ''
    const call = { headers: staff.headers, params: { orderId } }
    await shop.call('cancelOrder', { ...call, body: { reason: 'Damaged in store' } })
    expect(await exchangeOf(code)).toMatchObject({ status: 'EXCHANGED', isExchangeCancelled: true })
    expect((await emailTo(shop, email, 'order-cancelled')).text).not.toMatch(price)
    const { refund } = (
      await shop.call('getReturn', { headers: staff.headers, params: { returnId: id } })
    ).data
    await step('refundReturn', id, { amount: refund.amount })
    expect(await exchangeOf(code)).toMatchObject({ status: 'REFUNDED', isExchangeCancelled: false })
    expect((await emailTo(shop, email, 'gift-refunded')).text).not.toMatch(price)
    await vi.waitFor(
      async () => {
        const mine = { headers: giver.headers, params: { orderId: order.id } }
        const { data } = await shop.call('getMyOrder', mine)
        expect(data.refundedAmount).toBe(refund.amount)
      },
      { timeout: 60_000 },
    )
  })

  test('sent in two parcels has an e-mail of each with what is in it, without a price', async () => {
    const { code } = await give({ quantity: 3 })
    await ask(code, { lines: [{ variantId: one.id, quantity: 3, exchangeFor: two.id }] })
    const { id } = await exchangeOf(code)
    await inspect(id)
    const orderId = (await step('exchangeReturn', id)).exchangeOrder?.id ?? ''
    const call = { headers: staff.headers, params: { orderId } }
    const first = { carrier: 'DHL', trackingNumber: 'JD78' }
    const items = [{ variantId: two.id, quantity: 1 }]
    await shop.call('sendParcel', { ...call, body: { ...first, items } })
    await shop.call('shipOrder', { ...call, body: { carrier: 'DHL', trackingNumber: 'JD79' } })
    const { text } = await emailTo(shop, email, 'order-shipped')
    expect(text).toContain('The rest of what you chose instead is on its way.')
    expect(text).toContain('It travels with DHL, number JD79.')
    expect(text).toMatch(/ × 2/)
    expect(text).not.toMatch(price)
    const { version } = (await shop.call('getOrder', call)).data
    const body = { version, carrier: 'UPS', trackingNumber: 'JD80' }
    await shop.call('correctTracking', { ...call, body })
    const corrected = await emailTo(shop, email, 'order-tracking-corrected')
    expect(corrected.text).toContain('The parcel with what is below travels with UPS, number JD80.')
    expect(corrected.text).toMatch(/ × 2/)
  })

  test('sent twice under one key is one request, at the same time, too', async () => {
    const { code } = await give({ quantity: 2 })
    const key = crypto.randomUUID()
    await Promise.all([ask(code, { key }), ask(code, { key })])
    expect((await open(code)).exchanges).toHaveLength(1)
  })

  test('another request under its key is rejected, and changes nothing', async () => {
    const { code } = await give({ quantity: 3 })
    const key = crypto.randomUUID()
    await ask(code, { key })
    for (const other of [
      { lines: [{ variantId: one.id, quantity: 2, exchangeFor: two.id }] },
      { address: { ...address, streetAddress: '2 Own Road' } },
      { email: `other-${email}` },
    ])
      expect(await rejectionOf(ask(code, { key, ...other }))).toMatchObject({
        status: 409,
        code: 'RETURN_KEY_REUSED',
      })
    expect((await ask(code, { key })).exchanges).toMatchObject([{ lines: [{ quantity: 1 }] }])
  })

  test('of what is no longer there can be refunded to the giver, which the recipient learns without a sum', async () => {
    const { code } = await give()
    await ask(code)
    const { id } = await exchangeOf(code)
    await inspect(id)
    await setStock(shop, two, 0)
    expect(await rejectionOf(step('exchangeReturn', id))).toMatchObject({
      code: 'EXCHANGE_UNAVAILABLE',
    })
    const { data } = await shop.call('getReturn', {
      headers: staff.headers,
      params: { returnId: id },
    })
    await step('refundReturn', id, { amount: data.refund.amount })
    const { text } = await emailTo(shop, email, 'gift-refunded')
    expect(text).not.toMatch(price)
    await emailTo(shop, giver.email, 'order-refunded')
    expect((await exchangeOf(code)).status).toBe('REFUNDED')
  })

  test('is approved by staff where the law lets the giver withdraw', async () => {
    giver = await makeBuyerIn(shop, 'FR')
    const { code } = await give()
    await ask(code)
    expect((await exchangeOf(code)).status).toBe('REQUESTED')
  })

  test('is asked for within the days of a return, for what is in stock, and where the shop delivers', async () => {
    const { order, code } = await give()
    const rejected = async (more: object = {}) => (await rejectionOf(ask(code, more))).code
    const lines = (variantId: string, exchangeFor: string, quantity = 1) => ({
      lines: [{ variantId, exchangeFor, quantity }],
    })
    const others = await stockVariants(shop, 2, 10)
    const stranger = others.find(({ productId }) => productId !== one.productId)
    expect(await rejected(lines(one.id, stranger?.id ?? ''))).toBe('EXCHANGE_UNAVAILABLE')
    expect(await rejected(lines(one.id, two.id, 2))).toBe('RETURN_LINES')
    expect(await rejected({ address: { ...address, fullName: '' } })).toBe('BAD_REQUEST')
    expect(await rejected({ email: 'nobody' })).toBe('BAD_REQUEST')
    expect(await rejected({ code: code.slice(0, -1) })).toBe('LINK_EXPIRED')
    await shop.ctx.db.pool.query(
      `update order_transition set at = now() - interval '4 days' where order_id = $1 and to_status = 'DELIVERED'`,
      [order.id],
    )
    expect(await rejected()).toBe('RETURN_TOO_LATE')
    expect(await open(code)).toMatchObject({ exchangeable: [], items: [{ variantId: one.id }] })
  })

  test('is cancelled by the link of its own gift only, and before it is received', async () => {
    const { code } = await give()
    const { code: other } = await give()
    await ask(code)
    const { id } = await exchangeOf(code)
    const cancel = (by: string) =>
      shop.call('cancelGiftExchange', { body: { code: by, returnId: id } })
    expect(await rejectionOf(cancel(other))).toMatchObject({ code: 'RETURN_NOT_FOUND' })
    await step('approveReturn', id, {})
    await step('receiveReturn', id)
    expect(await rejectionOf(cancel(code))).toMatchObject({ code: 'RETURN_STATE' })
  })
})

test('a network opens gifts and asks for exchanges so often, whatever it knows', async () => {
  const strict = await openTestShop({ settings: { RATE_LIMIT_MULTIPLIER: '1' } })
  const code = '0'.repeat(28)
  const lines = [{ variantId: one.id, quantity: 1, exchangeFor: two.id }]
  const body = { code, lines, email, address, key: crypto.randomUUID() }
  const opened = []
  for (let count = 0; count < 61; count += 1)
    opened.push((await rejectionOf(strict.call('openGift', { body: { code } }))).status)
  const asked = []
  for (let count = 0; count < 11; count += 1)
    asked.push((await rejectionOf(strict.call('requestGiftExchange', { body }))).status)
  expect(opened).toEqual([...Array(60).fill(400), 429])
  expect(asked).toEqual([...Array(10).fill(400), 429])
  await strict.close()
})

describe('personal data of the recipient', () => {
  const rest = async () => {
    const { rows } = await shop.ctx.db.pool.query<{ text: string }>(
      `select row_to_json(t)::text as text from (
        select r.* from gift_recipient r) t
       union all select row_to_json(o)::text from orders o
       union all select row_to_json(s)::text from order_search s
       union all select row_to_json(m)::text from mail m
       union all select row_to_json(a)::text from audit_entry a
       union all select row_to_json(s)::text from audit_subject s`,
    )
    return rows.filter(({ text }) => text.includes(email) || text.includes(moved().fullName))
  }
  /** A name that only this test's recipient has. */
  const moved = () => ({ ...address, fullName: `Rita ${email.slice(0, 20)}` })

  test('is in the export of an account with the confirmed address, and goes with that account', async () => {
    const { code } = await give()
    await ask(code)
    const recipient = await makeBuyer(shop, { email })
    const exported = async () =>
      (await shop.call('exportMyData', { headers: recipient.headers })).data.giftExchanges
    const close = () =>
      shop.call('deleteAccount', {
        headers: recipient.headers,
        body: { password: recipient.password },
      })
    expect(await exported()).toEqual([])
    await shop.ctx.db.pool.query('update users set email_verified_at = now() where id = $1', [
      recipient.userId,
    ])
    const data = await exported()
    expect(data).toMatchObject([
      { email, address: { streetAddress: '1 Own Road' }, lines: [{ quantity: 1 }] },
    ])
    expect(JSON.stringify(data)).not.toMatch(price)
    expect(await rejectionOf(close())).toMatchObject({ code: 'ORDERS_UNDER_WAY' })
    await exchange((await exchangeOf(code)).id, moved())
    expect(await rest()).not.toEqual([])
    await close()
    expect(await rest()).toEqual([])
    expect((await exchangeOf(code)).status).toBe('EXCHANGED')
  })

  test('goes when the giver’s account is closed, and the links with it', async () => {
    const { code } = await give()
    await ask(code)
    const close = () =>
      shop.call('deleteAccount', { headers: giver.headers, body: { password: giver.password } })
    expect(await rejectionOf(close())).toMatchObject({ code: 'ORDERS_UNDER_WAY' })
    await exchange((await exchangeOf(code)).id, moved())
    expect(await rest()).not.toEqual([])
    await close()
    expect(await rest()).toEqual([])
    expect(await rejectionOf(open(code))).toMatchObject({ code: 'LINK_EXPIRED' })
  })

  test('is removed ninety days after everything has ended', async () => {
    const { code } = await give()
    await ask(code)
    const { id } = await exchangeOf(code)
    const exchangeId = await exchange(id, moved())
    await shop.call('completeOrder', { headers: staff.headers, params: { orderId: exchangeId } })
    const recipientOf = async () => {
      const { rows } = await shop.ctx.db.pool.query(
        'select email from gift_recipient where return_id = $1',
        [id],
      )
      return rows
    }
    const day = 24 * 60 * 60 * 1_000
    const now = Date.now()
    shop.setTime(new Date(now + 89 * day))
    await removeOldRecipients(shop.ctx)
    expect(await recipientOf()).toEqual([{ email }])
    shop.setTime(new Date(now + 91 * day))
    await removeOldRecipients(shop.ctx)
    expect(await recipientOf()).toEqual([])
    expect(await rest()).toEqual([])
  })
})
