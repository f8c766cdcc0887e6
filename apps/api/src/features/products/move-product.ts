import { randomUUID } from 'node:crypto'
import type { ProductStatus } from '@solvane/contract/product-draft'
import type { StaffProduct } from '@solvane/contract/products.admin'
import type { AppContext } from '../../context.ts'
import { productIdsOf } from './read-products.queries.ts'
import { findProduct, lockProduct, writingProducts } from './save-product.ts'
import { statusOf, toStaffProduct, withStatus } from './stored-product.ts'
import { writeProducts } from './write-products.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

/** Takes a product out of the shop and of the lists. Raises `PRODUCT_NOT_FOUND`. */
export function deleteProduct(ctx: Context, id: string): Promise<StaffProduct> {
  return moveProduct(ctx, id, () => 'DELETED')
}

/** Brings a deleted product back, withdrawn; one that is not deleted stays. Raises `PRODUCT_NOT_FOUND`. */
export function restoreProduct(ctx: Context, id: string): Promise<StaffProduct> {
  return moveProduct(ctx, id, (status) => (status === 'DELETED' ? 'WITHDRAWN' : status))
}

function moveProduct(
  ctx: Context,
  id: string,
  toStatus: (status: ProductStatus) => ProductStatus,
): Promise<StaffProduct> {
  const now = ctx.clock.now()
  return writingProducts(ctx, async (tx) => {
    const before = await lockProduct(tx, id)
    const after = withStatus(before, toStatus(statusOf(before)), now)
    await writeProducts(tx, [{ before, after }], now)
    return toStaffProduct(await findProduct(tx, id))
  })
}

/** How many copies of one product are looked for a free identifier for. */
const mostCopies = 100

/**
 * Adds a copy of a product, withdrawn and without stock. Raises `PRODUCT_NOT_FOUND`, `IDENTIFIER_TAKEN`
 * when it has been copied at the same moment, or too often.
 */
export function duplicateProduct(ctx: Context, id: string): Promise<StaffProduct> {
  const now = ctx.clock.now()
  return writingProducts(ctx, async (tx) => {
    const original = await findProduct(tx, id)
    const base = original.identifier.slice(0, 90).replace(/-+$/, '')
    const identifiers = Array.from({ length: mostCopies }, (_, copy) =>
      copy === 0 ? `${base}-copy` : `${base}-copy-${copy + 1}`,
    )
    const taken = await productIdsOf(tx, identifiers)
    const copy = {
      ...original,
      id: randomUUID(),
      identifier: identifiers.find((one) => !taken.has(one)) ?? original.identifier,
      name: `${original.name.slice(0, 113)} (copy)`,
      publishedAt: now,
      goneVariants: [],
      variants: original.variants.map((variant) => ({ ...variant, id: randomUUID(), stock: 0 })),
    }
    const after = withStatus(copy, 'WITHDRAWN', now)
    await writeProducts(tx, [{ before: null, after }], now)
    return toStaffProduct(await findProduct(tx, after.id))
  })
}
