import type { Picture } from '@solvane/contract/catalog'
import type { FeaturedProduct } from '@solvane/contract/content.admin'
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

/** The products that staff have placed in the list of a category, the first first. */
export async function listArrangement(
  db: Queryable,
  categoryId: string,
): Promise<FeaturedProduct[]> {
  const { rows } = await sql<FeaturedProduct>`
    select p.id, p.identifier, p.name, p.pictures -> 0 as cover, cp.product_id is not null as "isInShop"
    from category_position placed
    join product p on p.id = placed.product_id
    left join category_product cp on (cp.category_id, cp.product_id) = (placed.category_id, placed.product_id)
    where placed.category_id = ${categoryId}
    order by placed.position, p.published_at desc, p.id desc`.execute(db)
  return rows
}

/** The ids among these that belong to products. */
export async function knownProducts(tx: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from product where id = any (${ids}::uuid[]) order by id for key share`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Places these products in the list of a category, in this order, and no others. */
export async function replaceArrangement(
  tx: Queryable,
  categoryId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.deleteFrom('category_position').where('category_id', '=', categoryId).execute()
  await sql`insert into category_position (category_id, product_id, position)
    select ${categoryId}, id, position from unnest(${ids}::uuid[]) with ordinality as placed (id, position)`.execute(
    tx,
  )
}
