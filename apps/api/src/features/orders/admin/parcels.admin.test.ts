import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { emailsTo, emailTo } from '../../../../test/emails.ts'
import { expectBalancedBooks } from '../../../../test/ledger-assertions.ts'
import { begin } from '../../../../test/payments.ts'
import { stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let manager: SignedUp
let buyer: Buyer
let bag: TestVariant
let ring: TestVariant
let orderId: string
beforeAll(async () => {
  shop = await openTestShop()
  manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  const [first, second = first] = await stockVariants(shop, 2, 1_000)
  bag = first
  ring = second
})
beforeEach(async () => {
  buyer = await makeBuyer(shop)
  orderId = (await order(shop, buyer, [bag, ring], { quantity: 2 })).id
  await begin(shop, buyer, orderId, 'COD')
})
afterEach(() => expectBalancedBooks(shop))
afterAll(() => shop.close())

const asStaff = () => ({ headers: manager.headers, params: { orderId } })
const staffOrder = async () => (await shop.call('getOrder', asStaff())).data
const myOrder = async () =>
  (await shop.call('getMyOrder', { headers: buyer.headers, params: { orderId } })).data
let numbers = 0
/** Sends a parcel with a number of its own, which it returns. */
async function send(items: [TestVariant, number][]) {
  const trackingNumber = `PARCEL${++numbers}`
  const body = {
    carrier: 'DHL',
    trackingNumber,
    items: items.map(([{ id }, quantity]) => ({ variantId: id, quantity })),
  }
  await shop.call('sendParcel', { ...asStaff(), body })
  return trackingNumber
}

test('an order sent in parcels is ready to ship until the last, and shipped with it', async () => {
  const first = await send([[bag, 1]])
  expect(await myOrder()).toMatchObject({
    status: 'PROCESSING',
    tracking: null,
    canCancel: false,
    parcels: [{ carrier: 'DHL', number: first, items: [{ variantId: bag.id, quantity: 1 }] }],
  })
  const second = await send([[ring, 2]])
  const last = await send([[bag, 1]])
  const { parcels, ...shipped } = await myOrder()
  expect(shipped).toMatchObject({ status: 'SHIPPED', tracking: { number: last } })
  expect(parcels.map(({ number, items }) => [number, items])).toEqual([
    [first, [{ variantId: bag.id, quantity: 1 }]],
    [second, [{ variantId: ring.id, quantity: 2 }]],
    [last, [{ variantId: bag.id, quantity: 1 }]],
  ])
  expect((await staffOrder()).parcels).toEqual(parcels)
  const sent = await emailsTo(shop, buyer.email)
  expect(sent.filter(({ kind }) => kind === 'order-parcel-sent')).toHaveLength(2)
  expect(sent.filter(({ kind }) => kind === 'order-shipped')).toHaveLength(1)
})

test('e-mails about a parcel list only what is in it, also about the one that completes the order', async () => {
  const { items, orderNumber } = await myOrder()
  const nameOf = ({ id }: TestVariant) =>
    items.find(({ variantId }) => variantId === id)?.productName ?? ''
  await send([
    [bag, 1],
    [ring, 2],
  ])
  const number = await send([[bag, 1]])
  const rest = await emailTo(shop, buyer.email, 'order-shipped')
  expect(rest.subject).toBe(`The rest of order ${orderNumber} is on its way`)
  expect(rest.text).toContain('The rest of your order is on its way.')
  expect(rest.text).toContain(`It travels with DHL, number ${number}.`)
  await shop.call('sendOrderEmail', { ...asStaff(), body: { email: 'shipped' } })
  const again = await emailsTo(shop, buyer.email)
  expect(again.filter(({ kind }) => kind === 'order-shipped').map(({ text }) => text)).toEqual([
    rest.text,
    rest.text,
  ])

  const { version } = await staffOrder()
  const body = { version, carrier: 'UPS', trackingNumber: `${number}X` }
  await shop.call('correctTracking', { ...asStaff(), body })
  const corrected = await emailTo(shop, buyer.email, 'order-tracking-corrected')
  expect(corrected.text).toContain(
    `The parcel with what is below travels with UPS, number ${number}X.`,
  )
  for (const text of [rest.text, corrected.text]) {
    expect(text).toContain(nameOf(bag))
    expect(text).not.toContain(nameOf(ring))
    expect(text).not.toMatch(/ × |Total/)
  }
})

test('e-mails about an order in one parcel list all of it with its totals', async () => {
  await shop.call('shipOrder', { ...asStaff(), body: { carrier: 'UPS', trackingNumber: 'WHOLE' } })
  const { version, orderNumber } = await staffOrder()
  const body = { version, carrier: 'UPS', trackingNumber: 'WHOLE2' }
  await shop.call('correctTracking', { ...asStaff(), body })
  const shipped = await emailTo(shop, buyer.email, 'order-shipped')
  expect(shipped.subject).toBe(`Order ${orderNumber} is on its way`)
  expect(shipped.text).toContain('Your pieces are on their way.\n\nThey travel with UPS')
  const corrected = await emailTo(shop, buyer.email, 'order-tracking-corrected')
  expect(corrected.text).toContain('Your parcel travels with UPS, number WHOLE2.')
  for (const { text } of [shipped, corrected]) {
    expect(text?.match(/ × 2/g)).toHaveLength(2)
    expect(text).toContain('Total')
  }
})

test('an order sent at once has one parcel with everything', async () => {
  const body = { carrier: 'UPS', trackingNumber: 'ONE' }
  await shop.call('shipOrder', { ...asStaff(), body })
  expect((await myOrder()).parcels).toMatchObject([
    {
      id: null,
      number: 'ONE',
      items: [
        { variantId: bag.id, quantity: 2 },
        { variantId: ring.id, quantity: 2 },
      ],
    },
  ])
})

test('a parcel that is sent again, also concurrently, is one parcel', async () => {
  const items = [{ variantId: bag.id, quantity: 1 }]
  const body = { carrier: 'DHL', trackingNumber: `PARCEL${++numbers}`, items }
  const sendIt = () => shop.call('sendParcel', { ...asStaff(), body })
  await Promise.all([sendIt(), sendIt()])
  await sendIt()
  const { status, parcels } = await myOrder()
  expect(status).toBe('PROCESSING')
  expect(parcels).toMatchObject([{ number: body.trackingNumber, items }])
  const sent = await emailsTo(shop, buyer.email)
  expect(sent.filter(({ kind }) => kind === 'order-parcel-sent')).toHaveLength(1)
  // The other bag in a parcel of its own.
  await send([[bag, 1]])
  expect((await myOrder()).parcels).toHaveLength(2)
})

test('marking it as shipped sends what is left', async () => {
  await send([[bag, 2]])
  const body = { carrier: 'UPS', trackingNumber: 'REST' }
  await shop.call('shipOrder', { ...asStaff(), body })
  const { parcels } = await myOrder()
  expect(parcels.at(-1)?.items).toEqual([{ variantId: ring.id, quantity: 2 }])
})

test('a parcel has no more than is left, also of concurrent ones', async () => {
  for (const items of [
    [[bag, 3]],
    [
      [bag, 1],
      [bag, 2],
    ],
    [],
  ] as [TestVariant, number][][])
    expect(await rejectionOf(send(items))).toMatchObject({ status: 409, code: 'PARCEL_ITEMS' })
  const sends = await Promise.allSettled(Array.from({ length: 5 }, () => send([[bag, 1]])))
  expect(sends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect((await myOrder()).parcels).toHaveLength(2)
})

test('an order that was sent in part cannot be cancelled', async () => {
  await send([[bag, 1]])
  const byShopper = shop.call('cancelMyOrder', {
    headers: buyer.headers,
    params: { orderId },
    body: {},
  })
  expect(await rejectionOf(byShopper)).toMatchObject({ code: 'ORDER_NOT_CANCELLABLE' })
  const byStaff = shop.call('cancelOrder', { ...asStaff(), body: { reason: 'None' } })
  expect(await rejectionOf(byStaff)).toMatchObject({ code: 'ORDER_STATE' })
  const { actions } = await staffOrder()
  expect(actions).toEqual(expect.arrayContaining(['ship', 'sendParcel', 'correctTracking']))
  expect(actions).not.toContain('cancel')
})

test('the number of a parcel can be corrected and searched, and an e-mail says so', async () => {
  const number = await send([[bag, 1]])
  const { version, parcels } = await staffOrder()
  const parcelId = parcels[0]?.id
  const body = { version, carrier: 'UPS', trackingNumber: `${number}X`, parcelId }
  await shop.call('correctTracking', { ...asStaff(), body })
  expect((await myOrder()).parcels).toMatchObject([{ carrier: 'UPS', number: `${number}X` }])
  const { text } = await emailTo(shop, buyer.email, 'order-tracking-corrected')
  expect(text).toContain(`The parcel with what is below travels with UPS, number ${number}X.`)
  expect(text).not.toMatch(/ × |Total/)
  expect((await staffOrder()).corrections).toMatchObject([
    {
      kind: 'TRACKING',
      before: { carrier: 'DHL', number },
      after: { carrier: 'UPS', number: `${number}X` },
    },
  ])
  for (const q of [number, `${number}X`]) {
    const { data } = await shop.call('listOrders', { headers: manager.headers, query: { q } })
    expect(data.map(({ id }) => id)).toEqual([orderId])
  }
  expect(await rejectionOf(shop.call('correctTracking', { ...asStaff(), body }))).toMatchObject({
    code: 'STALE_EDIT',
  })
})

test('cash that came with the first parcel is recorded before the rest is sent', async () => {
  const collect = () => shop.call('collectCash', asStaff())
  const preview = async () =>
    (
      await shop.call('previewOrderSteps', {
        headers: manager.headers,
        body: { step: 'collectCash', orderIds: [orderId] },
      })
    ).data
  expect((await staffOrder()).actions).not.toContain('collectCash')
  expect(await preview()).toMatchObject([{ state: 'REFUSED' }])
  expect(await rejectionOf(collect())).toMatchObject({ status: 409, code: 'ORDER_STATE' })
  await send([[bag, 1]])
  expect((await staffOrder()).actions).toContain('collectCash')
  expect(await preview()).toMatchObject([{ state: 'READY' }])
  expect((await collect()).data).toMatchObject({ status: 'PROCESSING', paymentStatus: 'PAID' })
  expect(await preview()).toMatchObject([{ state: 'DONE', reason: 'Cash already collected' }])
  await send([
    [bag, 1],
    [ring, 2],
  ])
  expect(await myOrder()).toMatchObject({ status: 'SHIPPED', paymentStatus: 'PAID' })
})
