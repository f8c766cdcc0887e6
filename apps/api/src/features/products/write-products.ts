import { isDeepStrictEqual } from 'node:util'
import type { Picture } from '@solvane/contract/catalog'
import type { Queryable } from '../../platform/database/database.ts'
import { refreshListing } from '../listings/refresh-listing.ts'
import { forgetReplacedPictures, keepPictures } from '../uploads/stored-uploads.ts'
import { recordPrices, termsOf } from './prices.ts'
import type { StoredProduct } from './stored-product.ts'
import {
  changeCategories,
  freeUniqueValues,
  insertProducts,
  insertVariants,
  type Membership,
  type PlacedVariant,
  removeVariants,
  replaceOptions,
  replacePositions,
  replaceRelations,
  updateProducts,
  updateVariants,
} from './write-products.queries.ts'

/** A product as it is, null for a new one, and as it shall be. */
export interface ProductChange {
  before: StoredProduct | null
  after: StoredProduct
}

/** Products are written so many together: no statement takes long. */
const atATime = 250

/** Whether anything of a product becomes different. */
export function isChanged({ before, after }: ProductChange): boolean {
  return before === null || !isDeepStrictEqual(before, after)
}

/**
 * Writes the changed fields, in the transaction that has locked the products; stock stays as it is.
 * Lists and search are refreshed.
 */
export async function writeProducts(
  tx: Queryable,
  changes: ProductChange[],
  at: Date,
): Promise<void> {
  const different = changes.filter(isChanged)
  for (let first = 0; first < different.length; first += atATime)
    await writeTogether(tx, different.slice(first, first + atATime), at)
}

async function writeTogether(tx: Queryable, changes: ProductChange[], at: Date): Promise<void> {
  const added = changes.filter(({ before }) => before === null).map(({ after }) => after)
  const edited = changes.filter(({ before }) => before !== null).map(({ after }) => after)
  if (added.length > 0) await insertProducts(tx, added, at)
  if (edited.length > 0) await updateProducts(tx, edited, at)

  const differing = (part: (product: StoredProduct) => unknown[]) =>
    changes
      .filter(({ before, after }) => !isDeepStrictEqual(before ? part(before) : [], part(after)))
      .map(({ after }) => after)
  const reoptioned = differing(({ options }) => options)
  if (reoptioned.length > 0) await replaceOptions(tx, reoptioned)
  await changeCategories(tx, {
    gone: changes.flatMap(({ before, after }) => (before ? memberships(before, after) : [])),
    come: changes.flatMap(({ before, after }) => memberships(after, before)),
  })
  const placed = differing(({ positions }) => positions)
  if (placed.length > 0) await replacePositions(tx, placed)
  await writeVariants(tx, changes, at)
  const rerelated = differing(({ relatedIds }) => relatedIds)
  if (rerelated.length > 0) await replaceRelations(tx, rerelated)
  const pictures = changes.flatMap(({ after }) => picturesOf(after))
  await keepPictures(tx, pictures)
  const former = changes.flatMap(({ before }) => (before ? picturesOf(before) : []))
  await forgetReplacedPictures(tx, former, pictures)
  await refreshListing(
    tx,
    changes.map(({ after }) => after.id),
    at,
  )
}

function picturesOf({ pictures, variants }: StoredProduct): Picture[] {
  return [...pictures, ...variants.flatMap((variant) => variant.pictures)]
}

/** The categories that `one` is in and `other` is not. */
function memberships(one: StoredProduct, other: StoredProduct | null): Membership[] {
  return one.categoryIds
    .filter((id) => !other?.categoryIds.includes(id))
    .map((id) => ({ product_id: one.id, category_id: id }))
}

function inPlace({ id, variants }: StoredProduct): PlacedVariant[] {
  return variants.map((variant, position) => ({ ...variant, productId: id, position }))
}

async function writeVariants(tx: Queryable, changes: ProductChange[], at: Date): Promise<void> {
  const before = new Map(
    changes.flatMap(({ before }) => (before ? inPlace(before) : [])).map((one) => [one.id, one]),
  )
  const gone = new Set(
    changes.flatMap(({ before }) => before?.goneVariants.map(({ id }) => id) ?? []),
  )
  const after = changes.flatMap(({ after }) => inPlace(after))
  const staying = new Set(after.map(({ id }) => id))

  const removed = [...before.keys()].filter((id) => !staying.has(id))
  if (removed.length > 0) await removeVariants(tx, removed, at)
  const known = after.filter(({ id }) => before.has(id) || gone.has(id))
  const edited = known.filter((one) => !isDeepStrictEqual(before.get(one.id), one))
  const renamed = edited.filter(({ id, attributes, sku, gtin }) => {
    const was = before.get(id)
    return !isDeepStrictEqual([was?.attributes, was?.sku, was?.gtin], [attributes, sku, gtin])
  })
  if (renamed.length > 1)
    await freeUniqueValues(
      tx,
      renamed.map(({ id }) => id),
    )
  if (edited.length > 0) await updateVariants(tx, edited)
  const added = after.filter(({ id }) => !before.has(id) && !gone.has(id))
  if (added.length > 0) await insertVariants(tx, added)
  const repriced = [...edited, ...added].filter((one) => {
    const was = before.get(one.id)
    return !was || !isDeepStrictEqual(termsOf(was), termsOf(one))
  })
  await recordPrices(tx, repriced.map(termsOf), at)
}
