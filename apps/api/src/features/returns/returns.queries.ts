import type { OrderStatus } from '@solvane/contract/orders'
import type { ReturnReason } from '@solvane/contract/return-reasons'
import type { ReturnStatus } from '@solvane/contract/returns'
import type { ReturnCondition } from '@solvane/contract/returns.admin'
import { sql } from 'kysely'
import { isInShop, type Queryable } from '../../platform/database/database.ts'
import type { ReturnedOrderLine } from '../orders/returned-orders.ts'
import type { ReturnActor, Share } from './return-rules.ts'

/** A return as stored; amounts in cents. */
export interface ReturnRow {
  id: string
  number: number
  order_id: string
  paid_order_id: string
  key: string
  is_withdrawal: boolean
  /** The recipient of a gift has requested it. */
  is_gift: boolean
  status: ReturnStatus
  wish: 'REFUND' | 'EXCHANGE'
  policy_id: string
  note: string | null
  answer: string | null
  arrives_by: Date
  tracking_carrier: string | null
  tracking_number: string | null
  fee_bp: number | null
  refunded_cents: number | null
  delivery_cents: number | null
  wrap_cents: number
  created_at: Date
}

export interface ReturnLineRow {
  return_id: string
  variant_id: string
  quantity: number
  reason: ReturnReason | null
  value_cents: number
  condition: ReturnCondition | null
  exchange_variant_id: string | null
}

/** A state that a return has come to. */
export interface ReturnTransitionRow {
  return_id: string
  from_status: ReturnStatus | null
  to_status: ReturnStatus
  actor: ReturnActor
  actor_id: string | null
  at: Date
}

const returns = (db: Queryable) => db.selectFrom('return_request').selectAll().$castTo<ReturnRow>()

export function findReturn(db: Queryable, id: string): Promise<ReturnRow | undefined> {
  return returns(db).where('id', '=', id).executeTakeFirst()
}

/** A return, locked until the transaction ends; its order must be locked before. */
export function lockReturn(tx: Queryable, id: string): Promise<ReturnRow | undefined> {
  return returns(tx).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The returns of an order, oldest first. */
export function listReturnsOfOrder(db: Queryable, orderId: string): Promise<ReturnRow[]> {
  return returns(db).where('order_id', '=', orderId).orderBy('number').execute()
}

/** The returns of a shopper's orders, oldest first. */
export function listReturnsOfUser(db: Queryable, userId: string): Promise<ReturnRow[]> {
  return returns(db)
    .where('order_id', 'in', (mine) =>
      mine.selectFrom('orders').select('id').where('user_id', '=', userId),
    )
    .orderBy('number')
    .execute()
}

/**
 * The lines of returns, by return, in the order of the order's lines; at the end, lines that a
 * change has removed from the order since the return was declined or cancelled.
 */
export async function linesOfReturns(
  db: Queryable,
  returnIds: string[],
): Promise<Map<string, ReturnLineRow[]>> {
  const { rows } = await sql<ReturnLineRow>`
    select r.*
    from return_line r
    join return_request q on q.id = r.return_id
    left join order_line l on l.order_id = q.order_id and l.variant_id = r.variant_id
    where r.return_id = any (${returnIds}::uuid[])
    order by r.return_id, l.position nulls last, r.variant_id`.execute(db)
  return Map.groupBy(rows, ({ return_id }) => return_id)
}

/** Every state that returns have been in, by return, the first first. */
export async function transitionsOfReturns(
  db: Queryable,
  returnIds: string[],
): Promise<Map<string, ReturnTransitionRow[]>> {
  const rows = await db
    .selectFrom('return_transition')
    .select(['return_id', 'from_status', 'to_status', 'actor', 'actor_id', 'at'])
    .where(sql<boolean>`return_id = any (${returnIds}::uuid[])`)
    .orderBy('id')
    .$castTo<ReturnTransitionRow>()
    .execute()
  return Map.groupBy(rows, ({ return_id }) => return_id)
}

/** Inserts a return with its lines; the database assigns its number. */
export async function insertReturn(
  tx: Queryable,
  row: Omit<ReturnRow, 'number'>,
  lines: ReturnLineRow[],
): Promise<ReturnRow> {
  const { number } = await tx
    .insertInto('return_request')
    .values(row)
    .returning('number')
    .executeTakeFirstOrThrow()
  await tx.insertInto('return_line').values(lines).execute()
  return { ...row, number }
}

export async function updateReturn(
  tx: Queryable,
  id: string,
  change: Partial<
    Pick<
      ReturnRow,
      | 'status'
      | 'answer'
      | 'tracking_carrier'
      | 'tracking_number'
      | 'fee_bp'
      | 'refunded_cents'
      | 'delivery_cents'
      | 'wrap_cents'
    >
  >,
): Promise<void> {
  await tx.updateTable('return_request').set(change).where('id', '=', id).execute()
}

export async function insertReturnTransition(
  tx: Queryable,
  transition: ReturnTransitionRow,
): Promise<void> {
  await tx.insertInto('return_transition').values(transition).execute()
}

/** Records the disposition of a line. */
export async function setCondition(
  tx: Queryable,
  returnId: string,
  { variantId, condition }: { variantId: string; condition: ReturnCondition },
): Promise<void> {
  await tx
    .updateTable('return_line')
    .set({ condition })
    .where('return_id', '=', returnId)
    .where('variant_id', '=', variantId)
    .execute()
}

/** A photo of a return, in pixels. */
export interface PhotoRow {
  id: string
  width: number
  height: number
  color: string
}

/** The photos of a return, in their order; without those of a closed account. */
export async function photosOfReturn(db: Queryable, returnId: string): Promise<PhotoRow[]> {
  return db
    .selectFrom('return_photo as p')
    .innerJoin('upload as u', 'u.id', 'p.upload_id')
    .select(['u.id', 'u.width', 'u.height', 'u.color'])
    .where('p.return_id', '=', returnId)
    .where('u.forget_at', 'is', null)
    .orderBy('p.position')
    .execute()
}

export async function insertPhotos(
  tx: Queryable,
  returnId: string,
  uploadIds: string[],
): Promise<void> {
  if (uploadIds.length === 0) return
  const rows = uploadIds.map((upload_id, position) => ({
    return_id: returnId,
    upload_id,
    position,
  }))
  await tx.insertInto('return_photo').values(rows).execute()
}

/** The units of an order's lines that returns take, except void ones, by variant. */
export async function takenOfOrder(db: Queryable, orderId: string): Promise<Map<string, Share[]>> {
  const { rows } = await sql<{ variant_id: string } & Share>`
    select r.variant_id, r.quantity, r.value_cents as cents
    from return_line r join return_request q on q.id = r.return_id
    where q.order_id = ${orderId} and q.status not in ('DECLINED', 'CANCELLED', 'SENT_BACK')`.execute(
    db,
  )
  return Map.groupBy(rows, ({ variant_id }) => variant_id)
}

/**
 * The value of each line of an exchange: the price paid for the returned units, by the variant that
 * was sent.
 */
export async function worthOfExchange(
  db: Queryable,
  returnId: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ variant_id: string; cents: number }>`
    select exchange_variant_id as variant_id, sum(value_cents)::integer as cents
    from return_line where return_id = ${returnId} and exchange_variant_id is not null
    group by exchange_variant_id`.execute(db)
  return new Map(rows.map(({ variant_id, cents }) => [variant_id, cents]))
}

/** A variant that another one can be exchanged for. */
export interface ExchangeRow {
  variant_id: string
  instead_of: string
  attributes: Record<string, string>
  stock: number
}

/** The variants in stock of the same product and regular price as each of these. */
export async function listExchanges(
  db: Queryable,
  variantIds: string[],
  at: Date,
): Promise<ExchangeRow[]> {
  const { rows } = await sql<ExchangeRow>`
    select v.id as variant_id, returned.id as instead_of, v.attributes, v.stock
    from variant returned
    join variant v on v.product_id = returned.product_id and v.id <> returned.id
      and v.price_cents = returned.price_cents
    join product p on p.id = v.product_id
    where returned.id = any (${variantIds}::uuid[])
      and v.stock > 0 and ${isInShop(at)}
    order by v.position, v.id`.execute(db)
  return rows
}

/** The current name and look of a variant. */
export type NamedVariant = Pick<
  ReturnedOrderLine,
  'identifier' | 'name' | 'attributes' | 'picture'
> & { id: string }

/** Variants by their ids, also deleted ones. */
export async function nameVariants(
  db: Queryable,
  variantIds: string[],
): Promise<Map<string, NamedVariant>> {
  const { rows } = await sql<NamedVariant>`
    select v.id, p.identifier, p.name, v.attributes, coalesce(v.pictures -> 0, p.pictures -> 0) as picture
    from variant v join product p on p.id = v.product_id where v.id = any (${variantIds}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

interface ExchangeOrder {
  id: string
  number: number
  status: OrderStatus
}

/** The order that sends the exchange of a return. */
export function findExchangeOrder(
  db: Queryable,
  returnId: string,
): Promise<ExchangeOrder | undefined> {
  return db
    .selectFrom('orders')
    .select(['id', 'number', 'status'])
    .where('exchange_of', '=', returnId)
    .$castTo<ExchangeOrder>()
    .executeTakeFirst()
}

/** Whether a return was exchanged, and the order that would have sent the exchange was cancelled. */
export async function isExchangeCancelled(
  db: Queryable,
  { id, status }: Pick<ReturnRow, 'id' | 'status'>,
): Promise<boolean> {
  return status === 'EXCHANGED' && (await findExchangeOrder(db, id))?.status === 'CANCELLED'
}

/** Removes the texts that a shopper and staff have written about returns; amounts stay. */
export async function removeReturnTexts(tx: Queryable, userId: string): Promise<void> {
  await tx
    .updateTable('return_request')
    .set({ note: null, answer: null, tracking_carrier: null, tracking_number: null })
    .where('order_id', 'in', (mine) =>
      mine.selectFrom('orders').select('id').where('user_id', '=', userId),
    )
    .execute()
}
