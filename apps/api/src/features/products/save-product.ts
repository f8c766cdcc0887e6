import { randomUUID } from 'node:crypto'
import type { ProductDraft, ProductStatus } from '@solvane/contract/product-draft'
import type { SavedProduct, StaffProduct } from '@solvane/contract/products.admin'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { isTaken, retryAfterDeadlock } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { applyDraft, type KnownPictures, newProduct } from './apply-draft.ts'
import {
  addressesIn,
  type DraftProblem,
  lookUpPictures,
  picturesOf,
  problemsOf,
  rejectProblems,
  unknownPictures,
  warningsOf,
} from './check-product.ts'
import { lockProducts, productIdsOf, readProducts } from './read-products.queries.ts'
import { type StoredProduct, statusOf, toStaffProduct, withStatus } from './stored-product.ts'
import { writeProducts } from './write-products.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'storage'>

/** A product, locked until the transaction ends. Throws `PRODUCT_NOT_FOUND`. */
export async function lockProduct(tx: Queryable, id: string): Promise<StoredProduct> {
  await lockProducts(tx, [id])
  return findProduct(tx, id)
}

/** Throws `PRODUCT_NOT_FOUND`. */
export async function findProduct(db: Queryable, id: string): Promise<StoredProduct> {
  const [product] = await readProducts(db, [id])
  if (!product) throw new ShopError('PRODUCT_NOT_FOUND')
  return product
}

/**
 * Does `work`, which writes products, in a transaction, once more after a deadlock. Throws
 * `IDENTIFIER_TAKEN`, `SKU_TAKEN` or `GTIN_TAKEN` when another has it already.
 */
export async function writingProducts<Result>(
  { db }: Pick<AppContext, 'db'>,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  try {
    return await retryAfterDeadlock(() => db.kysely.transaction().execute(work))
  } catch (error) {
    if (isTaken(error, 'product_identifier_key')) throw new ShopError('IDENTIFIER_TAKEN')
    if (isTaken(error, 'variant_sku')) throw new ShopError('SKU_TAKEN')
    throw isTaken(error, 'variant_gtin') ? new ShopError('GTIN_TAKEN') : error
  }
}

/** Adds a product. Throws `BAD_REQUEST` with `details.fields`, `IDENTIFIER_TAKEN`. */
export async function createProduct(ctx: Context, draft: ProductDraft): Promise<SavedProduct> {
  const pictures = await picturesFor(ctx, draft, [])
  const now = ctx.clock.now()
  return writingProducts(ctx, async (tx) => {
    const after = applyDraft(newProduct(now), draft, { pictures, now })
    rejectProblems([...idProblems(draft, []), ...(await problemsOf(tx, null, after))])
    await writeProducts(tx, [{ before: null, after }], now)
    return savedProduct(null, await findProduct(tx, after.id))
  })
}

/**
 * Saves a product whole, as `version` of it was edited. Throws `PRODUCT_NOT_FOUND`, `STALE_EDIT` when it
 * is another version by now, `PRODUCT_DELETED`, `BAD_REQUEST` with `details.fields`, `IDENTIFIER_TAKEN`.
 */
export async function updateProduct(
  ctx: Context,
  id: string,
  { version, ...draft }: ProductDraft & { version: number },
): Promise<SavedProduct> {
  const pictures = await picturesFor(ctx, draft, await readProducts(ctx.db.kysely, [id]))
  const now = ctx.clock.now()
  return writingProducts(ctx, async (tx) => {
    const before = await lockProduct(tx, id)
    if (before.version !== version) throw new ShopError('STALE_EDIT', { version: before.version })
    if (statusOf(before) === 'DELETED') throw new ShopError('PRODUCT_DELETED')
    const after = applyDraft(before, draft, { pictures, now })
    rejectProblems([
      ...idProblems(draft, before.variants),
      ...(await problemsOf(tx, before, after)),
    ])
    await writeProducts(tx, [{ before, after }], now)
    return savedProduct(before, await findProduct(tx, id))
  })
}

function savedProduct(before: StoredProduct | null, after: StoredProduct): SavedProduct {
  const kept = new Set(after.variants.map(({ id }) => id))
  return {
    ...toStaffProduct(after),
    warnings: warningsOf(after),
    removedVariants: (before?.variants ?? [])
      .filter(({ id }) => !kept.has(id))
      .map(({ id, attributes, stock }) => ({ id, attributeValues: attributes, stock })),
  }
}

async function picturesFor(
  ctx: Context,
  draft: ProductDraft,
  products: StoredProduct[],
): Promise<KnownPictures> {
  const addresses = addressesIn(draft).map(({ src }) => src)
  const known = await lookUpPictures(ctx, picturesOf(products), addresses)
  rejectProblems(unknownPictures(draft, known))
  return known
}

/** A variant that a draft names must be one of its product. */
function idProblems({ variants }: ProductDraft, known: StoredProduct['variants']): DraftProblem[] {
  return variants.flatMap(({ id }, at) =>
    id === null || known.some((variant) => variant.id === id)
      ? []
      : { field: `variants.${at}.id`, message: 'This variant no longer exists' },
  )
}

type MoveProductContext = Pick<AppContext, 'db' | 'clock'>

/** Takes a product out of the shop and of the lists. Throws `PRODUCT_NOT_FOUND`. */
export function deleteProduct(ctx: MoveProductContext, id: string): Promise<StaffProduct> {
  return moveProduct(ctx, id, () => 'DELETED')
}

/** Brings a deleted product back, withdrawn; one that is not deleted stays. Throws `PRODUCT_NOT_FOUND`. */
export function restoreProduct(ctx: MoveProductContext, id: string): Promise<StaffProduct> {
  return moveProduct(ctx, id, (status) => (status === 'DELETED' ? 'WITHDRAWN' : status))
}

function moveProduct(
  ctx: MoveProductContext,
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

/** The most copies of one product that get an identifier of their own. */
const mostCopies = 100

/**
 * Adds a copy of a product, withdrawn, without stock, SKUs and GTINs. Throws `PRODUCT_NOT_FOUND`, `IDENTIFIER_TAKEN`
 * when it has been copied at the same moment, or too often.
 */
export function duplicateProduct(ctx: MoveProductContext, id: string): Promise<StaffProduct> {
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
      withdrawsAt: null,
      positions: [],
      goneVariants: [],
      variants: original.variants.map((variant) => ({
        ...variant,
        id: randomUUID(),
        sku: null,
        gtin: null,
        stock: 0,
      })),
    }
    const after = withStatus(copy, 'WITHDRAWN', now)
    await writeProducts(tx, [{ before: null, after }], now)
    return toStaffProduct(await findProduct(tx, after.id))
  })
}
