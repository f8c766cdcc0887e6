import { largestCart } from '@solvane/contract/cart'
import type { Picture } from '@solvane/contract/catalog'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../platform/database/database.ts'

/** The owner of a cart: a shopper, or a browser that is not signed in. */
export interface CartOwner {
  kind: 'user' | 'guest'
  id: string
}

/** A line of a cart with its variant's current data. */
export interface CartLineRow {
  id: string
  quantity: number
  added_cents: number
  variant_id: string
  price_cents: number
  current_cents: number
  /** False when the variant is withdrawn; sold out it is still for sale. */
  is_for_sale: boolean
  stock: number
  attributes: Record<string, string>
  picture: Picture | null
  /** The instants from JSON: with an offset, or null. */
  variant: { sale_starts_at: string | null; sale_ends_at: string | null; pictures: Picture[] }
  product_id: string
  identifier: string
  name: string
}

type OwnerColumn = 'user_id' | 'guest_id'
const columnOf = { user: 'user_id', guest: 'guest_id' } as const satisfies Record<
  CartOwner['kind'],
  OwnerColumn
>

/** One statement for each kind of owner, so that each is planned for its index. */
function forOwners(text: (column: OwnerColumn) => string): Record<CartOwner['kind'], string> {
  return { user: text('user_id'), guest: text('guest_id') }
}

const cartLines = forOwners(
  (owner) => `
  select l.*, c.used_at, variant_of_line(l.variant_id) as variant from cart c cross join lateral cart_lines(c.id, $2) l where c.${owner} = $1`,
)

/** The lines of a cart, the newest first, priced at an instant; empty if there is no such cart. */
export function listCartLines(
  db: Database,
  { kind, id }: CartOwner,
  at: Date,
): Promise<(CartLineRow & { used_at: Date })[]> {
  return db.prepared(`cart_lines_of_${kind}`, cartLines[kind], [id, at])
}

/** Keeps a cart that is only looked at from expiring. */
export async function touchCart(
  { kysely }: Database,
  { kind, id }: CartOwner,
  at: Date,
): Promise<void> {
  await kysely.updateTable('cart').set({ used_at: at }).where(columnOf[kind], '=', id).execute()
}

/** The result of adding to a cart: the whole cart, or the reason for the rejection. */
type AddOutcome =
  | { outcome: 'added'; lines: CartLineRow[] }
  | { outcome: 'not for sale' }
  | { outcome: 'too few'; available: number }
  | { outcome: 'full' }

interface AddedItem {
  variantId: string
  quantity: number
  at: Date
}

/** Adds a quantity of a variant to a cart, created if necessary, unless the line would exceed the stock. */
export async function addToCart(
  db: Database,
  { kind, id }: CartOwner,
  { variantId, quantity, at }: AddedItem,
): Promise<AddOutcome> {
  const [user, guest] = kind === 'user' ? [id, null] : [null, id]
  const [row] = await db.prepared<AddOutcome>(
    'add_to_cart',
    'select * from add_to_cart($1, $2, $3, $4, $5, $6)',
    [user, guest, variantId, quantity, largestCart, at],
  )
  if (!row) throw new Error('add_to_cart always gives a row')
  return row
}

/** Adds to the existing cart of a guest; undefined if the guest has none yet. */
export async function addToGuestCart(
  db: Database,
  guestId: string,
  { variantId, quantity, at }: AddedItem,
): Promise<AddOutcome | undefined> {
  const [row] = await db.prepared<AddOutcome>(
    'add_to_guest_cart',
    `select added.* from cart c cross join lateral add_to_cart(null, c.guest_id, $2, $3, $4, $5) added
     where c.guest_id = $1`,
    [guestId, variantId, quantity, largestCart, at],
  )
  return row
}

/** The result of a change: whether it was made, and the stock of the variant. */
interface LineChange {
  stock: number
  is_done: boolean
}

// The cart's row is locked first by every write, so writes to one cart come one after the other.
const setLine = forOwners(
  (owner) => `
  with mine as (
    update cart set used_at = $4 where ${owner} = $1 returning id
  ), line as (
    select i.id, case when v.is_enabled and v.deleted_at is null
      and is_published(p.deleted_at, p.published_at, p.withdraws_at, $4) then v.stock else 0 end as stock
    from mine
    join cart_item i on i.cart_id = mine.id
    join variant v on v.id = i.variant_id
    join product p on p.id = v.product_id
    where i.id = $2
  ), changed as (
    update cart_item i set quantity = $3 from line where i.id = line.id and $3 <= line.stock
    returning i.id
  )
  select stock, exists (select from changed) as is_done from line`,
)

/** Sets the quantity of a line, unless it is more than the stock. Undefined when this cart has no such line. */
export async function setLineQuantity(
  db: Database,
  { kind, id }: CartOwner,
  { itemId, quantity, at }: { itemId: string; quantity: number; at: Date },
): Promise<LineChange | undefined> {
  const [row] = await db.prepared<LineChange>(`set_cart_line_of_${kind}`, setLine[kind], [
    id,
    itemId,
    quantity,
    at,
  ])
  return row
}

const deleteLines = forOwners(
  (owner) => `
  with mine as (
    update cart set used_at = $3 where ${owner} = $1 returning id
  )
  delete from cart_item i using mine where i.cart_id = mine.id and i.id = any ($2) returning i.id`,
)

/** Removes lines from a cart and returns how many there were. */
export async function removeLines(
  db: Database,
  { kind, id }: CartOwner,
  itemIds: string[],
  at: Date,
): Promise<number> {
  const rows = await db.prepared(`remove_cart_lines_of_${kind}`, deleteLines[kind], [
    id,
    itemIds,
    at,
  ])
  return rows.length
}

/** Takes these variants out of a shopper's cart. */
export async function removeVariants(
  tx: Queryable,
  userId: string,
  variantIds: string[],
): Promise<void> {
  await sql`
    with mine as (select id from cart where user_id = ${userId} for no key update)
    delete from cart_item i using mine
    where i.cart_id = mine.id and i.variant_id = any (${variantIds}::uuid[])`.execute(tx)
}

/** A description of a shopper's cart, in words. */
export function describeCart(db: Queryable, userId: string) {
  return db
    .selectFrom('cart as c')
    .innerJoin('cart_item as i', 'i.cart_id', 'c.id')
    .innerJoin('variant as v', 'v.id', 'i.variant_id')
    .innerJoin('product as p', 'p.id', 'v.product_id')
    .where('c.user_id', '=', userId)
    .orderBy('i.added_at', 'desc')
    .select(['p.identifier', 'p.name', 'v.attributes', 'i.quantity', 'i.added_at as since'])
    .execute()
}

/** Removes a shopper's cart. */
export async function removeCart(tx: Queryable, userId: string): Promise<void> {
  await tx.deleteFrom('cart').where('user_id', '=', userId).execute()
}

/** Lines a cart grows to by merging: far more than `largestCart` twice, yet an end. */
const largestMergedCart = 500

/** Locks a guest's cart and returns its id; undefined if it does not exist (any more). */
export async function lockGuestCart(tx: Queryable, guestId: string): Promise<string | undefined> {
  const cart = await tx
    .selectFrom('cart')
    .select('id')
    .where('guest_id', '=', guestId)
    .forUpdate()
    .executeTakeFirst()
  return cart?.id
}

/** Locks a shopper's cart, created if necessary, and returns its id. */
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
 * Adds the lines of one cart to another, no line to more than the stock; of a variant that is sold
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

/** Removes guest carts last used before `before`, at most `limit`, and returns their number. */
export async function deleteGuestCarts(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('cart')
    .where('id', 'in', (expired) =>
      expired
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
