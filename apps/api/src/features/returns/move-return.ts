import type { ReturnStatus, ShopperReturn } from '@solvane/contract/returns'
import { isUuid } from '@solvane/contract/text'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { findReturnedOrder, type ReturnedOrder } from '../orders/returned-orders.ts'
import { readUpload } from '../uploads/stored-uploads.ts'
import { describeReturn } from './describe-returns.ts'
import { mayMoveReturn, type ReturnActor } from './return-rules.ts'
import {
  findReturn,
  insertReturnTransition,
  lockReturn,
  photosOfReturn,
  type ReturnRow,
  updateReturn,
} from './returns.queries.ts'

/** The new state of a return, and the columns that come with it. */
export interface ReturnMove
  extends Partial<
    Pick<
      ReturnRow,
      | 'answer'
      | 'tracking_carrier'
      | 'tracking_number'
      | 'fee_bp'
      | 'refunded_cents'
      | 'delivery_cents'
      | 'wrap_cents'
    >
  > {
  to: ReturnStatus
  actor: ReturnActor
  actorId: string | null
}

/**
 * Moves a locked return to another state and records that; returns the changed return. The only
 * code that changes a state, but for `moveOrder`, which cancels returns together with their order. Throws `RETURN_STATE` if the move is not allowed.
 */
export async function moveReturn(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Queryable,
  row: ReturnRow,
  { to, actor, actorId, ...fields }: ReturnMove,
): Promise<ReturnRow> {
  if (!mayMoveReturn(row.status, to, actor)) throw new ShopError('RETURN_STATE')
  await updateReturn(tx, row.id, { status: to, ...fields })
  await insertReturnTransition(tx, {
    return_id: row.id,
    from_status: row.status,
    to_status: to,
    actor,
    actor_id: actorId,
    at: clock.now(),
  })
  return { ...row, ...fields, status: to }
}

/**
 * A return with its order, both locked until the transaction ends, after the order that paid for it if that is another: its
 * returns and those of its exchanges are settled one after the other, because the last one refunds its fees. Throws
 * `RETURN_NOT_FOUND`.
 */
export async function lockReturnWithOrder(
  tx: Queryable,
  returnId: string,
  { userId }: { userId?: string } = {},
): Promise<{ row: ReturnRow; order: ReturnedOrder }> {
  // The order first, as everywhere.
  const known = await findReturn(tx, returnId)
  if (known && known.paid_order_id !== known.order_id)
    await findReturnedOrder(tx, known.paid_order_id, { lock: true })
  const order =
    known &&
    (await findReturnedOrder(tx, known.order_id, { lock: true, ...(userId && { userId }) }))
  const row = order && (await lockReturn(tx, returnId))
  // The giver does not see the exchange that the recipient of a gift has requested.
  if (!order || !row || (userId && row.is_gift)) throw new ShopError('RETURN_NOT_FOUND')
  return { row, order }
}

/**
 * One of a shopper's returns. Throws `RETURN_NOT_FOUND`, also for another shopper's return or an
 * invalid id.
 */
export async function getMyReturn(
  { db: { kysely: db } }: Pick<AppContext, 'db'>,
  userId: string,
  returnId: string,
): Promise<ShopperReturn> {
  const row = isUuid(returnId) ? await findReturn(db, returnId) : undefined
  const order = row && (await findReturnedOrder(db, row.order_id, { userId }))
  if (!row || !order || row.is_gift) throw new ShopError('RETURN_NOT_FOUND')
  return describeReturn(db, order, row)
}

/** Cancels a shopper's return before it is received. Throws `RETURN_NOT_FOUND`, `RETURN_STATE`. */
export function cancelMyReturn(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  userId: string,
  returnId: string,
): Promise<ShopperReturn> {
  return moveMine(ctx, userId, returnId, { to: 'CANCELLED' })
}

/**
 * Records that a shopper has sent the goods of an approved return. Throws `RETURN_NOT_FOUND`,
 * `RETURN_STATE`.
 */
export function sendMyReturn(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  userId: string,
  {
    returnId,
    carrier,
    trackingNumber,
  }: {
    returnId: string
    carrier?: string | undefined
    trackingNumber?: string | undefined
  },
): Promise<ShopperReturn> {
  return moveMine(ctx, userId, returnId, {
    to: 'IN_TRANSIT',
    tracking_carrier: carrier || null,
    tracking_number: trackingNumber || null,
  })
}

async function moveMine(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  userId: string,
  returnId: string,
  move: Omit<ReturnMove, 'actor' | 'actorId'>,
): Promise<ShopperReturn> {
  if (!isUuid(returnId)) throw new ShopError('RETURN_NOT_FOUND')
  return ctx.db.kysely.transaction().execute(async (tx) => {
    const { row, order } = await lockReturnWithOrder(tx, returnId, { userId })
    const moved = await moveReturn(ctx, tx, row, { ...move, actor: 'SHOPPER', actorId: userId })
    return describeReturn(tx, order, moved)
  })
}

/**
 * A photo of a return, of this shopper or for staff. Throws `RETURN_NOT_FOUND`, also if the return
 * has no such photo.
 */
export async function getPhoto(
  ctx: Pick<AppContext, 'clock' | 'db' | 'storage'>,
  { returnId, photoId, userId }: { returnId: string; photoId: string; userId?: string },
): Promise<{ type: 'image/webp'; base64: string }> {
  const db = ctx.db.kysely
  const row = await findReturn(db, returnId)
  const order = row && (await findReturnedOrder(db, row.order_id, userId ? { userId } : {}))
  const photos = order && !row.is_gift ? await photosOfReturn(db, returnId) : []
  const bytes = photos.some(({ id }) => id === photoId) ? await readUpload(ctx, photoId) : undefined
  if (!bytes) throw new ShopError('RETURN_NOT_FOUND')
  return { type: 'image/webp', base64: bytes.toString('base64') }
}
