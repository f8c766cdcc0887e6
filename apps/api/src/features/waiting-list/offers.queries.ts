import { sql } from 'kysely'
import { isInShop, type Queryable } from '../../platform/database/database.ts'
import { isOf } from './waiting-list.queries.ts'

/**
 * Offers the stock of these variants to the waiting list, in the order of requests: one unit for
 * each entry, taken out of stock in the same statement, so that there are never more offers than
 * stock. `there` locks the rows and therefore has the current stock; other sub-selects must not
 * read it, because they see it as it was when the statement began. Returns the products.
 */
export async function offerStock(
  tx: Queryable,
  variantIds: readonly string[],
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    with there as materialized (
      select v.id, v.product_id, v.stock from variant v join product p on p.id = v.product_id
      where v.id = any (${variantIds}::uuid[]) and v.stock > 0 and ${isInShop(at)}
      order by v.id
      for no key update of v
    ), next as materialized (
      select e.id from there cross join lateral (
        select w.id from waiting_list_entry w
        where w.variant_id = there.id and w.state = 'WAITING'
        order by w.asked_at, w.id limit there.stock) e
    ), offered as (
      update waiting_list_entry e set state = 'OFFERED', offered_at = ${at}, offer_ends_at = null
      from next where e.id = next.id and e.state = 'WAITING'
      returning e.variant_id
    ), taken as (
      update variant v set stock = there.stock - o.units
      from there join (select variant_id, count(*)::integer as units from offered group by variant_id) o
        on o.variant_id = there.id
      where v.id = there.id
      returning v.id, v.product_id, v.stock, o.units
    ), recorded as (
      insert into stock_movement (variant_id, delta, stock_after, cause, at)
      select id, -units, stock, 'OFFER', ${at} from taken
    )
    select distinct product_id from taken`.execute(tx)
  return rows.map(({ product_id }) => product_id)
}

/** The end of an offer: without an order, or in one. */
export type OfferEnd =
  | { state: 'EXPIRED' | 'LEFT'; orderId?: undefined }
  | { state: 'ORDERED'; orderId: string }

/** Ends those of these entries that are offered. Gives the units that are to be put back. */
export async function endOffers(
  tx: Queryable,
  entryIds: readonly string[],
  { state, orderId, at }: OfferEnd & { at: Date },
): Promise<Units[]> {
  const { rows } = await sql<Units>`
    with mine as materialized (
      select id, variant_id from waiting_list_entry
      where id = any (${entryIds}::uuid[]) and state = 'OFFERED'
      order by id
      for update
    ), ended as (
      update waiting_list_entry e
      set state = ${state}, order_id = ${orderId ?? null}::uuid, offer_ends_at = least(e.offer_ends_at, ${at}), token_hash = null
      from mine where e.id = mine.id
    )
    select variant_id as "variantId", count(*)::integer as quantity from mine group by variant_id`.execute(
    tx,
  )
  return rows
}

/** Units of a variant. */
export interface Units {
  variantId: string
  quantity: number
}

/**
 * Takes units out of stock for one person, all or none, in the order of the variants' ids. Returns
 * each variant, and whether enough of it is for sale; nothing is taken unless all are.
 */
export async function takeUnits(
  tx: Queryable,
  units: readonly Units[],
  at: Date,
): Promise<{ id: string; product_id: string; is_there: boolean }[]> {
  const { rows } = await sql<{ id: string; product_id: string; is_there: boolean }>`
    with wanted as materialized (
      select v.id, v.product_id, w.quantity, v.stock - w.quantity as stock_after,
        v.stock >= w.quantity and ${isInShop(at)} as is_there
      from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as w ("variantId" uuid, quantity integer)
      join variant v on v.id = w."variantId" join product p on p.id = v.product_id
      order by v.id
      for no key update of v
    ), taken as (
      update variant v set stock = w.stock_after
      from wanted w
      where v.id = w.id and (select bool_and(is_there) from wanted)
      returning v.id, v.stock, w.quantity
    ), recorded as (
      insert into stock_movement (variant_id, delta, stock_after, cause, at)
      select id, -quantity, stock, 'OFFER', ${at} from taken
    )
    select id, product_id, is_there from wanted`.execute(tx)
  return rows
}

/**
 * Restocks units that were reserved for one person; with an order, on behalf of the order that
 * takes them.
 */
export async function returnUnits(
  tx: Queryable,
  units: readonly Units[],
  { orderId, at }: { orderId?: string | undefined; at: Date },
): Promise<{ id: string; product_id: string }[]> {
  const { rows } = await sql<{ id: string; product_id: string }>`
    with locked as materialized (
      select v.id, v.stock + w.quantity as stock_after, w.quantity
      from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as w ("variantId" uuid, quantity integer)
      join variant v on v.id = w."variantId"
      order by v.id
      for no key update of v
    ), back as (
      update variant v set stock = locked.stock_after
      from locked where v.id = locked.id
      returning v.id, v.product_id, v.stock, locked.quantity
    ), recorded as (
      insert into stock_movement (variant_id, delta, stock_after, cause, order_id, at)
      select id, quantity, stock, 'OFFER_END', ${orderId ?? null}::uuid, ${at} from back
    )
    select id, product_id from back`.execute(tx)
  return rows
}

/** The entries whose offers of these variants a shopper can use now, those that end first first. */
export async function usableOffers(
  db: Queryable,
  { userId, variantIds, at }: { userId: string; variantIds: readonly string[]; at: Date },
): Promise<{ id: string; variant_id: string }[]> {
  const { rows } = await sql<{ id: string; variant_id: string }>`
    select e.id, e.variant_id from waiting_list_entry e
    where ${isOf(userId)} and e.variant_id = any (${variantIds}::uuid[]) and e.state = 'OFFERED'
      and (e.offer_ends_at is null or e.offer_ends_at > ${at})
    order by e.offer_ends_at nulls last, e.id`.execute(db)
  return rows
}

/** Entries whose offers have ended by an instant, at most `limit`. */
export async function expiredOffers(db: Queryable, at: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('waiting_list_entry')
    .where('state', '=', 'OFFERED')
    .where('offer_ends_at', '<=', at)
    .orderBy('offer_ends_at')
    .select('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Variants on sale that someone waits for: their stock may have returned in a way that made no
 * offer.
 */
export async function variantsToOffer(db: Queryable, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from variant v join product p on p.id = v.product_id
    where v.stock > 0 and ${isInShop(at)}
      and v.id in (select variant_id from waiting_list_entry where state = 'WAITING')
    order by v.id limit 200`.execute(db)
  return rows.map(({ id }) => id)
}

/** An offer whose e-mail is not sent yet. */
export interface UnsentOffer {
  id: string
  email: string
  user_id: string | null
  nick_name: string | null
  is_confirmed: boolean
  identifier: string
  name: string
  attributes: Record<string, string>
  price_cents: number
}

/** Locks the next offer whose e-mail is not sent yet; undefined when there is none. */
export async function lockUnsentOffer(tx: Queryable, at: Date): Promise<UnsentOffer | undefined> {
  const { rows } = await sql<UnsentOffer>`
    select e.id, e.email, e.user_id, u.nick_name, u.email_verified_at is not null as is_confirmed,
      p.identifier, p.name, v.attributes,
      current_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, ${at}) as price_cents
    from waiting_list_entry e join variant v on v.id = e.variant_id join product p on p.id = v.product_id
    left join users u on u.id = e.user_id
    where e.state = 'OFFERED' and e.offer_ends_at is null
    order by e.offered_at, e.id limit 1
    for update of e skip locked`.execute(tx)
  return rows[0]
}

/** Records that the e-mail of an offer is sent, with the token of its link, and until when it counts. */
export async function startOffer(
  tx: Queryable,
  id: string,
  { tokenHash, endsAt }: { tokenHash: Buffer; endsAt: Date },
): Promise<void> {
  await tx
    .updateTable('waiting_list_entry')
    .set({ token_hash: tokenHash, offer_ends_at: endsAt })
    .where('id', '=', id)
    .execute()
}
