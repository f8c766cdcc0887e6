import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aroundToday } from '../../../../test/around-today.ts'
import type { Buyer } from '../../../../test/buyers.ts'
import { emailsTo, emailTo } from '../../../../test/emails.ts'
import { expectBalancedBooks } from '../../../../test/ledger-assertions.ts'
import { type OrderDesk, openOrderDesk, parcel } from '../../../../test/order-edits.ts'
import type { TestVariant } from '../../../../test/product-factory.ts'
import { askReturn, inspected, stepReturn } from '../../../../test/returns.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let desk: OrderDesk
let buyer: Buyer
let bag: TestVariant
let coat: TestVariant
let belt: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  desk = await openOrderDesk(shop)
  ;({ bag, coat, belt } = desk)
})
beforeEach(async () => {
  buyer = await desk.startAfresh()
})
afterAll(() => shop.close())
afterEach(async () => {
  await expectConsistentSums()
  await expectSameInReport()
  await expectBalancedBooks(shop)
})

/** Expects of each order of the shopper that its refunds fit its total. */
async function expectConsistentSums() {
  const { data: orders } = await shop.call('listMyOrders', { headers: buyer.headers })
  for (const { id, totalAmount, refundedAmount, refundState } of orders.data) {
    const { payments, supplements, supplementAmount } = await desk.seenByStaff(id)
    const isPaidBack = (ofOne: typeof payments) =>
      Math.abs(ofOne.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)) < 0.001
    const isAllPaidBack = totalAmount > 0 && payments.length > 0 && isPaidBack(payments)
    let isAll = isAllPaidBack
    if (supplementAmount > 0)
      for (const supplement of supplements)
        isAll &&= isPaidBack((await desk.seenByStaff(supplement.id)).payments)
    expect(refundedAmount).toBeGreaterThanOrEqual(0)
    expect(refundedAmount).toBeLessThanOrEqual(totalAmount)
    expect(refundedAmount === totalAmount).toBe(isAllPaidBack)
    expect(refundState).toBe(isAll ? 'FULL' : refundedAmount > 0 ? 'PARTIAL' : 'NONE')
  }
}

/**
 * Expects that the refunds in the sales report equal those of the orders, and exceed the sales of
 * no row.
 */
async function expectSameInReport() {
  const headers = desk.staff.headers
  const { data: orders } = await shop.call('listOrders', { headers, query: { size: 100 } })
  const { data: report } = await shop.call('getSalesReport', { headers, query: aroundToday() })
  const sold = orders.filter(({ status }) =>
    ['PROCESSING', 'SHIPPED', 'DELIVERED', 'COMPLETED'].includes(status),
  )
  const refunded = sold.reduce((sum, { refundedAmount }) => sum + refundedAmount, 0)
  expect(report.total.refunds).toBeCloseTo(refunded, 2)
  for (const { kind, gross, discounts, refunds } of report.rows) {
    expect(refunds).toBeGreaterThanOrEqual(0)
    if (kind === 'SUBJECT') expect(refunds).toBeLessThanOrEqual(gross - discounts)
  }
}

/** Waits until the payment of an order has refunded that amount in all. */
const untilPaidBack = (orderId: string, amount: number) =>
  vi.waitFor(
    async () => {
      const { payments } = await desk.seenByStaff(orderId)
      expect(payments.at(-1)?.refunded).toBe(amount)
    },
    { timeout: 60_000 },
  )

/** Refunds a part of an order as staff. */
const refund = (orderId: string, amount: number) =>
  shop.call('refundOrder', {
    headers: desk.staff.headers,
    params: { orderId },
    body: { amount, reason: 'Goodwill', key: crypto.randomUUID() },
  })

/** Has staff take back a unit of a delivered order, and refund it. */
async function returnOne(orderId: string, { id: variantId }: TestVariant) {
  const asked = await askReturn(shop, buyer, orderId, [{ variantId }])
  const { refund } = await inspected(shop, desk.staff, asked)
  await stepReturn(shop, desk.staff, 'refundReturn', asked.id, { amount: refund.amount })
}

/** The sums of an order in every view of it. */
async function everywhere(orderId: string) {
  const listed = async (query: Record<string, string>) =>
    (
      await shop.call('listOrders', {
        headers: desk.staff.headers,
        query: { customerId: buyer.userId, ...query },
      })
    ).data.find(({ id }) => id === orderId)
  const mine = await shop.call('listMyOrders', { headers: buyer.headers })
  const found = [
    await desk.seen(orderId),
    mine.data.data.find(({ id }) => id === orderId),
    await listed({}),
  ]
  const sums = found.map((one) => ({
    total: one?.totalAmount,
    refunded: one?.refundedAmount,
    state: one?.refundState,
    payment: one?.paymentStatus,
  }))
  const { payments, ...staffOrder } = await desk.seenByStaff(orderId)
  const [first] = sums
  for (const each of sums) expect(each).toEqual(first)
  for (const paymentStatus of ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'])
    expect(Boolean(await listed({ paymentStatus }))).toBe(paymentStatus === first?.payment)
  expect(staffOrder).toMatchObject({
    totalAmount: first?.total,
    refundedAmount: first?.refunded,
    refundState: first?.state,
  })
  const [row] = await exported(staffOrder.orderNumber)
  expect(row).toMatchObject({
    total: first?.total?.toFixed(2),
    refunded: first?.refunded?.toFixed(2),
    payment_status: first?.payment,
  })
  return { ...first, paid: payments.at(-1) }
}

/** The rows of an order in the file of orders. */
async function exported(orderNumber: string): Promise<Record<string, string>[]> {
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/admin/exports',
    headers: desk.staff.headers,
    payload: { kind: 'orders', ...aroundToday() },
  })
  const [names = [], ...rows] = response.body
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.split(','))
  return rows
    .filter(([number]) => number === orderNumber)
    .map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])))
}

test('what goes back because a change made an order cheaper is no refund of its total', async () => {
  const { id } = await desk.paid([bag], { quantity: 3 })
  await desk.edit(id, [[bag, 1]], -800)
  const changed = await emailTo(shop, buyer.email, 'order-changed')
  expect(changed.text).toContain('Your order now comes to $400.00.')
  expect(changed.text).toContain('The difference of $800.00 is being paid back')
  await untilPaidBack(id, 800)
  expect(await everywhere(id)).toMatchObject({
    total: 400,
    refunded: 0,
    state: 'NONE',
    payment: 'PAID',
    paid: {
      status: 'PARTIALLY_REFUNDED',
      captured: 1_200,
      refunded: 800,
      refundedForChange: 800,
      refundable: 400,
    },
  })
  const mail = await emailTo(shop, buyer.email, 'order-refunded')
  expect(mail.text).toContain(
    'Your order was changed and costs less, so $800.00 has been paid back, the way it came. It now comes to $400.00.',
  )
  expect(mail.text).not.toContain('in all')

  await refund(id, 60)
  await untilPaidBack(id, 860)
  expect(await everywhere(id)).toMatchObject({
    total: 400,
    refunded: 60,
    state: 'PARTIAL',
    payment: 'PARTIALLY_REFUNDED',
    paid: { refunded: 860, refundedForChange: 800, refundable: 340 },
  })
  await vi.waitFor(
    async () =>
      expect((await emailsTo(shop, buyer.email)).at(-1)?.text).toContain(
        'For this order $60.00 in all has been paid back, the way it came, besides the $800.00 that it costs less since it was changed.',
      ),
    { timeout: 60_000 },
  )

  await refund(id, 340)
  await untilPaidBack(id, 1_200)
  expect(await everywhere(id)).toMatchObject({
    total: 400,
    refunded: 400,
    state: 'FULL',
    payment: 'REFUNDED',
    paid: { refundedForChange: 800, refundable: 0 },
  })
})

test('returns of a changed order are refunds of its total, up to all of it', async () => {
  const { id } = await desk.paid([bag], { quantity: 3 })
  await desk.edit(id, [[bag, 2]], -400)
  await untilPaidBack(id, 400)
  await desk.asStaff('shipOrder', id, parcel)
  await desk.asStaff('deliverOrder', id)
  await returnOne(id, bag)
  await untilPaidBack(id, 800)
  expect(await everywhere(id)).toMatchObject({ total: 800, refunded: 400, state: 'PARTIAL' })
  await expectConsistentSums()
  await returnOne(id, bag)
  await untilPaidBack(id, 1_200)
  expect(await everywhere(id)).toMatchObject({ total: 800, refunded: 800, state: 'FULL' })
})

test('a refund from before a change stays one, and what the change gives back adds none', async () => {
  const { id } = await desk.paid([bag])
  await refund(id, 50)
  await untilPaidBack(id, 50)
  await desk.edit(id, [[belt, 1]], -310)
  await untilPaidBack(id, 360)
  expect(await everywhere(id)).toMatchObject({
    total: 90,
    refunded: 50,
    state: 'PARTIAL',
    paid: { refundedForChange: 310 },
  })
})

test('an order and its supplementary order are each refunded of their own total', async () => {
  const { id } = await desk.paid([bag])
  await desk.edit(id, [[coat, 1]], 150)
  const supplement = await desk.supplementOf(id)
  await desk.pay(supplement.id)
  await desk.edit(id, [[belt, 1]], -460)
  await untilPaidBack(supplement.id, 150)
  await untilPaidBack(id, 310)
  expect(await everywhere(supplement.id)).toMatchObject({
    total: 150,
    refunded: 150,
    state: 'FULL',
  })
  expect(await everywhere(id)).toMatchObject({
    total: 90,
    refunded: 0,
    state: 'NONE',
    payment: 'PAID',
  })
})

test('a changed order that is cancelled is refunded all of its total', async () => {
  const { id } = await desk.paid([bag, belt])
  await desk.edit(id, [[belt, 1]], -400)
  await untilPaidBack(id, 400)
  await desk.asStaff('cancelOrder', id, { reason: 'A flaw' })
  await untilPaidBack(id, 490)
  expect(await everywhere(id)).toMatchObject({
    total: 90,
    refunded: 90,
    state: 'FULL',
    payment: 'REFUNDED',
  })
})

test('an order is partly refunded while its supplementary order keeps money for the rest of it', async () => {
  const { id } = await desk.paid([bag])
  await desk.edit(
    id,
    [
      [bag, 1],
      [belt, 1],
    ],
    90,
  )
  const supplement = await desk.supplementOf(id)
  await desk.pay(supplement.id)
  await desk.asStaff('shipOrder', id, parcel)
  await desk.asStaff('deliverOrder', id)
  const sales = async () => (await shop.call('getSales', { headers: desk.staff.headers })).data
  const unitsOf = async ({ productId }: TestVariant) =>
    (await sales()).topProducts.find((product) => product.productId === productId)?.quantity ?? 0
  const before = { orders: (await sales()).today.now.orders, belts: await unitsOf(belt) }
  await returnOne(id, bag)
  await untilPaidBack(id, 400)
  expect(await everywhere(id)).toMatchObject({
    total: 400,
    refunded: 400,
    state: 'PARTIAL',
    payment: 'PARTIALLY_REFUNDED',
  })
  await expectConsistentSums()
  expect({ orders: (await sales()).today.now.orders, belts: await unitsOf(belt) }).toEqual(before)

  await returnOne(id, belt)
  await untilPaidBack(supplement.id, 90)
  expect(await everywhere(id)).toMatchObject({ state: 'FULL', payment: 'REFUNDED' })
  expect(await everywhere(supplement.id)).toMatchObject({ state: 'FULL', payment: 'REFUNDED' })
  expect((await sales()).today.now.orders).toBe(before.orders - 1)
})
