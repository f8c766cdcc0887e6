import { deepestCategory } from '@solvane/contract/categories.admin'
import { ShopError } from '../../platform/errors/shop-error.ts'

/** A category's place: what a move is judged by. */
export interface Place {
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
export function refuseParent(places: readonly Place[], parentId: string, height = 1): void {
  if (!places.some(({ id }) => id === parentId)) throw new ShopError('CATEGORY_NOT_FOUND')
  if (levelUnder(places, parentId) + height - 1 > deepestCategory)
    throw new ShopError('CATEGORY_TOO_DEEP')
}

/**
 * The children of `parentId` in order once `id` stands before `beforeId`, or last. `places` are in the
 * order of siblings. Raises `CATEGORY_NOT_FOUND`, `CATEGORY_ROOT`, `CATEGORY_CYCLE`, `CATEGORY_TOO_DEEP`.
 */
export function siblingsAfterMove(
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
