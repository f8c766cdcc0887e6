import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { downloadOf, endOf, exportCsv, importCsv } from '../../../../test/csv-files.ts'
import { expectBalancedBooks } from '../../../../test/ledger-assertions.ts'
import { expectCurrentListings } from '../../../../test/listing-assertions.ts'
import { addProduct, draftVariant } from '../../../../test/product-drafts.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { sendPictures } from '../../../../test/send-files.ts'
import { type SignedUp, signUp } from '../../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let staff: SignedUp
let headers: SignedUp['headers']
beforeAll(async () => {
  shop = await openTestShop()
  staff = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  headers = staff.headers
})
afterAll(() => shop.close())

const importing = (csv: string, apply = false, setsStock = false) =>
  importCsv(shop, headers, csv, { apply, setsStock })
const exported = (wanted = {}) => exportCsv(shop, headers, wanted)
const withoutExportTime = (csv: string) => csv.replaceAll(/(,\d+,\d+,)\d{4}-[^,]+Z/g, '$1')
const linesOf = (csv: string) =>
  parse(csv, { bom: true, columns: true }) as Record<string, string>[]
const find = async (identifier: string) => {
  const query = { q: identifier }
  const { data } = await shop.call('listStaffProducts', { headers, query })
  const row = data.find((product) => product.identifier === identifier)
  return (await shop.call('getStaffProduct', { headers, params: { id: row?.id ?? '' } })).data
}
const mistakesOf = async (csv: string) =>
  (await importing(csv)).report?.mistakes.map(({ line, column }) => `${line} ${column}`)

test('a product with too many variants is rejected at the first excess line', async () => {
  const lines = Array.from({ length: 201 }, (_, at) => `one,Size,${at},10`)
  const csv = ['identifier,option1_name,option1_value,price', ...lines].join('\n')
  expect(await mistakesOf(csv)).toEqual(['202 identifier'])
})

test('importing the demo data’s own file changes nothing', async () => {
  const file = new URL('../../../../database/seed/demo/products.csv', import.meta.url)
  const { report } = await importing(readFileSync(file, 'utf8'))
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
    'content-disposition': expect.stringMatching(/^attachment; filename="products-\d{4}-\d\d-\d\d\.csv"$/),
    'cache-control': 'private, no-store',
  })
  const csv = await answer.text()
  const lines = linesOf(csv)
  expect(lines.length).toBeGreaterThan(400)
  expect(done).toMatchObject({ step: 'EXPORT', state: 'DONE', lines: lines.length, linesDone: lines.length, file: 'EXPORT' })
  for (const line of lines) for (const cell of Object.values(line)) expect(cell).not.toMatch(/^[=+@\t-]/)
  expect(lines.find(({ identifier }) => identifier === 'formula')).toMatchObject({
    name: `'=HYPERLINK("https://example.com")`, material: "''=quoted", details: "'-1 pocket\n+1 strap\n@home",
  })
  for (const file of [csv, csv.replaceAll('\n', '\r\n')])
    expect(await importing(file, true)).toMatchObject({
      step: 'APPLY', state: 'DONE', lines: lines.length, linesDone: lines.length, linesFailed: 0,
      report: { mistakes: [], created: 0, updated: 0, variantsUpdated: 0, stockChanged: 0 },
    })
}) // biome-ignore format: one call a line

test('a dry run reports the changes; applied, they are made, with the stock in the ledger', async () => {
  const csv = [
    'identifier,name,material,status,categories,option1_name,option1_value,price,stock',
    'csv-tote,CSV Tote,Felt,published,women|men,Size,S,100,3',
    'csv-tote,,,,,,M,120.50,0',
    'csv-pouch,CSV Pouch,Felt,,,,,80,5',
  ].join('\r\n')
  const dry = await importing(`\uFEFF${csv}\r\n`)
  const report = { created: 2, createdWithdrawn: 1, updated: 0, variantsCreated: 3, stockChanged: 2, mistakeCount: 0 }
  expect(dry).toMatchObject({ step: 'CHECK', state: 'DONE', lines: 3, report })
  expect(dry.report?.stockMoves).toEqual([
    { line: 2, identifier: 'csv-tote', variant: 'S', before: 0, after: 3 },
    { line: 4, identifier: 'csv-pouch', variant: '', before: 0, after: 5 },
  ])
  expect((await shop.call('listStaffProducts', { headers, query: { q: 'csv' } })).total).toBe(0)
  expect(await importing(csv, true)).toMatchObject({ step: 'APPLY', state: 'DONE', lines: 3, linesFailed: 0, report })
  const tote = await find('csv-tote')
  expect(tote).toMatchObject({
    name: 'CSV Tote', status: 'PUBLISHED', options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [{ price: 100, stock: 3 }, { price: 120.5, stock: 0 }],
  })
  expect(tote.categoryIds).toHaveLength(2)
  const id = tote.variants[0]?.id ?? ''
  const { data } = await shop.call('listStockMovements', { headers, params: { id } })
  expect(data).toMatchObject([{ delta: 3, note: 'CSV import', actor: 'Ada' }])
  await expectBalancedBooks(shop)
  await shop.changesReceived()
  expect((await shop.call('getProduct', { params: { id: 'csv-tote' } })).data.variants).toHaveLength(2)
}) // biome-ignore format: one call a line

test('places in lists and the day of a withdrawal come and go with a file', async () => {
  const placed = 'identifier,name,material,price,status,categories,positions,withdraws_at\ncsv-placed,Placed,Felt,10,published,women,women:1|all:2,2100-01-01'
  expect(await importing(placed, true)).toMatchObject({ state: 'DONE', linesFailed: 0 })
  await shop.changesReceived()
  const listed = async () => (await shop.call('listProducts', { query: { cIdentifiers: 'women' } })).data[0]?.identifier
  expect(await listed()).toBe('csv-placed')
  const [line] = linesOf(await exported({ q: 'csv-placed' }))
  expect(line).toMatchObject({ withdraws_at: '2100-01-01T00:00:00.000Z' })
  expect(line?.positions?.split('|').toSorted()).toEqual(['all:2', 'women:1'])
  await importing('identifier,name\ncsv-placed,Renamed', true)
  expect(await listed()).toBe('csv-placed')
  await importing('identifier,positions,withdraws_at\ncsv-placed,,', true)
  await shop.changesReceived()
  expect(linesOf(await exported({ q: 'csv-placed' }))).toMatchObject([{ positions: '', withdraws_at: '' }])
  expect(await mistakesOf('identifier,positions\ncsv-placed,women')).toEqual(['2 positions'])
  expect(await mistakesOf('identifier,positions\ncsv-placed,nowhere:1')).toEqual(['2 positions'])
}) // biome-ignore format: one call a line

test('a new product is published only if its lines say so', async () => {
  const without = 'identifier,name,material,price\ncsv-quiet,Quiet,Felt,10'
  const emptied = 'identifier,name,material,price,status\ncsv-silent,Silent,Felt,10,'
  const said = 'identifier,name,material,price,status\ncsv-loud,Loud,Felt,10,published'
  for (const csv of [without, emptied])
    expect((await importing(csv, true)).report).toMatchObject({ created: 1, createdWithdrawn: 1 })
  expect((await importing(said, true)).report).toMatchObject({ created: 1, createdWithdrawn: 0 })
  await shop.changesReceived()
  for (const id of ['csv-quiet', 'csv-silent']) {
    expect((await find(id)).status).toBe('WITHDRAWN')
    expect(await rejectionOf(shop.call('getProduct', { params: { id } }))).toMatchObject({ status: 404 })
  }
  expect((await shop.call('getProduct', { params: { id: 'csv-loud' } })).data.name).toBe('Loud')
  const again = await importing('identifier,name\ncsv-loud,Louder', true)
  expect(again.report).toMatchObject({ updated: 1, createdWithdrawn: 0 })
  expect((await find('csv-loud')).status).toBe('PUBLISHED')
}) // biome-ignore format: one call a line

test('a missing column keeps values, an empty cell clears them, and other cells set them', async () => {
  const made = await addProduct(shop, staff, {
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: ['S', 'M'].map((Size) => draftVariant({ attributeValues: { Size }, salePrice: 50 })),
  }, 4)
  const csv = [
    'identifier;measurements;option1_name;option1_value;price;sale_price',
    `${made.identifier};;Size;M;200;`,
    `${made.identifier};;Size;L;220;`,
  ].join('\n')
  expect(await importing(csv, true)).toMatchObject({ report: { updated: 1, variantsUpdated: 1, variantsCreated: 1, stockChanged: 0 } })
  const after = await find(made.identifier)
  expect(after).toMatchObject({ name: made.name, description: made.description, measurements: '', version: made.version + 1 })
  expect(after.variants.map(({ price, salePrice, stock }) => [price, salePrice, stock])).toEqual([[100, 50, 4], [200, null, 4], [220, null, 0]])
}) // biome-ignore format: one call a line

test('uploaded pictures are referenced by their path', async () => {
  const bytes = await sharp({ create: { width: 30, height: 40, channels: 3, background: '#123' } }).png().toBuffer()
  const [sent] = await sendPictures(shop, headers, [bytes])
  const csv = `identifier,name,material,price,pictures\ncsv-pictured,Pictured,Felt,1,"${sent?.src} From the front\n"`
  expect(await importing(csv, true)).toMatchObject({ report: { created: 1, mistakes: [] } })
  expect((await find('csv-pictured')).pictures).toMatchObject([{ src: sent?.src, alt: 'From the front', height: 40 }])
  expect(await mistakesOf(csv.replace(sent?.src ?? '', '/media/uploads/none.webp'))).toEqual(['2 pictures'])
}) // biome-ignore format: one call a line

describe('an invalid file', () => {
  const head = 'identifier,name,material,option1_name,option1_value,price,stock'
  test.each<[string, string, string[]]>([
    ['that is empty', '', ['1 null']],
    ['with a header alone', head, ['1 null']],
    ['that is not CSV', 'PK\u0003\u0004 nonsense', ['1 pk\u0003\u0004 nonsense', '1 identifier']],
    ['without its key', 'name,price\nA,1', ['1 identifier']],
    ['with a column that there is not', `${head},colour\na,A,F,Size,S,1,1,red`, ['1 colour']],
    ['with a column twice', `${head},price\na,A,F,Size,S,1,1,1`, ['1 price']],
    ['with a quote that is not closed', `${head}\na,A,F,Size,S,1,1\nb,"B,F,Size,S,1,1\nc,C,F,Size,S,1,1`, ['4 null']],
    ['with too few cells', `${head}\na,A,F`, ['2 null']],
    ['with a line of nobody', `${head}\n,A,F,Size,S,1,1`, ['2 identifier']],
    ['with wrong cells, all named', `${head}\nBad Id,,F,Size,S,1.005,many`, ['2 identifier', '2 name', '2 price', '2 stock']],
    ['with a price of letters', `${head}\na,A,F,Size,S,"1,000",1`, ['2 price']],
    ['with a new variant without a price', `${head}\na,A,F,Size,S,,1`, ['2 price']],
    ['with a variant twice', `${head}\na,A,F,Size,S,1,1\na,A,F,Size,S,1,1`, ['3 null']],
    ['with two names for one product', `${head}\na,A,F,Size,S,1,1\na,B,F,Size,M,1,1`, ['3 name']],
    ['with other options than before', `${head}\na,A,F,Size,S,1,1\na,A,F,Width,M,1,1`, ['3 option1_name']],
    ['with an unknown color', `${head}\na,A,F,Color,Invisible,1,1`, ['2 option1_value']],
    ['with a category that is not there', 'identifier,name,material,price,categories\na,A,F,1,women|nowhere', ['2 categories']],
    ['with a day that is none', 'identifier,name,material,price,published_at\na,A,F,1,tomorrow', ['2 published_at']],
    ['withdrawn before it is published', 'identifier,name,material,price,published_at,withdraws_at\na,A,F,1,2026-01-02,2026-01-01', ['2 withdraws_at']],
    ['without options, of a product that has some', 'identifier,price\nischia-clutch,10', ['2 null']],
    ['with a sale that is none', 'identifier,name,material,price,sale_price\na,A,F,1,2', ['2 sale_price']],
    ['with a yes that is none', 'identifier,name,material,price,enabled\na,A,F,1,perhaps', ['2 enabled']],
  ])('%s is rejected by line and column', async (_title, csv, mistakes) => {
    expect(await mistakesOf(csv)).toEqual(mistakes)
    expect(await rejectionOf(importing(csv, true))).toMatchObject({ status: 409, code: 'IMPORT_REFUSED' })
  }) // biome-ignore format: one file a line

  test('changes nothing although half of it is valid', async () => {
    const before = withoutExportTime(await exported())
    const csv = `${head}\ngood-one,Good,F,Size,S,1,9\nbad-one,Bad,F,Size,S,free,9\ngood-one,,,Size,M,2,1`
    expect(await importing(csv)).toMatchObject({ lines: 3, report: { mistakeCount: 1, created: 1, mistakes: [{ line: 3, column: 'price' }] } })
    expect((await rejectionOf(importing(csv, true))).code).toBe('IMPORT_REFUSED')
    expect(withoutExportTime(await exported())).toBe(before)
  }) // biome-ignore format: one call a line

  test('reports multi-line cells at their first line', async () => {
    const csv = `identifier,name,material,price,description\na,A,F,1,"one\ntwo\nthree"\nb,B,F,free,"x"`
    expect(await mistakesOf(csv)).toEqual(['5 price'])
  })

  test('that is larger than 64 MB is rejected before it is read', async () => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/admin/products/csv/imports',
      headers: {
        ...headers,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(66 * 1024 * 1024),
      },
      payload: '--x--',
    })
    expect(answer.json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  })

  test('that cannot be parsed is rejected before the rest is uploaded', async () => {
    const { report } = await importing(`identifier,colour\n${'a,b\n'.repeat(2_000_000)}`)
    expect(report?.mistakes).toMatchObject([{ line: 1, column: 'colour' }])
  })

  test('that is missing is rejected', async () => {
    const body = new FormData()
    const url = new URL('/api/admin/products/csv/imports', shop.app.listeningOrigin)
    const answer = await fetch(url, { method: 'POST', headers, body })
    expect(await answer.json()).toMatchObject({ code: 'CSV_FILE_MISSING' })
  })
})

test('a deleted product is not restored by a file', async () => {
  const made = await addProduct(shop, staff)
  await shop.call('deleteProduct', { headers, params: { id: made.id } })
  expect(await mistakesOf(`identifier,name\n${made.identifier},Back`)).toEqual(['2 identifier'])
})

test('lists are consistent after all these imports', () => expectCurrentListings(shop))
