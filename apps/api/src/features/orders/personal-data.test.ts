import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Buyer, homeAddress, makeBuyer, order } from '../../../test/buyers.ts'
import { addCoupon } from '../../../test/coupons.ts'
import { expireReservation } from '../../../test/expire-reservations.ts'
import { expectBalancedBooks } from '../../../test/ledger-assertions.ts'
import { begin, press, untilStatus } from '../../../test/payments.ts'
import { stockVariants, type TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { untilBlocked } from '../../../test/wait-for-lock.ts'
import { ordersOfShopper } from './personal-data.ts'

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
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

const close = () =>
  shop.call('deleteAccount', { headers: buyer.headers, body: { password: buyer.password } })
const underWay = { status: 409, code: 'ORDERS_UNDER_WAY' }

async function deliver(orderId: string, carrier = 'DHL') {
  const { headers } = staff
  await begin(shop, buyer, orderId, 'COD')
  const body = { carrier, trackingNumber: 'JD0146' }
  await shop.call('shipOrder', { headers, params: { orderId }, body })
  await shop.call('deliverOrder', { headers, params: { orderId } })
  await shop.call('collectCash', { headers, params: { orderId } })
}

test('a shopper’s export contains the orders and coupons', async () => {
  const { code } = await addCoupon(shop)
  const placed = await order(shop, buyer, [variant], { couponCode: code, remark: 'Ring twice' })
  const { data } = await shop.call('exportMyData', { headers: buyer.headers })
  expect(data.orders).toEqual([{ ...placed, corrections: [] }])
  expect(data.coupons).toMatchObject([{ code, orderId: placed.id, releasedAt: null }])
})

describe('closing an account', () => {
  test('is rejected until open orders have arrived', async () => {
    const placed = await order(shop, buyer, [variant])
    expect(await rejectionOf(close())).toMatchObject(underWay)
    await begin(shop, buyer, placed.id, 'COD')
    expect(await rejectionOf(close())).toMatchObject(underWay)
    const params = { orderId: placed.id }
    const body = { carrier: 'DHL', trackingNumber: '1' }
    await shop.call('shipOrder', { headers: staff.headers, params, body })
    expect(await rejectionOf(close())).toMatchObject(underWay)
    expect((await shop.call('getMyOrder', { headers: buyer.headers, params })).data).toMatchObject({
      status: 'SHIPPED',
      shippingFullName: homeAddress.fullName,
    })
    await shop.call('deliverOrder', { headers: staff.headers, params })
    await shop.call('collectCash', { headers: staff.headers, params })
    await close()
  })

  test('is rejected until the cash of a delivered order is recorded', async () => {
    const { headers } = staff
    const placed = await order(shop, buyer, [variant])
    const params = { orderId: placed.id }
    await begin(shop, buyer, placed.id, 'COD')
    const body = { carrier: 'DHL', trackingNumber: '1' }
    await shop.call('shipOrder', { headers, params, body })
    await shop.call('deliverOrder', { headers, params })
    expect(await rejectionOf(close())).toMatchObject(underWay)
    await shop.call('completeOrder', { headers, params })
    expect(await rejectionOf(close())).toMatchObject(underWay)
    // Staff still see the customer who owes the cash.
    expect((await shop.call('getOrder', { headers, params })).data).toMatchObject({
      customer: { email: buyer.email },
      address: { streetAddress: homeAddress.streetAddress },
    })
    await shop.call('collectCash', { headers, params })
    await close()
  })

  test('is rejected until pending refunds are made', async () => {
    const { headers } = staff
    const placed = await order(shop, buyer, [variant])
    const params = { orderId: placed.id }
    await shop.call('markOrderPaid', { headers, params, body: { reference: 'Wire 0147' } })
    await shop.call('cancelMyOrder', { headers: buyer.headers, params, body: {} })
    expect(await rejectionOf(close())).toMatchObject({
      ...underWay,
      message: 'Money of an order is still to be settled. The account can be closed once it is.',
    })
    const { data } = await shop.call('getOrder', { headers, params })
    expect(data).toMatchObject({ status: 'CANCELLED', customer: { email: buyer.email } })
    const body = { amount: placed.totalAmount, reason: 'Wire 0148', key: 'back', byHand: true }
    await shop.call('refundOrder', { headers, params, body })
    await close()
  })

  test('anonymizes the orders and keeps the ledger', async () => {
    const secret = {
      fullName: 'Zelda Unseen',
      phoneNumber: '+1 2125550177',
      streetAddress: '9 Hidden Lane',
      addressLine2: 'Floor Minus One',
      city: 'Nowhereville',
      postalCode: '99950',
    }
    const { headers } = buyer
    const made = await shop.call('createAddress', { headers, body: { ...homeAddress, ...secret } })
    const who = { headers, addressId: made.data.id }
    const delivered = await order(shop, who, [variant], { remark: 'For Grace' })
    await deliver(delivered.id, 'Carrier Pigeon')
    const cancelled = await order(shop, who, [variant])
    const params = { orderId: cancelled.id }
    const reason = 'My uncle Bob forbade it'
    await shop.call('cancelMyOrder', { headers, params, body: { reason } })
    await close()

    const person = [buyer.email, ...Object.values(secret), 'Grace', 'Bob', 'Pigeon']
    for (const table of [
      'orders',
      'order_line',
      'order_transition',
      'order_request',
      'coupon_redemption',
      'stock_movement',
      'mail',
      'payment',
      'payment_transition',
      'refund',
      'address',
    ]) {
      const { rows } = await shop.ctx.db.pool.query(`select * from ${table}`)
      for (const said of person) expect(JSON.stringify(rows), table).not.toContain(said)
    }
    const { rows } = await shop.ctx.db.pool.query(
      'select status, total_cents, shipping_country from orders where user_id = $1 order by created_at',
      [buyer.userId],
    )
    expect(rows).toEqual([
      {
        status: 'DELIVERED',
        total_cents: Math.round(delivered.totalAmount * 100),
        shipping_country: 'US',
      },
      {
        status: 'CANCELLED',
        total_cents: Math.round(cancelled.totalAmount * 100),
        shipping_country: 'US',
      },
    ])
  })

  test('removes notes about the person from orders, payments, stock and audit log', async () => {
    const { headers } = staff
    const written = ['Grace', 'Zelda', 'Unseen'].map((name) => `${name} ${crypto.randomUUID()}`)
    const [returned, refunded, cancelled] = written as [string, string, string]
    const sold = await order(shop, buyer, [variant])
    const params = { orderId: sold.id }
    await shop.call('markOrderPaid', { headers, params, body: { reference: 'Wire 0146' } })
    await shop.call('refundOrder', {
      headers,
      params,
      body: { amount: 5, reason: refunded, key: 'k', byHand: true },
    })
    await shop.call('shipOrder', { headers, params, body: { carrier: 'DHL', trackingNumber: '1' } })
    await shop.call('deliverOrder', { headers, params })
    await shop.call('adjustStock', {
      headers,
      params: { id: variant.id },
      body: { change: { kind: 'delta', delta: 1 }, reason: returned, orderId: sold.id },
    })
    const second = await order(shop, buyer, [variant])
    await shop.call('cancelOrder', {
      headers,
      params: { orderId: second.id },
      body: { reason: cancelled },
    })
    const kept = async () => {
      const tables = [
        'orders',
        'order_transition',
        'order_note',
        'payment',
        'payment_transition',
        'payment_review',
        'refund',
        'stock_movement',
        'audit_entry',
        'audit_subject',
      ]
      const rows = await Promise.all(
        tables.map((table) => shop.ctx.db.pool.query(`select * from ${table}`)),
      )
      const text = JSON.stringify(rows.map((result) => result.rows))
      return written.filter((one) => text.includes(one))
    }
    expect(await kept()).toEqual(written)
    await close()
    expect(await kept()).toEqual([])
    const { data } = await shop.call('getOrder', { headers, params })
    expect(data.payments[0]).toMatchObject({ refunds: [{ amount: 5 }] })
  })

  test('removes what a provider has sent about payments, but not that it did', async () => {
    const placed = await order(shop, buyer, [variant])
    const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
    await press(shop, attempt, 'approve')
    await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
    const received = async () => {
      const { rows } = await shop.ctx.db.pool.query(
        `select payload::text as sent from provider_event
         where payment_id = $1 and processed_at is not null`,
        [attempt.paymentId],
      )
      return rows.map(({ sent }) => sent)
    }
    await vi.waitFor(async () => expect(await received()).toEqual([expect.any(String)]), {
      timeout: 60_000,
    })
    expect((await received()).join()).toContain(buyer.email)
    const params = { orderId: placed.id }
    const body = { carrier: 'DHL', trackingNumber: '1' }
    await shop.call('shipOrder', { headers: staff.headers, params, body })
    await shop.call('deliverOrder', { headers: staff.headers, params })
    await close()
    expect(await received()).toEqual(['{}'])
  })

  test('removes the tracking of parcels, which the export contains', async () => {
    const placed = await order(shop, buyer, [variant], { quantity: 2 })
    await begin(shop, buyer, placed.id, 'COD')
    const params = { orderId: placed.id }
    const items = [{ variantId: variant.id, quantity: 1 }]
    const body = { carrier: 'La Poste', trackingNumber: 'FIRSTPARCEL', items }
    await shop.call('sendParcel', { headers: staff.headers, params, body })
    const { data } = await shop.call('exportMyData', { headers: buyer.headers })
    expect(data.orders).toMatchObject([{ parcels: [{ number: 'FIRSTPARCEL' }] }])
    await shop.call('shipOrder', {
      headers: staff.headers,
      params,
      body: { carrier: 'DHL', trackingNumber: 'REST' },
    })
    await shop.call('deliverOrder', { headers: staff.headers, params })
    await shop.call('collectCash', { headers: staff.headers, params })
    await close()
    const kept = `select (select count(*) from parcel where order_id = $1)::integer as parcels,
      (select text from order_search where order_id = $1) as searched`
    const { rows } = await shop.ctx.db.pool.query(kept, [placed.id])
    expect(rows).toEqual([{ parcels: 0, searched: expect.not.stringContaining('firstparcel') }])
  })

  test('cancels unpaid orders', async () => {
    const placed = await order(shop, buyer, [variant])
    await expireReservation(shop, placed.id)
    await close()
    const { rows } = await shop.ctx.db.pool.query(
      'select status, email from orders where id = $1',
      [placed.id],
    )
    expect(rows).toEqual([{ status: 'CANCELLED', email: null }])
  })

  test('rejects a concurrent order', async () => {
    const { db } = shop.ctx
    let placing: Promise<unknown> = Promise.resolve()
    await db.kysely.transaction().execute(async (tx) => {
      await ordersOfShopper(shop.ctx).erase(tx, buyer.userId)
      placing = rejectionOf(order(shop, buyer, [variant]))
      await untilBlocked(shop, 'insert into orders')
      const closed = { email: null, nick_name: null, password_hash: null, deleted_at: new Date() }
      await tx.updateTable('users').set(closed).where('id', '=', buyer.userId).execute()
    })
    expect(await placing).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    const orders = 'select from orders where user_id = $1'
    expect((await db.pool.query(orders, [buyer.userId])).rowCount).toBe(0)
  })

  test('sends no e-mail when an order of a closed account completes', async () => {
    const placed = await order(shop, buyer, [variant])
    await deliver(placed.id)
    await close()
    const params = { orderId: placed.id }
    const { data } = await shop.call('completeOrder', { headers: staff.headers, params })
    expect(data).toMatchObject({ status: 'COMPLETED', shippingFullName: null, tracking: null })
  })
})
