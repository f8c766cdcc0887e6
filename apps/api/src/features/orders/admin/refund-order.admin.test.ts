import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { expectBalancedBooks, stockOf } from '../../../../test/ledger-assertions.ts'
import { begin, capturePayment, press, untilStatus } from '../../../../test/payments.ts'
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

const parcel = { carrier: 'DHL', trackingNumber: 'JD0146' }
const refund = (orderId: string, amount: number, key: string = crypto.randomUUID()) =>
  shop.call('refundOrder', {
    headers: staff.headers,
    params: { orderId },
    body: { amount, reason: 'A scratch', key },
  })
const cancel = (orderId: string) =>
  shop.call('cancelOrder', {
    headers: staff.headers,
    params: { orderId },
    body: { reason: 'A flaw in the leather' },
  })
const get = async (orderId: string) => {
  const { data } = await shop.call('getMyOrder', { headers: buyer.headers, params: { orderId } })
  return data
}

async function paid() {
  const { id } = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, id, 'STRIPE')
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  return get(id)
}
const until = (id: string, wanted: object) =>
  vi.waitFor(async () => expect(await get(id)).toMatchObject(wanted), { timeout: 60_000 })

test('other money that is paid back is no refund of an order whose cash is expected', async () => {
  const { id, totalAmount } = await order(shop, buyer, [variant])
  const { paymentId } = await begin(shop, buyer, id, 'STRIPE')
  await begin(shop, buyer, id, 'COD')
  await capturePayment(shop, paymentId, 5)
  const key = crypto.randomUUID()
  const input = { headers: staff.headers, params: { orderId: id } }
  const body = { amount: 5, reason: 'Wire', key, byHand: true, paymentId }
  await shop.call('refundOrder', { ...input, body })
  const unpaid = { refundedAmount: 0, refundState: 'NONE', paymentMethod: 'COD' }
  expect(await get(id)).toMatchObject({ ...unpaid, paymentStatus: 'PENDING' })
  const query = { customerId: buyer.userId, method: 'COD', paymentStatus: 'PENDING' }
  const { data } = await shop.call('listOrders', { headers: staff.headers, query })
  expect(data).toMatchObject([{ id, ...unpaid }])
  await shop.call('shipOrder', { ...input, body: parcel })
  await shop.call('collectCash', input)
  expect(await get(id)).toMatchObject({ ...unpaid, totalAmount, paymentStatus: 'PAID' })
})

test('a partial refund leaves the order’s state unchanged', async () => {
  const { id } = await paid()
  await refund(id, 10.01)
  await until(id, {
    refundedAmount: 10.01,
    paymentStatus: 'PARTIALLY_REFUNDED',
    status: 'PROCESSING',
  })
  await shop.call('shipOrder', { headers: staff.headers, params: { orderId: id }, body: parcel })
})

test('a refund requested twice with one key is made once', async () => {
  const { id } = await paid()
  await Promise.all([refund(id, 5, 'once'), refund(id, 5, 'once')])
  await until(id, { refundedAmount: 5 })
  expect(await rejectionOf(refund(id, 6, 'once'))).toMatchObject({
    code: 'REFUND_KEY_REUSED',
  })
})

test('refunds never exceed the payment, even concurrent ones', async () => {
  const { id, totalAmount } = await paid()
  const half = Math.ceil((totalAmount / 2) * 100) / 100 + 1
  const outcomes = await Promise.all(
    [1, 2, 3].map(() =>
      refund(id, half).then(
        () => 'asked',
        ({ code }) => code,
      ),
    ),
  )
  expect(outcomes.toSorted()).toEqual(['REFUND_TOO_LARGE', 'REFUND_TOO_LARGE', 'asked'])
  await until(id, { refundedAmount: half })
  expect(await rejectionOf(refund(id, totalAmount))).toMatchObject({ code: 'REFUND_TOO_LARGE' })
})

test.each([
  [0, 'Please write more than 0'],
  [-1, 'Please write at least 0'],
  [0.001, 'Please use at most two decimals'],
])('a refund of %d is rejected with the allowed range', async (amount, message) => {
  const { id } = await paid()
  expect(await rejectionOf(refund(id, amount))).toMatchObject({
    status: 400,
    details: { fields: [{ field: 'amount', message }] },
  })
})

test('a refund of an unpaid order is rejected', async () => {
  expect(await rejectionOf(refund((await order(shop, buyer, [variant])).id, 1))).toMatchObject({
    code: 'REFUND_TOO_LARGE',
  })
})

test.each(['rest 2', 'rest 1', '2'])(
  'an order with a refund under the key %j can be cancelled',
  async (key) => {
    const { id, totalAmount } = await paid()
    await refund(id, 1, key)
    await until(id, { refundedAmount: 1 })
    expect((await cancel(id)).data.status).toBe('CANCELLED')
    await until(id, { refundedAmount: totalAmount, paymentStatus: 'REFUNDED' })
  },
)

test.each(['system:1', 'return:1'])(
  'staff cannot use the key %s of another refund',
  async (key) => {
    const { id } = await paid()
    expect(await rejectionOf(refund(id, 1, key))).toMatchObject({
      code: 'BAD_REQUEST',
      details: { fields: [{ field: 'key' }] },
    })
  },
)

test('a refund is shown wherever the order is: partial or full', async () => {
  const { id, totalAmount } = await paid()
  const shown = async () => {
    const [mine, open, list] = await Promise.all([
      get(id),
      shop.call('getOrder', { headers: staff.headers, params: { orderId: id } }),
      shop.call('listOrders', { headers: staff.headers, query: { q: mineNumber } }),
    ])
    return [mine, open.data, ...list.data].map(({ refundState, refundedAmount }) => [
      refundState,
      refundedAmount,
    ])
  }
  const mineNumber = (await get(id)).orderNumber
  const thrice = (state: string, amount: number) => Array.from({ length: 3 }, () => [state, amount])
  expect(await shown()).toEqual(thrice('NONE', 0))
  await refund(id, 5)
  await until(id, { refundedAmount: 5 })
  expect(await shown()).toEqual(thrice('PARTIAL', 5))
  await refund(id, Math.round((totalAmount - 5) * 100) / 100)
  await until(id, { refundedAmount: totalAmount })
  expect(await shown()).toEqual(thrice('FULL', totalAmount))
})

test('cancelling refunds the rest, and restocks the items', async () => {
  const { id, totalAmount } = await paid()
  await refund(id, 10)
  await until(id, { refundedAmount: 10 })
  expect((await cancel(id)).data.status).toBe('CANCELLED')
  await until(id, { refundedAmount: totalAmount, paymentStatus: 'REFUNDED' })
  expect(await stockOf(shop, variant.id)).toBe(1_000)
})
