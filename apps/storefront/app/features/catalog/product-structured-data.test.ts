import { describe, expect, it } from 'vitest'
import { productStructuredData } from './product-structured-data.ts'
import type { Product } from './variant-choice.ts'

const settings = { publicUrl: 'https://shop.example', assetsBaseUrl: '', currency: 'USD' }

/** The offers of a product whose variants have these prices and stocks. */
function offersOf(...variants: { currentPrice: number; stock: number }[]) {
  const piece = { variants, colors: [], imagesJson: [], isAvailable: true } as unknown as Product
  return productStructuredData(piece, '/product/tote', settings as never).offers
}

describe('the offers of a product', () => {
  it('span the available variants', () => {
    const offers = offersOf(
      { currentPrice: 90, stock: 0 },
      { currentPrice: 100, stock: 2 },
      { currentPrice: 120, stock: 1 },
      { currentPrice: 500, stock: 0 },
    )
    expect(offers).toMatchObject({ lowPrice: '100.00', highPrice: '120.00', offerCount: 2 })
  })

  it('are a single offer for a single price', () => {
    expect(offersOf({ currentPrice: 90, stock: 0 }, { currentPrice: 100, stock: 2 })).toMatchObject(
      { '@type': 'Offer', price: '100.00' },
    )
  })

  it('span all variants when all are sold out', () => {
    expect(offersOf({ currentPrice: 90, stock: 0 }, { currentPrice: 100, stock: 0 })).toMatchObject(
      { lowPrice: '90.00', highPrice: '100.00' },
    )
  })
})

it('says the size of a product in millimetres', () => {
  const dimensions = { widthMm: 275, heightMm: 190, depthMm: 110 }
  const piece = { dimensions, variants: [], colors: [], imagesJson: [] } as unknown as Product
  expect(productStructuredData(piece, '/product/tote', settings as never)).toMatchObject({
    width: { value: 275, unitCode: 'MMT' },
    depth: { value: 110, unitCode: 'MMT' },
  })
})
