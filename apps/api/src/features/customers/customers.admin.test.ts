import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, homeAddress, makeBuyer, order } from '../../../test/buyers.ts'
import { addCoupon } from '../../../test/coupons.ts'
import { emailsTo, emailTo } from '../../../test/emails.ts'
import { begin } from '../../../test/payments.ts'
import { stockVariants, type TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let support: SignedUp
let manager: SignedUp
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  ;[variant] = await stockVariants(shop, 1, 1_000)
  support = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
  manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
})
beforeEach(async () => {
  buyer = await makeBuyer(shop)
})
afterAll(() => shop.close())

const list = async (query: Record<string, string | number>) =>
  shop.call('listCustomers', { headers: support.headers, query })
const get = async (customerId: string) =>
  (await shop.call('getCustomer', { headers: support.headers, params: { customerId } })).data
const acts = {
  block: (customerId: string, { headers }: SignedUp = manager) =>
    shop.call('blockCustomer', {
      headers,
      params: { customerId },
      body: { reason: 'Stolen cards' },
    }),
  unblock: (customerId: string, { headers }: SignedUp = manager) =>
    shop.call('unblockCustomer', { headers, params: { customerId } }),
  verify: (customerId: string, { headers }: SignedUp = manager) =>
    shop.call('sendCustomerVerification', { headers, params: { customerId } }),
  export: (customerId: string, { headers }: SignedUp = manager) =>
    shop.call('exportCustomer', { headers, params: { customerId } }),
  delete: (customerId: string, { headers }: SignedUp = manager) =>
    shop.call('deleteCustomer', {
      headers,
      params: { customerId },
      body: { reason: 'Asked by letter' },
    }),
}

/** Records a manual payment of an order. */
async function pay(orderId: string) {
  const { headers } = manager
  await shop.call('markOrderPaid', { headers, params: { orderId }, body: { reference: 'Wire' } })
}

describe('the list of customers', () => {
  test('can be searched by e-mail and name, and contains no staff', async () => {
    await shop.call('updateProfile', {
      headers: buyer.headers,
      body: { nickName: 'Séraphine 100%' },
    })
    for (const q of [buyer.email.toUpperCase(), buyer.email.slice(2, 15), 'séraphine', '100%'])
      expect(
        (await list({ q })).data.map(({ id }) => id),
        q,
      ).toContain(buyer.userId)
    for (const q of ['_', `${buyer.email}%`, manager.email])
      expect(await list({ q }), q).toMatchObject({ total: 0, data: [] })
  })

  test('shows what each has paid, less refunds', async () => {
    const [one, two] = [await order(shop, buyer, [variant]), await order(shop, buyer, [variant])]
    await pay(one.id)
    await shop.call('refundOrder', {
      headers: manager.headers,
      params: { orderId: one.id },
      body: { amount: 10, reason: 'Wire', key: 'k' },
    })
    expect((await list({ q: buyer.email })).data).toMatchObject([
      { orders: 2, spent: one.totalAmount - 10, lastOrderAt: two.createdAt, blockedAt: null },
    ])
  })

  test('can be filtered by state, and its pages do not overlap', async () => {
    await acts.block(buyer.userId)
    const ids = async (query: Record<string, string>) =>
      (await list({ q: buyer.email, ...query })).data.map(({ id }) => id)
    expect(await ids({ state: 'BLOCKED' })).toEqual([buyer.userId])
    expect(await ids({ state: 'ACTIVE' })).toEqual([])
    expect(await ids({ state: 'UNVERIFIED' })).toEqual([buyer.userId])
    for (const sort of ['createdAt', 'email']) {
      const { total } = await list({ sort, size: 1 })
      await shop.ctx.db.pool.query(
        `update users set created_at = '2026-01-01T00:00:00Z' where role = 'USER'`,
      )
      const pages = Array.from({ length: Math.ceil(total / 3) }, (_, index) =>
        list({ sort, size: 3, page: index + 1 }),
      )
      const seen = (await Promise.all(pages)).flatMap(({ data }) => data.map(({ id }) => id))
      expect(new Set(seen).size).toBe(total)
    }
  })
})

test('a customer is shown with their orders and conversations', async () => {
  const { code } = await addCoupon(shop)
  const placed = await order(shop, buyer, [variant], { couponCode: code })
  expect(await get(buyer.userId)).toMatchObject({
    email: buyer.email,
    name: 'Ada',
    isStaff: false,
    isEmailVerified: false,
    addresses: 1,
    sessions: 1,
    orders: 1,
    spent: 0,
    ordersUnderWay: 1,
    coupons: [{ code, orderId: placed.id, releasedAt: null }],
  })
  expect(await get(manager.userId)).toMatchObject({ isStaff: true })
  expect(await rejectionOf(get(crypto.randomUUID()))).toMatchObject({
    status: 404,
    code: 'CUSTOMER_NOT_FOUND',
  })
})

describe('blocking a customer', () => {
  test('ends every session at once, and prevents sign-in until it is lifted', async () => {
    const placed = await order(shop, buyer, [variant])
    const login = () =>
      shop.call('login', { body: { email: buyer.email, password: buyer.password } })
    const { data: elsewhere } = await login()
    const { data } = await acts.block(buyer.userId)
    expect(data).toMatchObject({ blockedReason: 'Stolen cards', sessions: 0 })
    const sessions = [buyer.accessToken, elsewhere.accessToken]
    for (const token of sessions)
      expect(
        await rejectionOf(
          shop.call('getProfile', { headers: { authorization: `Bearer ${token}` } }),
        ),
      ).toMatchObject({ status: 401 })
    const body = { refreshToken: elsewhere.refreshToken }
    expect(await rejectionOf(shop.call('refresh', { body }))).toMatchObject({ status: 401 })
    expect(await rejectionOf(login())).toMatchObject({ code: 'LOGIN_FAILED' })
    // Existing orders continue.
    await pay(placed.id)
    expect((await acts.unblock(buyer.userId)).data).toMatchObject({
      blockedAt: null,
      blockedReason: null,
    })
    await login()
    expect(await rejectionOf(shop.call('refresh', { body }))).toMatchObject({ status: 401 })
  })

  test('the reason is never shown to the shopper', async () => {
    await acts.block(buyer.userId)
    await acts.unblock(buyer.userId)
    await acts.block(buyer.userId)
    const rejected = await rejectionOf(shop.call('getProfile', { headers: buyer.headers }))
    const { data } = await acts.export(buyer.userId)
    expect(JSON.stringify([rejected, data])).not.toContain('Stolen cards')
  })
})

describe('an unconfirmed address', () => {
  test('gets another e-mail, whose link confirms it', async () => {
    await acts.verify(buyer.userId)
    const { token } = await emailTo(shop, buyer.email, 'verify-email')
    await shop.call('verifyEmail', { body: { token } })
    expect(await get(buyer.userId)).toMatchObject({ isEmailVerified: true })
    expect(await rejectionOf(acts.verify(buyer.userId))).toMatchObject({ code: 'EMAIL_VERIFIED' })
  })
})

describe('a customer’s data', () => {
  test('can be exported as by the customer, and the export is recorded', async () => {
    await order(shop, buyer, [variant])
    const own = await shop.call('exportMyData', { headers: buyer.headers })
    const { data } = await acts.export(buyer.userId)
    expect(data).toEqual(own.data)
    const { rows } = await shop.ctx.db.pool.query(
      'select call, outcome from audit_entry where actor_id = $1 and target = $2',
      [manager.userId, buyer.userId],
    )
    expect(rows).toEqual([{ call: 'exportCustomer', outcome: 'DONE' }])
  })

  test('can be deleted on request, but not while an order is under way', async () => {
    const placed = await order(shop, buyer, [variant])
    await begin(shop, buyer, placed.id, 'COD')
    expect(await rejectionOf(acts.delete(buyer.userId))).toMatchObject({
      status: 409,
      code: 'ORDERS_UNDER_WAY',
    })
    expect(await get(buyer.userId)).toMatchObject({ email: buyer.email, addresses: 1 })
    const params = { orderId: placed.id }
    await shop.call('cancelMyOrder', { headers: buyer.headers, params, body: {} })
    await acts.delete(buyer.userId)
    expect(await rejectionOf(get(buyer.userId))).toMatchObject({ code: 'CUSTOMER_NOT_FOUND' })
    expect(await rejectionOf(acts.delete(buyer.userId))).toMatchObject({
      code: 'CUSTOMER_NOT_FOUND',
    })
    expect(await rejectionOf(shop.call('getProfile', { headers: buyer.headers }))).toMatchObject({
      status: 401,
    })
    expect(await emailsTo(shop, buyer.email)).toEqual([])
    const { data } = await shop.call('getOrder', { headers: support.headers, params })
    expect(JSON.stringify(data)).not.toContain(homeAddress.fullName)
    // The address can be registered again.
    await makeBuyer(shop, { email: buyer.email })
  })
})

test.each(Object.entries(acts))(
  '“%s” is for managers, and never for a staff account',
  async (_name, act) => {
    expect(await rejectionOf(act(buyer.userId, support))).toMatchObject({ status: 403 })
    expect(await rejectionOf(act(buyer.userId, buyer))).toMatchObject({ status: 403 })
    for (const { userId } of [support, manager])
      expect(await rejectionOf(act(userId))).toMatchObject({ status: 409, code: 'STAFF_ACCOUNT' })
    expect(await get(support.userId)).toMatchObject({ blockedAt: null, sessions: 1 })
  },
)

test('a name that is a script is returned as text, and can be searched for', async () => {
  const nickName = '<script>alert(1)</script>'
  await shop.call('updateProfile', { headers: buyer.headers, body: { nickName } })
  expect((await list({ q: '<script>' })).data).toMatchObject([{ id: buyer.userId, name: nickName }])
})
