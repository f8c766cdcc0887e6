import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { homeAddress, makeBuyer, order } from '../../../test/buyers.ts'
import { stockVariants } from '../../../test/product-factory.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let manager: SignedUp
const period = { from: '2026-02-01', until: '2026-02-28' }

beforeAll(async () => {
  shop = await openTestShop()
  manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
})
afterAll(() => shop.close())

const ask = (body: object, { headers } = manager) =>
  shop.app.inject({ method: 'POST', url: '/api/admin/exports', headers, payload: body })
/** The lines of a file, by the names of its columns. */
async function linesOf(body: object): Promise<Record<string, string>[]> {
  const answer = await ask({ ...period, ...body })
  expect(answer.statusCode, answer.body).toBe(200)
  return parse(answer.body, { bom: true, columns: true }) as Record<string, string>[]
}

test('orders, their lines, customers and sales of a period agree, in the shop’s time zone', async () => {
  const [first, second] = await stockVariants(shop, 2, 100)
  const buyer = await makeBuyer(shop)
  const variants = [first, ...(second ? [second] : [])]
  const placed = await order(shop, buyer, variants, {
    quantity: 2,
    remark: '=SUM(1), "quoted"\nnew line',
  })
  const outside = await order(shop, buyer, variants)
  const headers = manager.headers
  const body = { reference: 'Bank transfer' }
  await shop.call('markOrderPaid', { headers, params: { orderId: placed.id }, body })
  const at = async (id: string, time: string, table: 'orders' | 'users') =>
    shop.ctx.db.pool.query(`update ${table} set created_at = $1 where id = $2`, [time, id])
  await at(placed.id, '2026-02-28T22:59:59.123456Z', 'orders')
  await at(outside.id, '2026-02-28T23:00:00Z', 'orders')
  await at(buyer.userId, '2026-02-03T10:00:00Z', 'users')

  const orders = await linesOf({ kind: 'orders' })
  expect(orders).toMatchObject([
    {
      order_number: placed.orderNumber,
      placed_at: '2026-02-28 23:59:59',
      email: buyer.email,
      name: homeAddress.fullName,
      // A telephone number would be a formula.
      phone: `'${homeAddress.phoneNumber}`,
      total: String(placed.totalAmount),
      payment_method: 'MANUAL',
      remark: `'=SUM(1), "quoted"\nnew line`,
    },
  ])
  const lines = await linesOf({ kind: 'orderLines' })
  expect(lines.map(({ quantity }) => quantity)).toEqual(['2', '2'])
  const sum = lines.reduce((sum, { net }) => sum + Number(net), 0)
  expect(sum + Number(orders[0]?.shipping)).toBeCloseTo(placed.totalAmount, 2)
  expect(await linesOf({ kind: 'customers' })).toMatchObject([
    {
      email: buyer.email,
      registered_at: '2026-02-03 11:00:00',
      orders: '2',
      spent: String(placed.totalAmount),
    },
  ])
  const sales = await linesOf({ kind: 'sales', by: 'product' })
  expect(sales.map(({ product }) => product)).toContain('Shipping')
  expect(sales.reduce((sum, { net }) => sum + Number(net), 0)).toBeCloseTo(placed.totalAmount, 2)
})

test('a file of many pages has every record once', async () => {
  // All at one instant, which the pages divide.
  await shop.ctx.db.pool.query(`
    insert into users (id, email, role, password_hash, created_at)
    select gen_random_uuid(), 'many-' || n || '@example.com', 'USER', 'none', '2025-06-01T10:00:00.000123Z'
    from generate_series(1, 2500) n`)
  const lines = await linesOf({ kind: 'customers', from: '2025-06-01', until: '2025-06-01' })
  expect(new Set(lines.map(({ email }) => email)).size).toBe(2_500)
  expect(lines).toHaveLength(2_500)
})

test('files with personal data are for managers, and who took one is in the audit log', async () => {
  const support = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
  expect((await ask({ ...period, kind: 'customers' }, support)).statusCode).toBe(403)
  await linesOf({ kind: 'customers' })
  const owner = await signUp(shop, { role: 'ADMIN', staffRole: 'OWNER' })
  const query = { call: 'exportRecords', size: 1 }
  const { data } = await shop.call('listAuditEntries', { headers: owner.headers, query })
  expect(data[0]).toMatchObject({ actor: { id: manager.userId }, outcome: 'DONE' })
  expect((await ask({ kind: 'orders', from: '2026-02-02', until: '2026-02-01' })).statusCode).toBe(
    400,
  )
})
