import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../test/buyers.ts'
import { writeProducts } from '../../../test/listing-assertions.ts'
import { begin } from '../../../test/payments.ts'
import { addProduct } from '../../../test/product-drafts.ts'
import { stockVariants, type TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let manager: SignedUp
let buyer: Buyer
let variant: TestVariant

beforeAll(async () => {
  shop = await openTestShop()
  manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  buyer = await makeBuyer(shop)
  ;[variant] = await stockVariants(shop, 1, 1_000)
  // Some of these tests are set in the past, when the products must be on sale already.
  await writeProducts(shop, `update product set published_at = '2025-01-01' where id = $1`, [
    variant.productId,
  ])
})
afterAll(() => shop.close())

const sales = async () => (await shop.call('getSales', { headers: manager.headers })).data
const dashboard = async () => (await shop.call('getDashboard', { headers: manager.headers })).data

/** Places and pays an order at an instant; returns its total. */
async function sell(at: string, quantity = 1) {
  const placed = await order(shop, buyer, [variant], { quantity })
  await shop.call('markOrderPaid', {
    params: { orderId: placed.id },
    body: { reference: 'Bank transfer' },
    headers: manager.headers,
  })
  await shop.ctx.db.pool.query('update orders set created_at = $1 where id = $2', [at, placed.id])
  return placed
}

describe('sales', () => {
  // Paris is an hour ahead of UTC then: the day begins at 23:00 UTC.
  const now = '2026-02-10T15:00:00Z'

  beforeAll(async () => {
    await sell('2026-02-09T23:00:00Z', 2)
    await sell('2026-02-09T22:59:00Z')
    await sell('2026-02-09T14:59:00Z')
    await sell('2026-02-01T10:00:00Z')
    const cancelled = await sell('2026-02-10T10:00:00Z')
    await shop.call('cancelOrder', {
      params: { orderId: cancelled.id },
      body: { reason: 'Changed their mind' },
      headers: manager.headers,
    })
    await order(shop, buyer, [variant])
    shop.setTime(new Date(now))
  })
  afterAll(() => shop.setTime(null))

  test('today’s figures start at midnight shop time and compare with yesterday to the same time', async () => {
    const { timeZone, today } = await sales()
    expect(timeZone).toBe('Europe/Paris')
    expect([today.now.orders, today.before.orders]).toEqual([1, 1])
  })

  test('of 7 and 30 days include today, and exclude cancelled and unpaid orders', async () => {
    const { week, month } = await sales()
    expect([week.now.orders, week.before.orders, month.now.orders]).toEqual([3, 1, 4])
    const { rows } = await shop.ctx.db.pool.query(
      `select sum(total_cents)::int as cents from orders where status = 'PROCESSING'`,
    )
    expect(Math.round(month.now.sales * 100)).toBe(rows[0].cents)
  })

  test('have an entry for every day of a month, with or without orders', async () => {
    const { days } = await sales()
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toMatchObject({ day: '2026-02-10', orders: 1 })
    expect(days.at(-2)).toMatchObject({ day: '2026-02-09', orders: 2 })
    expect(days.at(-3)).toMatchObject({ day: '2026-02-08', orders: 0, sales: 0 })
  })

  test('list the best-selling products', async () => {
    const { topProducts } = await sales()
    expect(topProducts).toMatchObject([{ identifier: variant.identifier, quantity: 5 }])
  })

  test('show refunds on the day of the refund', async () => {
    const paid = await sell('2026-02-01T10:00:00Z')
    await shop.call('refundOrder', {
      params: { orderId: paid.id },
      body: { amount: 12.5, reason: 'A scratch', key: crypto.randomUUID() },
      headers: manager.headers,
    })
    await shop.ctx.db.pool.query(
      `update refund set status = 'SUCCEEDED', settled_at = $1 where amount_cents = 1250`,
      ['2026-02-10T09:00:00Z'],
    )
    const { today, month } = await sales()
    expect([today.now.refunds, today.before.refunds, month.now.refunds]).toEqual([12.5, 0, 12.5])
  })

  test('and best-selling products are net of refunds, each order on the day it was placed', async () => {
    const pay = (orderId: string, amount: number) =>
      shop.call('refundOrder', {
        params: { orderId },
        body: { amount, reason: 'Returned', key: crypto.randomUUID() },
        headers: manager.headers,
      })
    const figures = async () => {
      const { month, days, topProducts } = await sales()
      const [best] = topProducts
      return {
        orders: month.now.orders,
        sales: Math.round(month.now.sales * 100),
        ofDay: Math.round((days.find(({ day }) => day === '2026-02-03')?.sales ?? 0) * 100),
        quantity: best?.quantity ?? 0,
        ofProduct: Math.round((best?.sales ?? 0) * 100),
      }
    }
    const before = await figures()
    const sold = await sell('2026-02-03T10:00:00Z', 2)
    const [total, goods] = [sold.totalAmount, sold.itemsTotalPrice].map((dollars) =>
      Math.round(dollars * 100),
    ) as [number, number]
    const half = Math.floor(total / 2)
    await pay(sold.id, half / 100)
    expect(await figures()).toEqual({
      orders: before.orders + 1,
      sales: before.sales + total - half,
      ofDay: total - half,
      quantity: before.quantity + 2,
      // The refund is split between goods and shipping in proportion.
      ofProduct: Math.round(before.ofProduct + goods * (1 - half / total)),
    })
    await pay(sold.id, (total - half) / 100)
    expect(await figures()).toEqual(before)
  })

  test('can only be read by managers', async () => {
    const support = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
    const { headers } = support
    expect(await rejectionOf(shop.call('getSales', { headers }))).toMatchObject({
      code: 'FORBIDDEN',
    })
    expect((await shop.call('getDashboard', { headers })).success).toBe(true)
  })
})

describe('pending work', () => {
  test('has orders by state, e-mails, and no conversation yet', async () => {
    const { ordersByStatus, emails, conversations } = await dashboard()
    expect(ordersByStatus).toMatchObject({ PENDING: 1, CANCELLED: 1, SHIPPED: 0 })
    expect(emails).toMatchObject({ failed: 0, hasMailServer: false })
    expect(emails.waiting).toBeGreaterThan(0)
    expect(conversations).toEqual({ waiting: 0, assigned: 0, unread: 0 })
  })

  test('lists variants that are running out, the most sold and wanted first, page by page', async () => {
    const { rows } = await shop.ctx.db.pool.query<{ stock: number }>(
      'select stock from variant where id = $1',
      [variant.id],
    )
    const buyer = await makeBuyer(shop)
    const sold = await order(shop, buyer, [variant])
    await begin(shop, buyer, sold.id, 'COD')
    await shop.ctx.db.pool.query('update variant set stock = 1 where id = $1', [variant.id])
    const low = async (query: Record<string, string>) =>
      shop.call('listLowStock', { query, headers: manager.headers })
    const first = await low({ size: '2' })
    expect(first.data[0]).toMatchObject({ variantId: variant.id, stock: 1 })
    expect(first.data[0]?.soldLately).toBeGreaterThan(0)
    const ids = first.data.map(({ variantId }) => variantId)
    expect(
      (await low({ size: '2', page: '2' })).data.filter(({ variantId }) => ids.includes(variantId)),
    ).toEqual([])
    await shop.call('addFavorites', {
      headers: (await signUp(shop)).headers,
      body: { variantIds: [variant.id] },
    })
    expect((await low({ size: '1' })).data[0]?.favorites).toBe(1)
    await shop.ctx.db.pool.query('update variant set stock = $2 where id = $1', [
      variant.id,
      rows[0]?.stock,
    ])
  })

  test('lists variants in the shop with a low stock', async () => {
    const before = await dashboard()
    await shop.ctx.db.pool.query('update variant set stock = 0 where id = $1', [variant.id])
    const { scarce } = await dashboard()
    expect(scarce.count).toBe(before.scarce.count + 1)
    expect(scarce.variants[0]?.stock).toBe(0)
    await shop.ctx.db.pool.query('update variant set is_enabled = false where id = $1', [
      variant.id,
    ])
    expect((await dashboard()).scarce.count).toBe(before.scarce.count)
  })

  test('lists no variant of a product that is not published yet, or not any more', async () => {
    const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000)
    const countAt = async (time: Date | null) => {
      shop.setTime(time)
      return (await dashboard()).scarce.count
    }
    const before = await countAt(null)
    const [publishedAt, withdrawsAt] = [minutesFromNow(4), minutesFromNow(8)]
    await addProduct(shop, manager, {
      publishedAt: publishedAt.toISOString(),
      withdrawsAt: withdrawsAt.toISOString(),
    })
    expect(await countAt(null)).toBe(before)
    expect(await countAt(publishedAt)).toBe(before + 1)
    expect(await countAt(withdrawsAt)).toBe(before)
    shop.setTime(null)
  })

  test('lists payments that need review', async () => {
    // Bank payments are refunded by hand.
    const { reviews } = await dashboard()
    expect(reviews).toMatchObject({ count: 1, payments: [{ review: 'To be paid back by hand' }] })
    await shop.call('getOrder', {
      params: { orderId: reviews.payments[0]?.orderId ?? '' },
      headers: manager.headers,
    })
  })
})
