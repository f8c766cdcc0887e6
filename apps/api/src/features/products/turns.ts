import type { Picture } from '@solvane/contract/catalog'
import type { ProductTurn } from '@solvane/contract/turns.admin'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import {
  forgetReplacedPictures,
  keepPictures,
  readUploadedPictures,
} from '../uploads/stored-uploads.ts'
import { type DraftProblem, lookUpPictures, rejectProblems } from './check-product.ts'
import { findProduct, lockProduct, writingProducts } from './save-product.ts'
import { colorOption, type StoredProduct, statusOf } from './stored-product.ts'
import { listTurns, removeTurn, writeTurn } from './turns.queries.ts'

/** The key of a 360° view: its product and color; '' for a product without colors. */
interface TurnKey {
  productId: string
  color: string
}

/** The 360° views of a product. Throws `PRODUCT_NOT_FOUND`. */
export async function readTurns(
  { db }: Pick<AppContext, 'db'>,
  productId: string,
): Promise<ProductTurn[]> {
  await findProduct(db.kysely, productId)
  return listTurns(db.kysely, productId)
}

/**
 * Saves the 360° view of a product in one color, and returns all of them. Throws `PRODUCT_NOT_FOUND`,
 * `PRODUCT_DELETED`, `BAD_REQUEST` with `details.fields`.
 */
export async function saveTurn(
  ctx: Pick<AppContext, 'db' | 'storage'>,
  { productId, color, ...addresses }: TurnKey & { frames: string[]; opening: string[] },
): Promise<ProductTurn[]> {
  await findProduct(ctx.db.kysely, productId)
  const { frames, opening } = await picturesOf(ctx, addresses)
  return writingProducts(ctx, async (tx) => {
    const product = await lockProduct(tx, productId)
    if (statusOf(product) === 'DELETED') throw new ShopError('PRODUCT_DELETED')
    rejectProblems(colorProblems(product, color))
    const before = await listTurns(tx, productId)
    await writeTurn(tx, { productId, color, frames, opening })
    await keepPictures(tx, [...frames, ...opening])
    return withoutUnshown(tx, productId, before)
  })
}

/**
 * Removes the 360° view of a product in one color, if there is one, and returns the others. Throws
 * `PRODUCT_NOT_FOUND`.
 */
export function deleteTurn(
  ctx: Pick<AppContext, 'db'>,
  { productId, color }: TurnKey,
): Promise<ProductTurn[]> {
  return writingProducts(ctx, async (tx) => {
    await lockProduct(tx, productId)
    const before = await listTurns(tx, productId)
    await removeTurn(tx, { productId, color })
    return withoutUnshown(tx, productId, before)
  })
}

/** Removes the pictures that only an earlier 360° view has shown; returns the 360° views there are. */
async function withoutUnshown(
  tx: Queryable,
  productId: string,
  before: ProductTurn[],
): Promise<ProductTurn[]> {
  const after = await listTurns(tx, productId)
  await forgetReplacedPictures(tx, before, after)
  return after
}

/** The pictures at these addresses. Throws `BAD_REQUEST` for unknown ones and those of another size. */
async function picturesOf(
  ctx: Pick<AppContext, 'db' | 'storage'>,
  { frames, opening }: { frames: string[]; opening: string[] },
): Promise<{ frames: Picture[]; opening: Picture[] }> {
  const addresses = [...frames, ...opening]
  const uploaded = await readUploadedPictures(ctx.db.kysely, addresses)
  const known = await lookUpPictures(ctx, uploaded, addresses)
  const first = known.get(frames[0] ?? '')
  const problemsOf = (list: string[], name: 'frames' | 'opening') =>
    list.flatMap((src, at): DraftProblem[] => {
      const picture = known.get(src)
      const field = `${name}.${at}`
      if (!picture)
        return [{ field, message: 'This picture no longer exists: please upload it again' }]
      if (picture.width === first?.width && picture.height === first.height) return []
      const which = name === 'frames' ? `picture ${at + 1}` : `picture ${at + 1} that opens it`
      const message = `All pictures of a turn have one size: ${which} is ${sizeOf(picture)}, the first ${first ? sizeOf(first) : ''}`
      return [{ field, message }]
    })
  rejectProblems([...problemsOf(frames, 'frames'), ...problemsOf(opening, 'opening')])
  const found = (list: string[]) =>
    list.flatMap((src) => known.get(src) ?? []).map((picture) => ({ ...picture, alt: '' }))
  return { frames: found(frames), opening: found(opening) }
}

const sizeOf = ({ width, height }: { width: number; height: number }) => `${width} × ${height}`

function colorProblems({ options }: StoredProduct, color: string): DraftProblem[] {
  const colors = options.find(({ name }) => name === colorOption)?.values ?? ['']
  if (colors.includes(color)) return []
  const message = color
    ? `This product does not come in the color ${color}`
    : 'Please choose a color of the product'
  return [{ field: 'color', message }]
}
