import { largestCart } from '@solvane/contract/cart'
import type { Picture } from '@solvane/contract/catalog'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../platform/database/database.ts'
import type { CartOwner } from './cart-owner.ts'

/** A line of a cart with what its piece is now. */
export interface CartLineRow {
  id: string
  quantity: number
  added_cents: number
  variant_id: string
  price_cents: number
  current_cents: number
  /** False when the piece is withdrawn; sold out it is still for sale. */
  is_for_sale: boolean
  stock: number
  attributes: Record<string, string>
  picture: Picture | null
  product_id: string
  identifier: string
  name: string
  used_at: Date
}

const isForSale = 'v.is_enabled and v.deleted_at is null and p.deleted_at is null'
const currentCents = (at: string) =>
  `current_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, ${at})`

type OwnerColumn = 'user_id' | 'guest_id'
const columnOf = { user: 'user_id', guest: 'guest_id' } as const satisfies Record<
  CartOwner['kind'],
  OwnerColumn
>

/** One text for each kind of owner, so that each is planned for its index. */
function forOwners(text: (column: OwnerColumn) => string): Record<CartOwner['kind'], string> {
  return { user: text('user_id'), guest: text('guest_id') }
}

const cartLines = forOwners(
  (owner) => `
  select i.id, i.quantity, i.added_cents, v.id as variant_id, v.price_cents,
    ${currentCents('$2')} as current_cents, ${isForSale} as is_for_sale, v.stock, v.attributes,
    coalesce(v.pictures -> 0, p.pictures -> 0) as picture,
    p.id as product_id, p.identifier, p.name, c.used_at
  from cart c
  join cart_item i on i.cart_id = c.id
  join variant v on v.id = i.variant_id
  join product p on p.id = v.product_id
  where c.${owner} = $1
  order by i.added_at desc, i.id desc`,
)

/** The lines of a cart, the newest first, priced at an instant; none when there is no such cart. */
export function listCartLines(
  db: Database,
  { kind, id }: CartOwner,
  at: Date,
): Promise<CartLineRow[]> {
  return db.prepared(`cart_lines_of_${kind}`, cartLines[kind], [id, at])
}

/** Keeps a cart that is only looked at from lapsing. */
export async function touchCart(
  { kysely }: Database,
  { kind, id }: CartOwner,
  at: Date,
): Promise<void> {
  await kysely.updateTable('cart').set({ used_at: at }).where(columnOf[kind], '=', id).execute()
}

// The cart's row is locked first by every write, so writes to one cart come one after the other.
const addLine = forOwners(
  (owner) => `
  with piece as (
    select v.id, v.stock, ${currentCents('$4')} as cents
    from variant v join product p on p.id = v.product_id
    where v.id = $2 and ${isForSale}
  ), mine as (
    insert into cart (${owner}, used_at) select $1::uuid, $4::timestamptz from piece
    on conflict (${owner}) do update set used_at = excluded.used_at
    returning id
  ), held as (
    select count(*) filter (where i.variant_id = $2) = 0 and count(*) >= ${largestCart} as is_full
    from mine join cart_item i on i.cart_id = mine.id
  ), line as (
    insert into cart_item (cart_id, variant_id, quantity, added_cents, added_at)
    select mine.id, piece.id, $3::integer, piece.cents, $4 from mine, piece, held
    where $3 <= piece.stock and not held.is_full
    on conflict (cart_id, variant_id) do update
      set quantity = cart_item.quantity + excluded.quantity, added_cents = excluded.added_cents
      where cart_item.quantity + excluded.quantity <= (select stock from piece)
    returning quantity
  )
  select piece.stock, held.is_full, exists (select from line) as is_done from piece, held`,
)

/** What became of a change: whether it was made, and how many there are of the piece. */
export interface LineChange {
  stock: number
  is_done: boolean
}

/**
 * Puts so many more of a variant into a cart, which it makes if need be, unless that were more
 * than the stock. Undefined when the variant is not for sale. Two adds at the very same time may
 * pass the limit of `largestCart` by one: it is there against endless carts.
 */
export async function addToLine(
  db: Database,
  { kind, id }: CartOwner,
  { variantId, quantity, at }: { variantId: string; quantity: number; at: Date },
): Promise<(LineChange & { is_full: boolean }) | undefined> {
  const [row] = await db.prepared<LineChange & { is_full: boolean }>(
    `add_to_cart_of_${kind}`,
    addLine[kind],
    [id, variantId, quantity, at],
  )
  return row
}

const setLine = forOwners(
  (owner) => `
  with mine as (
    update cart set used_at = $4 where ${owner} = $1 returning id
  ), line as (
    select i.id, case when ${isForSale} then v.stock else 0 end as stock
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

/** Takes lines out of a cart and gives how many of them it had. */
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

/** What is in a shopper's cart, in words. */
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
