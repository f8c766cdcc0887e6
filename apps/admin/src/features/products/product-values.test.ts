import type { StaffProduct } from '@solvane/contract/products.admin'
import { describe, expect, it } from 'vitest'
import {
  emptyValues,
  mergeProducts,
  newVariant,
  type ProductValues,
  toDraft,
  toValues,
} from './product-values.ts'

const product: StaffProduct = {
  id: 'a4a1c7a2-1111-4111-8111-111111111111',
  version: 3,
  updatedAt: '2026-01-02T00:00:00.000Z',
  identifier: 'porto-loafer',
  name: 'Porto Loafer',
  description: 'A loafer.',
  material: 'Calf',
  details: ['Leather sole', 'Made in Porto'],
  measurements: '',
  dimensions: { widthMm: 275, heightMm: 190, depthMm: 110 },
  fitsInside: '',
  materialsAndCare: '',
  sizeAndFit: null,
  sizeGuide: 'men-shoes',
  composition: 'Upper: 100% calfskin',
  countryOfOrigin: 'PT',
  hsCode: '640359',
  weightGrams: 820,
  taxClass: 'STANDARD',
  maker: { name: 'Solvane', address: '1 Rua, Porto', email: 'care@example.com' },
  responsiblePerson: null,
  seoTitle: '',
  seoDescription: 'A loafer from Porto.',
  status: 'PUBLISHED',
  publishedAt: '2026-01-01T10:11:12.345Z',
  withdrawsAt: null,
  isNew: false,
  categoryIds: [],
  relatedIds: [],
  pictures: [{ src: '/media/a.webp', alt: 'A', width: 1, height: 1, color: '#ffffff' }],
  options: [
    { name: 'Color', values: ['Ink'] },
    { name: 'Size', values: ['41'] },
  ],
  variants: [
    {
      id: 'a4a1c7a2-2222-4222-8222-222222222222',
      attributeValues: { Size: '41', Color: 'Ink' },
      price: 1234.5,
      salePrice: 999,
      saleStartsAt: '2026-01-01T10:11:12.345Z',
      saleEndsAt: null,
      isEnabled: true,
      sku: 'POR-INK-41',
      gtin: '4006381333931',
      weightGrams: null,
      hsCode: null,
      countryOfOrigin: null,
      composition: '',
      pictures: [],
      stock: 4,
    },
  ],
}

it('saves an unchanged product as it is, to the millisecond', () => {
  const { id: _, version: _version, updatedAt: _updatedAt, ...same } = product
  expect(toDraft(toValues(product))).toEqual({
    ...same,
    pictures: [{ src: '/media/a.webp', alt: 'A' }],
    variants: product.variants.map(({ stock: _stock, ...variant }) => variant),
  })
})

it('omits empty lines of details and uses the current option names', () => {
  const values = toValues(product)
  const draft = toDraft({
    ...values,
    details: '\n  One \n\nTwo',
    options: [{ name: 'Colour', values: ['Ink'] }, ...values.options.slice(1)],
  })
  expect(draft.details).toEqual(['One', 'Two'])
  expect(draft.variants[0]?.attributeValues).toEqual({ Colour: 'Ink', Size: '41' })
})

it('sends an invalid weight to be rejected, not as unknown', () => {
  expect(toDraft({ ...toValues(product), weightGrams: 'heavy' }).weightGrams).toBe(-1)
  expect(toDraft({ ...toValues(product), weightGrams: ' ' }).weightGrams).toBeNull()
})

it('creates a new product as not published', () => {
  expect(toDraft(emptyValues())).toMatchObject({ status: 'WITHDRAWN', variants: [{ id: null }] })
})

describe('edits applied to a newer version', () => {
  const values = (prices: Record<string, string>): ProductValues => ({
    ...toValues(product),
    variants: Object.entries(prices).map(([id, price]) => ({ ...newVariant([id], price), id })),
  })
  const pricesOf = ({ variants }: ProductValues) =>
    variants.map(({ values, price }) => `${values} ${price}`)
  const base = values({ S: '10', M: '20' })

  it('keep the price of a variant that only the newer version changed', () => {
    const merged = mergeProducts(base, values({ S: '10', M: '25' }), values({ S: '15', M: '20' }))
    expect(pricesOf(merged)).toEqual(['S 15', 'M 25'])
  })

  it('keep variants that were added on either side', () => {
    const edited = values({ S: '10', M: '20' })
    edited.variants.push(newVariant(['L'], '30'))
    const merged = mergeProducts(base, edited, values({ S: '10', M: '20', XL: '40' }))
    expect(pricesOf(merged)).toEqual(['S 10', 'M 20', 'XL 40', 'L 30'])
  })

  it('leave out variants that were removed on either side', () => {
    expect(pricesOf(mergeProducts(base, values({ S: '11' }), base))).toEqual(['S 11'])
    expect(
      pricesOf(mergeProducts(base, values({ S: '10', M: '25' }), values({ S: '10' }))),
    ).toEqual(['S 10'])
  })
})
