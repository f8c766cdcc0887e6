import { randomUUID } from 'node:crypto'
import type { Picture } from '@solvane/contract/catalog'
import type { StaffCategory } from '@solvane/contract/categories.admin'
import type { ChosenPicture } from '@solvane/contract/content-drafts'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { againAfterDeadlock, isInUse, isTaken } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { lookUpChosen } from '../content/choose-pictures.ts'
import { findHomeLinksTo } from '../content/home-links.ts'
import { refreshListingOfCategory } from '../listings/refresh-listing.ts'
import { keepPictures } from '../uploads/keep-uploads.ts'
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
} from './categories.admin.queries.ts'
import { refuseParent, siblingsAfterMove } from './category-moves.ts'
import { findCategory } from './list-categories.admin.ts'

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
    return await againAfterDeadlock(() =>
      db.kysely.transaction().execute(async (tx) => {
        await lockTree(tx)
        return edit(tx, await listStaffCategoryRows(tx))
      }),
    )
  } catch (error) {
    if (isTaken(error, 'category_identifier_key') || isTaken(error, 'category_parent_id_slug_key'))
      throw new ShopError('CATEGORY_TAKEN')
    // A piece came into it just now.
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
