import type { OrderStatus } from '@solvane/contract/orders'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { expireReservation } from '../../../../test/expire-reservations.ts'
import { expectBalancedBooks, stockOf } from '../../../../test/ledger-assertions.ts'
import { expectCurrentListings } from '../../../../test/listing-assertions.ts'
import { attemptsOf, begin, press, untilStatus } from '../../../../test/payments.ts'
import { setStock, stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let staff: Buyer
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  staff = await makeBuyer(shop, { role: 'ADMIN' })
  ;[variant] = await stockVariants(shop, 1, 1_000)
})
beforeEach(async () => {
  buyer = await makeBuyer(shop)
  await setStock(shop, variant, 1_000)
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

const parcel = {
  carrier: 'DHL Express',
  trackingNumber: '00340434161094042557',
  trackingUrl: 'https://www.dhl.com/track?id=1',
}
const moves = {
  ship: (orderId: string, body: object = parcel) =>
    shop.call('shipOrder', { headers: staff.headers, params: { orderId }, body }),
  deliver: (orderId: string) =>
    shop.call('deliverOrder', { headers: staff.headers, params: { orderId } }),
  complete: (orderId: string) =>
    shop.call('completeOrder', { headers: staff.headers, params: { orderId } }),
  cancel: (orderId: string) =>
    shop.call('cancelOrder', {
      headers: staff.headers,
      params: { orderId },
      body: { reason: 'A flaw in the leather' },
    }),
  markPaid: (orderId: string) =>
    shop.call('markOrderPaid', {
      headers: staff.headers,
      params: { orderId },
      body: { reference: 'Wire 4711' },
    }),
  collectCash: (orderId: string) =>
    shop.call('collectCash', { headers: staff.headers, params: { orderId } }),
}
const get = async (orderId: string) => {
  const { data } = await shop.call('getMyOrder', { headers: buyer.headers, params: { orderId } })
  return data
}

/** Ways to bring an order into each state. */
const into: Record<OrderStatus, () => Promise<string>> = {
  PENDING: async () => (await order(shop, buyer, [variant])).id,
  async UNPAID() {
    const id = await this.PENDING()
    await expireReservation(shop, id)
    return id
  },
  async PROCESSING() {
    const id = await this.PENDING()
    await begin(shop, buyer, id, 'COD')
    return id
  },
  async SHIPPED() {
    const id = await this.PROCESSING()
    await moves.ship(id)
    return id
  },
  async DELIVERED() {
    const id = await this.SHIPPED()
    await moves.deliver(id)
    return id
  },
  async COMPLETED() {
    const id = await this.DELIVERED()
    await moves.complete(id)
    return id
  },
  async CANCELLED() {
    const id = await this.PENDING()
    await moves.cancel(id)
    return id
  },
}

test('each step of an order is recorded with actor, time and reason', async () => {
  const id = await into.PROCESSING()
  const { data: shipped } = await moves.ship(id)
  expect(shipped).toMatchObject({
    status: 'SHIPPED',
    tracking: { carrier: parcel.carrier, number: parcel.trackingNumber, url: parcel.trackingUrl },
  })
  expect((await moves.deliver(id)).data.status).toBe('DELIVERED')
  expect((await moves.complete(id)).data.status).toBe('COMPLETED')
  expect(await get(id)).toMatchObject({ tracking: { carrier: parcel.carrier } })
  const { rows } = await shop.ctx.db.pool.query(
    'select from_status, to_status, actor, actor_id, reason from order_transition where order_id = $1 order by id',
    [id],
  )
  const by = (actor: string, { userId }: Buyer) => ({ actor, actor_id: userId })
  expect(rows).toEqual([
    { from_status: null, to_status: 'PENDING', ...by('SHOPPER', buyer), reason: 'Placed' },
    {
      from_status: 'PENDING',
      to_status: 'PROCESSING',
      ...by('SHOPPER', buyer),
      reason: 'Cash on delivery',
    },
    {
      from_status: 'PROCESSING',
      to_status: 'SHIPPED',
      ...by('STAFF', staff),
      reason: 'Dispatched',
    },
    { from_status: 'SHIPPED', to_status: 'DELIVERED', ...by('STAFF', staff), reason: 'Delivered' },
    {
      from_status: 'DELIVERED',
      to_status: 'COMPLETED',
      ...by('STAFF', staff),
      reason: 'Completed by staff',
    },
  ])
})

describe.each(Object.keys(into) as OrderStatus[])('an order that is %s', (status) => {
  const allowed: Partial<Record<keyof typeof moves, OrderStatus[]>> = {
    ship: ['PROCESSING'],
    deliver: ['SHIPPED'],
    complete: ['DELIVERED'],
    cancel: ['PENDING', 'UNPAID', 'PROCESSING'],
    markPaid: ['PENDING', 'UNPAID'],
    collectCash: ['SHIPPED', 'DELIVERED', 'COMPLETED'],
  }
  test.each(Object.entries(allowed))('takes “%s” only where it leads on', async (name, states) => {
    const id = await into[status]()
    const move = moves[name as 'deliver'](id)
    if (states.includes(status)) await move
    else {
      expect(await rejectionOf(move)).toMatchObject({ status: 409, code: 'ORDER_STATE' })
      expect((await get(id)).status).toBe(status)
    }
  })
})

test('an unknown order cannot be moved', async () => {
  const nothing = crypto.randomUUID()
  for (const move of Object.values(moves))
    expect((await rejectionOf(move(nothing))).code).toBe('ORDER_NOT_FOUND')
})

test('concurrent dispatch is idempotent', async () => {
  const id = await into.PROCESSING()
  const outcomes = await Promise.all(
    [1, 2, 3].map(() =>
      moves.ship(id).then(
        () => 'shipped',
        ({ code }) => code,
      ),
    ),
  )
  expect(outcomes.toSorted()).toEqual(['ORDER_STATE', 'ORDER_STATE', 'shipped'])
})

test.each([
  { carrier: '', trackingNumber: '1' },
  { carrier: 'DHL', trackingNumber: ' ' },
  { carrier: 'DHL', trackingNumber: '1', trackingUrl: 'javascript:alert(1)' },
  { carrier: 'DHL', trackingNumber: '1', trackingUrl: 'http://insecure.example.com' },
])('rejects an invalid parcel: %o', async (body) => {
  expect(await rejectionOf(moves.ship(await into.PROCESSING(), body))).toMatchObject({
    status: 400,
  })
})

describe('a payment recorded by staff', () => {
  test('pays an order', async () => {
    const id = await into.PENDING()
    expect((await moves.markPaid(id)).data).toMatchObject({
      status: 'PROCESSING',
      paymentMethod: 'MANUAL',
      paymentStatus: 'PAID',
    })
  })

  test('closes the shopper’s open attempt', async () => {
    const id = await into.PENDING()
    await begin(shop, buyer, id, 'STRIPE')
    await moves.markPaid(id)
    expect(await attemptsOf(shop, id)).toMatchObject([
      { method: 'STRIPE', status: 'FAILED' },
      { method: 'MANUAL', status: 'PAID' },
    ])
  })

  test('reserves an expired order’s items again, and is rejected if they are gone', async () => {
    const [first, second] = [await into.UNPAID(), await into.UNPAID()]
    await setStock(shop, variant, 1)
    await moves.markPaid(first)
    expect(await stockOf(shop, variant.id)).toBe(0)
    expect(await rejectionOf(moves.markPaid(second))).toMatchObject({ code: 'ITEM_UNAVAILABLE' })
    expect(await attemptsOf(shop, second)).toEqual([])
    expect((await get(second)).status).toBe('UNPAID')
  })

  test('is rejected while another payment is being confirmed', async () => {
    const id = await into.PENDING()
    const attempt = await begin(shop, buyer, id, 'STRIPE')
    await press(shop, attempt, 'delay')
    await untilStatus(shop, buyer, attempt, { status: 'PROCESSING' })
    expect(await rejectionOf(moves.markPaid(id))).toMatchObject({ code: 'PAYMENT_IN_PROGRESS' })
    expect((await get(id)).status).toBe('PENDING')
  })

  test('records the cash of a delivery, once', async () => {
    const id = await into.SHIPPED()
    expect((await moves.collectCash(id)).data).toMatchObject({
      paymentMethod: 'COD',
      paymentStatus: 'PAID',
    })
    expect(await rejectionOf(moves.collectCash(id))).toMatchObject({ code: 'ORDER_STATE' })
  })
})

test('lists are consistent after all these changes', () => expectCurrentListings(shop))
