import { describe, expect, it } from 'vitest'
import { productStructuredData } from './product-structured-data.ts'
import type { Product } from './variant-choice.ts'

const settings = {
  publicUrl: 'https://shop.example',
  assetsBaseUrl: '',
  currency: 'USD' as const,
  preparationDays: '1–3',
  deliveryZones: [{ countries: [] as string[], fee: 15.99, freeFrom: 300, transitDays: '5–10' }],
  returnPolicies: [
    { countries: ['FR', 'DE'], noticeDays: 14, feeFrom: 0, shopPaysPostage: true },
    { countries: [], noticeDays: 3, feeFrom: 30, shopPaysPostage: false },
  ],
}

const inkVariant = {
  id: 'ink',
  sku: 'TOTE-INK',
  gtin: '4006381333931',
  attributeValues: { Color: 'Ink' },
  cover: '/media/ink.webp',
  currentPrice: 90,
  isAvailable: true,
  isOnSale: true,
  saleEndDate: '2026-12-01T00:00:00.000Z',
  weightGrams: null,
  countryOfOrigin: null,
}
const sandVariant = {
  ...inkVariant,
  id: 'sand',
  sku: null,
  gtin: null,
  attributeValues: { Color: 'Sand' },
  currentPrice: 310,
  isAvailable: false,
  isOnSale: false,
  weightGrams: 700,
  countryOfOrigin: { code: 'PT', name: 'Portugal' },
}

function dataOf(product: object, more: object = {}) {
  const tote = {
    identifier: 'tote',
    name: 'Tote',
    colors: [
      { name: 'Ink', hex: '#000000' },
      { name: 'Sand', hex: '#ddccbb' },
    ],
    imagesJson: [],
    options: [{ name: 'Color', values: ['Ink', 'Sand'] }],
    variants: [inkVariant, sandVariant],
    weightGrams: 650,
    countryOfOrigin: { code: 'IT', name: 'Italy' },
    maker: null,
    ...product,
  }
  const [data = {}, ...shared] = productStructuredData(
    tote as unknown as Product,
    '/product/tote',
    { ...settings, ...more },
  )
  return resolve(data, shared) as Record<string, unknown>
}

/** Puts the nodes that `value` refers to in their places. */
function resolve(value: unknown, nodes: readonly Record<string, unknown>[]): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, nodes))
  if (typeof value !== 'object' || value === null) return value
  const [[name, id] = [], ...others] = Object.entries(value)
  if (name === '@id' && others.length === 0) {
    const found = nodes.filter((node) => node['@id'] === id)
    expect(found).toHaveLength(1)
    return found[0]
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part, nodes)]))
}

describe('a product with options', () => {
  it('is a group whose variants have codes and offers of their own', () => {
    expect(dataOf({})).toMatchObject({
      '@type': 'ProductGroup',
      productGroupID: 'tote',
      variesBy: ['https://schema.org/color'],
      hasVariant: [
        {
          sku: 'TOTE-INK',
          gtin: '4006381333931',
          color: 'Ink',
          weight: { value: 650 },
          countryOfOrigin: 'IT',
          image: 'https://shop.example/media/ink.webp',
          offers: {
            price: '90.00',
            availability: 'https://schema.org/InStock',
            url: 'https://shop.example/product/tote?color=Ink',
            priceValidUntil: '2026-12-01',
          },
        },
        {
          sku: 'sand',
          weight: { value: 700 },
          countryOfOrigin: 'PT',
          offers: { price: '310.00', availability: 'https://schema.org/SoldOut' },
        },
      ],
    })
  })

  it('says what delivery costs by the settings, and the return policy of each country', () => {
    const { hasVariant } = dataOf({}) as { hasVariant: { offers: object }[] }
    expect(hasVariant[0]?.offers).toMatchObject({
      shippingDetails: [
        {
          shippingRate: { value: 15.99, currency: 'USD' },
          deliveryTime: {
            handlingTime: { minValue: 1, maxValue: 3 },
            transitTime: { minValue: 5, maxValue: 10 },
          },
        },
      ],
      hasMerchantReturnPolicy: [
        {
          applicableCountry: ['FR', 'DE'],
          merchantReturnDays: 14,
          returnFees: 'https://schema.org/FreeReturn',
          merchantReturnLink: 'https://shop.example/returns',
        },
        {
          merchantReturnDays: 3,
          returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
          restockingFee: 30,
        },
      ],
    })
    expect(hasVariant[1]?.offers).toMatchObject({
      shippingDetails: [{ shippingRate: { value: 0 } }],
    })
  })
})

it('states the delivery fee of the weight of each variant', () => {
  const weightBands = [
    { upToGrams: 650, fee: 6 },
    { upToGrams: 700, fee: 9 },
  ]
  const zone = { countries: [], fee: 20, freeFrom: 1_000, transitDays: '5', weightBands }
  const more = { deliveryZones: [zone] }
  const { hasVariant } = dataOf({}, more) as { hasVariant: { offers: object }[] }
  for (const [at, value] of [6, 9].entries())
    expect(hasVariant[at]?.offers).toMatchObject({ shippingDetails: [{ shippingRate: { value } }] })
})

it('states the fee, the days and the countries of each zone, and whose returns the other terms are', () => {
  const zone = { fee: 30, freeFrom: null, transitDays: '2' }
  const deliveryZones = [
    { ...zone, countries: ['FR', 'CH'] },
    { ...zone, countries: ['US'], fee: 12, freeFrom: 300 },
    { ...zone, countries: [], fee: 60 },
  ]
  const { hasVariant } = dataOf({}, { deliveryZones }) as {
    hasVariant: { offers: { shippingDetails: object[] } }[]
  }
  const region = (countries: string[]) => ({
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: countries },
  })
  const feesOf = (fees: number[]) =>
    fees.map((value) => ({
      shippingRate: { value },
      deliveryTime: { transitTime: { minValue: 2, maxValue: 2 } },
    }))
  for (const [at, fees] of [
    [30, 12, 60],
    [30, 0, 60],
  ].entries()) {
    const [europe, america, others] = feesOf(fees)
    expect(hasVariant[at]?.offers).toMatchObject({
      shippingDetails: [
        { ...europe, ...region(['FR', 'CH']) },
        { ...america, ...region(['US']) },
        { ...others },
      ],
      hasMerchantReturnPolicy: [
        { applicableCountry: ['FR', 'DE'] },
        { applicableCountry: ['CH', 'US'] },
      ],
    })
    expect(hasVariant[at]?.offers.shippingDetails[2]).not.toHaveProperty('shippingDestination')
  }
})

it('describes a product without options as one product', () => {
  const variants = [{ ...inkVariant, attributeValues: {} }]
  expect(dataOf({ options: [], variants, colors: [] })).toMatchObject({
    '@type': 'Product',
    sku: 'TOTE-INK',
    offers: { price: '90.00', url: 'https://shop.example/product/tote' },
  })
})

it('says the size of a product in millimetres', () => {
  expect(dataOf({ dimensions: { widthMm: 275, heightMm: 190, depthMm: 110 } })).toMatchObject({
    width: { value: 275, unitCode: 'MMT' },
    depth: { value: 110, unitCode: 'MMT' },
  })
})
