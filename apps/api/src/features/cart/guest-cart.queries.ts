import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** Lines a cart grows to by merging: far more than `largestCart` twice, yet an end. */
const largestMergedCart = 500

/** Locks a guest's cart and gives its id; undefined when there is none (any more). */
export async function lockGuestCart(tx: Queryable, guestId: string): Promise<string | undefined> {
  const cart = await tx
    .selectFrom('cart')
    .select('id')
    .where('guest_id', '=', guestId)
    .forUpdate()
    .executeTakeFirst()
  return cart?.id
}

/** Locks a shopper's cart, made if need be, and gives its id. */
export async function lockUserCart(tx: Queryable, userId: string, at: Date): Promise<string> {
  const { id } = await tx
    .insertInto('cart')
    .values({ user_id: userId, used_at: at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ used_at: at }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Adds the lines of one cart to another, no line to more than the stock; of a piece that is sold
 * out one stays, to be seen. Then removes the cart they came from. Both must be locked.
 */
export async function moveLines(tx: Queryable, from: string, to: string): Promise<void> {
  await sql`
    insert into cart_item as mine (cart_id, variant_id, quantity, added_cents, added_at)
    select ${to}, i.variant_id, greatest(1, least(i.quantity, v.stock)), i.added_cents, i.added_at
    from cart_item i join variant v on v.id = i.variant_id
    where i.cart_id = ${from}
    order by i.added_at desc, i.id desc
    limit greatest(0, ${sql.lit(largestMergedCart)} - (select count(*) from cart_item where cart_id = ${to}))
    on conflict (cart_id, variant_id) do update set quantity = greatest(1, least(
      mine.quantity + excluded.quantity, (select stock from variant where id = excluded.variant_id)))`.execute(
    tx,
  )
  await tx.deleteFrom('cart').where('id', '=', from).execute()
}

/** Removes guest carts last used before `before`, at most `limit`, and gives how many. */
export async function deleteGuestCarts(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('cart')
    .where('id', 'in', (lapsed) =>
      lapsed
        .selectFrom('cart')
        .select('id')
        .where('guest_id', 'is not', null)
        .where('used_at', '<', before)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
