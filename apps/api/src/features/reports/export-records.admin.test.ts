import { exportFileName } from '@solvane/contract/export-file-name'
import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, homeAddress, makeBuyer, order } from '../../../test/buyers.ts'
import { expectBalancedBooks } from '../../../test/ledger-assertions.ts'
import { openOrderDesk } from '../../../test/order-edits.ts'
import { exchangeableVariants, stockVariants } from '../../../test/product-factory.ts'
import { askReturn, deliveredOrder, inspected, stepReturn } from '../../../test/returns.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { addTaxRule } from '../../../test/taxes.ts'
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
      total: placed.totalAmount.toFixed(2),
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
      spent: placed.totalAmount.toFixed(2),
    },
  ])
  const sales = await linesOf({ kind: 'sales', by: 'product' })
  expect(sales.map(({ product }) => product)).toContain('Shipping')
  expect(sales.reduce((sum, { net }) => sum + Number(net), 0)).toBeCloseTo(placed.totalAmount, 2)
})

/** The column of these records, in cents. */
const sumOf = (records: Record<string, string>[], column: string) =>
  records.reduce((sum, record) => sum + Math.round(Number(record[column]) * 100), 0)

describe('of changed, exchanged and divided orders', () => {
  const march = { from: '2026-03-01', until: '2026-03-31' }
  let desk: Awaited<ReturnType<typeof openOrderDesk>>
  let buyer: Buyer
  beforeAll(async () => {
    desk = await openOrderDesk(shop)
    await addTaxRule(shop, desk.staff, { country: 'CA', mode: 'ADDED', standardRate: 5 })
  })
  beforeEach(async () => {
    await shop.ctx.db.pool.query(`update orders set created_at = '2025-01-01'`)
    buyer = await desk.startAfresh()
  })
  afterEach(() => expectBalancedBooks(shop))
  /** The files of all orders of the shopper. */
  async function files() {
    await shop.ctx.db.pool.query(
      `update orders set created_at = '2026-03-10'::timestamptz + interval '1 second' * number where user_id = $1`,
      [buyer.userId],
    )
    return {
      orders: await linesOf({ kind: 'orders', ...march }),
      lines: await linesOf({ kind: 'orderLines', ...march }),
    }
  }
  /** Whatever an order is, its lines add up to it. */
  function expectLinesAddUp({ orders, lines }: Awaited<ReturnType<typeof files>>) {
    for (const order of orders) {
      const own = lines.filter(({ order_number }) => order_number === order.order_number)
      const of = (column: string) => sumOf([order], column)
      expect(sumOf(own, 'gross')).toBe(of('items'))
      expect(sumOf(own, 'discount')).toBe(of('discount'))
      expect(sumOf(own, 'net')).toBe(of('items') - of('discount'))
      expect(new Set(own.map(({ order_kind, of_order }) => `${order_kind} ${of_order}`))).toEqual(
        new Set([`${order.order_kind} ${order.of_order}`]),
      )
      const addedTax = order.tax_included === 'no' ? of('tax') : 0
      const fees = of('shipping') + of('gift_wrapping')
      expect(of('items') - of('discount') + fees + addedTax - of('billed_separately')).toBe(
        of('total'),
      )
      expect(sumOf(own, 'billed_separately')).toBeLessThanOrEqual(of('billed_separately'))
    }
  }

  test('lines add up to the orders, and nothing counts twice once what is billed separately is taken off', async () => {
    const { id, orderNumber } = await desk.paid([desk.bag, desk.belt])
    const more = [
      [desk.bag, 1],
      [desk.coat, 1],
    ] as const
    await desk.edit(id, more, 460)
    const supplement = await desk.supplementOf(id)
    await desk.pay(supplement.id)
    const found = await files()
    expectLinesAddUp(found)
    expect(found.orders.map((one) => [one.order_number, one.order_kind, one.of_order])).toEqual([
      [orderNumber, 'order', ''],
      [supplement.orderNumber, 'supplement', orderNumber],
    ])
    expect(found.lines.map((line) => [line.order_kind, line.net, line.billed_separately])).toEqual([
      ['order', '400.00', '0.00'],
      ['order', '550.00', '460.00'],
      ['supplement', '460.00', '0.00'],
    ])
    const counted = sumOf(found.lines, 'net') - sumOf(found.lines, 'billed_separately')
    expect(counted).toBe(950_00)
    expect(sumOf(found.orders, 'total')).toBe(counted)
  })

  test('added tax is billed with its line, and a dearer delivery on no line', async () => {
    const { data } = await shop.call('createAddress', {
      headers: buyer.headers,
      body: { ...homeAddress, country: 'CA' },
    })
    const { id } = await order(shop, { ...buyer, addressId: data.id }, [desk.belt])
    await desk.pay(id)
    const delivery = await shop.call('getDeliveryDraft', desk.staff)
    const { version, document } = delivery.data
    const zones = document.zones.map((zone) => ({
      ...zone,
      methods: zone.methods.map((method) => ({ ...method, fee: 25.99 })),
    }))
    const dearer = {
      headers: desk.staff.headers,
      body: { version, document: { ...document, zones } },
    }
    await shop.call('saveDelivery', dearer)
    // A second belt for $90 and ten dollars more for delivery, of which the tax is on both.
    const two = [[desk.belt, 2]] as const
    await desk.edit(id, two, 105, { takesNewDelivery: true })
    const found = await files()
    expectLinesAddUp(found)
    expect(sumOf(found.lines.slice(0, 1), 'billed_separately')).toBe(94_50)
    expect(sumOf(found.orders.slice(0, 1), 'billed_separately')).toBe(105_00)

    // The cancelled supplementary order bills nothing, but the order is still paid without it.
    await desk.asStaff('cancelOrder', (await desk.supplementOf(id)).id, { reason: 'Test' })
    const left = await files()
    expectLinesAddUp(left)
    expect(sumOf(left.orders.slice(0, 1), 'billed_separately')).toBe(105_00)
  })

  test('an exchange names the order of its return', async () => {
    const [one, two] = await exchangeableVariants(shop)
    const placed = await deliveredOrder(shop, { buyer, staff: desk.staff }, [one])
    const wanted = [{ variantId: one.id, exchangeFor: two.id }]
    const asked = await askReturn(shop, buyer, placed.id, wanted, { wish: 'EXCHANGE' })
    await inspected(shop, desk.staff, asked)
    await stepReturn(shop, desk.staff, 'exchangeReturn', asked.id)
    const found = await files()
    expectLinesAddUp(found)
    expect(found.lines.map((one) => [one.order_kind, one.of_order, one.net])).toEqual([
      ['order', '', '200.00'],
      ['exchange', placed.orderNumber, '0.00'],
    ])
  })

  test('every parcel has its carrier and number', async () => {
    const { id } = await desk.paid([desk.bag, desk.belt])
    const send = (variantId: string, carrier: string, trackingNumber: string) =>
      shop.call('sendParcel', {
        headers: desk.staff.headers,
        params: { orderId: id },
        body: { carrier, trackingNumber, items: [{ variantId, quantity: 1 }] },
      })
    const shown = async () =>
      (await files()).orders.map(({ carrier, tracking_number }) => [carrier, tracking_number])
    expect(await shown()).toEqual([['', '']])
    await send(desk.bag.id, 'DHL', 'A1')
    expect(await shown()).toEqual([['DHL', 'A1']])
    await send(desk.belt.id, 'UPS', 'B2')
    expect(await shown()).toEqual([['DHL; UPS', 'A1; B2']])
  })
})

test('a file is named as the back office saves it', async () => {
  for (const [body, name] of [
    [{ kind: 'orderLines' }, 'order-lines-2026-02-01-2026-02-28.csv'],
    [{ kind: 'sales', by: 'country' }, 'sales-by-country-2026-02-01-2026-02-28.csv'],
  ] as const) {
    const { headers } = await ask({ ...period, ...body })
    expect(headers['content-disposition']).toContain(`"${name}"`)
    expect(exportFileName({ ...period, ...body })).toBe(name)
  }
})

test('amounts have two decimals in every file', async () => {
  for (const [body, columns] of [
    [{ kind: 'orders' }, ['items', 'shipping', 'gift_wrapping', 'tax', 'total', 'refunded']],
    [{ kind: 'orderLines' }, ['unit_price', 'gross', 'discount', 'net', 'tax']],
    [{ kind: 'customers' }, ['spent']],
    [{ kind: 'invoices' }, ['net', 'tax', 'gross']],
    [{ kind: 'sales', by: 'country' }, ['gross', 'refunds', 'net', 'net_before']],
  ] as const) {
    const lines = await linesOf({ ...body, from: '2025-01-01', until: '2026-12-31' })
    expect(lines.length, body.kind).toBeGreaterThan(0)
    for (const line of lines)
      for (const column of columns) expect(line[column], column).toMatch(/^-?\d+\.\d\d$/)
  }
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
