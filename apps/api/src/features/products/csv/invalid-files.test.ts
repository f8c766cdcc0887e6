import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CsvDesk, openCsvDesk } from '../../../../test/csv-files.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import type { SignedUp } from '../../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let desk: CsvDesk
let headers: SignedUp['headers']
beforeAll(async () => {
  shop = await openTestShop()
  desk = await openCsvDesk(shop)
  ;({ headers } = desk.staff)
})
afterAll(() => shop.close())

const withoutExportTime = (csv: string) => csv.replaceAll(/(,\d+,\d+,)\d{4}-[^,]+Z/g, '$1')

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
    ['with the name of an option misspelled', `${head}\na,A,F,Colour,Black,1,1\nb,B,F,sizes,S,1,1`, ['2 option1_name', '3 option1_name']],
    ['with a category that is not there', 'identifier,name,material,price,categories\na,A,F,1,women|nowhere', ['2 categories']],
    ['with a day that is none', 'identifier,name,material,price,published_at\na,A,F,1,tomorrow', ['2 published_at']],
    ['with a day that no calendar has', 'identifier,name,material,price,published_at\na,A,F,1,2026-02-30', ['2 published_at']],
    ['withdrawn before it is published', 'identifier,name,material,price,published_at,withdraws_at\na,A,F,1,2026-01-02,2026-01-01', ['2 withdraws_at']],
    ['without options, of a product that has some', 'identifier,price\nischia-clutch,10', ['2 null']],
    ['with a sale that is none', 'identifier,name,material,price,sale_price\na,A,F,1,2', ['2 sale_price']],
    ['with one SKU for two products', 'identifier,name,material,price,sku\na,A,F,1,X-1\nb,B,F,1,\nc,C,F,1,x-1', ['4 sku']],
    ['with one GTIN for two products', 'identifier,name,material,price,gtin\na,A,F,1,9506000134352\nb,B,F,1,0950 6000134352', ['3 gtin']],
    ['with a yes that is none', 'identifier,name,material,price,enabled\na,A,F,1,perhaps', ['2 enabled']],
  ])('%s is rejected by line and column', async (_title, csv, mistakes) => {
    expect(await desk.mistakesOf(csv)).toEqual(mistakes)
    expect(await rejectionOf(desk.import(csv, true))).toMatchObject({ status: 409, code: 'IMPORT_REFUSED' })
  }) // biome-ignore format: one file a line

  test('says how the shop spells the option Color, and a colour', async () => {
    const { report } = await desk.import(`${head}\na,A,F,Colour,Black,1,1`)
    expect(report?.mistakes).toEqual([
      {
        line: 2,
        column: 'option1_name',
        message: 'Please name this option Color: the shop’s filters know it by that name alone',
      },
    ])
    const other = await desk.import(`${head}\na,A,F,Color,ink black,1,1`)
    expect(other.report?.mistakes).toMatchObject([
      {
        line: 2,
        column: 'option1_value',
        message: 'Please write Ink Black, as the colour list does',
      },
    ])
  })

  test('changes nothing although half of it is valid', async () => {
    const before = withoutExportTime(await desk.export())
    const csv = `${head}\ngood-one,Good,F,Size,S,1,9\nbad-one,Bad,F,Size,S,free,9\ngood-one,,,Size,M,2,1`
    expect(await desk.import(csv)).toMatchObject({
      lines: 3,
      report: { mistakeCount: 1, created: 1, mistakes: [{ line: 3, column: 'price' }] },
    })
    expect((await rejectionOf(desk.import(csv, true))).code).toBe('IMPORT_REFUSED')
    expect(withoutExportTime(await desk.export())).toBe(before)
  })

  test('reports multi-line cells at their first line', async () => {
    const csv = `identifier,name,material,price,description\na,A,F,1,"one\ntwo\nthree"\nb,B,F,free,"x"`
    expect(await desk.mistakesOf(csv)).toEqual(['5 price'])
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
    const { report } = await desk.import(`identifier,colour\n${'a,b\n'.repeat(2_000_000)}`)
    expect(report?.mistakes).toMatchObject([{ line: 1, column: 'colour' }])
  })

  test('that is missing is rejected', async () => {
    const body = new FormData()
    const url = new URL('/api/admin/products/csv/imports', shop.app.listeningOrigin)
    const answer = await fetch(url, { method: 'POST', headers, body })
    expect(await answer.json()).toMatchObject({ code: 'CSV_FILE_MISSING' })
  })
})
