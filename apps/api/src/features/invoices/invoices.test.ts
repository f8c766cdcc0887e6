import type { Order } from '@solvane/contract/orders'
import { toLocalTime } from '@solvane/contract/time-zone'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aroundToday } from '../../../test/around-today.ts'
import { type Buyer, makeBuyer, order } from '../../../test/buyers.ts'
import { addCoupon } from '../../../test/coupons.ts'
import { emailTo } from '../../../test/emails.ts'
import { brokenRules } from '../../../test/ledger-assertions.ts'
import { begin, capturePayment, press, refundsOf, untilStatus } from '../../../test/payments.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import { setPrice, stockVariants, type TestVariant } from '../../../test/product-factory.ts'
import {
  askReturn,
  deliveredOrder,
  inspected,
  makeBuyerIn,
  stepReturn,
} from '../../../test/returns.ts'
import { signUp } from '../../../test/sign-up.ts'
import { addTaxRule } from '../../../test/taxes.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let staff: Buyer
let bag: TestVariant
let scarf: TestVariant

beforeAll(async () => {
  shop = await openTestShop()
  staff = await makeBuyer(shop, { role: 'ADMIN' })
  const [one, other] = await stockVariants(shop, 2, 10_000)
  if (!other) throw new Error('There is one variant only')
  ;[bag, scarf] = [one, other]
  await setPrice(shop, bag, 12_000)
  await setPrice(shop, scarf, 10_550)
  await shop.ctx.db.pool.query(`update product set tax_class = 'REDUCED' where id = $1`, [
    scarf.productId,
  ])
  await addTaxRule(shop, staff)
  await addTaxRule(shop, staff, { country: 'CA', mode: 'ADDED', standardRate: 5, reducedRate: 5 })
})
afterAll(async () => {
  expect(await brokenRules(shop.ctx.db.pool)).toEqual([])
  await shop.close()
})

async function seenBy(buyer: Pick<Buyer, 'headers'>, { id }: Pick<Order, 'id'>): Promise<Order> {
  const input = { headers: buyer.headers, params: { orderId: id } }
  return (await shop.call('getMyOrder', input)).data
}

/** The documents of an order, once there are this many. */
function documentsOf(buyer: Pick<Buyer, 'headers'>, placed: Pick<Order, 'id'>, count: number) {
  return vi.waitFor(
    async () => {
      const { documents } = await seenBy(buyer, placed)
      if (documents.length !== count) throw new Error(`There are ${documents.length}`)
      return documents
    },
    { timeout: 60_000, interval: 50 },
  )
}

async function paid(buyer: Buyer, variants: TestVariant[], options = {}): Promise<Order> {
  const placed = await order(shop, buyer, variants, { source: 'buyNow', ...options })
  await shop.call('markOrderPaid', {
    headers: staff.headers,
    params: { orderId: placed.id },
    body: { reference: 'Wire' },
  })
  return seenBy(buyer, placed)
}

function refund(placed: Pick<Order, 'id'>, amount: number) {
  return shop.call('refundOrder', {
    headers: staff.headers,
    params: { orderId: placed.id },
    body: { amount, reason: 'A scratch', key: crypto.randomUUID() },
  })
}

const fileOf = (headers: Record<string, string>, orderId: string, invoiceId: string) =>
  shop.app.inject({ url: `/api/orders/my/${orderId}/invoices/${invoiceId}`, headers })

/** The stored content of a document. */
async function storedOf(id: string | undefined) {
  const { rows } = await shop.ctx.db.pool.query('select * from invoice where id = $1', [id])
  return rows[0]
}

/** The year in the shop's time zone. */
const yearNow = () => toLocalTime(new Date(), 'Europe/Paris').slice(0, 4)

describe('an order gets its invoice', () => {
  test('when it is paid, of its total and tax to the cent, and keeps it', async () => {
    const buyer = await makeBuyerIn(shop, 'FR')
    const placed = await order(shop, buyer, [bag, scarf])
    expect(placed.documents).toEqual([])
    const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
    await press(shop, attempt, 'approve')
    await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
    const [invoice] = await documentsOf(buyer, placed, 1)
    expect(invoice).toMatchObject({
      kind: 'INVOICE',
      number: expect.stringMatching(new RegExp(`^INV-${yearNow()}-\\d{6}$`)),
      amount: placed.totalAmount,
    })
    expect(await storedOf(invoice?.id)).toMatchObject({ gross_cents: 24_149, tax_cents: 2_817 })
    const email = await emailTo(shop, buyer.email, 'order-paid')
    expect(email.text).toContain(`Your invoice ${invoice?.number} is on the page of your order.`)
    const params = { orderId: placed.id }
    await shop.call('shipOrder', {
      headers: staff.headers,
      params,
      body: { carrier: 'DHL', trackingNumber: '1' },
    })
    expect((await seenBy(buyer, placed)).documents).toEqual([invoice])
    const forStaff = (await shop.call('getOrder', { headers: staff.headers, params })).data
    expect(forStaff.documents).toEqual([invoice])
  })

  test('when something of it is sent, if it is paid in cash on delivery', async () => {
    const buyer = await makeBuyer(shop)
    await shop.ctx.db.pool.query('update users set email_verified_at = now() where id = $1', [
      buyer.userId,
    ])
    const placed = await order(shop, buyer, [bag, scarf])
    await begin(shop, buyer, placed.id, 'COD')
    expect((await seenBy(buyer, placed)).documents).toEqual([])
    const input = { headers: staff.headers, params: { orderId: placed.id } }
    const parcel = { carrier: 'DHL', trackingNumber: '1' }
    const items = [{ variantId: bag.id, quantity: 1 }]
    await shop.call('sendParcel', { ...input, body: { ...parcel, items } })
    const { documents } = await seenBy(buyer, placed)
    expect(documents).toMatchObject([{ kind: 'INVOICE', amount: placed.totalAmount }])
    await shop.call('shipOrder', { ...input, body: parcel })
    await shop.call('deliverOrder', input)
    await shop.call('collectCash', input)
    expect((await seenBy(buyer, placed)).documents).toEqual(documents)
  })

  test('with no line of tax where no rule applies', async () => {
    const buyer = await makeBuyer(shop)
    const { id, documents } = await paid(buyer, [bag])
    const { rawPayload } = await fileOf(buyer.headers, id, documents[0]?.id ?? '')
    expect(pdfText(rawPayload)).not.toMatch(/Includes|Net/)
    expect(await storedOf(documents[0]?.id)).toMatchObject({ tax_cents: 0 })
  })
})

describe('numbers', () => {
  test('have no gap and no double under thirty concurrent payments', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, () => makeBuyerIn(shop, 'FR')))
    const orders = []
    for (let at = 0; at < 30; at += 1) {
      const buyer = buyers[at % buyers.length]
      if (!buyer) continue
      const placed = await order(shop, buyer, [bag], { source: 'buyNow' })
      orders.push({ placed, buyer, attempt: await begin(shop, buyer, placed.id, 'STRIPE') })
    }
    await Promise.all(
      orders.map(({ placed, attempt }) =>
        capturePayment(shop, attempt.paymentId, placed.totalAmount),
      ),
    )
    const numbers = await Promise.all(
      orders.map(async ({ buyer, placed }) => (await documentsOf(buyer, placed, 1))[0]?.number),
    )
    expect(new Set(numbers).size).toBe(30)
    expect(await brokenRules(shop.ctx.db.pool)).toEqual([])
  })

  test('are given again after a transaction that was rolled back', async () => {
    const lastOf = async () => {
      const { rows } = await shop.ctx.db.pool.query(
        `select last from invoice_series where prefix like 'INV-%'`,
      )
      return rows[0]?.last
    }
    const last = await lastOf()
    const buyer = await makeBuyer(shop)
    const placed = await order(shop, buyer, [bag])
    const pay = () =>
      shop.call('markOrderPaid', {
        headers: staff.headers,
        params: { orderId: placed.id },
        body: { reference: 'Wire' },
      })
    // The e-mail is written after the invoice, in the same transaction.
    const { pool } = shop.ctx.db
    await pool.query(
      `alter table mail add constraint no_mail check (kind <> 'order-paid') not valid`,
    )
    await expect(pay()).rejects.toMatchObject({ status: 500 })
    expect(await lastOf()).toBe(last)
    expect((await seenBy(buyer, placed)).documents).toEqual([])
    await pool.query('alter table mail drop constraint no_mail')
    await pay()
    expect(await lastOf()).toBe(last + 1)
  })

  test('begin with 1 in a new year and with a new prefix', async () => {
    const buyer = await makeBuyer(shop)
    const settings = await shop.call('getInvoicing', { headers: staff.headers })
    const save = (version: string, invoicePrefix: string) =>
      shop.call('saveInvoicing', {
        headers: staff.headers,
        body: { version, document: { ...settings.data.document, invoicePrefix } },
      })
    const { data } = await save(settings.data.version, 'SOL')
    const { documents } = await paid(buyer, [bag])
    expect(documents[0]?.number).toBe(`SOL-${yearNow()}-000001`)
    await save(data.version, settings.data.document.invoicePrefix)
  })
})

describe('credit notes', () => {
  test('are issued for refunds of any amount, and add up to the invoice and its tax', async () => {
    const buyer = await makeBuyerIn(shop, 'FR')
    const placed = await paid(buyer, [bag, scarf])
    await refund(placed, 10.01)
    const first = await documentsOf(buyer, placed, 2)
    expect(first[1]).toMatchObject({
      kind: 'CREDIT_NOTE',
      number: expect.stringMatching(/^CN-\d{4}-\d{6}$/),
      amount: 10.01,
    })
    const email = await emailTo(shop, buyer.email, 'order-refunded')
    expect(email.text).toContain(
      `Your credit note ${first[1]?.number} is on the page of your order.`,
    )
    await refund(placed, 231.48)
    const documents = await documentsOf(buyer, placed, 3)
    const notes = await Promise.all(documents.slice(1).map(({ id }) => storedOf(id)))
    const sum = (field: string) => notes.reduce((total, note) => total + note[field], 0)
    expect([sum('gross_cents'), sum('tax_cents')]).toEqual([24_149, 2_817])
  })

  test.each([
    ['contain it', 'FR', 12_000, 2_000],
    ['do not', 'CA', 12_600, 600],
  ])('of a returned line bear its tax where prices %s', async (_name, country, gross, tax) => {
    const buyer = await makeBuyerIn(shop, country)
    const placed = await deliveredOrder(shop, { buyer, staff }, [bag, scarf])
    const asked = await askReturn(shop, buyer, placed.id, [{ variantId: bag.id }])
    const found = await inspected(shop, staff, asked)
    expect(found.refund?.amount).toBe(gross / 100)
    await stepReturn(shop, staff, 'refundReturn', asked.id, { amount: gross / 100 })
    const [, note] = await documentsOf(buyer, placed, 2)
    const stored = await storedOf(note?.id)
    expect(stored).toMatchObject({ gross_cents: gross, tax_cents: tax })
    expect(stored.content.parts).toMatchObject([{ key: bag.id, grossCents: gross, taxCents: tax }])
    expect(stored.content.credits).toMatchObject({ reason: 'Returned goods' })
  })

  test('of a return say how many of how many came back, and the fee that was kept', async () => {
    const buyer = await makeBuyer(shop)
    const placed = await deliveredOrder(shop, { buyer, staff }, [bag, scarf], { quantity: 3 })
    const [invoice] = await documentsOf(buyer, placed, 1)
    const giveBack = async (quantity: number, feePercent: number, number: number) => {
      const lines = [{ variantId: bag.id, quantity }]
      const asked = await askReturn(shop, buyer, placed.id, lines)
      const { refund } = await inspected(shop, staff, asked, { feePercent })
      await stepReturn(shop, staff, 'refundReturn', asked.id, { amount: refund.amount })
      const note = (await documentsOf(buyer, placed, number)).at(-1)
      expect(note?.amount).toBe(refund.amount)
      const { rawPayload } = await fileOf(buyer.headers, placed.id, note?.id ?? '')
      return { asked, id: note?.id, lines: pdfText(rawPayload).split('\n') }
    }
    const first = await giveBack(1, 30, 2)
    expect(first.lines).toContain('Returned: 1 of 3')
    expect(first.lines.join(' ')).toContain(
      `Return ${first.asked.returnNumber}: $120.00 was paid for the goods, and a restocking fee of $36.00 was kept.`,
    )
    expect(first.lines).toContain('$84.00')
    for (const heading of ['Qty', 'Price']) expect(first.lines).not.toContain(heading)
    const second = await giveBack(2, 0, 3)
    expect(second.lines).toContain('Returned: 2 of 3')
    expect(second.lines.join(' ')).not.toContain('restocking fee')

    // Those of any other refund are of amounts, and an invoice has its units.
    await refund(placed, 5)
    const note = (await documentsOf(buyer, placed, 4)).at(-1)
    const other = await fileOf(buyer.headers, placed.id, note?.id ?? '')
    expect(pdfText(other.rawPayload)).not.toMatch(/Returned|Qty/)
    const own = await fileOf(buyer.headers, placed.id, invoice?.id ?? '')
    expect(pdfText(own.rawPayload).split('\n')).toEqual(expect.arrayContaining(['Qty', 'Price']))

    // A credit note from before the layout changed keeps its file.
    await shop.ctx.db.pool.query(`update invoice set content = content - 'layout' where id = $1`, [
      first.id,
    ])
    const before = await fileOf(buyer.headers, placed.id, first.id ?? '')
    expect(pdfText(before.rawPayload).split('\n')).toContain('Qty')
  })

  test('of a return state a fee of thousands', async () => {
    await setPrice(shop, bag, 9_800_00)
    const buyer = await makeBuyer(shop)
    const placed = await deliveredOrder(shop, { buyer, staff }, [bag])
    await setPrice(shop, bag, 120_00)
    const asked = await askReturn(shop, buyer, placed.id, [{ variantId: bag.id }])
    const { refund } = await inspected(shop, staff, asked, { feePercent: 45 })
    expect(refund).toMatchObject({ goods: 9_800, fee: 4_410, amount: 5_390 })
    await stepReturn(shop, staff, 'refundReturn', asked.id, { amount: refund.amount })
    const [, note] = await documentsOf(buyer, placed, 2)
    const stored = await storedOf(note?.id)
    expect(stored).toMatchObject({ gross_cents: 5_390_00 })
    expect(stored.content.credits.ofReturn).toMatchObject({
      goodsCents: 9_800_00,
      feeCents: 4_410_00,
    })
  })

  test('are not issued for other money that is paid back while cash is expected', async () => {
    const buyer = await makeBuyer(shop)
    const placed = await order(shop, buyer, [bag, scarf])
    const { paymentId } = await begin(shop, buyer, placed.id, 'STRIPE')
    await begin(shop, buyer, placed.id, 'COD')
    await capturePayment(shop, paymentId, 50)
    const input = { headers: staff.headers, params: { orderId: placed.id } }
    const key = crypto.randomUUID()
    const body = { amount: 50, reason: 'Wire', key, byHand: true, paymentId }
    await shop.call('refundOrder', { ...input, body })
    await shop.call('shipOrder', { ...input, body: { carrier: 'DHL', trackingNumber: '1' } })
    await shop.call('deliverOrder', input)
    expect((await seenBy(buyer, placed)).documents).toMatchObject([{ kind: 'INVOICE' }])
    await shop.call('collectCash', input)
    await refund(placed, placed.totalAmount)
    expect((await documentsOf(buyer, placed, 2)).at(-1)?.amount).toBe(placed.totalAmount)
  })

  test('of an order that was paid with less credit all of it once that is paid back', async () => {
    const buyer = await makeBuyerIn(shop, 'FR')
    const placed = await order(shop, buyer, [bag, scarf])
    const { paymentId } = await begin(shop, buyer, placed.id, 'STRIPE')
    await capturePayment(shop, paymentId, placed.totalAmount - 40)
    const params = { orderId: placed.id }
    const body = { reference: 'A goodwill' }
    await shop.call('markOrderPaid', { headers: staff.headers, params, body })
    const [invoice] = await documentsOf(buyer, placed, 1)
    expect(invoice?.amount).toBe(placed.totalAmount)
    const payBack = (amount: number) =>
      shop.call('refundOrder', {
        headers: staff.headers,
        params,
        body: { amount, reason: 'Wire', key: crypto.randomUUID(), byHand: true },
      })
    await payBack(50)
    expect((await documentsOf(buyer, placed, 2)).at(-1)?.amount).toBe(50)
    await payBack(placed.totalAmount - 40 - 50)
    const documents = await documentsOf(buyer, placed, 3)
    expect(documents.at(-1)?.amount).toBe(placed.totalAmount - 50)
    const [billed, ...notes] = await Promise.all(documents.map(({ id }) => storedOf(id)))
    const tax = notes.reduce((sum, note) => sum + note.tax_cents, 0)
    expect(tax).toBe(billed.tax_cents)
  })

  test('of a cancelled order credit all of it; of one that was never invoiced there is none', async () => {
    const buyer = await makeBuyerIn(shop, 'FR')
    const { code: couponCode } = await addCoupon(shop, { discount_value: 33_33 })
    const placed = await paid(buyer, [bag, scarf], { couponCode })
    await shop.call('cancelMyOrder', {
      headers: buyer.headers,
      params: { orderId: placed.id },
      body: {},
    })
    await refund(placed, placed.totalAmount)
    const [invoice, note] = await documentsOf(buyer, placed, 2)
    expect(note?.amount).toBe(invoice?.amount)
    expect((await storedOf(note?.id)).tax_cents).toBe((await storedOf(invoice?.id)).tax_cents)

    const late = await order(shop, buyer, [bag])
    const attempt = await begin(shop, buyer, late.id, 'STRIPE')
    await shop.call('cancelMyOrder', {
      headers: buyer.headers,
      params: { orderId: late.id },
      body: {},
    })
    await capturePayment(shop, attempt.paymentId, late.totalAmount)
    await expect.poll(() => refundsOf(shop, late.id), { timeout: 60_000 }).toHaveLength(1)
    expect((await seenBy(buyer, late)).documents).toEqual([])
  })

  test('of a refund that fails afterwards are taken back', async () => {
    const buyer = await makeBuyerIn(shop, 'FR')
    const placed = await order(shop, buyer, [bag])
    const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
    await press(shop, attempt, 'approve')
    await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
    await refund(placed, 50)
    await documentsOf(buyer, placed, 2)
    const { stripe } = shop.ctx.payments.test ?? {}
    const intent = stripe?.bank.session(attempt.providerOrderId)?.payment_intent ?? ''
    stripe?.bank.failRefund(stripe.bank.refundsOf(intent)[0]?.id ?? '')
    const documents = await documentsOf(buyer, placed, 3)
    expect(documents.map(({ amount }) => amount)).toEqual([placed.totalAmount, 50, -50])
    await refund(placed, 50)
    await documentsOf(buyer, placed, 4)
    expect(await brokenRules(shop.ctx.db.pool, { isAtRest: false })).toEqual([])
  })
})

describe('the file', () => {
  test('is the same each time, and says who sells and buys what, in any European script', async () => {
    const settings = await shop.call('getInvoicing', { headers: staff.headers })
    const { data } = await shop.call('saveInvoicing', {
      headers: staff.headers,
      body: {
        version: settings.data.version,
        document: {
          ...settings.data.document,
          name: 'Solvane SAS',
          address: '12 rue de la Paix\n75002 Paris',
          taxNumber: 'FR40303265045',
          registration: 'RCS Paris 303 265 045',
        },
      },
    })
    const buyer = await makeBuyerIn(shop, 'FR')
    const company = 'Άννα, Софія & Łukasz'
    const placed = await paid(buyer, [bag, scarf], { company, taxNumber: 'EL123456789' })
    const [invoice] = placed.documents
    const one = await fileOf(buyer.headers, placed.id, invoice?.id ?? '')
    expect(one.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${invoice?.number}.pdf"`,
      'cache-control': 'private, no-store',
    })
    // The settings of today do not change a document of yesterday.
    await shop.call('saveInvoicing', {
      headers: staff.headers,
      body: { version: data.version, document: settings.data.document },
    })
    const other = await fileOf(buyer.headers, placed.id, invoice?.id ?? '')
    expect(other.rawPayload.equals(one.rawPayload)).toBe(true)
    const lines = pdfText(one.rawPayload).split('\n')
    for (const text of [
      'Solvane SAS',
      '75002 Paris',
      'Tax number: FR40303265045',
      'RCS Paris 303 265 045',
      '10013 New York NY',
      'Tax number: EL123456789',
      invoice?.number,
      '$120.00',
      '$241.49',
      '$22.67',
      '$5.50',
      'France',
    ])
      expect(lines).toContain(text)
    expect(lines.join('')).toContain('Софія')
    expect(lines.join('')).toContain('Άννα')
    expect(lines.join('')).toContain('Łukasz')
  })

  test('is the shopper’s own: to others it does not exist', async () => {
    const buyer = await makeBuyer(shop)
    const other = await makeBuyer(shop)
    const placed = await paid(buyer, [bag])
    const others = await paid(other, [bag])
    const id = placed.documents[0]?.id ?? ''
    expect((await fileOf(buyer.headers, placed.id, id)).statusCode).toBe(200)
    expect((await fileOf(other.headers, placed.id, id)).statusCode).toBe(404)
    expect((await fileOf(other.headers, others.id, id)).statusCode).toBe(404)
    expect((await fileOf({}, placed.id, id)).statusCode).toBe(401)
    const support = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
    const asStaff = (headers: Record<string, string>) =>
      shop.app.inject({ url: `/api/admin/invoices/${id}`, headers })
    expect((await asStaff(support.headers)).statusCode).toBe(200)
    expect((await asStaff(buyer.headers)).statusCode).toBe(403)
  })
})

test('staff find documents by number, order, kind and day, and the accountant gets them by rate', async () => {
  const buyer = await makeBuyerIn(shop, 'FR')
  const placed = await paid(buyer, [bag, scarf], { company: '=cmd()' })
  await refund(placed, 24.15)
  const [invoice, note] = await documentsOf(buyer, placed, 2)
  const { headers } = staff
  const list = async (query: Record<string, string>) =>
    (await shop.call('listInvoices', { headers, query })).data.map(({ number }) => number)
  expect(await list({ q: invoice?.number.toLowerCase() ?? '' })).toEqual([invoice?.number])
  expect(await list({ q: placed.orderNumber, order: 'asc' })).toEqual([
    invoice?.number,
    note?.number,
  ])
  expect(await list({ q: placed.orderNumber, kind: 'CREDIT_NOTE' })).toEqual([note?.number])
  expect(await list({ q: placed.orderNumber, until: '2020-01-01' })).toEqual([])

  const period = aroundToday()
  const ask = (who: Record<string, string>) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/admin/exports',
      headers: who,
      payload: { kind: 'invoices', ...period },
    })
  const answer = await ask(headers)
  const lines = (parse(answer.body, { bom: true, columns: true }) as Record<string, string>[])
    .filter(({ order_number }) => order_number === placed.orderNumber)
    .map(({ number, kind, country, buyer, tax_rate, net, tax, gross }) => [
      number,
      kind,
      country,
      buyer,
      tax_rate,
      net,
      tax,
      gross,
    ])
  expect(lines).toEqual([
    [invoice?.number, 'invoice', 'FR', "'=cmd()", '20', '113.32', '22.67', '135.99'],
    [invoice?.number, 'invoice', 'FR', "'=cmd()", '5.5', '100.00', '5.50', '105.50'],
    [note?.number, 'credit note', 'FR', "'=cmd()", '20', '-11.33', '-2.27', '-13.60'],
    [note?.number, 'credit note', 'FR', "'=cmd()", '5.5', '-10.00', '-0.55', '-10.55'],
  ])
  const support = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
  expect((await ask(support.headers)).statusCode).toBe(403)
})

test('documents are in the export of a shopper, and lose a person with the account, but not a business', async () => {
  const buyer = await makeBuyer(shop)
  const own = await paid(buyer, [bag])
  const business = await paid(buyer, [scarf], { company: 'Ada & Co', taxNumber: 'DE136695976' })
  for (const { id } of [own, business]) {
    const input = { headers: staff.headers, params: { orderId: id } }
    await shop.call('shipOrder', { ...input, body: { carrier: 'DHL', trackingNumber: '1' } })
    await shop.call('deliverOrder', input)
  }
  const exported = JSON.stringify(
    (await shop.call('exportMyData', { headers: buyer.headers })).data,
  )
  for (const text of [
    own.documents[0]?.number,
    business.documents[0]?.number,
    'Ada & Co',
    'DE136695976',
  ])
    expect(exported).toContain(text)
  await shop.call('deleteAccount', { headers: buyer.headers, body: { password: buyer.password } })
  const nobody = { name: null, company: null, taxNumber: null, address: [] }
  expect((await storedOf(own.documents[0]?.id)).content.buyer).toEqual(nobody)
  expect((await storedOf(business.documents[0]?.id)).content.buyer).toMatchObject({
    company: 'Ada & Co',
    taxNumber: 'DE136695976',
  })
  const { data } = await shop.call('getOrder', {
    headers: staff.headers,
    params: { orderId: business.id },
  })
  expect(data).not.toHaveProperty('buyer')
})
