import type { Picture, ProductOption } from '@solvane/contract/catalog'
import type { DraftVariant, ProductDraft, ProductStatus } from '@solvane/contract/product-draft'
import type { StaffProduct } from '@solvane/contract/products.admin'

/** The fields of a variant's draft that are stored as they are. */
type VariantTrade = Pick<
  DraftVariant,
  'sku' | 'gtin' | 'weightGrams' | 'hsCode' | 'countryOfOrigin' | 'composition'
>

/** The trade data of a variant, whatever else there is of it. */
export function tradeOf(variant: VariantTrade): VariantTrade {
  const { sku, gtin, weightGrams, hsCode, countryOfOrigin, composition } = variant
  return { sku, gtin, weightGrams, hsCode, countryOfOrigin, composition }
}

/** A variant as it is kept; prices in cents. */
export interface StoredVariant extends VariantTrade {
  id: string
  priceCents: number
  salePriceCents: number | null
  saleStartsAt: Date | null
  saleEndsAt: Date | null
  isEnabled: boolean
  attributes: Record<string, string>
  pictures: Picture[]
  /** Not written with the rest: see `adjust-stock.ts`. */
  stock: number
}

/** The fields of a draft that are stored in another form. */
type ConvertedFields =
  | 'status'
  | 'publishedAt'
  | 'withdrawsAt'
  | 'isNew'
  | 'positions'
  | 'pictures'
  | 'options'
  | 'variants'

/** Where a product stands by hand in the list of a category, from 1. */
export interface Position {
  categoryId: string
  position: number
}

/** A product as it is kept, with everything that is edited together. */
export interface StoredProduct extends Omit<ProductDraft, ConvertedFields> {
  id: string
  version: number
  updatedAt: Date
  pictures: Picture[]
  publishedAt: Date
  withdrawsAt: Date | null
  isNewFlag: boolean
  /** Since when it is not in the shop. */
  deletedAt: Date | null
  /** Not in the shop, but worked on. */
  isWithdrawn: boolean
  options: ProductOption[]
  /** Those that are sold or could be, in their order. */
  variants: StoredVariant[]
  /** Those that were taken out. */
  goneVariants: Pick<StoredVariant, 'id' | 'attributes' | 'stock'>[]
  /** By category. */
  positions: Position[]
}

/** Where a product stands, from what is kept of it. */
export function statusOf({
  deletedAt,
  isWithdrawn,
}: Pick<StoredProduct, 'deletedAt' | 'isWithdrawn'>): ProductStatus {
  if (deletedAt === null) return 'PUBLISHED'
  return isWithdrawn ? 'WITHDRAWN' : 'DELETED'
}

/** What is kept of a product that comes to stand there at `now`. */
export function withStatus(
  product: StoredProduct,
  status: ProductStatus,
  now: Date,
): StoredProduct {
  if (statusOf(product) === status) return product
  const deletedAt = status === 'PUBLISHED' ? null : (product.deletedAt ?? now)
  return { ...product, deletedAt, isWithdrawn: status === 'WITHDRAWN' }
}

/** As the contract gives it to staff. */
export function toStaffProduct(product: StoredProduct): StaffProduct {
  const {
    isNewFlag,
    deletedAt: _,
    isWithdrawn: _withdrawn,
    goneVariants: _gone,
    positions: _positions,
    ...same
  } = product
  return {
    ...same,
    updatedAt: product.updatedAt.toISOString(),
    status: statusOf(product),
    publishedAt: product.publishedAt.toISOString(),
    withdrawsAt: product.withdrawsAt?.toISOString() ?? null,
    isNew: isNewFlag,
    variants: product.variants.map((variant) => ({
      id: variant.id,
      attributeValues: variant.attributes,
      price: variant.priceCents / 100,
      salePrice: variant.salePriceCents === null ? null : variant.salePriceCents / 100,
      saleStartsAt: variant.saleStartsAt?.toISOString() ?? null,
      saleEndsAt: variant.saleEndsAt?.toISOString() ?? null,
      isEnabled: variant.isEnabled,
      ...tradeOf(variant),
      pictures: variant.pictures,
      stock: variant.stock,
    })),
  }
}
