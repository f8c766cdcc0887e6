import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { endReservation, expireReservation } from '../../../../test/expire-reservations.ts'
import { expectBalancedBooks, stockOf } from '../../../../test/ledger-assertions.ts'
import { attemptsOf, begin, press, untilStatus } from '../../../../test/payments.ts'
import { setStock, stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'
import { cancelUnpaidOrders, completeOrders, expireOrders } from '../orders.jobs.ts'

let shop: TestShop
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop({ settings: { ORDER_HOLD_MINUTES: '45' } })
  ;[variant] = await stockVariants(shop, 1, 1_000)
})
beforeEach(async () => {
  buyer = await makeBuyer(shop)
  await setStock(shop, variant, 1_000)
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

const minute = 60_000
const day = 24 * 60 * minute
const get = async (orderId: string) => {
  const { data } = await shop.call('getMyOrder', { headers: buyer.headers, params: { orderId } })
  return data
}
const statusOf = async (orderId: string) => (await get(orderId)).status
/** Runs `work` with the clock moved forward; sessions stay valid. */
async function later(milliseconds: number, work: () => Promise<unknown>): Promise<void> {
  shop.setTime(new Date(Date.now() + milliseconds))
  await work().finally(() => shop.setTime(null))
}
function stripe() {
  const server = shop.ctx.payments.test?.stripe
  if (!server) throw new Error('Stripe is not simulated')
  return server
}

describe('an unpaid order', () => {
  test('releases its items when its reservation has expired, and not before', async () => {
    const placedAt = new Date()
    shop.setTime(placedAt)
    const placed = await order(shop, buyer, [variant], { quantity: 4 })
    expect(placed.holdEndsAt).toBe(new Date(placedAt.getTime() + 45 * minute).toISOString())
    shop.setTime(new Date(placedAt.getTime() + 45 * minute - 1))
    await expireOrders(shop.ctx)
    expect(await stockOf(shop, variant.id)).toBe(996)
    shop.setTime(new Date(placedAt.getTime() + 45 * minute))
    await expireOrders(shop.ctx)
    shop.setTime(null)
    expect(await get(placed.id)).toMatchObject({ status: 'UNPAID', holdEndsAt: null })
    expect(await stockOf(shop, variant.id)).toBe(1_000)
  })

  test('is released once, by any number of workers', async () => {
    const orders = await Promise.all(
      Array.from({ length: 15 }, () => order(shop, buyer, [variant])),
    )
    for (const { id } of orders) await endReservation(shop, id)
    await Promise.all(Array.from({ length: 4 }, () => expireOrders(shop.ctx)))
    for (const { id } of orders) expect(await statusOf(id)).toBe('UNPAID')
    expect(await stockOf(shop, variant.id)).toBe(1_000)
  })

  test('is either paid or released when both happen at the same time', async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, () => order(shop, buyer, [variant])))
    for (const { id } of orders) await endReservation(shop, id)
    await Promise.all([
      expireOrders(shop.ctx),
      ...orders.map(({ id }) => begin(shop, buyer, id, 'COD').catch(() => {})),
      expireOrders(shop.ctx),
    ])
    const states = await Promise.all(orders.map(({ id }) => statusOf(id)))
    const held = states.filter((status) => status === 'PROCESSING' || status === 'PENDING').length
    expect(await stockOf(shop, variant.id)).toBe(1_000 - held)
  })

  test('closes its open attempt at the provider first', async () => {
    const placed = await order(shop, buyer, [variant])
    const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
    await expireReservation(shop, placed.id)
    expect(stripe().bank.session(attempt.providerOrderId)).toMatchObject({ status: 'expired' })
    expect(await attemptsOf(shop, placed.id)).toMatchObject([{ status: 'FAILED' }])
  })

  test('is paid instead if the provider reports a payment without a webhook', async () => {
    const placed = await order(shop, buyer, [variant])
    stripe().webhooks.hold()
    const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
    await press(shop, attempt, 'approve')
    await endReservation(shop, placed.id)
    await expireOrders(shop.ctx)
    await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
    await stripe().webhooks.release()
  })

  test('keeps its reservation while its payment is being confirmed', async () => {
    const placed = await order(shop, buyer, [variant])
    const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
    await press(shop, attempt, 'delay')
    await untilStatus(shop, buyer, attempt, { status: 'PROCESSING' })
    await endReservation(shop, placed.id)
    await expireOrders(shop.ctx)
    expect(await statusOf(placed.id)).toBe('PENDING')
    await press(shop, attempt, 'fail')
    await untilStatus(shop, buyer, attempt, { status: 'FAILED' })
    await expireReservation(shop, placed.id)
  })

  test('keeps its reservation while its provider is unavailable, and delays no other order', async () => {
    const placed = await order(shop, buyer, [variant])
    await begin(shop, buyer, placed.id, 'STRIPE')
    const other = await order(shop, buyer, [variant])
    await endReservation(shop, placed.id)
    await endReservation(shop, other.id)
    stripe().faults.inject(/\/v1\/checkout\/sessions\//, 'fails', 20)
    await expireOrders(shop.ctx)
    expect([await statusOf(placed.id), await statusOf(other.id)]).toEqual(['PENDING', 'UNPAID'])
    await vi.waitFor(() => expireReservation(shop, placed.id), { timeout: 60_000 })
  })
})

test('is cancelled after seven days, and cannot be paid any more', async () => {
  const placed = await order(shop, buyer, [variant])
  await expireReservation(shop, placed.id)
  await later(7 * day - minute, () => cancelUnpaidOrders(shop.ctx))
  expect(await statusOf(placed.id)).toBe('UNPAID')
  await later(7 * day + minute, () => cancelUnpaidOrders(shop.ctx))
  expect(await get(placed.id)).toMatchObject({
    status: 'CANCELLED',
    canPay: false,
    canCancel: false,
  })
  expect(await stockOf(shop, variant.id)).toBe(1_000)
})

test('an order is completed automatically after the return period', async () => {
  const staff = await makeBuyer(shop, { role: 'ADMIN' })
  const placed = await order(shop, buyer, [variant])
  await begin(shop, buyer, placed.id, 'COD')
  const params = { orderId: placed.id }
  const body = { carrier: 'DHL', trackingNumber: '1' }
  await shop.call('shipOrder', { headers: staff.headers, params, body })
  await shop.call('deliverOrder', { headers: staff.headers, params })
  await later(7 * day - minute, () => completeOrders(shop.ctx))
  expect(await statusOf(placed.id)).toBe('DELIVERED')
  await later(7 * day + minute, () =>
    Promise.all([completeOrders(shop.ctx), completeOrders(shop.ctx)]),
  )
  expect((await get(placed.id)).timeline.map(({ status }) => status)).toEqual([
    'PENDING',
    'PROCESSING',
    'SHIPPED',
    'DELIVERED',
    'COMPLETED',
  ])
})

test('due orders are processed every minute and every night', async () => {
  const { rows } = await shop.ctx.db.pool.query(
    `select name, cron from jobs.schedule where name in ('expire-orders', 'end-orders') order by name`,
  )
  expect(rows).toEqual([
    { name: 'end-orders', cron: '40 3 * * *' },
    { name: 'expire-orders', cron: '*/1 * * * *' },
  ])
})
