import { assetUrl } from '@solvane/client/image-urls'
import type { LayoutData } from '../../lib/api/layout-data.ts'
import type { Product } from './variant-choice.ts'

/**
 * A product and its offers, in the vocabulary of schema.org; `path` is its page. Sold-out
 * variants offer nothing, unless all are sold out.
 */
export function productStructuredData(
  product: Product,
  path: string,
  settings: Pick<LayoutData['settings'], 'publicUrl' | 'assetsBaseUrl' | 'currency'>,
): Record<string, unknown> {
  const url = new URL(path, settings.publicUrl).href
  const available = product.variants.filter(({ stock }) => stock > 0)
  const offered = available.length > 0 ? available : product.variants
  const prices = offered.map(({ currentPrice }) => currentPrice)
  const availability = `https://schema.org/${product.isAvailable ? 'InStock' : 'SoldOut'}`
  const common = { priceCurrency: settings.currency, availability, url }
  const lowPrice = Math.min(...prices)
  const highPrice = Math.max(...prices)
  return {
    '@type': 'Product',
    '@id': `${url}#piece`,
    name: product.name,
    description: product.description,
    sku: product.id,
    brand: { '@type': 'Brand', name: 'Solvane' },
    material: product.material,
    ...sizeOf(product),
    color: product.colors.map(({ name }) => name).join(', '),
    image: product.imagesJson
      .slice(0, 6)
      .map((src) => new URL(assetUrl(src, settings.assetsBaseUrl), settings.publicUrl).href),
    offers:
      lowPrice === highPrice
        ? { '@type': 'Offer', price: lowPrice.toFixed(2), ...common }
        : {
            '@type': 'AggregateOffer',
            lowPrice: lowPrice.toFixed(2),
            highPrice: highPrice.toFixed(2),
            offerCount: offered.length,
            ...common,
          },
  }
}

/** The size in millimetres (the unit code MMT), if it is known. */
function sizeOf({ dimensions }: Product): Record<string, unknown> {
  if (!dimensions) return {}
  const side = (value: number) => ({ '@type': 'QuantitativeValue', value, unitCode: 'MMT' })
  const { widthMm, heightMm, depthMm } = dimensions
  return { width: side(widthMm), height: side(heightMm), depth: side(depthMm) }
}
