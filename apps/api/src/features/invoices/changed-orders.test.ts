import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Buyer, homeAddress, order } from '../../../test/buyers.ts'
import { expectBalancedBooks } from '../../../test/ledger-assertions.ts'
import { type OrderDesk, openOrderDesk } from '../../../test/order-edits.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import type { TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { askReturn, inspected, stepReturn } from '../../../test/returns.ts'
import { addTaxRule } from '../../../test/taxes.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

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
  await shop.ctx.db.pool.query(`update product set tax_class = 'REDUCED' where id = $1`, [
    belt.productId,
  ])
  await addTaxRule(shop, desk.staff, { country: homeAddress.country })
  await addTaxRule(shop, desk.staff, { country: 'DE', standardRate: 19 })
  await addTaxRule(shop, desk.staff, {
    country: 'CA',
    mode: 'ADDED',
    standardRate: 5,
    reducedRate: 5,
  })
})
beforeEach(async () => {
  buyer = await desk.startAfresh()
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

/** An order's address in another country, or changed otherwise. */
const addressWith = (changed: Partial<typeof homeAddress>) => {
  const { title: _, ...address } = homeAddress
  return { address: { ...address, ...changed } }
}

/** The stored documents of an order, once there are this many. */
function documentsOf(orderId: string, count: number) {
  return vi.waitFor(
    async () => {
      const { rows } = await shop.ctx.db.pool.query(
        `select *, content -> 'parts' as parts from invoice where order_id = $1 order by kind = 'CREDIT_NOTE', number`,
        [orderId],
      )
      expect(rows).toHaveLength(count)
      return rows
    },
    { timeout: 60_000 },
  )
}

/** The texts of a document's file. */
async function linesOf(orderId: string, invoiceId: string): Promise<string[]> {
  const url = `/api/orders/my/${orderId}/invoices/${invoiceId}`
  const { rawPayload } = await shop.app.inject({ url, headers: buyer.headers })
  return pdfText(rawPayload).split('\n')
}

test('a paid order that becomes dearer keeps its invoice; the supplementary order has its own once it is paid', async () => {
  const placed = await desk.paid([bag])
  const { id, tax } = placed
  expect(tax).toMatchObject({ amount: 66.67 })
  const preview = await desk.preview(id, [[coat, 1]])
  expect(preview).toMatchObject({
    difference: 150,
    before: { tax: { amount: 66.67 } },
    after: { tax: { amount: 91.67 } },
  })
  await desk.edit(id, [[coat, 1]], 150)
  const supplement = await desk.supplementOf(id)
  expect(await desk.seen(supplement.id)).toMatchObject({
    totalAmount: 150,
    tax: { isIncluded: true, amount: 25 },
    documents: [],
  })
  // Of the tax, the order states only the share in its own $400.
  expect(await desk.seen(id)).toMatchObject({
    totalAmount: 400,
    tax: { amount: 66.67 },
    edits: [{ after: { tax: { amount: 91.67 } } }],
  })
  await desk.pay(supplement.id)
  expect(await documentsOf(id, 1)).toMatchObject([
    { gross_cents: 400_00, tax_cents: 66_67, parts: [{ key: bag.id }] },
  ])
  const [invoice] = await documentsOf(supplement.id, 1)
  expect(invoice).toMatchObject({
    kind: 'INVOICE',
    gross_cents: 150_00,
    tax_cents: 25_00,
    parts: [{ key: coat.id, taxBp: 2_000 }],
    content: { supplementOf: placed.orderNumber },
  })
  expect(await linesOf(supplement.id, invoice.id)).toContain(
    `For the change of order ${placed.orderNumber}`,
  )
  // The credit note states it, too.
  await desk.edit(id, [[bag, 1]], -150)
  const [, note] = await documentsOf(supplement.id, 2)
  expect(await linesOf(supplement.id, note.id)).toContain(
    `For the change of order ${placed.orderNumber}`,
  )
})

test('a cheaper change has a credit note of what the order has no more, with its tax', async () => {
  const { id } = await desk.paid([bag, belt])
  await desk.edit(id, [[bag, 1]], -90)
  const [invoice, note] = await documentsOf(id, 2)
  expect(invoice).toMatchObject({ gross_cents: 490_00, tax_cents: 71_36 })
  expect(note).toMatchObject({ kind: 'CREDIT_NOTE', gross_cents: 90_00, tax_cents: 4_69 })
  expect(note.parts).toMatchObject([{ key: belt.id, taxBp: 550, grossCents: 90_00 }])
  expect(await desk.seen(id)).toMatchObject({ totalAmount: 400, tax: { amount: 66.67 } })

  await desk.asStaff('cancelOrder', id, { reason: 'Not wanted' })
  const documents = await documentsOf(id, 3)
  expect(documents[2]).toMatchObject({
    gross_cents: 400_00,
    tax_cents: 66_67,
    parts: [{ key: bag.id }],
  })
})

test('a change that takes back a paid supplementary order has a credit note of that one', async () => {
  const { id } = await desk.paid([bag])
  await desk.edit(id, [[coat, 1]], 150)
  const supplement = await desk.supplementOf(id)
  await desk.pay(supplement.id)
  await documentsOf(supplement.id, 1)
  await desk.edit(id, [[bag, 1]], -150)
  const [, note] = await documentsOf(supplement.id, 2)
  expect(note).toMatchObject({ kind: 'CREDIT_NOTE', gross_cents: 150_00, tax_cents: 25_00 })
  await documentsOf(id, 1)
})

test('a return of a changed order credits its own invoice, then that of its supplementary order', async () => {
  const { id } = await desk.paid([bag])
  await desk.edit(id, [[coat, 1]], 150)
  const supplement = await desk.supplementOf(id)
  await desk.pay(supplement.id)
  await documentsOf(supplement.id, 1)
  await desk.asStaff('shipOrder', id, { carrier: 'DHL', trackingNumber: '1' })
  await desk.asStaff('deliverOrder', id)
  const asked = await askReturn(shop, buyer, id, [{ variantId: coat.id }])
  await inspected(shop, desk.staff, asked)
  await stepReturn(shop, desk.staff, 'refundReturn', asked.id, { amount: 550 })
  expect((await documentsOf(id, 2))[1]).toMatchObject({ gross_cents: 400_00, tax_cents: 66_67 })
  expect((await documentsOf(supplement.id, 2))[1]).toMatchObject({
    gross_cents: 150_00,
    tax_cents: 25_00,
  })
})

describe('a change bills and credits by the rate of what it is about', () => {
  /** A bag and a belt, the bag replaced by a coat whose difference is paid. */
  async function withCoat() {
    const { id } = await desk.paid([bag, belt])
    await desk.edit(
      id,
      [
        [coat, 1],
        [belt, 1],
      ],
      150,
    )
    const supplement = await desk.supplementOf(id)
    await desk.pay(supplement.id)
    await documentsOf(supplement.id, 1)
    return { id, supplementId: supplement.id }
  }

  test('after the shopper has cancelled a supplementary order', async () => {
    const { id } = await desk.paid([bag, belt])
    const lines = [
      [bag, 1],
      [belt, 2],
    ] as const
    await desk.edit(id, lines, 90)
    const cancelled = await desk.supplementOf(id)
    await shop.call('cancelMyOrder', {
      headers: buyer.headers,
      params: { orderId: cancelled.id },
      body: {},
    })
    await desk.edit(
      id,
      [
        [coat, 1],
        [belt, 2],
      ],
      240,
    )
    const supplement = await desk.supplementOf(id)
    await desk.pay(supplement.id)
    expect((await documentsOf(supplement.id, 1))[0].parts).toMatchObject([
      { key: coat.id, grossCents: 150_00, taxCents: 25_00 },
      { key: belt.id, grossCents: 90_00, taxCents: 4_69 },
    ])
  })

  test('when the delivery fee falls after a supplementary order was paid', async () => {
    const { id } = await desk.paid([belt])
    await desk.edit(id, [[bag, 1]], 310)
    const supplement = await desk.supplementOf(id)
    await desk.pay(supplement.id)
    await documentsOf(supplement.id, 1)
    await desk.edit(id, [[bag, 1]], -15.99, { takesNewDelivery: true })
    const [, note] = await documentsOf(id, 2)
    expect(note.parts).toMatchObject([{ key: 'delivery', grossCents: 15_99, taxCents: 2_67 }])
    await documentsOf(supplement.id, 1)
    expect(await desk.seen(id)).toMatchObject({ totalAmount: 90, supplementAmount: 310 })
  })

  test('when another line falls after a supplementary order was paid', async () => {
    const { id, supplementId } = await withCoat()
    await desk.edit(id, [[coat, 1]], -90)
    const [, note] = await documentsOf(id, 2)
    expect(note.parts).toMatchObject([{ key: belt.id, grossCents: 90_00, taxCents: 4_69 }])
    await documentsOf(supplementId, 1)
  })

  test('and so do its returns', async () => {
    const { id, supplementId } = await withCoat()
    await desk.asStaff('shipOrder', id, { carrier: 'DHL', trackingNumber: '1' })
    await desk.asStaff('deliverOrder', id)
    const comeBack = async (variant: TestVariant, amount: number) => {
      const asked = await askReturn(shop, buyer, id, [{ variantId: variant.id }])
      await inspected(shop, desk.staff, asked)
      await stepReturn(shop, desk.staff, 'refundReturn', asked.id, { amount })
    }
    await comeBack(coat, 550)
    expect((await documentsOf(supplementId, 2))[1].parts).toMatchObject([
      { key: coat.id, grossCents: 150_00, taxCents: 25_00 },
    ])
    expect((await documentsOf(id, 2))[1].parts).toMatchObject([
      { key: bag.id, grossCents: 400_00, taxCents: 66_67 },
    ])
    await comeBack(belt, 90)
    expect((await documentsOf(id, 3))[2].parts).toMatchObject([
      { key: belt.id, grossCents: 90_00, taxCents: 4_69 },
    ])
  })
})

describe('an order that is moved to another country', () => {
  test('is taxed by the rule that is valid there; its total changes where tax is added', async () => {
    const { id } = await order(shop, buyer, [bag])
    const moved = addressWith({ country: 'CA' })
    expect(await desk.preview(id, [[bag, 1]], moved)).toMatchObject({
      effect: 'TOTAL',
      difference: 20,
      before: { tax: { isIncluded: true, amount: 66.67 } },
      after: { tax: { isIncluded: false, amount: 20 }, totalAmount: 420 },
    })
    const changed = await desk.edit(id, [[bag, 1]], 20, moved)
    expect(changed).toMatchObject({
      totalAmount: 420,
      tax: { isIncluded: false, rates: [{ rate: 5 }] },
    })
    await desk.pay(id)
    expect(await documentsOf(id, 1)).toMatchObject([
      { country: 'CA', gross_cents: 420_00, tax_cents: 20_00 },
    ])
  })

  test('is billed the tax that is added there by a supplementary order, if it was paid', async () => {
    const { id } = await desk.paid([bag])
    await desk.edit(id, [[bag, 1]], 20, addressWith({ country: 'CA' }))
    const supplement = await desk.supplementOf(id)
    expect(supplement).toMatchObject({ totalAmount: 20 })
    await desk.pay(supplement.id)
    expect(await documentsOf(supplement.id, 1)).toMatchObject([{ gross_cents: 20_00 }])
  })

  test('has another tax in the same total where prices contain it', async () => {
    const { id } = await order(shop, buyer, [bag])
    const moved = addressWith({ country: 'DE' })
    expect(await desk.preview(id, [[bag, 1]], moved)).toMatchObject({
      effect: 'NONE',
      after: { tax: { amount: 63.87 } },
    })
    const changed = await desk.edit(id, [[bag, 1]], 0, moved)
    expect(changed).toMatchObject({ totalAmount: 400, tax: { amount: 63.87 } })
  })

  test('is not moved by a correction of its address, which computes no tax', async () => {
    const { id } = await order(shop, buyer, [bag])
    const { version } = await desk.seenByStaff(id)
    const correct = (given: object) =>
      shop.call('correctOrderContact', {
        headers: desk.staff.headers,
        params: { orderId: id },
        body: { version, ...given },
      })
    expect(await rejectionOf(correct(addressWith({ country: 'CA' })))).toMatchObject({
      status: 409,
      code: 'ORDER_TAXED_OTHERWISE',
    })
    await correct(addressWith({ city: 'Boston' }))
    expect((await desk.seen(id)).address.city).toBe('Boston')
  })
})

describe('gift wrapping', () => {
  const gift = { isWrapped: true, message: 'With love', sender: 'Ada' }

  test('is taxed, a part of its own on the invoice, and credited with the return that completes the order', async () => {
    const placed = await desk.paid([bag], { gift })
    expect(placed).toMatchObject({ totalAmount: 425, tax: { amount: 70.84 } })
    const [invoice] = await documentsOf(placed.id, 1)
    expect(invoice.parts).toMatchObject([
      { key: bag.id, grossCents: 400_00 },
      { key: 'wrapping', name: 'Gift wrapping', grossCents: 25_00, taxBp: 2_000, taxCents: 4_17 },
    ])
    const url = `/api/orders/my/${placed.id}/invoices/${invoice.id}`
    const { rawPayload } = await shop.app.inject({ url, headers: buyer.headers })
    expect(pdfText(rawPayload)).toContain('Gift wrapping')
    await desk.asStaff('shipOrder', placed.id, { carrier: 'DHL', trackingNumber: '1' })
    await desk.asStaff('deliverOrder', placed.id)
    const asked = await askReturn(shop, buyer, placed.id, [{ variantId: bag.id }])
    await inspected(shop, desk.staff, asked)
    await stepReturn(shop, desk.staff, 'refundReturn', asked.id, { amount: 425 })
    const [, note] = await documentsOf(placed.id, 2)
    expect(note).toMatchObject({ gross_cents: 425_00, tax_cents: 70_84 })
  })

  test('is refunded with tax that was added to it', async () => {
    const { data } = await shop.call('createAddress', {
      headers: buyer.headers,
      body: { ...homeAddress, country: 'CA' },
    })
    const placed = await order(shop, { ...buyer, addressId: data.id }, [bag], { gift })
    // 5% of $400 and of $25.
    expect(placed).toMatchObject({ totalAmount: 446.25, tax: { isIncluded: false, amount: 21.25 } })
    await desk.pay(placed.id)
    await desk.asStaff('shipOrder', placed.id, { carrier: 'DHL', trackingNumber: '1' })
    await desk.asStaff('deliverOrder', placed.id)
    const asked = await askReturn(shop, buyer, placed.id, [{ variantId: bag.id }])
    const found = await inspected(shop, desk.staff, asked)
    expect(found.refund?.amount).toBe(446.25)
  })
})
