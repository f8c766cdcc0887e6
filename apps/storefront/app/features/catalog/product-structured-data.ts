import { assetUrl } from '@solvane/client/image-urls'
import { deliveryFee } from '@solvane/contract/delivery-fee'
import type { LayoutData } from '../../lib/api/layout-data.ts'
import { colorOptionOf, type Product, parameterOf, type Variant } from './variant-choice.ts'

type Settings = Pick<
  LayoutData['settings'],
  | 'publicUrl'
  | 'assetsBaseUrl'
  | 'currency'
  | 'shippingFee'
  | 'freeShippingFrom'
  | 'weightBands'
  | 'preparationDays'
  | 'transitDays'
  | 'returnPolicies'
>

type Node = Record<string, unknown>

/**
 * A product in the vocabulary of schema.org, with an offer for each variant; `path` is its page. A
 * product without options is a single `Product`, others a `ProductGroup`. What all offers share,
 * delivery and returns, are nodes of their own beside it, to which the offers refer.
 */
export function productStructuredData(product: Product, path: string, settings: Settings): Node[] {
  const url = new URL(path, settings.publicUrl).href
  const offered = new Set(product.variants.map((variant) => feeOf(product, variant, settings)))
  return [
    describeProduct(product, url, settings),
    ...[...offered].map((fee) => ({ '@id': deliveryId(url, fee), ...deliveryFor(fee, settings) })),
    ...settings.returnPolicies.map((policy, index) => ({
      '@id': returnsId(url, index),
      ...returnPolicyOf(policy, settings),
    })),
  ]
}

const deliveryId = (url: string, fee: number) => `${url}#delivery-${fee}`
const returnsId = (url: string, index: number) => `${url}#returns-${index + 1}`

function describeProduct(product: Product, url: string, settings: Settings): Node {
  const common = {
    '@id': `${url}#piece`,
    name: product.name,
    description: product.description,
    url,
    brand: { '@type': 'Brand', name: 'Solvane' },
    ...(product.maker && { manufacturer: { '@type': 'Organization', ...product.maker } }),
    material: product.material,
    ...sizeOf(product),
    image: product.imagesJson.slice(0, 6).map((src) => pictureUrl(src, settings)),
  }
  const [only, ...others] = product.variants
  if (product.options.length === 0 && only && others.length === 0)
    return { '@type': 'Product', ...common, ...variantData(product, only, url, settings) }
  return {
    '@type': 'ProductGroup',
    ...common,
    productGroupID: product.identifier,
    variesBy: product.options.map(({ name }) =>
      name === 'Color' || name === 'Size' ? `https://schema.org/${name.toLowerCase()}` : name,
    ),
    hasVariant: product.variants.map((variant) => ({
      '@type': 'Product',
      name: [product.name, ...Object.values(variant.attributeValues)].join(', '),
      image: pictureUrl(variant.cover, settings),
      ...variantData(product, variant, url, settings),
    })),
  }
}

function pictureUrl(src: string, { assetsBaseUrl, publicUrl }: Settings): string {
  return new URL(assetUrl(src, assetsBaseUrl), publicUrl).href
}

/** What is a variant's own, and its offer. */
function variantData(product: Product, variant: Variant, url: string, settings: Settings) {
  const { sku, gtin, attributeValues } = variant
  const color = attributeValues[colorOptionOf(product) ?? '']
  const origin = variant.countryOfOrigin ?? product.countryOfOrigin
  const grams = weightOf(product, variant)
  const chosen = new URLSearchParams(
    product.options.map(({ name }) => [parameterOf(product, name), attributeValues[name] ?? '']),
  )
  return {
    sku: sku ?? variant.id,
    ...(gtin && { gtin }),
    ...(color && { color }),
    ...(attributeValues.Size && { size: attributeValues.Size }),
    ...(grams && { weight: { '@type': 'QuantitativeValue', value: grams, unitCode: 'GRM' } }),
    ...(origin && { countryOfOrigin: origin.code }),
    offers: {
      '@type': 'Offer',
      price: variant.currentPrice.toFixed(2),
      priceCurrency: settings.currency,
      availability: `https://schema.org/${variant.isAvailable ? 'InStock' : 'SoldOut'}`,
      itemCondition: 'https://schema.org/NewCondition',
      url: chosen.size > 0 ? `${url}?${chosen}` : url,
      ...(variant.isOnSale &&
        variant.saleEndDate && { priceValidUntil: variant.saleEndDate.slice(0, 10) }),
      shippingDetails: { '@id': deliveryId(url, feeOf(product, variant, settings)) },
      hasMerchantReturnPolicy: settings.returnPolicies.map((_policy, index) => ({
        '@id': returnsId(url, index),
      })),
    },
  }
}

/** What delivery of this variant alone costs by the standard method. */
function feeOf(product: Product, variant: Variant, settings: Settings): number {
  const { shippingFee: fee, freeShippingFrom: freeFrom, weightBands } = settings
  const grams = weightOf(product, variant) ?? 0
  return deliveryFee({ fee, freeFrom, weightBands }, variant.currentPrice, grams)
}

function weightOf(product: Product, variant: Variant): number | null {
  return variant.weightGrams ?? product.weightGrams
}

/** What delivery costs, and how long it takes in business days. */
function deliveryFor(value: number, settings: Settings) {
  const handlingTime = daysOf(settings.preparationDays)
  const transitTime = daysOf(settings.transitDays)
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value, currency: settings.currency },
    ...(handlingTime &&
      transitTime && {
        deliveryTime: { '@type': 'ShippingDeliveryTime', handlingTime, transitTime },
      }),
  }
}

/** The terms of returns for some countries, or for all that no other terms name. */
function returnPolicyOf(
  { countries, noticeDays, feeFrom, shopPaysPostage }: Settings['returnPolicies'][number],
  { publicUrl }: Settings,
) {
  return {
    '@type': 'MerchantReturnPolicy',
    ...(countries.length > 0 && { applicableCountry: countries }),
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: noticeDays,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: `https://schema.org/${shopPaysPostage ? 'FreeReturn' : 'ReturnFeesCustomerResponsibility'}`,
    ...(feeFrom > 0 && { restockingFee: feeFrom }),
    merchantReturnLink: new URL('/returns', publicUrl).href,
  }
}

/** The days of a setting such as `5–10`; undefined if it says something else. */
function daysOf(text: string) {
  const [, least, most] = /^(\d+)(?:\D+(\d+))?$/.exec(text.trim()) ?? []
  if (least === undefined) return undefined
  const [minValue, maxValue] = [Number(least), Number(most ?? least)]
  return { '@type': 'QuantitativeValue', minValue, maxValue, unitCode: 'DAY' }
}

/** The size in millimetres (the unit code MMT), if it is known. */
function sizeOf({ dimensions }: Product): Record<string, unknown> {
  if (!dimensions) return {}
  const side = (value: number) => ({ '@type': 'QuantitativeValue', value, unitCode: 'MMT' })
  const { widthMm, heightMm, depthMm } = dimensions
  return { width: side(widthMm), height: side(heightMm), depth: side(depthMm) }
}
