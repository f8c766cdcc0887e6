import type { Product } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { categoryTrail } from '../categories/category-index.ts'
import { findFormerProduct, findProduct } from './catalog.queries.ts'
import { type ProductRow, toProduct } from './to-product.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * One product by id or identifier (decision R5), including former identifiers. Throws
 * `PRODUCT_NOT_FOUND`.
 */
export async function getProduct(
  ctx: Pick<AppContext, 'db' | 'clock' | 'changes'>,
  idOrIdentifier: string,
): Promise<Product> {
  const row = await findByEither(ctx, idOrIdentifier)
  if (!row) throw new ShopError('PRODUCT_NOT_FOUND')
  const breadcrumbs = row.category ? await categoryTrail(ctx, row.category) : []
  return toProduct(row, breadcrumbs)
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
