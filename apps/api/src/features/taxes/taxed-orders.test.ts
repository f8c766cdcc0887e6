import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aroundToday } from '../../../test/around-today.ts'
import { type Buyer, makeBuyer, order } from '../../../test/buyers.ts'
import { addCoupon } from '../../../test/coupons.ts'
import { emailTo } from '../../../test/emails.ts'
import { attemptsOf, begin } from '../../../test/payments.ts'
import { setPrice, stockVariants, type TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { makeBuyerIn } from '../../../test/returns.ts'
import { signUp } from '../../../test/sign-up.ts'
import { addTaxRule, taxRule } from '../../../test/taxes.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let manager: { headers: Record<string, string> }
let bag: TestVariant
let scarf: TestVariant

beforeAll(async () => {
  shop = await openTestShop()
  manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  const [one, other] = await stockVariants(shop, 2, 1_000)
  if (!other) throw new Error('There is one variant only')
  ;[bag, scarf] = [one, other]
  await setPrice(shop, bag, 12_000)
  await setPrice(shop, scarf, 10_550)
  await shop.ctx.db.pool.query(`update product set tax_class = 'REDUCED' where id = $1`, [
    scarf.productId,
  ])
})
afterAll(() => shop.close())

const itemsOf = (...variants: TestVariant[]) =>
  variants.map(({ id }) => ({ variantId: id, quantity: 1 }))

async function preview({ headers, addressId }: Buyer, items: object[], more: object = {}) {
  return (await shop.call('previewOrder', { headers, body: { items, addressId, ...more } })).data
}

test('by default no rule applies: previews, orders and e-mails are without a word of tax', async () => {
  const buyer = await makeBuyer(shop)
  const seen = await preview(buyer, itemsOf(bag, scarf))
  expect(seen).not.toHaveProperty('tax')
  expect(seen).not.toHaveProperty('duties')
  expect(seen).toMatchObject({ goodsTotalPrice: 225.5, shippingFee: 15.99, finalAmount: 241.49 })
  const placed = await order(shop, buyer, [bag, scarf], { expectedTotal: 241.49 })
  expect(placed).not.toHaveProperty('tax')
  expect(placed).not.toHaveProperty('buyer')
  expect(placed.totalAmount).toBe(241.49)
  const email = await emailTo(shop, buyer.email, 'order-placed')
  expect(email.text).not.toMatch(/\btax/i)
  const { data } = await shop.call('listTaxRules', manager)
  expect(data).toEqual([])
})

describe('in a country whose prices contain the tax', () => {
  let buyer: Buyer
  beforeAll(async () => {
    await addTaxRule(shop, manager, { duties: 'DELIVERED_PAID' })
    buyer = await makeBuyerIn(shop, 'FR')
  })

  test('the total stays, and preview, order, staff and e-mail say what tax it contains', async () => {
    const tax = {
      isIncluded: true,
      amount: 28.17,
      rates: [
        { rate: 20, amount: 22.67 },
        { rate: 5.5, amount: 5.5 },
      ],
    }
    const seen = await preview(buyer, itemsOf(bag, scarf))
    expect(seen).toMatchObject({ finalAmount: 241.49, tax, duties: 'DELIVERED_PAID' })
    const placed = await order(shop, buyer, [bag, scarf], { expectedTotal: 241.49 })
    expect(placed).toMatchObject({ totalAmount: 241.49, tax, duties: 'DELIVERED_PAID' })
    const params = { orderId: placed.id }
    const forStaff = (await shop.call('getOrder', { ...manager, params })).data
    expect(forStaff).toMatchObject({ totalAmount: 241.49, tax, duties: 'DELIVERED_PAID' })
    const email = await emailTo(shop, buyer.email, 'order-placed')
    expect(email.text).toContain('Total: $241.49\nIncludes tax: $28.17')
  })

  test('the coupon’s share of a line lowers its tax', async () => {
    const { code: couponCode } = await addCoupon(shop, { discount_value: 50_00 })
    const seen = await preview(buyer, itemsOf(bag), { couponCode })
    // $60.00 of the bag and $15.99 of delivery.
    expect(seen).toMatchObject({ finalAmount: 75.99, tax: { amount: 12.67 } })
  })

  test('before an address is chosen nothing is said of tax', async () => {
    const { data } = await shop.call('previewOrder', {
      headers: buyer.headers,
      body: { items: itemsOf(bag) },
    })
    expect(data).not.toHaveProperty('tax')
  })

  test('an order keeps its tax when the rule is replaced, and new ones have the new rate', async () => {
    const placed = await order(shop, buyer, [bag])
    await addTaxRule(shop, manager, { standardRate: 25, validFrom: '2021-01-01' })
    const mine = { headers: buyer.headers, params: { orderId: placed.id } }
    expect((await shop.call('getMyOrder', mine)).data.tax).toMatchObject({ amount: 22.67 })
    expect(await preview(buyer, itemsOf(bag))).toMatchObject({ tax: { rates: [{ rate: 25 }] } })
    // A rule of the future is not in force.
    await addTaxRule(shop, manager, { standardRate: 99, validFrom: '2099-01-01' })
    expect(await preview(buyer, itemsOf(bag))).toMatchObject({ tax: { rates: [{ rate: 25 }] } })
    await addTaxRule(shop, manager, { mode: 'NONE', validFrom: '2022-01-01' })
    expect(await preview(buyer, itemsOf(bag))).not.toHaveProperty('tax')
    const { data } = await shop.call('listTaxRules', manager)
    expect(data.map(({ mode, validFrom, isValid }) => [validFrom, mode, isValid])).toEqual([
      ['2099-01-01', 'INCLUDED', false],
      ['2022-01-01', 'NONE', true],
      ['2021-01-01', 'INCLUDED', false],
      ['2020-01-01', 'INCLUDED', false],
    ])
  })
})

describe('in a country whose tax is added to the prices', () => {
  let buyer: Buyer
  beforeAll(async () => {
    const rule = { country: 'CA', mode: 'ADDED', standardRate: 5, deliveryClass: 'ZERO' }
    await addTaxRule(shop, manager, { ...rule, duties: 'CARRIER' })
    buyer = await makeBuyerIn(shop, 'CA')
  })

  test('it is part of the total that the shopper sees, confirms and pays', async () => {
    const seen = await preview(buyer, itemsOf(bag))
    const tax = { isIncluded: false, amount: 6, rates: [{ rate: 5, amount: 6 }] }
    expect(seen).toMatchObject({
      goodsTotalPrice: 120,
      finalAmount: 141.99,
      tax,
      duties: 'CARRIER',
    })
    const untaxed = order(shop, buyer, [bag], { expectedTotal: 135.99 })
    expect(await rejectionOf(untaxed)).toMatchObject({
      code: 'TOTAL_CHANGED',
      details: { finalAmount: 141.99, tax },
    })
    const placed = await order(shop, buyer, [bag], { expectedTotal: 141.99 })
    expect(placed).toMatchObject({ totalAmount: 141.99, tax })
    const email = await emailTo(shop, buyer.email, 'order-placed')
    expect(email.text).toContain('Tax: $6.00\nTotal: $141.99')
    for (const method of ['STRIPE', 'PAYPAL', 'USDT'] as const) {
      await begin(shop, buyer, placed.id, method)
      const attempts = await attemptsOf(shop, placed.id)
      expect(attempts.at(-1)).toMatchObject({ method, amount_cents: 14_199 })
    }
  })

  test('an order that tax makes larger than any payment is rejected', async () => {
    await setPrice(shop, scarf, 99_998_000)
    await addTaxRule(shop, manager, {
      country: 'CA',
      mode: 'ADDED',
      standardRate: 10,
      reducedRate: 10,
      validFrom: '2021-01-01',
    })
    expect(await rejectionOf(order(shop, buyer, [scarf]))).toMatchObject({
      code: 'ORDER_TOO_LARGE',
    })
    await setPrice(shop, scarf, 10_550)
  })

  test('sales count tax that was added as tax that prices contain', async () => {
    const placed = await order(shop, buyer, [bag])
    await shop.call('markOrderPaid', {
      ...manager,
      params: { orderId: placed.id },
      body: { reference: 'Wire' },
    })
    const query = { by: 'country', ...aroundToday() }
    const { data } = await shop.call('getSalesReport', { ...manager, query })
    const row = data.rows.find(({ key }) => key === 'CA')
    expect(row).toMatchObject({ net: placed.totalAmount, refunds: 0 })
    expect(data.days.reduce((sum, { sales }) => sum + sales, 0)).toBeCloseTo(data.total.net, 2)
  })
})

describe('a rule is rejected', () => {
  test.each([
    ['of no country', { country: 'XX' }, 'country'],
    ['without a source', { source: ' ' }, 'source'],
    ['with a rate above 100%', { standardRate: 101 }, 'standardRate'],
    ['with a rate below nothing', { reducedRate: -1 }, 'reducedRate'],
    ['without a day', { validFrom: 'soon' }, 'validFrom'],
  ])('%s', async (_name, wrong, field) => {
    const rejection = await rejectionOf(
      shop.call('addTaxRule', { ...manager, body: { ...taxRule, ...wrong } }),
    )
    expect(rejection).toMatchObject({ code: 'BAD_REQUEST', details: { fields: [{ field }] } })
  })
})

test('a company and its tax number stand on the order, and a wrong number is rejected', async () => {
  const buyer = await makeBuyer(shop)
  const wanted = { company: 'Ada & Co', taxNumber: 'de 136.695.976' }
  const placed = await order(shop, buyer, [bag], wanted)
  const company = { company: 'Ada & Co', taxNumber: 'DE136695976' }
  expect(placed.buyer).toEqual(company)
  const params = { orderId: placed.id }
  expect((await shop.call('getOrder', { ...manager, params })).data.buyer).toEqual(company)
  const rejection = await rejectionOf(order(shop, buyer, [bag], { taxNumber: 'DE12345' }))
  expect(rejection).toMatchObject({
    code: 'BAD_REQUEST',
    details: { fields: [{ field: 'taxNumber' }] },
  })
})
