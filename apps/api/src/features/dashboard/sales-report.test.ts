import type { ReportFigures, ReportSubject } from '@solvane/contract/reports.admin'
import { reportSubjects } from '@solvane/contract/reports.admin'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBuyer, order } from '../../../test/buyers.ts'
import { addCoupon } from '../../../test/coupons.ts'
import { expectBalancedBooks } from '../../../test/ledger-assertions.ts'
import { begin, capturePayment } from '../../../test/payments.ts'
import { setPrice, stockVariants } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { compareRows, periodBefore } from './sales-report.ts'

test.each([
  ['2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28', 1],
  ['2026-03-01', '2026-03-31', '2026-01-29', '2026-02-28', 31],
  ['2028-03-01', '2028-03-01', '2028-02-29', '2028-02-29', 1],
  ['2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31', 365],
])(
  'the period before %s to %s is as long and ends the day before',
  (from, until, beforeFrom, beforeUntil, days) => {
    expect(periodBefore({ from, until })).toEqual({ from: beforeFrom, until: beforeUntil, days })
  },
)

test('rows are compared by their subject, the highest net sales first', () => {
  const row = (
    key: string | null,
    gross: number,
    refunds = 0,
    kind: 'SUBJECT' | 'SHIPPING' | 'WRAPPING' = 'SUBJECT',
  ) => ({
    key,
    label: key && `Name of ${key}`,
    kind,
    is_total: false,
    orders: 1,
    units: 1,
    gross,
    discounts: 0,
    shipping: 0,
    wrapping: 0,
    refunds,
  })
  const total = { ...row(null, 999), is_total: true }
  const rows = compareRows(
    'coupon',
    [row('A', 100, 50), row(null, 300), total],
    [row('A', 70), row('B', 40), total],
  )
  expect(rows.map(({ key, label, net, netBefore }) => [key, label, net, netBefore])).toEqual([
    [null, 'No coupon', 3, 0],
    ['A', 'Name of A', 0.5, 0.7],
    ['B', 'Name of B', 0, 0.4],
  ])
  const shipping = compareRows('product', [row(null, 0, 0, 'SHIPPING')], [])
  expect(shipping).toMatchObject([{ kind: 'SHIPPING', label: 'Shipping', key: null }])
})

describe('the report of a period', () => {
  let shop: TestShop
  let manager: SignedUp
  const period = { from: '2026-02-01', until: '2026-02-28' }
  const asManager = (orderId: string, body: object = {}) => ({
    headers: manager.headers,
    params: { orderId },
    body,
  })

  const report = async (by: ReportSubject, query = period) =>
    (await shop.call('getSalesReport', { headers: manager.headers, query: { by, ...query } })).data

  beforeAll(async () => {
    shop = await openTestShop()
    manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
    const variants = await stockVariants(shop, 3, 1_000)
    // Prices whose shares of a refund do not divide evenly.
    for (const [at, cents] of [33_33, 7_01, 1_00].entries()) {
      const variant = variants[at]
      if (variant) await setPrice(shop, variant, cents)
    }
    const [first, second, third] = variants
    const { code } = await addCoupon(shop)
    const buyer = await makeBuyer(shop)
    const baskets = [
      { at: '2026-02-10T12:00:00Z', variants, refund: 10.01, couponCode: code },
      { at: '2026-02-11T12:00:00Z', variants: [first], refund: 0, quantity: 3 },
      {
        at: '2026-02-12T12:00:00Z',
        variants: [second, third].flatMap((variant) => variant ?? []),
        refund: 0.01,
      },
      {
        at: '2026-02-13T12:00:00Z',
        variants: [second].flatMap((variant) => variant ?? []),
        refund: 'all',
      },
      // In Paris these are the first instant of the period, and the last of the one before.
      { at: '2026-01-31T23:00:00Z', variants: [first], refund: 0, couponCode: code },
      { at: '2026-01-31T22:59:59Z', variants: [first], refund: 1.11 },
      { at: '2026-02-28T23:00:00Z', variants: [first], refund: 0 },
    ] as const
    for (const { at, variants: wanted, refund, ...options } of baskets) {
      const placed = await order(shop, buyer, [...wanted], options)
      await shop.call('markOrderPaid', asManager(placed.id, { reference: 'Bank transfer' }))
      const amount = refund === 'all' ? placed.totalAmount : refund
      if (amount > 0)
        await shop.call(
          'refundOrder',
          asManager(placed.id, { amount, reason: 'Scratched', key: 'one', byHand: true }),
        )
      await shop.ctx.db.pool.query('update orders set created_at = $1 where id = $2', [
        at,
        placed.id,
      ])
    }
    const cancelled = await order(shop, buyer, [first])
    await shop.call('markOrderPaid', asManager(cancelled.id, { reference: 'Bank transfer' }))
    await shop.call('cancelOrder', asManager(cancelled.id, { reason: 'Changed their mind' }))
    const at = '2026-02-14T12:00:00Z'
    const unpaid = await order(shop, buyer, [first])
    await shop.ctx.db.pool.query('update orders set created_at = $1 where id = any ($2)', [
      at,
      [cancelled.id, unpaid.id],
    ])
  })
  afterAll(() => shop.close())

  const cents = (amount: number) => Math.round(amount * 100)
  const money = ['gross', 'discounts', 'shipping', 'refunds', 'net'] as const

  test.each(reportSubjects)('by %s adds up to its orders and refunds, to the cent', async (by) => {
    const { rows, total, totalBefore, days } = await report(by)
    const {
      rows: [ledger],
    } = await shop.ctx.db.pool.query<Record<string, number>>(`
      select count(*)::int as orders, sum(o.items_cents)::int as gross, sum(o.discount_cents)::int as discounts,
        sum(o.shipping_cents)::int as shipping, sum(o.total_cents)::int as total,
        (select sum(r.amount_cents)::int from refund r join payment p on p.id = r.payment_id
          join orders o on o.id = p.order_id where r.status = 'SUCCEEDED' and o.status <> 'CANCELLED'
          and o.created_at >= '2026-01-31T23:00:00Z' and o.created_at < '2026-02-28T23:00:00Z') as refunds
      from orders o where o.status = 'PROCESSING'
        and o.created_at >= '2026-01-31T23:00:00Z' and o.created_at < '2026-02-28T23:00:00Z'`)
    const sumOf = (part: keyof ReportFigures) =>
      rows.reduce((sum, row) => sum + cents(row[part]), 0)
    for (const part of money) expect(sumOf(part), part).toBe(cents(total[part]))
    expect(ledger).toMatchObject({
      orders: total.orders,
      gross: cents(total.gross),
      discounts: cents(total.discounts),
      shipping: cents(total.shipping),
      refunds: cents(total.refunds),
    })
    expect(total.orders).toBe(5)
    expect(cents(total.net)).toBe((ledger?.total ?? 0) - (ledger?.refunds ?? 0))
    for (const row of [...rows, total])
      expect(cents(row.net)).toBe(
        cents(row.gross) - cents(row.discounts) + cents(row.shipping) - cents(row.refunds),
      )
    expect(days.reduce((sum, day) => sum + cents(day.sales), 0)).toBe(cents(total.net))
    expect(days.reduce((sum, day) => sum + cents(day.salesBefore), 0)).toBe(cents(totalBefore.net))
    expect(rows.reduce((sum, row) => sum + cents(row.netBefore), 0)).toBe(cents(totalBefore.net))
    await expectBalancedBooks(shop)
  })

  test('has its days in the shop’s time zone', async () => {
    const { timeZone, days, beforeFrom, beforeUntil } = await report('country')
    expect([timeZone, beforeFrom, beforeUntil]).toEqual([
      'Europe/Paris',
      '2026-01-04',
      '2026-01-31',
    ])
    expect(days).toHaveLength(28)
    expect(days[0]).toMatchObject({ day: '2026-02-01', orders: 1 })
    expect(days[27]).toMatchObject({ day: '2026-02-28', orders: 0 })
    expect(days[27]?.salesBefore).toBeGreaterThan(0)
  })

  test('names coupons and their absence', async () => {
    const { rows } = await report('coupon')
    expect(rows.map(({ key, orders }) => [key === null, orders]).toSorted()).toEqual([
      [false, 2],
      [true, 3],
    ])
    expect(rows.find(({ key }) => key !== null)?.discounts).toBeGreaterThan(0)
    expect(rows.find(({ key }) => key === null)).toMatchObject({ label: 'No coupon', discounts: 0 })
  })

  test('agrees with the figures of the dashboard', async () => {
    shop.setTime(new Date('2026-02-28T22:30:00Z'))
    const { data } = await shop.call('getSales', { headers: manager.headers })
    const { total, totalBefore } = await report('product', {
      from: '2026-01-30',
      until: '2026-02-28',
    })
    shop.setTime(null)
    expect(total.net).toBe(data.month.now.sales)
    expect(totalBefore.net).toBe(data.month.before.sales)
  })

  test('counts what was accepted for an order, and no more of it once that is refunded', async () => {
    const buyer = await makeBuyer(shop)
    const wanted = await stockVariants(shop, 2, 1_000)
    const placed = await order(shop, buyer, wanted, { source: 'buyNow' })
    const { paymentId } = await begin(shop, buyer, placed.id, 'STRIPE')
    const paid = cents(placed.totalAmount) - 7_77
    await capturePayment(shop, paymentId, paid / 100)
    await shop.call('markOrderPaid', asManager(placed.id, { reference: 'Near enough' }))
    await shop.ctx.db.pool.query('update orders set created_at = $1 where id = $2', [
      '2025-03-10T12:00:00Z',
      placed.id,
    ])
    const refund = (amount: number, key: string) =>
      shop.call(
        'refundOrder',
        asManager(placed.id, { amount: amount / 100, reason: 'Scratched', key, byHand: true }),
      )
    const figures = async () => {
      const { rows, total, days } = await report('product', {
        from: '2025-03-01',
        until: '2025-03-31',
      })
      for (const part of money)
        expect(
          rows.reduce((sum, row) => sum + cents(row[part]), 0),
          part,
        ).toBe(cents(total[part]))
      for (const { gross, discounts, shipping, refunds } of rows)
        expect(cents(refunds)).toBeLessThanOrEqual(
          cents(gross) - cents(discounts) + cents(shipping),
        )
      expect(days.reduce((sum, { sales }) => sum + cents(sales), 0)).toBe(cents(total.net))
      shop.setTime(new Date('2025-03-10T13:00:00Z'))
      const { data } = await shop.call('getSales', { headers: manager.headers })
      shop.setTime(null)
      const { sales, orders } = data.today.now
      expect(cents(sales)).toBe(cents(total.net))
      const best = data.topProducts.reduce((sum, product) => sum + cents(product.sales), 0)
      return { net: cents(total.net), waived: cents(total.discounts), orders, best }
    }
    expect(await figures()).toMatchObject({ net: paid, waived: 7_77, orders: 1 })
    await refund(1_01, 'some')
    expect(await figures()).toMatchObject({ net: paid - 1_01, waived: 7_77, orders: 1 })
    await refund(paid - 1_01, 'the rest')
    expect(await figures()).toEqual({ net: 0, waived: 7_77, orders: 0, best: 0 })
  })

  test('is for managers, of two years at most, and of days in their order', async () => {
    const support = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
    const ask = (headers: Record<string, string>, query: Record<string, string>) =>
      rejectionOf(shop.call('getSalesReport', { headers, query }))
    expect(await ask(support.headers, period)).toMatchObject({ code: 'FORBIDDEN' })
    for (const query of [
      { from: '2026-02-02', until: '2026-02-01' },
      { from: '2020-01-01', until: '2026-02-01' },
      { from: 'yesterday', until: '2026-02-01' },
    ])
      expect(await ask(manager.headers, query)).toMatchObject({ code: 'BAD_REQUEST' })
  })
})
