import { createHash } from 'node:crypto'
import type { FeaturedProduct } from '@solvane/contract/content.admin'
import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { retryAfterDeadlock } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { refreshListing } from '../listings/refresh-listing.ts'
import {
  createCategory,
  deleteCategory,
  listCategories,
  moveCategory,
  updateCategory,
} from './categories.admin.ts'
import {
  knownProducts,
  listArrangement,
  listStaffCategoryRows,
  lockTree,
  replaceArrangement,
} from './categories.queries.ts'
import { getCategory, getCategoryTree } from './category-index.ts'

/** Serves the category tree and single categories, and their editing by staff. */
export function registerCategories(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(
    endpoints.getCategoryTree,
    async () => {
      const tree = await getCategoryTree(ctx)
      return { data: { data: tree, total: tree.length } }
    },
    { tags: () => ['catalogue', 'tree'] },
  )
  registry.register(
    endpoints.getCategory,
    async ({ params }) => ({ data: await getCategory(ctx, params.identifier) }),
    { tags: () => ['catalogue', 'tree'] },
  )

  registry.register(endpoints.listCategories, () => listCategories(ctx))
  registry.register(endpoints.createCategory, async ({ body }) => ({
    data: await createCategory(ctx, body),
  }))
  registry.register(endpoints.updateCategory, async ({ params, body }) => ({
    data: await updateCategory(ctx, { ...params, ...body }),
  }))
  registry.register(endpoints.moveCategory, async ({ params, body }) => ({
    data: await moveCategory(ctx, { ...params, ...body }),
  }))
  registry.register(endpoints.getCategoryArrangement, async ({ params }) => ({
    data: await getCategoryArrangement(ctx, params.id),
  }))
  registry.register(endpoints.saveCategoryArrangement, async ({ params, body }) => ({
    data: await saveCategoryArrangement(ctx, { categoryId: params.id, ...body }),
  }))
  registry.register(endpoints.deleteCategory, async ({ params }) => {
    await deleteCategory(ctx, params.id)
    return { data: null }
  })
}

/** The products that staff have placed in a list, with the version that a save names. */
interface Arrangement {
  version: string
  document: { products: FeaturedProduct[] }
}

/** The products placed in the list of a category, in order. Throws `CATEGORY_NOT_FOUND`. */
async function getCategoryArrangement(
  { db }: Pick<AppContext, 'db'>,
  categoryId: string,
): Promise<Arrangement> {
  await rejectUnknown(db.kysely, categoryId)
  return describe(db.kysely, categoryId)
}

/**
 * Places products in the list of a category, in this order; the others follow, the newest first. Throws
 * `CATEGORY_NOT_FOUND`, `STALE_EDIT` if it was saved since `version`, `BAD_REQUEST` with every
 * unknown product in `details.fields`.
 */
function saveCategoryArrangement(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  {
    categoryId,
    version,
    document: { productIds },
  }: { categoryId: string; version: string; document: { productIds: string[] } },
): Promise<Arrangement> {
  return retryAfterDeadlock(() =>
    ctx.db.kysely.transaction().execute(async (tx) => {
      await lockTree(tx)
      await rejectUnknown(tx, categoryId)
      const before = await describe(tx, categoryId)
      if (before.version !== version)
        throw new ShopError('STALE_EDIT', { version: before.version, current: before })
      const known = await knownProducts(tx, productIds)
      const fields = productIds.flatMap((id, at) =>
        known.has(id)
          ? []
          : { field: `document.productIds.${at}`, message: 'This product no longer exists' },
      )
      if (fields.length > 0) throw new ShopError('BAD_REQUEST', { fields })
      await replaceArrangement(tx, categoryId, productIds)
      const concerned = [...before.document.products.map(({ id }) => id), ...productIds]
      await refreshListing(tx, [...new Set(concerned)], ctx.clock.now())
      return describe(tx, categoryId)
    }),
  )
}

async function rejectUnknown(db: Queryable, categoryId: string): Promise<void> {
  const rows = await listStaffCategoryRows(db)
  if (!rows.some(({ id }) => id === categoryId)) throw new ShopError('CATEGORY_NOT_FOUND')
}

async function describe(db: Queryable, categoryId: string): Promise<Arrangement> {
  const products = await listArrangement(db, categoryId)
  const ids = products.map(({ id }) => id).join()
  return { version: createHash('md5').update(ids).digest('hex'), document: { products } }
}
