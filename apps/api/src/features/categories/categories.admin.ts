import { randomUUID } from 'node:crypto'
import type { Picture } from '@solvane/contract/catalog'
import { deepestCategory, type StaffCategory } from '@solvane/contract/categories'
import type { ChosenPicture } from '@solvane/contract/content-drafts'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { isInUse, isTaken, retryAfterDeadlock } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { findHomeLinksTo, lookUpChosen } from '../content/edit-content.admin.ts'
import { refreshListingOfCategory } from '../listings/refresh-listing.ts'
import { forgetReplacedPictures, keepPictures } from '../uploads/stored-uploads.ts'
import {
  type CategoryText,
  deleteCategoryRow,
  hasProducts,
  insertCategory,
  listStaffCategoryRows,
  lockTree,
  placeChildren,
  type StaffCategoryRow,
  updateCategoryRow,
} from './categories.queries.ts'
import { buildIndex } from './category-index.ts'

type Context = Pick<AppContext, 'clock' | 'db' | 'storage'>

/** The editable content of a category. */
type Draft = Omit<CategoryText, 'picture'> & { picture: ChosenPicture | null }

/**
 * Adds a category as the last one of its parent. Throws `CATEGORY_NOT_FOUND`, `CATEGORY_TAKEN`,
 * `CATEGORY_TOO_DEEP`, and `BAD_REQUEST` with `details.fields` if its picture does not exist.
 */
export async function createCategory(
  ctx: Context,
  { parentId, identifier, ...draft }: Draft & { parentId: string; identifier: string },
): Promise<StaffCategory> {
  const text = await toText(ctx, draft, null)
  const id = randomUUID()
  return editTree(ctx, async (tx, rows) => {
    rejectParent(rows, parentId)
    if (text.picture) await keepPictures(tx, [text.picture])
    await insertCategory(tx, { id, parent_id: parentId, identifier, text })
    const siblings = rows.filter((row) => row.parent_id === parentId)
    await placeChildren(tx, parentId, [...siblings.map((row) => row.id), id])
    return findCategory(tx, id)
  })
}

/**
 * Edits a category. Throws `CATEGORY_NOT_FOUND`, `STALE_EDIT` if it was edited since `version`,
 * `CATEGORY_TAKEN`, and `BAD_REQUEST` as above.
 */
export async function updateCategory(
  ctx: Context,
  { id, version, ...draft }: Draft & { id: string; version: string },
): Promise<StaffCategory> {
  const text = await toText(ctx, draft, (await findCategory(ctx.db.kysely, id)).picture)
  return editTree(ctx, async (tx, rows) => {
    const before = rows.find((row) => row.id === id)
    if (!before) throw new ShopError('CATEGORY_NOT_FOUND')
    if (before.version !== version)
      throw new ShopError('STALE_EDIT', {
        version: before.version,
        current: await findCategory(tx, id),
      })
    if (text.picture) await keepPictures(tx, [text.picture])
    await updateCategoryRow(tx, id, text)
    await forgetReplacedPictures(tx, before.picture, text.picture)
    if (text.name !== before.name) await refreshListingOfCategory(tx, id, ctx.clock.now())
    return findCategory(tx, id)
  })
}

/**
 * Moves a category with its descendants under a parent and before a sibling, or to the end. Throws
 * `CATEGORY_NOT_FOUND`, `CATEGORY_ROOT`, `CATEGORY_CYCLE`, `CATEGORY_TOO_DEEP`, `CATEGORY_TAKEN`.
 */
export function moveCategory(
  ctx: Context,
  move: { id: string; parentId: string; beforeId: string | null },
): Promise<StaffCategory> {
  return editTree(ctx, async (tx, rows) => {
    const from = rows.find((row) => row.id === move.id)?.parent_id
    await placeChildren(tx, move.parentId, siblingsAfterMove(rows, move))
    if (from !== move.parentId) await refreshListingOfCategory(tx, move.id, ctx.clock.now())
    return findCategory(tx, move.id)
  })
}

/**
 * Deletes a category without products or links from the home page. Throws `CATEGORY_NOT_FOUND`,
 * `CATEGORY_ROOT`, `CATEGORY_NOT_EMPTY`, and `CATEGORY_LINKED` with the links in `details.from`.
 */
export function deleteCategory(ctx: Context, id: string): Promise<void> {
  return editTree(ctx, async (tx, rows) => {
    const category = rows.find((row) => row.id === id)
    if (!category) throw new ShopError('CATEGORY_NOT_FOUND')
    if (category.parent_id === null) throw new ShopError('CATEGORY_ROOT')
    const children = rows.filter((row) => row.parent_id === id).length
    if (children > 0 || (await hasProducts(tx, id)))
      throw new ShopError('CATEGORY_NOT_EMPTY', { children, products: category.product_count })
    const from = await findHomeLinksTo(tx, category.identifier)
    if (from.length > 0)
      throw new ShopError(
        'CATEGORY_LINKED',
        { from },
        `The home page leads here: ${from.join(', ')}. Please change that first.`,
      )
    await deleteCategoryRow(tx, id)
    await forgetReplacedPictures(tx, category.picture, null)
  })
}

/** Runs `edit` in a transaction that locks the tree, and retries it after a deadlock. */
async function editTree<Result>(
  { db }: Context,
  edit: (tx: Queryable, rows: StaffCategoryRow[]) => Promise<Result>,
): Promise<Result> {
  try {
    return await retryAfterDeadlock(() =>
      db.kysely.transaction().execute(async (tx) => {
        await lockTree(tx)
        return edit(tx, await listStaffCategoryRows(tx))
      }),
    )
  } catch (error) {
    if (isTaken(error, 'category_identifier_key') || isTaken(error, 'category_parent_id_slug_key'))
      throw new ShopError('CATEGORY_TAKEN')
    // A product was added to it meanwhile.
    if (isInUse(error)) throw new ShopError('CATEGORY_NOT_EMPTY')
    throw error
  }
}

async function toText(ctx: Context, draft: Draft, before: Picture | null): Promise<CategoryText> {
  const chosen = draft.picture ? [{ field: 'picture', picture: draft.picture }] : []
  const whole = await lookUpChosen(ctx, chosen, before ? [before] : [])
  const { slug, name, description, picture } = draft
  return { slug, name, description, picture: picture && whole(picture) }
}

/** A category's place in the tree. */
interface Place {
  id: string
  parent_id: string | null
}

/** The level of a category under `parentId`; 1 is below the root. */
function levelUnder(places: readonly Place[], parentId: string): number {
  const parent = places.find(({ id }) => id === parentId)
  return parent?.parent_id ? 1 + levelUnder(places, parent.parent_id) : 1
}

/** The number of levels of a category with its descendants. */
function heightOf(places: readonly Place[], id: string): number {
  const heights = places
    .filter((place) => place.parent_id === id)
    .map((p) => heightOf(places, p.id))
  return 1 + Math.max(0, ...heights)
}

function standsBelow(places: readonly Place[], id: string, above: string): boolean {
  const place = places.find((place) => place.id === id)
  if (!place) return false
  return (
    place.id === above || (place.parent_id !== null && standsBelow(places, place.parent_id, above))
  )
}

/**
 * Throws `CATEGORY_NOT_FOUND` or `CATEGORY_TOO_DEEP` if a subtree of this height does not fit under
 * `parentId`.
 */
function rejectParent(places: readonly Place[], parentId: string, height = 1): void {
  if (!places.some(({ id }) => id === parentId)) throw new ShopError('CATEGORY_NOT_FOUND')
  if (levelUnder(places, parentId) + height - 1 > deepestCategory)
    throw new ShopError('CATEGORY_TOO_DEEP')
}

/**
 * The children of `parentId` in order after `id` has moved before `beforeId`, or to the end.
 * `places` are in the order of siblings. Throws `CATEGORY_NOT_FOUND`, `CATEGORY_ROOT`,
 * `CATEGORY_CYCLE`, `CATEGORY_TOO_DEEP`.
 */
function siblingsAfterMove(
  places: readonly Place[],
  { id, parentId, beforeId }: { id: string; parentId: string; beforeId: string | null },
): string[] {
  const moved = places.find((place) => place.id === id)
  if (!moved) throw new ShopError('CATEGORY_NOT_FOUND')
  if (moved.parent_id === null) throw new ShopError('CATEGORY_ROOT')
  if (standsBelow(places, parentId, id)) throw new ShopError('CATEGORY_CYCLE')
  rejectParent(places, parentId, heightOf(places, id))
  const siblings = places
    .filter((place) => place.parent_id === parentId && place.id !== id)
    .map((place) => place.id)
  if (beforeId === null || beforeId === id) return [...siblings, id]
  const at = siblings.indexOf(beforeId)
  if (at < 0) throw new ShopError('CATEGORY_NOT_FOUND')
  return siblings.toSpliced(at, 0, id)
}

/** Every category, each after its parent, siblings in order. */
export async function listCategories({
  db,
}: Pick<AppContext, 'db'>): Promise<{ data: StaffCategory[]; total: number }> {
  const data = describeTree(await listStaffCategoryRows(db.kysely))
  return { data, total: data.length }
}

/** A category. Throws `CATEGORY_NOT_FOUND`. */
async function findCategory(db: Queryable, id: string): Promise<StaffCategory> {
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
