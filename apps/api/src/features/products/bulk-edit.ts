import type { BulkChange, BulkPlan } from '@solvane/contract/products-bulk'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { refuseProblems } from './check-product.ts'
import { type Planned, planBulkEdit } from './plan-bulk-edit.ts'
import { lockProducts, nameOfCategory, readProducts } from './read-products.queries.ts'
import { writingProducts } from './save-product.ts'
import { isChanged, writeProducts } from './write-products.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

/** What a change would make of products. Throws `PRODUCT_NOT_FOUND`, `BAD_REQUEST` on an unknown category. */
export async function previewBulkEdit(
  ctx: Context,
  { ids, change }: { ids: string[]; change: BulkChange },
): Promise<BulkPlan> {
  return toPlan(await plan(ctx, ctx.db.kysely, ids, change))
}

/**
 * Makes a change to products of these versions: to all of them, or to none. Throws `PRODUCT_NOT_FOUND`,
 * `STALE_EDIT` with `details.ids` of the products that are another version by now, `BULK_EDIT_REFUSED`
 * with the plan as `details` when it has a problem, `BAD_REQUEST` on an unknown category.
 */
export async function applyBulkEdit(
  ctx: Context,
  {
    products,
    change,
  }: { products: readonly { id: string; version: number }[]; change: BulkChange },
): Promise<BulkPlan> {
  const ids = [...new Set(products.map(({ id }) => id))]
  return writingProducts(ctx, async (tx) => {
    await lockProducts(tx, ids)
    const planned = await plan(ctx, tx, ids, change)
    const stale = planned
      .filter(({ before: { id, version } }) =>
        products.some((previewed) => previewed.id === id && previewed.version !== version),
      )
      .map(({ before }) => before.id)
    if (stale.length > 0) throw new ShopError('STALE_EDIT', { ids: stale })
    const result = toPlan(planned)
    if (result.problems > 0) throw new ShopError('BULK_EDIT_REFUSED', result)
    await writeProducts(tx, planned, ctx.clock.now())
    return result
  })
}

async function plan(
  { clock }: Pick<AppContext, 'clock'>,
  db: Queryable,
  ids: string[],
  change: BulkChange,
): Promise<Planned[]> {
  const wanted = [...new Set(ids)]
  const products = await readProducts(db, wanted)
  if (products.length < wanted.length) throw new ShopError('PRODUCT_NOT_FOUND')
  const categoryName = 'categoryId' in change ? await nameOfCategory(db, change.categoryId) : ''
  if (categoryName === undefined)
    refuseProblems([{ field: 'change.categoryId', message: 'This category no longer exists' }])
  const facts = { categoryName: categoryName ?? '', now: clock.now() }
  return products.map((product) => planBulkEdit(product, change, facts))
}

function toPlan(planned: Planned[]): BulkPlan {
  return {
    products: planned
      .map((one) => one.planned)
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    changed: planned.filter(isChanged).length,
    problems: planned.filter((one) => one.planned.problem !== null).length,
  }
}
