import { assetUrl } from '@solvane/client/image-urls'
import { deliveryFee } from '@solvane/contract/delivery-fee'
import type { LayoutData } from '../../lib/api/layout-data.ts'
import { colorOptionOf, type Product, parameterOf, type Variant } from './variant-choice.ts'

type Settings = Pick<
  LayoutData['settings'],
  | 'publicUrl'
  | 'assetsBaseUrl'
  | 'currency'
  | 'deliveryZones'
  | 'preparationDays'
  | 'returnPolicies'
>

type Zone = Settings['deliveryZones'][number]
type Node = Record<string, unknown>

/**
 * A product in the vocabulary of schema.org, with an offer for each variant; `path` is its page. A
 * product without options is a single `Product`, others a `ProductGroup`. What all offers share,
 * delivery to each zone and returns, are nodes of their own beside it, to which the offers refer.
 */
export function productStructuredData(product: Product, path: string, settings: Settings): Node[] {
  const url = new URL(path, settings.publicUrl).href
  return [
    describeProduct(product, url, settings),
    ...settings.deliveryZones.flatMap((zone, index) =>
      [...new Set(product.variants.map((variant) => feeOf(product, variant, zone)))].map((fee) => ({
        '@id': deliveryId(url, index, fee),
        ...deliveryTo(zone, fee, settings),
      })),
    ),
    ...settings.returnPolicies.map((policy, index) => ({
      '@id': returnsId(url, index),
      ...returnPolicyOf(policy, settings),
    })),
  ]
}

const deliveryId = (url: string, zone: number, fee: number) => `${url}#delivery-${zone + 1}-${fee}`
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

/** The data of a variant itself, and its offer. */
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
      shippingDetails: settings.deliveryZones.map((zone, index) => ({
        '@id': deliveryId(url, index, feeOf(product, variant, zone)),
      })),
      hasMerchantReturnPolicy: settings.returnPolicies.map((_policy, index) => ({
        '@id': returnsId(url, index),
      })),
    },
  }
}

/** The fee for delivery of this variant alone to a zone. */
function feeOf(product: Product, variant: Variant, zone: Zone): number {
  return deliveryFee(zone, variant.currentPrice, weightOf(product, variant) ?? 0)
}

function weightOf(product: Product, variant: Variant): number | null {
  return variant.weightGrams ?? product.weightGrams
}

/** Fee and business days of delivery to a zone. */
function deliveryTo({ countries, transitDays }: Zone, value: number, settings: Settings) {
  const handlingTime = daysOf(settings.preparationDays)
  const transitTime = daysOf(transitDays)
  return {
    '@type': 'OfferShippingDetails',
    ...(countries.length > 0 && {
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: countries },
    }),
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
  settings: Settings,
) {
  const { publicUrl } = settings
  const applicable = countries.length > 0 ? countries : countriesWithoutTerms(settings)
  return {
    '@type': 'MerchantReturnPolicy',
    ...(applicable.length > 0 && { applicableCountry: applicable }),
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: noticeDays,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: `https://schema.org/${shopPaysPostage ? 'FreeReturn' : 'ReturnFeesCustomerResponsibility'}`,
    ...(feeFrom > 0 && { restockingFee: feeFrom }),
    merchantReturnLink: new URL('/returns', publicUrl).href,
  }
}

/** The countries that the shop names for delivery, but not for returns. */
function countriesWithoutTerms({ deliveryZones, returnPolicies }: Settings): string[] {
  const named = new Set(returnPolicies.flatMap(({ countries }) => countries))
  return deliveryZones.flatMap(({ countries }) => countries).filter((code) => !named.has(code))
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
