import { isGtin } from '@solvane/contract/trade'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportCsv, importCsv } from '../../../test/csv-files.ts'
import { addProduct, asDraft, draftProduct, draftVariant } from '../../../test/product-drafts.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let staff: SignedUp
let headers: SignedUp['headers']
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
  staff = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  headers = staff.headers
})
afterAll(() => shop.close())

const maker = {
  name: 'Solvane',
  address: '12 Cour des Tanneurs, Paris',
  email: 'safety@example.com',
}
const shown = async (id: string) => (await shop.call('getProduct', { params: { id } })).data
const two = [{ name: 'Color', values: ['Ink', 'Sand'] }]
const colored = (color: string, part: object = {}) =>
  draftVariant({ attributeValues: { Color: color }, ...part })
const fieldsOf = (rejected: unknown) =>
  (rejected as { details: { fields: { field: string; message: string }[] } }).details.fields

test.each([
  ['96385074', true],
  ['036000291452', true],
  ['4006381333931', true],
  ['14006381333938', true],
  ['4006381333932', false],
  ['400638133393', false],
  ['0123456789', false],
  ['', false],
  ['40063813339３１', false],
])('whether %s is a GTIN is %s', (text, is) => {
  expect(isGtin(text)).toBe(is)
})

describe('trade data', () => {
  beforeAll(async () => {
    for (const name of ['Ink', 'Sand'])
      await shop.call('createColor', { headers, body: { name, hex: '#111111' } })
  })

  test('of a variant stands beside that of its product, and search engines get their own texts', async () => {
    await addProduct(shop, staff, {
      identifier: 'traded',
      options: two,
      composition: 'Outer: 100% calfskin',
      countryOfOrigin: 'IT',
      hsCode: '420221',
      weightGrams: 740,
      maker,
      seoTitle: 'A title',
      seoDescription: 'A description',
      variants: [
        colored('Ink', { sku: 'TR-INK', gtin: '4006381333931' }),
        colored('Sand', { countryOfOrigin: 'PT', weightGrams: 700, composition: '100% suede' }),
      ],
    })
    expect(await shown('traded')).toMatchObject({
      composition: 'Outer: 100% calfskin',
      countryOfOrigin: { code: 'IT', name: 'Italy' },
      weightGrams: 740,
      maker,
      responsiblePerson: null,
      seoTitle: 'A title',
      seoDescription: 'A description',
      variants: [
        { sku: 'TR-INK', gtin: '4006381333931', countryOfOrigin: null, weightGrams: null },
        {
          sku: null,
          countryOfOrigin: { name: 'Portugal' },
          weightGrams: 700,
          composition: '100% suede',
        },
      ],
    })
  })

  test.each<[object, string]>([
    [{ countryOfOrigin: 'XX' }, 'countryOfOrigin'],
    [{ hsCode: '42022' }, 'hsCode'],
    [{ weightGrams: 0 }, 'weightGrams'],
    [{ weightGrams: 1.5 }, 'weightGrams'],
    [{ maker: { ...maker, email: 'nobody' } }, 'maker.email'],
    [{ maker: { ...maker, address: '' } }, 'maker.address'],
    [{ variants: [draftVariant({ gtin: '4006381333932' })] }, 'variants.0.gtin'],
    [{ variants: [draftVariant({ sku: '=1+1' })] }, 'variants.0.sku'],
  ])('%j is rejected', async (part, field) => {
    const rejected = await rejectionOf(
      shop.call('createProduct', { headers, body: draftProduct(part) }),
    )
    expect(fieldsOf(rejected).map((one) => one.field)).toContain(field)
  })

  test('a SKU or GTIN of another variant is rejected beside its field, whatever its case and zeros', async () => {
    const given = draftVariant({ sku: 'One-1', gtin: '036000291452' })
    const first = await addProduct(shop, staff, { name: 'Vesper', variants: [given] })
    const again = (variant: object) =>
      rejectionOf(
        shop.call('createProduct', {
          headers,
          body: draftProduct({ variants: [draftVariant(variant)] }),
        }),
      )
    expect(fieldsOf(await again({ sku: 'oNE-1' }))).toEqual([
      { field: 'variants.0.sku', message: 'Vesper has this SKU already' },
    ])
    expect(fieldsOf(await again({ gtin: '0036000291452' }))).toMatchObject([
      { field: 'variants.0.gtin' },
    ])
    const twice = draftProduct({
      options: two,
      variants: [colored('Ink', { sku: 'TWICE' }), colored('Sand', { sku: 'twice' })],
    })
    expect(
      fieldsOf(await rejectionOf(shop.call('createProduct', { headers, body: twice }))),
    ).toEqual([{ field: 'variants.1.sku', message: 'Another variant has this SKU already' }])
    const { data: copy } = await shop.call('duplicateProduct', {
      headers,
      params: { id: first.id },
    })
    expect(copy.variants).toMatchObject([{ sku: null, gtin: null }])
  })

  test('variants swap their SKUs in one save', async () => {
    const product = await addProduct(shop, staff, {
      options: two,
      variants: [colored('Ink', { sku: 'SWAP-1' }), colored('Sand', { sku: 'SWAP-2' })],
    })
    const draft = asDraft(product)
    const [one, other] = draft.variants
    if (!one || !other) throw new Error('The product has two variants')
    const variants = [
      { ...one, sku: other.sku },
      { ...other, sku: one.sku },
    ]
    const { data } = await shop.call('updateProduct', {
      headers,
      params: { id: product.id },
      body: { ...draft, variants },
    })
    expect(data.variants.map(({ sku }) => sku)).toEqual(['SWAP-2', 'SWAP-1'])
  })

  test('staff find a product by the beginning of a SKU, and by a GTIN with spaces or zeros', async () => {
    const variants = [draftVariant({ sku: 'FIND_9 x', gtin: '96385074' })]
    const { id } = await addProduct(shop, staff, { variants })
    const found = async (q: string) =>
      (await shop.call('listStaffProducts', { headers, query: { q } })).data.map((one) => one.id)
    for (const q of ['find_9', 'FIND_9 X', '96385074', '9638 5074', '00000096385074'])
      expect(await found(q), q).toEqual([id])
    for (const q of ['ind_9', 'findx9', '9638507']) expect(await found(q), q).toEqual([])
  })
})

describe('a file of products', () => {
  test('carries trade data there and back', async () => {
    const variants = [draftVariant({ sku: 'CSV-1', gtin: '5901234123457', weightGrams: 5 })]
    const before = { composition: 'A\nB', countryOfOrigin: 'FR', hsCode: '420221', weightGrams: 9 }
    await addProduct(shop, staff, {
      identifier: 'filed',
      ...before,
      maker,
      seoTitle: '=T',
      variants,
    })
    const csv = await exportCsv(shop, headers, { q: 'filed' })
    expect(csv).toContain('CSV-1,5901234123457')
    await importCsv(
      shop,
      headers,
      'identifier,composition,country_of_origin,hs_code,weight_grams,maker,seo_title,sku,gtin,variant_weight_grams\nfiled,,,,,,,,,',
      { apply: true },
    )
    expect(await shown('filed')).toMatchObject({
      composition: '',
      countryOfOrigin: null,
      weightGrams: null,
      maker: null,
      variants: [{ sku: null, gtin: null, weightGrams: null }],
    })
    expect((await importCsv(shop, headers, csv, { apply: true })).report?.mistakes).toEqual([])
    expect(await draftOf('filed')).toMatchObject({ ...before, maker, seoTitle: '=T' })
    expect((await shown('filed')).variants).toMatchObject([{ sku: 'CSV-1', weightGrams: 5 }])
  })

  test('reads countries by name and digits in groups, and names what it cannot read', async () => {
    const importing = (columns: string, cells: string, apply = false) =>
      importCsv(shop, headers, `identifier,${columns}\nfiled,${cells}`, { apply })
    await importing('country_of_origin,hs_code,gtin', 'Portugal,4202.21,7350053 850019', true)
    expect(await draftOf('filed')).toMatchObject({ countryOfOrigin: 'PT', hsCode: '420221' })
    for (const [column, cell] of [
      ['country_of_origin', 'Atlantis'],
      ['hs_code', '12'],
      ['weight_grams', 'heavy'],
      ['maker', 'Solvane'],
      ['gtin', '4006381333932'],
      ['sku', '!'],
      ['sku', 'swap-1'],
      ['variant_hs_code', '1'],
    ] as const)
      expect((await importing(column, cell)).report?.mistakes, column).toMatchObject([
        { line: 2, column },
      ])
  })
})

async function draftOf(identifier: string) {
  const { id } = await shown(identifier)
  return asDraft((await shop.call('getStaffProduct', { headers, params: { id } })).data)
}
