import type { Picture, ProductOption } from '@solvane/contract/catalog'
import type { DraftVariant, ProductDraft, ProductStatus } from '@solvane/contract/product-draft'
import type { StaffProduct } from '@solvane/contract/products.admin'

/** The option whose values come from the colour list. */
export const colorOption = 'Color'

export const sizeOption = 'Size'

/** The fields of a variant's draft that are stored as they are. */
type VariantTrade = Pick<
  DraftVariant,
  'sku' | 'gtin' | 'weightGrams' | 'hsCode' | 'countryOfOrigin' | 'composition'
>

/** The trade data of a variant, without its other fields. */
export function tradeOf(variant: VariantTrade): VariantTrade {
  const { sku, gtin, weightGrams, hsCode, countryOfOrigin, composition } = variant
  return { sku, gtin, weightGrams, hsCode, countryOfOrigin, composition }
}

/** A variant as it is stored; prices in cents. */
export interface StoredVariant extends VariantTrade {
  id: string
  priceCents: number
  salePriceCents: number | null
  saleStartsAt: Date | null
  saleEndsAt: Date | null
  isEnabled: boolean
  attributes: Record<string, string>
  pictures: Picture[]
  /** Written separately: see `adjust-stock.ts`. */
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

/** A product's place in the arrangement of a category, from 1. */
export interface Position {
  categoryId: string
  position: number
}

/** A product as it is stored, with everything that is edited together. */
export interface StoredProduct extends Omit<ProductDraft, ConvertedFields> {
  id: string
  version: number
  updatedAt: Date
  pictures: Picture[]
  publishedAt: Date
  withdrawsAt: Date | null
  isNewFlag: boolean
  /** When it left the shop; null while it is published. */
  deletedAt: Date | null
  /** Not published, but not deleted either. */
  isWithdrawn: boolean
  options: ProductOption[]
  /** Those that are sold or could be, in their order. */
  variants: StoredVariant[]
  /** Those that were taken out. */
  goneVariants: Pick<StoredVariant, 'id' | 'attributes' | 'stock'>[]
  /** Sorted by category. */
  positions: Position[]
}

/** The publication status of a stored product. */
export function statusOf({
  deletedAt,
  isWithdrawn,
}: Pick<StoredProduct, 'deletedAt' | 'isWithdrawn'>): ProductStatus {
  if (deletedAt === null) return 'PUBLISHED'
  return isWithdrawn ? 'WITHDRAWN' : 'DELETED'
}

/** The product with another status from `now` on. */
export function withStatus(
  product: StoredProduct,
  status: ProductStatus,
  now: Date,
): StoredProduct {
  if (statusOf(product) === status) return product
  const deletedAt = status === 'PUBLISHED' ? null : (product.deletedAt ?? now)
  return { ...product, deletedAt, isWithdrawn: status === 'WITHDRAWN' }
}

/** The product in the contract's form for staff. */
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
