import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, homeAddress, makeBuyer, order } from '../../../../test/buyers.ts'
import { emailsTo } from '../../../../test/emails.ts'
import { begin } from '../../../../test/payments.ts'
import { stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let manager: SignedUp
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  ;[variant] = await stockVariants(shop, 1, 1_000)
  manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
})
beforeEach(async () => {
  buyer = await makeBuyer(shop)
})
afterAll(() => shop.close())

const tracking = { carrier: 'DHL Express', trackingNumber: 'JD0146' }
const { title: _, ...address } = { ...homeAddress, streetAddress: '8 Spring Street' }

const asStaff = async (
  name:
    | 'shipOrder'
    | 'deliverOrder'
    | 'collectCash'
    | 'correctTracking'
    | 'correctOrderContact'
    | 'sendOrderEmail',
  orderId: string,
  body?: object,
) => shop.call(name, { headers: manager.headers, params: { orderId }, body })
const seenByStaff = async (orderId: string) =>
  (await shop.call('getOrder', { headers: manager.headers, params: { orderId } })).data
const seenByShopper = async (orderId: string) =>
  (await shop.call('getMyOrder', { headers: buyer.headers, params: { orderId } })).data

/** Creates a paid order, and a shipped one. */
async function accepted() {
  const placed = await order(shop, buyer, [variant])
  await begin(shop, buyer, placed.id, 'COD')
  return placed
}
async function shipped(number = 'WRONG123') {
  const placed = await accepted()
  await asStaff('shipOrder', placed.id, { ...tracking, trackingNumber: number })
  return placed
}

describe('the tracking of a shipped order', () => {
  test('is corrected: the shopper sees the new number, gets an e-mail, and the timeline keeps both', async () => {
    const { id, orderNumber } = await shipped()
    const trackingUrl = 'https://carrier.example/JD0146'
    await asStaff('correctTracking', id, { version: 0, ...tracking, trackingUrl })
    expect((await seenByShopper(id)).tracking).toEqual({
      carrier: 'DHL Express',
      number: 'JD0146',
      url: trackingUrl,
    })
    const email = (await emailsTo(shop, buyer.email)).at(-1)
    expect(email).toMatchObject({
      kind: 'order-tracking-corrected',
      subject: `Order ${orderNumber}: new tracking number`,
    })
    expect(email?.text).toContain('JD0146')
    expect(email?.text).not.toContain('WRONG123')
    expect(await seenByStaff(id)).toMatchObject({
      version: 1,
      corrections: [
        {
          kind: 'TRACKING',
          before: { number: 'WRONG123', url: null },
          after: { number: 'JD0146', url: trackingUrl },
          by: { id: manager.userId },
        },
      ],
    })
  })

  test('finds the order by its former number, too, until the account is closed', async () => {
    const [former, later] = [1, 2].map(() => `FORMER${crypto.randomUUID().slice(0, 8)}`) as [
      string,
      string,
    ]
    const { id } = await shipped(former)
    const found = async (q: string) =>
      (await shop.call('listOrders', { headers: manager.headers, query: { q } })).data.map(
        (one) => one.id,
      )
    await asStaff('correctTracking', id, { version: 0, ...tracking, trackingNumber: later })
    await asStaff('correctTracking', id, { version: 1, ...tracking, trackingNumber: 'JD0999' })
    for (const q of [former, later.toLowerCase()]) expect(await found(q)).toEqual([id])
    expect(await found('jd0999')).toContain(id)
    await asStaff('deliverOrder', id)
    await asStaff('collectCash', id)
    await shop.call('deleteAccount', { headers: buyer.headers, body: { password: buyer.password } })
    for (const q of [former, later, buyer.email]) expect(await found(q)).toEqual([])
  })

  test('is corrected by one of two concurrent requests; the other is rejected', async () => {
    const { id } = await shipped()
    const outcomes = await Promise.all(
      ['ONE', 'TWO'].map((trackingNumber) =>
        asStaff('correctTracking', id, { version: 0, ...tracking, trackingNumber }).then(
          () => 'corrected',
          ({ code }) => code,
        ),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['STALE_EDIT', 'corrected'])
  })

  test('that is unchanged sends no e-mail', async () => {
    const { id } = await shipped('JD0146')
    const before = (await emailsTo(shop, buyer.email)).length
    await asStaff('correctTracking', id, { version: 0, ...tracking })
    expect((await emailsTo(shop, buyer.email)).length).toBe(before)
    expect(await seenByStaff(id)).toMatchObject({ version: 0, corrections: [] })
  })

  test('can be corrected, and the action is offered, only after dispatch', async () => {
    const { id } = await accepted()
    expect((await seenByStaff(id)).actions).not.toContain('correctTracking')
    expect(
      await rejectionOf(asStaff('correctTracking', id, { version: 0, ...tracking })),
    ).toMatchObject({ code: 'ORDER_STATE' })
    await asStaff('shipOrder', id, tracking)
    expect((await seenByStaff(id)).actions).toContain('correctTracking')
    await asStaff('deliverOrder', id)
    expect((await seenByStaff(id)).actions).toContain('correctTracking')
  })
})

describe('address and e-mail of an order', () => {
  test('can be corrected before dispatch: e-mails go to the new address, the shopper sees the parcel’s', async () => {
    const { id } = await accepted()
    const email = `corrected-${crypto.randomUUID()}@example.com`
    await asStaff('correctOrderContact', id, { version: 0, email, address })
    expect(await seenByShopper(id)).toMatchObject({ shippingStreetAddress: '8 Spring Street' })
    expect((await emailsTo(shop, email)).map(({ kind }) => kind)).toEqual([
      'order-details-corrected',
    ])
    await asStaff('shipOrder', id, tracking)
    expect((await emailsTo(shop, email)).map(({ kind }) => kind)).toContain('order-shipped')
    const seen = await seenByStaff(id)
    expect(seen.corrections).toMatchObject([
      {
        kind: 'ADDRESS',
        before: { streetAddress: '7 Spring Street' },
        after: { streetAddress: '8 Spring Street' },
      },
      { kind: 'EMAIL', before: { email: buyer.email }, after: { email } },
    ])
    expect(seen.emails.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['order-placed', 'order-shipped']),
    )
    const found = await shop.call('listOrders', { headers: manager.headers, query: { q: email } })
    expect(found.data.map((one) => one.id)).toEqual([id])
    const byFormer = await shop.call('listOrders', {
      headers: manager.headers,
      query: { q: buyer.email },
    })
    expect(byFormer.data.map((one) => one.id)).toEqual([id])
  })

  test('a corrected e-mail address: the former one is notified with the order number only', async () => {
    const { id, orderNumber } = await accepted()
    const email = `corrected-${crypto.randomUUID()}@example.com`
    await asStaff('correctOrderContact', id, { version: 0, email })
    const notice = (await emailsTo(shop, buyer.email)).at(-1)
    expect(notice).toMatchObject({
      kind: 'order-address-moved',
      subject: expect.stringContaining(orderNumber),
    })
    expect(notice?.text).toContain('/#chat')
    const { data } = await shop.call('getMyOrder', {
      headers: buyer.headers,
      params: { orderId: id },
    })
    const line = data.items[0]?.productName ?? '?'
    for (const secret of [
      email,
      id,
      line,
      address.streetAddress,
      homeAddress.fullName,
      data.totalAmount.toFixed(2),
    ])
      expect(notice?.text).not.toContain(secret)
    expect((await emailsTo(shop, email)).map(({ kind }) => kind)).toEqual([
      'order-details-corrected',
    ])
    // Changing the address back also e-mails the wrong address.
    await asStaff('correctOrderContact', id, { version: 1, email: buyer.email })
    expect((await emailsTo(shop, email)).at(-1)).toMatchObject({ kind: 'order-address-moved' })
    const before = (await emailsTo(shop, email)).length
    await asStaff('correctOrderContact', id, { version: 2, address })
    await asStaff('correctOrderContact', id, { version: 3, email: buyer.email.toUpperCase() })
    expect((await emailsTo(shop, email)).length).toBe(before)
    const kinds = (await emailsTo(shop, buyer.email)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'order-address-moved')).toHaveLength(1)
  })

  test('cannot be changed after dispatch', async () => {
    const { id } = await shipped()
    expect(
      await rejectionOf(asStaff('correctOrderContact', id, { version: 0, address })),
    ).toMatchObject({ code: 'ORDER_STATE' })
    expect((await seenByStaff(id)).actions).not.toContain('correctContact')
  })

  test.each([
    ['an address without a city', { address: { ...address, city: '' } }, 'address.city'],
    [
      'an address without its postal code',
      { address: { ...address, postalCode: '' } },
      'address.postalCode',
    ],
    ['what is no e-mail address', { email: 'nobody' }, 'email'],
    ['nothing', {}, 'address'],
  ])('cannot be corrected to %s', async (_title, body, field) => {
    const { id } = await accepted()
    const { code, details } = await rejectionOf(
      asStaff('correctOrderContact', id, { version: 0, ...body }),
    )
    expect(code).toBe('BAD_REQUEST')
    expect(details?.fields).toMatchObject([{ field }])
  })

  test('are deleted with the account, from the corrections and the outbox, too', async () => {
    const { id } = await accepted()
    const email = `corrected-${crypto.randomUUID()}@example.com`
    await asStaff('correctOrderContact', id, { version: 0, email, address })
    await asStaff('shipOrder', id, tracking)
    await asStaff('deliverOrder', id)
    await asStaff('collectCash', id)
    await shop.call('deleteAccount', { headers: buyer.headers, body: { password: buyer.password } })
    expect(await seenByStaff(id)).toMatchObject({
      email: null,
      corrections: [],
      resendableEmails: [],
      emails: [],
    })
    expect(await emailsTo(shop, email)).toEqual([])
    const { rows } = await shop.ctx.db.pool.query(
      `select to_jsonb(e)::text || coalesce(to_jsonb(s)::text, '') as kept
       from audit_entry e left join audit_subject s on s.entry_id = e.id where e.target = $1`,
      [id],
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const personal of [email, buyer.email, 'Spring Street'])
      expect(JSON.stringify(rows)).not.toContain(personal)
  })
})

describe('an e-mail of an order', () => {
  test('is sent again with the order’s current data', async () => {
    const { id } = await shipped()
    await asStaff('correctTracking', id, { version: 0, ...tracking })
    expect((await seenByStaff(id)).resendableEmails).toEqual(['placed', 'accepted', 'shipped'])
    await asStaff('sendOrderEmail', id, { email: 'shipped' })
    await asStaff('sendOrderEmail', id, { email: 'shipped' })
    const written = (await emailsTo(shop, buyer.email)).filter(
      ({ kind }) => kind === 'order-shipped',
    )
    expect(written).toHaveLength(3)
    expect(written.at(-1)?.text).toContain('JD0146')
  })

  test('that does not exist yet is rejected', async () => {
    const { id } = await accepted()
    expect(await rejectionOf(asStaff('sendOrderEmail', id, { email: 'delivered' }))).toMatchObject({
      status: 409,
      code: 'ORDER_EMAIL_UNAVAILABLE',
    })
  })
})
