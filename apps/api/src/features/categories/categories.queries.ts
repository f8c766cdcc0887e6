import type { Picture } from '@solvane/contract/catalog'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../platform/database/database.ts'

/** A category as staff see it. */
export interface StaffCategoryRow extends CategoryRow {
  product_count: number
  /** Changes with the category's content. */
  version: string
}

/** The editable content of a category. */
export interface CategoryText {
  slug: string
  name: string
  description: string
  picture: Picture | null
}

/** Every category, siblings in their order. */
export async function listStaffCategoryRows(db: Queryable): Promise<StaffCategoryRow[]> {
  const { rows } = await sql<StaffCategoryRow>`
    select id, parent_id, identifier, slug, name, description, picture, product_count, ${sql.raw(hasSelection)},
      md5(jsonb_build_array(slug, name, description, picture)::text) as version
    from category order by position, name, id`.execute(db)
  return rows
}

/** Locks the tree until the commit, so that edits are serialized. */
export async function lockTree(tx: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('category tree'))`.execute(tx)
}

const stored = ({ picture, ...text }: CategoryText) => ({
  ...text,
  picture: picture && JSON.stringify(picture),
})

export async function insertCategory(
  tx: Queryable,
  { text, ...place }: { id: string; parent_id: string; identifier: string; text: CategoryText },
): Promise<void> {
  await tx
    .insertInto('category')
    .values({ ...place, ...stored(text) })
    .execute()
}

export async function updateCategoryRow(
  tx: Queryable,
  id: string,
  text: CategoryText,
): Promise<void> {
  await tx.updateTable('category').set(stored(text)).where('id', '=', id).execute()
}

/** Puts categories under a parent, in this order. */
export async function placeChildren(
  tx: Queryable,
  parentId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update category set parent_id = ${parentId}, position = place.position
    from unnest(${ids}::uuid[]) with ordinality as place (id, position)
    where category.id = place.id
      and (category.parent_id, category.position) is distinct from (${parentId}::uuid, place.position)
  `.execute(tx)
}

/** Whether the category has products, including withdrawn ones. */
export async function hasProducts(tx: Queryable, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('product_category')
    .select('product_id')
    .where('category_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function deleteCategoryRow(tx: Queryable, id: string): Promise<void> {
  await tx.deleteFrom('category').where('id', '=', id).execute()
}

export interface CategoryRow {
  id: string
  parent_id: string | null
  identifier: string
  slug: string
  name: string
  description: string
  picture: Picture | null
  /** Whether staff have placed products in its list. */
  has_selection: boolean
}

/** Whether staff have placed products in the list of a category. */
const hasSelection =
  'exists (select from category_position where category_id = category.id) as has_selection'

/** Every category by position, then name: siblings are in order. */
export function listCategories(db: Database): Promise<CategoryRow[]> {
  return db.prepared(
    'categories',
    `select id, parent_id, identifier, slug, name, description, picture, ${hasSelection}
     from category order by position, name, id`,
    [],
  )
}
