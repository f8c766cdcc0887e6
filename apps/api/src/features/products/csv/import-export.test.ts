import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CsvDesk, downloadOf, endOf, openCsvDesk } from '../../../../test/csv-files.ts'
import { expectBalancedBooks } from '../../../../test/ledger-assertions.ts'
import { expectCurrentListings } from '../../../../test/listing-assertions.ts'
import { addProduct, draftVariant } from '../../../../test/product-drafts.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { sendPictures } from '../../../../test/send-files.ts'
import type { SignedUp } from '../../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let desk: CsvDesk
let staff: SignedUp
let headers: SignedUp['headers']
beforeAll(async () => {
  shop = await openTestShop()
  desk = await openCsvDesk(shop)
  ;({ staff } = desk)
  ;({ headers } = staff)
})
afterAll(() => shop.close())

const linesOf = (csv: string) =>
  parse(csv, { bom: true, columns: true }) as Record<string, string>[]
const find = async (identifier: string) => {
  const query = { q: identifier }
  const { data } = await shop.call('listStaffProducts', { headers, query })
  const row = data.find((product) => product.identifier === identifier)
  return (await shop.call('getStaffProduct', { headers, params: { id: row?.id ?? '' } })).data
}

test('a product with too many variants is rejected at the first excess line', async () => {
  const lines = Array.from({ length: 201 }, (_, at) => `one,Size,${at},10`)
  const csv = ['identifier,option1_name,option1_value,price', ...lines].join('\n')
  expect(await desk.mistakesOf(csv)).toEqual(['202 identifier'])
})

test('importing the demo data’s own file changes nothing', async () => {
  const file = new URL('../../../../database/seed/demo/products.csv', import.meta.url)
  const { report } = await desk.import(readFileSync(file, 'utf8'))
  const { total } = await shop.call('listProducts', { query: { size: '1' } })
  expect(report).toMatchObject({ mistakes: [], created: 0, updated: 0, unchanged: total })
})

test('importing an export changes nothing', async () => {
  await addProduct(shop, staff, {
    identifier: 'formula',
    name: '=HYPERLINK("https://example.com")',
    material: "'=quoted",
    description: 'First, "quoted"\nthen; another\tline',
    details: ['-1 pocket', '+1 strap', '@home'],
  })
  const { data } = await shop.call('exportProducts', { headers, body: {} })
  const done = await endOf(shop, headers, data.id)
  const answer = await downloadOf(shop, headers, data.id)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="products-\d{4}-\d\d-\d\d\.csv"$/,
    ),
    'cache-control': 'private, no-store',
  })
  const csv = await answer.text()
  const lines = linesOf(csv)
  expect(lines.length).toBeGreaterThan(400)
  expect(done).toMatchObject({
    step: 'EXPORT',
    state: 'DONE',
    lines: lines.length,
    linesDone: lines.length,
    file: 'EXPORT',
  })
  for (const line of lines)
    for (const cell of Object.values(line)) expect(cell).not.toMatch(/^[=+@\t-]/)
  expect(lines.find(({ identifier }) => identifier === 'formula')).toMatchObject({
    name: `'=HYPERLINK("https://example.com")`,
    material: "''=quoted",
    details: "'-1 pocket\n'+1 strap\n'@home",
  })
  for (const file of [csv, csv.replaceAll('\n', '\r\n')])
    expect(await desk.import(file, true)).toMatchObject({
      step: 'APPLY',
      state: 'DONE',
      lines: lines.length,
      linesDone: lines.length,
      linesFailed: 0,
      report: { mistakes: [], created: 0, updated: 0, variantsUpdated: 0, stockChanged: 0 },
    })
})

test('a dry run reports the changes; applied, they are made, with the stock in the ledger', async () => {
  const csv = [
    'identifier,name,material,status,categories,option1_name,option1_value,price,stock',
    'csv-tote,CSV Tote,Felt,published,women|men,Size,S,100,3',
    'csv-tote,,,,,,M,120.50,0',
    'csv-pouch,CSV Pouch,Felt,,,,,80,5',
  ].join('\r\n')
  const dry = await desk.import(`\uFEFF${csv}\r\n`)
  const report = {
    created: 2,
    createdWithdrawn: 1,
    updated: 0,
    variantsCreated: 3,
    stockChanged: 2,
    mistakeCount: 0,
  }
  expect(dry).toMatchObject({ step: 'CHECK', state: 'DONE', lines: 3, report })
  expect(dry.report?.stockMoves).toEqual([
    { line: 2, identifier: 'csv-tote', variant: 'S', before: 0, after: 3 },
    { line: 4, identifier: 'csv-pouch', variant: '', before: 0, after: 5 },
  ])
  expect((await shop.call('listStaffProducts', { headers, query: { q: 'csv' } })).total).toBe(0)
  expect(await desk.import(csv, true)).toMatchObject({
    step: 'APPLY',
    state: 'DONE',
    lines: 3,
    linesFailed: 0,
    report,
  })
  const tote = await find('csv-tote')
  expect(tote).toMatchObject({
    name: 'CSV Tote',
    status: 'PUBLISHED',
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      { price: 100, stock: 3 },
      { price: 120.5, stock: 0 },
    ],
  })
  expect(tote.categoryIds).toHaveLength(2)
  const id = tote.variants[0]?.id ?? ''
  const { data } = await shop.call('listStockMovements', { headers, params: { id } })
  expect(data).toMatchObject([{ delta: 3, note: 'CSV import', actor: 'Ada' }])
  await expectBalancedBooks(shop)
  await shop.changesReceived()
  expect(
    (await shop.call('getProduct', { params: { id: 'csv-tote' } })).data.variants,
  ).toHaveLength(2)
})

test('places in lists and the day of a withdrawal come and go with a file', async () => {
  const placed =
    'identifier,name,material,price,status,categories,positions,withdraws_at\ncsv-placed,Placed,Felt,10,published,women,women:1|all:2,2100-01-01'
  expect(await desk.import(placed, true)).toMatchObject({ state: 'DONE', linesFailed: 0 })
  await shop.changesReceived()
  const listed = async () =>
    (await shop.call('listProducts', { query: { cIdentifiers: 'women' } })).data[0]?.identifier
  expect(await listed()).toBe('csv-placed')
  const [line] = linesOf(await desk.export({ q: 'csv-placed' }))
  expect(line).toMatchObject({ withdraws_at: '2100-01-01T00:00:00.000Z' })
  expect(line?.positions?.split('|').toSorted()).toEqual(['all:2', 'women:1'])
  await desk.import('identifier,name\ncsv-placed,Renamed', true)
  expect(await listed()).toBe('csv-placed')
  await desk.import('identifier,positions,withdraws_at\ncsv-placed,,', true)
  await shop.changesReceived()
  expect(linesOf(await desk.export({ q: 'csv-placed' }))).toMatchObject([
    { positions: '', withdraws_at: '' },
  ])
  expect(await desk.mistakesOf('identifier,positions\ncsv-placed,women')).toEqual(['2 positions'])
  expect(await desk.mistakesOf('identifier,positions\ncsv-placed,nowhere:1')).toEqual([
    '2 positions',
  ])
})

test('a new product is published only if its lines say so', async () => {
  const without = 'identifier,name,material,price\ncsv-quiet,Quiet,Felt,10'
  const emptied = 'identifier,name,material,price,status\ncsv-silent,Silent,Felt,10,'
  const said = 'identifier,name,material,price,status\ncsv-loud,Loud,Felt,10,published'
  for (const csv of [without, emptied])
    expect((await desk.import(csv, true)).report).toMatchObject({ created: 1, createdWithdrawn: 1 })
  expect((await desk.import(said, true)).report).toMatchObject({ created: 1, createdWithdrawn: 0 })
  await shop.changesReceived()
  for (const id of ['csv-quiet', 'csv-silent']) {
    expect((await find(id)).status).toBe('WITHDRAWN')
    expect(await rejectionOf(shop.call('getProduct', { params: { id } }))).toMatchObject({
      status: 404,
    })
  }
  expect((await shop.call('getProduct', { params: { id: 'csv-loud' } })).data.name).toBe('Loud')
  const again = await desk.import('identifier,name\ncsv-loud,Louder', true)
  expect(again.report).toMatchObject({ updated: 1, createdWithdrawn: 0 })
  expect((await find('csv-loud')).status).toBe('PUBLISHED')
})

test('a missing column keeps values, an empty cell clears them, and other cells set them', async () => {
  const made = await addProduct(
    shop,
    staff,
    {
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: ['S', 'M'].map((Size) =>
        draftVariant({ attributeValues: { Size }, salePrice: 50 }),
      ),
    },
    4,
  )
  const csv = [
    'identifier;measurements;option1_name;option1_value;price;sale_price',
    `${made.identifier};;Size;M;200;`,
    `${made.identifier};;Size;L;220;`,
  ].join('\n')
  expect(await desk.import(csv, true)).toMatchObject({
    report: { updated: 1, variantsUpdated: 1, variantsCreated: 1, stockChanged: 0 },
  })
  const after = await find(made.identifier)
  expect(after).toMatchObject({
    name: made.name,
    description: made.description,
    measurements: '',
    version: made.version + 1,
  })
  expect(after.variants.map(({ price, salePrice, stock }) => [price, salePrice, stock])).toEqual([
    [100, 50, 4],
    [200, null, 4],
    [220, null, 0],
  ])
})

test('uploaded pictures are referenced by their path', async () => {
  const bytes = await sharp({ create: { width: 30, height: 40, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  const [sent] = await sendPictures(shop, headers, [bytes])
  const csv = `identifier,name,material,price,pictures\ncsv-pictured,Pictured,Felt,1,"${sent?.src} From the front\n"`
  expect(await desk.import(csv, true)).toMatchObject({ report: { created: 1, mistakes: [] } })
  expect((await find('csv-pictured')).pictures).toMatchObject([
    { src: sent?.src, alt: 'From the front', height: 40 },
  ])
  expect(await desk.mistakesOf(csv.replace(sent?.src ?? '', '/media/uploads/none.webp'))).toEqual([
    '2 pictures',
  ])
})

test('a deleted product is not restored by a file', async () => {
  const made = await addProduct(shop, staff)
  await shop.call('deleteProduct', { headers, params: { id: made.id } })
  expect(await desk.mistakesOf(`identifier,name\n${made.identifier},Back`)).toEqual([
    '2 identifier',
  ])
})

test('lists are consistent after all these imports', () => expectCurrentListings(shop))
