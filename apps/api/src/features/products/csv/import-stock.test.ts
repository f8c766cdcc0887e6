import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { endOf, exportCsv, importCsv, sendCsv } from '../../../../test/csv-files.ts'
import { expectBalancedBooks, stockOf } from '../../../../test/ledger-assertions.ts'
import { expectCurrentListings } from '../../../../test/listing-assertions.ts'
import { addProduct } from '../../../../test/product-drafts.ts'
import { type SignedUp, signUp } from '../../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let staff: SignedUp
let headers: SignedUp['headers']
let buyer: Buyer
beforeAll(async () => {
  shop = await openTestShop()
  staff = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  headers = staff.headers
  buyer = await makeBuyer(shop)
})
afterAll(() => shop.close())

/** A product of one variant, so many of it. */
async function addStockedProduct(stock: number) {
  const { id, identifier, variants } = await addProduct(shop, staff, {}, stock)
  return { id, identifier, variant: { id: variants[0]?.id ?? '' } }
}

/** Begins the import of a file that was checked. */
const apply = async (id: string) => {
  await shop.call('applyProductImport', { headers, params: { id } })
  return endOf(shop, headers, id)
}

test('sales since the export are kept by an import', async () => {
  const { id, identifier, variant } = await addStockedProduct(25)
  const csv = await exportCsv(shop, headers, { ids: [id] })
  await order(shop, buyer, [variant], { quantity: 3 })
  const job = await importCsv(shop, headers, csv.replace('100.00', '90.00'), { apply: true })
  expect(job).toMatchObject({
    linesFailed: 0,
    report: { updated: 1, stockChanged: 0, stockMoves: [] },
  })
  expect(await stockOf(shop, variant.id)).toBe(22)

  const raised = `identifier,stock,stock_at_export\n${identifier},30,25`
  const { report } = await importCsv(shop, headers, raised, { apply: true })
  expect(report?.stockMoves).toEqual([{ line: 2, identifier, variant: '', before: 22, after: 27 }])
  expect(await stockOf(shop, variant.id)).toBe(27)
  await expectBalancedBooks(shop)
})

test('an exported file changes the stock once, even if it is corrected and imported again', async () => {
  const { id, variant } = await addStockedProduct(22)
  const csv = (await exportCsv(shop, headers, { ids: [id] })).replace(',22,22,', ',27,22,')
  await importCsv(shop, headers, csv, { apply: true })
  expect(await stockOf(shop, variant.id)).toBe(27)
  const corrected = await importCsv(shop, headers, csv.replace('100.00', '90.00'))
  expect(corrected.report?.mistakes).toMatchObject([
    {
      line: 2,
      column: 'stock',
      message:
        'The stock of this variant was imported since this file was written. Please export again',
    },
  ])
  const fresh = (await exportCsv(shop, headers, { ids: [id] })).replace(',27,27,', ',30,27,')
  await importCsv(shop, headers, fresh, { apply: true })
  expect(await stockOf(shop, variant.id)).toBe(30)
  await expectBalancedBooks(shop)
})

test('sales between the dry run and the import are kept', async () => {
  const { identifier, variant } = await addStockedProduct(10)
  const csv = `identifier,stock,stock_at_export\n${identifier},14,10`
  const { id } = await importCsv(shop, headers, csv)
  await order(shop, buyer, [variant], { quantity: 2 })
  expect((await apply(id)).report?.stockMoves).toMatchObject([{ before: 8, after: 12 }])
  expect(await stockOf(shop, variant.id)).toBe(12)
})

test('stock without stock_at_export is reported by line, unless it equals the current stock', async () => {
  const [one, other] = [await addStockedProduct(5), await addStockedProduct(6)]
  const csv = (stock: number) =>
    `identifier,stock\n${one.identifier},${stock}\n${other.identifier},6`
  const { report } = await importCsv(shop, headers, csv(8))
  expect(report?.mistakes).toEqual([
    {
      line: 2,
      column: 'stock',
      message: expect.stringContaining('There are 5 now, and the file says 8'),
    },
  ])
  const { id } = await importCsv(shop, headers, csv(5))
  await order(shop, buyer, [one.variant])
  expect(await apply(id)).toMatchObject({
    linesFailed: 0,
    report: { mistakeCount: 0, stockChanged: 0 },
  })
  expect(await stockOf(shop, one.variant.id)).toBe(4)
})

test('counted stock is set on request, unless it changed since the dry run', async () => {
  const [one, other] = [await addStockedProduct(5), await addStockedProduct(6)]
  const csv = `identifier,stock\n${one.identifier},8\n${other.identifier},9`
  const { id, report } = await importCsv(shop, headers, csv, { setsStock: true })
  expect(report?.stockMoves).toMatchObject([
    { before: 5, after: 8 },
    { before: 6, after: 9 },
  ])
  await order(shop, buyer, [one.variant])
  const done = await apply(id)
  expect(done).toMatchObject({ state: 'DONE', linesFailed: 1, file: 'FAILED_LINES' })
  expect(done.report?.mistakes).toEqual([
    {
      line: 2,
      column: 'stock',
      message: 'There were 5 in the dry run and are 4 now. Please count again',
    },
  ])
  expect(await stockOf(shop, one.variant.id)).toBe(4)
  expect(await stockOf(shop, other.variant.id)).toBe(9)
})

test('stock cannot become negative', async () => {
  const { identifier, variant } = await addStockedProduct(6)
  await order(shop, buyer, [variant], { quantity: 4 })
  const csv = `identifier,stock,stock_at_export\n${identifier},3,6`
  const { report } = await importCsv(shop, headers, csv)
  expect(report?.mistakes).toEqual([
    { line: 2, column: 'stock', message: 'Only 2 are left; the file would remove 3' },
  ])
})

test('the differences of a file are applied once, however often it is imported', async () => {
  const { identifier, variant } = await addStockedProduct(1)
  const csv = `identifier,stock,stock_at_export\n${identifier},3,1`
  await importCsv(shop, headers, csv, { apply: true })
  const { report } = await importCsv(shop, headers, csv)
  expect(report?.mistakes).toMatchObject([
    { line: 1, message: expect.stringContaining('would be applied twice') },
  ])
  expect(await stockOf(shop, variant.id)).toBe(3)
})

test('orders placed during an import are kept', async () => {
  const products = await Promise.all(Array.from({ length: 45 }, () => addStockedProduct(10)))
  const lines = products.map(({ identifier }) => `${identifier},80,12,10`)
  const csv = ['identifier,price,stock,stock_at_export', ...lines].join('\n')
  const { id } = await sendCsv(shop, headers, csv)
  await endOf(shop, headers, id)
  const buyers = await Promise.all(Array.from({ length: 4 }, () => makeBuyer(shop)))
  const applied = apply(id)
  const ordered = buyers.map(async (buyer, first) => {
    for (let at = first; at < products.length; at += buyers.length)
      await order(shop, buyer, [(products[at] as (typeof products)[0]).variant], { quantity: 3 })
  })
  await Promise.all(ordered)
  expect(await applied).toMatchObject({
    state: 'DONE',
    linesFailed: 0,
    report: { stockChanged: 45 },
  })
  for (const { variant } of products) expect(await stockOf(shop, variant.id)).toBe(9)
  await expectBalancedBooks(shop)
})

test('lists are consistent after all these imports', () => expectCurrentListings(shop))
