import type { Product, Variant } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { categoryTrail } from '../categories/category-index.ts'
import { placeholderPicture } from './placeholder-picture.ts'
import {
  findFormerProduct,
  findProduct,
  type ProductRow,
  type VariantRow,
} from './product.queries.ts'
import { toDollars, toProductCard } from './product-card.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * One product by id or identifier (decision R5), also by one that it had before. Raises `PRODUCT_NOT_FOUND`.
 */
export async function getProduct(
  ctx: Pick<AppContext, 'db' | 'clock' | 'changes'>,
  idOrIdentifier: string,
): Promise<Product> {
  const row = await findByEither(ctx, idOrIdentifier)
  if (!row) throw new ShopError('PRODUCT_NOT_FOUND')
  const {
    coverPicture: _cover,
    hoverPicture: _hover,
    hoverCover: _hoverCover,
    variantId: _variant,
    ...shown
  } = toProductCard(row)
  const pictures = row.pictures.length > 0 ? row.pictures : [placeholderPicture]
  return {
    ...shown,
    description: row.description,
    imagesJson: pictures.map(({ src }) => src),
    pictures,
    options: row.options,
    variants: row.variants.map(toVariant),
    details: row.details,
    measurements: row.measurements,
    materialsAndCare: row.materials_and_care,
    sizeAndFit: row.size_and_fit,
    sizeGuide: row.size_guide,
    breadcrumbs: row.category ? await categoryTrail(ctx, row.category) : [],
    related: (row.related ?? []).map(toProductCard),
  }
}

async function findByEither(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  value: string,
): Promise<ProductRow | undefined> {
  const at = clock.now()
  if (uuid.test(value)) return findProduct(db, 'id', value, at)
  const found = await findProduct(db, 'identifier', value, at)
  if (found) return found
  const id = await findFormerProduct(db, value)
  return id === undefined ? undefined : findProduct(db, 'id', id, at)
}

function toVariant(row: VariantRow): Variant {
  const [cover = placeholderPicture.src, ...others] = row.picture_sources
  return {
    id: row.id,
    price: toDollars(row.price_cents),
    salePrice: row.sale_price_cents === null ? null : toDollars(row.sale_price_cents),
    saleStartDate: toInstant(row.sale_starts_at),
    saleEndDate: toInstant(row.sale_ends_at),
    isOnSale: row.current_cents < row.price_cents,
    currentPrice: toDollars(row.current_cents),
    stock: row.stock,
    isAvailable: row.stock > 0,
    attributeValues: row.attributes,
    cover,
    imagesJson: [cover, ...others],
  }
}

function toInstant(value: string | null): string | null {
  return value === null ? null : new Date(value).toISOString()
}
