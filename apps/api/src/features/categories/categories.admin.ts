import { randomUUID } from 'node:crypto'
import type { Picture } from '@solvane/contract/catalog'
import { deepestCategory, type StaffCategory } from '@solvane/contract/categories.admin'
import type { ChosenPicture } from '@solvane/contract/content-drafts'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { isInUse, isTaken, retryAfterDeadlock } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { lookUpChosen } from '../content/choose-pictures.ts'
import { findHomeLinksTo } from '../content/edit-content.admin.ts'
import { refreshListingOfCategory } from '../listings/refresh-listing.ts'
import { keepPictures } from '../uploads/stored-uploads.ts'
import {
  type CategoryText,
  deleteCategoryRow,
  hasPieces,
  insertCategory,
  listStaffCategoryRows,
  lockTree,
  placeChildren,
  type StaffCategoryRow,
  updateCategoryRow,
} from './categories.queries.ts'
import { buildIndex } from './category-index.ts'

type Context = Pick<AppContext, 'db' | 'storage'>

/** What staff write of a category. */
type Draft = Omit<CategoryText, 'picture'> & { picture: ChosenPicture | null }

/**
 * Adds a category as the last of its parent. Raises `CATEGORY_NOT_FOUND`, `CATEGORY_TAKEN`,
 * `CATEGORY_TOO_DEEP`, and `BAD_REQUEST` with `details.fields` when its picture is not there.
 */
export async function createCategory(
  ctx: Context,
  { parentId, identifier, ...draft }: Draft & { parentId: string; identifier: string },
): Promise<StaffCategory> {
  const text = await toText(ctx, draft, null)
  const id = randomUUID()
  return editTree(ctx, async (tx, rows) => {
    refuseParent(rows, parentId)
    if (text.picture) await keepPictures(tx, [text.picture])
    await insertCategory(tx, { id, parent_id: parentId, identifier, text })
    const siblings = rows.filter((row) => row.parent_id === parentId)
    await placeChildren(tx, parentId, [...siblings.map((row) => row.id), id])
    return findCategory(tx, id)
  })
}

/**
 * Edits what a category says. Raises `CATEGORY_NOT_FOUND`, `STALE_EDIT` when it was edited since `version`,
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
    if (text.name !== before.name) await refreshListingOfCategory(tx, id)
    return findCategory(tx, id)
  })
}

/**
 * Puts a category, with all below it, under a parent and before a sibling, or last. Raises
 * `CATEGORY_NOT_FOUND`, `CATEGORY_ROOT`, `CATEGORY_CYCLE`, `CATEGORY_TOO_DEEP`, `CATEGORY_TAKEN`.
 */
export function moveCategory(
  ctx: Context,
  move: { id: string; parentId: string; beforeId: string | null },
): Promise<StaffCategory> {
  return editTree(ctx, async (tx, rows) => {
    const from = rows.find((row) => row.id === move.id)?.parent_id
    await placeChildren(tx, move.parentId, siblingsAfterMove(rows, move))
    if (from !== move.parentId) await refreshListingOfCategory(tx, move.id)
    return findCategory(tx, move.id)
  })
}

/**
 * Removes a category that holds nothing and that the home page does not lead to. Raises `CATEGORY_NOT_FOUND`,
 * `CATEGORY_ROOT`, `CATEGORY_NOT_EMPTY`, and `CATEGORY_LINKED` with `details.from`, what leads there.
 */
export function deleteCategory(ctx: Context, id: string): Promise<void> {
  return editTree(ctx, async (tx, rows) => {
    const category = rows.find((row) => row.id === id)
    if (!category) throw new ShopError('CATEGORY_NOT_FOUND')
    if (category.parent_id === null) throw new ShopError('CATEGORY_ROOT')
    const children = rows.filter((row) => row.parent_id === id).length
    if (children > 0 || (await hasPieces(tx, id)))
      throw new ShopError('CATEGORY_NOT_EMPTY', { children, products: category.product_count })
    const from = await findHomeLinksTo(tx, category.identifier)
    if (from.length > 0)
      throw new ShopError(
        'CATEGORY_LINKED',
        { from },
        `The home page leads here: ${from.join(', ')}. Please change that first.`,
      )
    await deleteCategoryRow(tx, id)
  })
}

/** Does `edit` in a transaction in which nobody else edits the tree, once more after a deadlock. */
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
    // A product was added to it just now.
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

/** A category's place: what a move is judged by. */
interface Place {
  id: string
  parent_id: string | null
}

/** Levels below the root, at which a category under `parentId` stands. */
function levelUnder(places: readonly Place[], parentId: string): number {
  const parent = places.find(({ id }) => id === parentId)
  return parent?.parent_id ? 1 + levelUnder(places, parent.parent_id) : 1
}

/** Levels that a category takes up with all below it. */
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

/** Raises `CATEGORY_NOT_FOUND` or `CATEGORY_TOO_DEEP` when nothing of this height may stand there. */
function refuseParent(places: readonly Place[], parentId: string, height = 1): void {
  if (!places.some(({ id }) => id === parentId)) throw new ShopError('CATEGORY_NOT_FOUND')
  if (levelUnder(places, parentId) + height - 1 > deepestCategory)
    throw new ShopError('CATEGORY_TOO_DEEP')
}

/**
 * The children of `parentId` in order once `id` stands before `beforeId`, or last. `places` are in the
 * order of siblings. Raises `CATEGORY_NOT_FOUND`, `CATEGORY_ROOT`, `CATEGORY_CYCLE`, `CATEGORY_TOO_DEEP`.
 */
function siblingsAfterMove(
  places: readonly Place[],
  { id, parentId, beforeId }: { id: string; parentId: string; beforeId: string | null },
): string[] {
  const moved = places.find((place) => place.id === id)
  if (!moved) throw new ShopError('CATEGORY_NOT_FOUND')
  if (moved.parent_id === null) throw new ShopError('CATEGORY_ROOT')
  if (standsBelow(places, parentId, id)) throw new ShopError('CATEGORY_CYCLE')
  refuseParent(places, parentId, heightOf(places, id))
  const siblings = places
    .filter((place) => place.parent_id === parentId && place.id !== id)
    .map((place) => place.id)
  if (beforeId === null || beforeId === id) return [...siblings, id]
  const at = siblings.indexOf(beforeId)
  if (at < 0) throw new ShopError('CATEGORY_NOT_FOUND')
  return siblings.toSpliced(at, 0, id)
}

/** Every category, each after its parent, siblings in their order. */
export async function listCategories({
  db,
}: Pick<AppContext, 'db'>): Promise<{ data: StaffCategory[]; total: number }> {
  const data = describeTree(await listStaffCategoryRows(db.kysely))
  return { data, total: data.length }
}

/** A category as it is now. Raises `CATEGORY_NOT_FOUND`. */
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
