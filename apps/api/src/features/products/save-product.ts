import type { ProductDraft } from '@solvane/contract/product-draft'
import type { SavedProduct } from '@solvane/contract/products.admin'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { againAfterDeadlock, isTaken } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { applyDraft, type KnownPictures, newProduct } from './apply-draft.ts'
import { problemsOf, warningsOf } from './check-product.ts'
import { addressesIn, lookUpPictures, picturesOf, unknownPictures } from './draft-pictures.ts'
import { type DraftProblem, refuseProblems } from './draft-problems.ts'
import { lockProducts, readProducts } from './read-products.queries.ts'
import { type StoredProduct, statusOf, toStaffProduct } from './stored-product.ts'
import { writeProducts } from './write-products.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'storage'>

/** A product, locked until the transaction ends. Raises `PRODUCT_NOT_FOUND`. */
export async function lockProduct(tx: Queryable, id: string): Promise<StoredProduct> {
  await lockProducts(tx, [id])
  return findProduct(tx, id)
}

/** Raises `PRODUCT_NOT_FOUND`. */
export async function findProduct(db: Queryable, id: string): Promise<StoredProduct> {
  const [product] = await readProducts(db, [id])
  if (!product) throw new ShopError('PRODUCT_NOT_FOUND')
  return product
}

/**
 * Does `work`, which writes products, in a transaction, once more after a deadlock. Raises
 * `IDENTIFIER_TAKEN` when another product has an identifier already.
 */
export async function writingProducts<Result>(
  { db }: Pick<AppContext, 'db'>,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  try {
    return await againAfterDeadlock(() => db.kysely.transaction().execute(work))
  } catch (error) {
    throw isTaken(error, 'product_identifier_key') ? new ShopError('IDENTIFIER_TAKEN') : error
  }
}

/** Adds a product. Raises `BAD_REQUEST` with `details.fields`, `IDENTIFIER_TAKEN`. */
export async function createProduct(ctx: Context, draft: ProductDraft): Promise<SavedProduct> {
  const pictures = await picturesFor(ctx, draft, [])
  const now = ctx.clock.now()
  return writingProducts(ctx, async (tx) => {
    const after = applyDraft(newProduct(now), draft, { pictures, now })
    refuseProblems([...idProblems(draft, []), ...(await problemsOf(ctx, tx, after))])
    await writeProducts(tx, [{ before: null, after }], now)
    return savedProduct(null, await findProduct(tx, after.id))
  })
}

/**
 * Saves a product whole, as `version` of it was edited. Raises `PRODUCT_NOT_FOUND`, `STALE_EDIT` when it
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
    refuseProblems([...idProblems(draft, before.variants), ...(await problemsOf(ctx, tx, after))])
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
  refuseProblems(unknownPictures(draft, known))
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
