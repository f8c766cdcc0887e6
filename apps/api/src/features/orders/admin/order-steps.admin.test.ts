import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { expectBalancedBooks } from '../../../../test/ledger-assertions.ts'
import { begin } from '../../../../test/payments.ts'
import { stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'
import { verdictOn } from './order-steps.admin.ts'
import { readTrackingFile } from './read-tracking.admin.ts'

const cod = (status: 'PENDING' | 'PAID' | 'FAILED') =>
  ({ method: 'COD', status, review: null, capturedCents: 0 }) as const
const card = { method: 'STRIPE', status: 'PAID', review: null, capturedCents: 100 } as const

describe('a step of an order', () => {
  test.each([
    ['ship', 'PROCESSING', [card], 'READY', null],
    ['ship', 'PENDING', [], 'REFUSED', 'The order is awaiting payment'],
    ['ship', 'CANCELLED', [card], 'REFUSED', 'The order is cancelled'],
    ['ship', 'SHIPPED', [card], 'DONE', 'Already shipped'],
    ['ship', 'COMPLETED', [card], 'DONE', 'Already completed'],
    ['deliver', 'SHIPPED', [card], 'READY', null],
    ['deliver', 'PROCESSING', [card], 'REFUSED', 'The order is not shipped yet'],
    ['deliver', 'DELIVERED', [card], 'DONE', 'Already delivered'],
    ['collectCash', 'SHIPPED', [cod('PENDING')], 'READY', null],
    ['collectCash', 'DELIVERED', [cod('PENDING')], 'READY', null],
    ['collectCash', 'PROCESSING', [cod('PENDING')], 'REFUSED', 'The order is not shipped yet'],
    ['collectCash', 'DELIVERED', [cod('PAID')], 'DONE', 'Cash already collected'],
    ['collectCash', 'DELIVERED', [card], 'REFUSED', 'Not paid by cash on delivery'],
  ] as const)('%s of one that is %s', (step, status, attempts, state, reason) => {
    expect(verdictOn(step, { status, tracking_number: '1' }, attempts)).toEqual({ state, reason })
  })

  test('shipped with another number is not the same', () => {
    const shipped = { status: 'SHIPPED', tracking_number: 'ONE' } as const
    expect(verdictOn('ship', shipped, [card], { parcel: { trackingNumber: 'ONE' } }).state).toBe(
      'DONE',
    )
    expect(verdictOn('ship', shipped, [card], { parcel: { trackingNumber: 'TWO' } })).toEqual({
      state: 'REFUSED',
      reason: 'Already shipped, with number ONE',
    })
  })
})

describe('a file of tracking numbers', () => {
  const [number, parcel] = [
    'SV100001',
    { carrier: 'DHL', trackingNumber: 'JD 1', trackingUrl: null },
  ]
  test.each([
    [`order_number,carrier,tracking_number\n${number},DHL,JD 1`],
    [`\uFEFFTracking number;Order number;Carrier\r\nJD 1;${number};DHL\r\n`],
    [`carrier\ttracking_number\torder_number\tnote\nDHL\tJD 1\t${number}\tfragile`],
    [`order_number,carrier,tracking_number,tracking_url\n\n"${number}","DHL","JD 1",`],
  ])('is read: %j', (csv) => {
    expect(readTrackingFile(csv)).toMatchObject([{ orderNumber: number, ...parcel }])
  })

  test.each([
    ['', 'The file has no lines below its header.'],
    ['order_number,carrier,tracking_number\n', 'The file has no lines below its header.'],
    ['order_number,carrier\nSV1,DHL', 'The file has no column tracking_number.'],
    [
      'order_number,carrier,tracking_number\n"SV1,DHL,1',
      'This file cannot be read: a quotation mark is open.',
    ],
    [
      `order_number,carrier,tracking_number\n${'SV1,DHL,1\n'.repeat(201)}`,
      'A file has 200 orders at most: please divide it.',
    ],
  ])('is rejected: %j', (csv, why) => {
    expect(() => readTrackingFile(csv)).toThrow(why)
  })
})

describe('many orders at once', () => {
  let shop: TestShop
  let staff: SignedUp
  let buyer: Buyer
  let variant: TestVariant
  beforeAll(async () => {
    shop = await openTestShop()
    ;[variant] = await stockVariants(shop, 1, 1_000)
    staff = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  })
  beforeEach(async () => {
    buyer = await makeBuyer(shop)
  })
  afterAll(() => shop.close())

  const headers = () => staff.headers
  const payable = async () => {
    const placed = await order(shop, buyer, [variant])
    await begin(shop, buyer, placed.id, 'COD')
    return placed
  }
  const ship = (orderIds: string[], trackingNumber = (id: string) => `T-${id}`) => {
    const orders = orderIds.map((orderId) => ({
      orderId,
      carrier: 'DHL',
      trackingNumber: trackingNumber(orderId),
    }))
    return shop.call('shipOrders', { headers: headers(), body: { orders } })
  }
  const take = (step: 'deliver' | 'collectCash', orderIds: string[]) =>
    shop.call('takeOrderSteps', { headers: headers(), body: { step, orderIds } })
  const statesOf = ({ data }: { data: { state: string }[] }) => data.map(({ state }) => state)
  const mailsOf = async (id: string) => {
    const query = 'select kind from mail where key = $1 order by kind'
    return (await shop.ctx.db.pool.query<{ kind: string }>(query, [id])).rows.map(
      ({ kind }) => kind,
    )
  }

  test('go from paid to collected cash; those that cannot are named and the others go on', async () => {
    const [one, unpaid, other] = [
      await payable(),
      await order(shop, buyer, [variant]),
      await payable(),
    ]
    const ids = [one.id, unpaid.id, other.id, crypto.randomUUID()]
    const body = { step: 'ship', orderIds: ids }
    const preview = await shop.call('previewOrderSteps', { headers: headers(), body })
    expect(statesOf(preview)).toEqual(['READY', 'REFUSED', 'READY', 'REFUSED'])
    const shipped = await ship(ids)
    expect(statesOf(shipped)).toEqual(['DONE', 'REFUSED', 'DONE', 'REFUSED'])
    expect(shipped.data[0]).toMatchObject({
      orderId: one.id,
      orderNumber: one.orderNumber,
      status: 'SHIPPED',
    })
    expect(shipped.data[1]).toMatchObject({
      status: 'PENDING',
      reason: 'The order is awaiting payment',
    })
    expect(statesOf(await take('deliver', ids))).toEqual(['DONE', 'REFUSED', 'DONE', 'REFUSED'])
    expect(statesOf(await take('collectCash', ids))).toEqual(['DONE', 'REFUSED', 'DONE', 'REFUSED'])
    const { data } = await shop.call('getOrder', {
      headers: headers(),
      params: { orderId: other.id },
    })
    expect(data).toMatchObject({
      status: 'DELIVERED',
      tracking: { number: `T-${other.id}` },
      payments: [{ status: 'PAID' }],
    })
    expect(await mailsOf(one.id)).toEqual(
      expect.arrayContaining(['order-delivered', 'order-shipped']),
    )
    await expectBalancedBooks(shop)
  })

  test('are taken once, however often and however concurrently they are sent', async () => {
    const placed = [await payable(), await payable()].map(({ id }) => id)
    const answers = await Promise.all([ship(placed), ship(placed), ship(placed)])
    expect(answers.map(statesOf)).toEqual([
      ['DONE', 'DONE'],
      ['DONE', 'DONE'],
      ['DONE', 'DONE'],
    ])
    expect(statesOf(await ship(placed, () => 'another'))).toEqual(['REFUSED', 'REFUSED'])
    const twice = [placed[0] ?? '', placed[0] ?? '']
    expect(statesOf(await take('deliver', twice))).toEqual(['DONE'])
    expect(statesOf(await take('deliver', twice))).toEqual(['DONE'])
    expect(
      (await mailsOf(placed[0] ?? '')).filter((kind) => kind === 'order-shipped'),
    ).toHaveLength(1)
    await expectBalancedBooks(shop)
  })

  test('of a file with tracking numbers are previewed with their mistakes, and shipped', async () => {
    const [one, unpaid] = [await payable(), await order(shop, buyer, [variant])]
    const lines = [
      `${one.orderNumber},DHL,JD1,https://www.dhl.com/1`,
      `${one.orderNumber},DHL,JD2,`,
      `${unpaid.orderNumber},DHL,JD3,`,
      'SV999999999,DHL,JD4,',
      `${unpaid.orderNumber.slice(2)},,JD5,`,
      `${one.orderNumber},DHL,JD6,javascript:alert(1)`,
    ]
    const csv = `order_number,carrier,tracking_number,tracking_url\n${lines.join('\n')}`
    const { data } = await shop.call('checkTracking', { headers: headers(), body: { csv } })
    expect(data.map(({ line, state, reason }) => [line, state, reason])).toEqual([
      [2, 'READY', null],
      [3, 'REFUSED', 'This order is in the file twice'],
      [4, 'REFUSED', 'The order is awaiting payment'],
      [5, 'REFUSED', 'There is no such order'],
      [6, 'REFUSED', 'Please name the carrier'],
      [7, 'REFUSED', 'Please write an address with https://'],
    ])
    const ready = data.flatMap(({ state, orderId, carrier, trackingNumber, trackingUrl }) =>
      state === 'READY' && orderId ? [{ orderId, carrier, trackingNumber, trackingUrl }] : [],
    )
    const shipped = await shop.call('shipOrders', { headers: headers(), body: { orders: ready } })
    expect(statesOf(shipped)).toEqual(['DONE'])
    const again = await shop.call('checkTracking', { headers: headers(), body: { csv } })
    expect(again.data[0]).toMatchObject({
      state: 'DONE',
      reason: 'Already shipped',
      carrier: 'DHL',
    })
    const wrong = shop.call('checkTracking', { headers: headers(), body: { csv: 'a,b\n1,2' } })
    expect(await rejectionOf(wrong)).toMatchObject({ code: 'TRACKING_FILE_REFUSED', status: 400 })
  })

  test('of a file with the number of a part that was sent do not ship the rest', async () => {
    const placed = await order(shop, buyer, [variant], { quantity: 2 })
    await begin(shop, buyer, placed.id, 'COD')
    const parcel = { carrier: 'DHL', trackingNumber: 'JD-PART' }
    const input = { headers: headers(), params: { orderId: placed.id } }
    const items = [{ variantId: variant.id, quantity: 1 }]
    await shop.call('sendParcel', { ...input, body: { ...parcel, items } })
    const csv = `order_number,carrier,tracking_number\n${placed.orderNumber},DHL,JD-PART`
    const checked = await shop.call('checkTracking', { headers: headers(), body: { csv } })
    const done = { state: 'DONE', reason: 'Already sent, with a part of the order' }
    expect(checked.data).toMatchObject([done])
    const body = { orders: [{ orderId: placed.id, ...parcel }] }
    const shipped = await shop.call('shipOrders', { headers: headers(), body })
    expect(shipped.data).toMatchObject([done])
    expect((await shop.call('getOrder', input)).data).toMatchObject({ status: 'PROCESSING' })
    // The rest has a number of its own.
    expect(statesOf(await ship([placed.id]))).toEqual(['DONE'])
    expect((await shop.call('getOrder', input)).data).toMatchObject({ status: 'SHIPPED' })
  })

  test('are in the audit log, each order with its change', async () => {
    const placed = [await payable(), await payable()].map(({ id }) => id)
    await ship(placed)
    const owner = await signUp(shop, { role: 'ADMIN', staffRole: 'OWNER' })
    const query = { call: 'shipOrders', size: 1 }
    const { data } = await shop.call('listAuditEntries', { headers: owner.headers, query })
    expect(data[0]?.subjects.map(({ id }) => id).toSorted()).toEqual(placed.toSorted())
    expect(data[0]?.subjects[0]?.changes).toMatchObject({
      status: { before: 'PROCESSING', after: 'SHIPPED' },
    })
  })
})
