import type { ProductTurn } from '@solvane/contract/turns.admin'
import type { Queryable } from '../../platform/database/database.ts'

/** The 360° views of a product, by color. */
export function listTurns(db: Queryable, productId: string): Promise<ProductTurn[]> {
  return db
    .selectFrom('product_turn')
    .select(['color', 'frames', 'opening'])
    .where('product_id', '=', productId)
    .orderBy('color')
    .$castTo<ProductTurn>()
    .execute()
}

/** Writes the pictures of one color, in place of earlier ones. */
export async function writeTurn(
  tx: Queryable,
  { productId, color, frames, opening }: ProductTurn & { productId: string },
): Promise<void> {
  const pictures = { frames: JSON.stringify(frames), opening: JSON.stringify(opening) }
  await tx
    .insertInto('product_turn')
    .values({ product_id: productId, color, ...pictures })
    .onConflict((conflict) => conflict.columns(['product_id', 'color']).doUpdateSet(pictures))
    .execute()
}

/** Removes the pictures of one color. */
export async function removeTurn(
  tx: Queryable,
  { productId, color }: { productId: string; color: string },
): Promise<void> {
  await tx
    .deleteFrom('product_turn')
    .where('product_id', '=', productId)
    .where('color', '=', color)
    .execute()
}
