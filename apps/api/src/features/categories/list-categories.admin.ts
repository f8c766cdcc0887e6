import type { StaffCategory } from '@solvane/contract/categories.admin'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { listStaffCategoryRows, type StaffCategoryRow } from './categories.admin.queries.ts'
import { buildIndex } from './category-index.ts'

/** Every category, each after its parent, siblings in their order. */
export async function listCategories({
  db,
}: Pick<AppContext, 'db'>): Promise<{ data: StaffCategory[]; total: number }> {
  const data = describeTree(await listStaffCategoryRows(db.kysely))
  return { data, total: data.length }
}

/** A category as it is now. Raises `CATEGORY_NOT_FOUND`. */
export async function findCategory(db: Queryable, id: string): Promise<StaffCategory> {
  const found = describeTree(await listStaffCategoryRows(db)).find((category) => category.id === id)
  if (!found) throw new ShopError('CATEGORY_NOT_FOUND')
  return found
}

function describeTree(rows: StaffCategoryRow[]): StaffCategory[] {
  const { byIdentifier } = buildIndex(rows)
  const childrenOf = Map.groupBy(rows, (row) => row.parent_id)
  const describe = (row: StaffCategoryRow): StaffCategory[] => [
    {
      id: row.id,
      parentId: row.parent_id,
      identifier: row.identifier,
      slug: row.slug,
      name: row.name,
      description: row.description,
      picture: row.picture,
      path: byIdentifier.get(row.identifier)?.trail.at(-1)?.path ?? '/',
      products: row.product_count,
      version: row.version,
    },
    ...(childrenOf.get(row.id) ?? []).flatMap(describe),
  ]
  return (childrenOf.get(null) ?? []).flatMap(describe)
}
