import type { Picture } from '@solvane/contract/catalog'
import type { Database } from '../../platform/database/database.ts'

/**
 * The pictures all around a product in a color, none if there are none; undefined for a product that is
 * not for sale.
 */
export async function findTurnFrames(
  db: Database,
  { id, color, at }: { id: string; color: string; at: Date },
): Promise<Picture[] | undefined> {
  const [row] = await db.prepared<{ frames: Picture[] | null }>(
    'turn_of_product',
    `select t.frames
     from product_listing l
     join product_price p on p.product_id = l.product_id and p.from_at <= $3 and p.until_at > $3
     left join product_turn t on t.product_id = l.product_id and t.color = $2
     where l.product_id = $1`,
    [id, color, at],
  )
  return row && (row.frames ?? [])
}
