import { toOrderNumber } from '@solvane/contract/orders'
import type {
  adjustStock as call,
  StockMovement,
  VariantStock,
} from '@solvane/contract/products.admin'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { isTaken, retryAfterDeadlock } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { namesOfAccounts } from '../auth/accounts.admin.ts'
import type { PersonalData } from '../auth/personal-data.ts'
import { publishStock } from '../orders/publish-changes.ts'
import { offerReturned } from '../waiting-list/offers.ts'
import {
  adjustStocks,
  findMovements,
  isInOrder,
  listMovements,
  readStock,
  removeNotesOnOrdersOf,
  stockMovementKey,
} from './stock-ledger.queries.ts'

/** A change of a variant's stock, with its author. */
interface Adjustment {
  variantId: string
  actorId: string
  change: z.output<typeof call.body>['change']
  reason: string
  /** The order that the products came back from. */
  orderId?: string | undefined
  /** Sent again under the same one, the change counts once. */
  key?: string | undefined
}

/**
 * Changes the stock of a variant, and records the author and the reason. Throws
 * `VARIANT_NOT_FOUND`, `NOT_ENOUGH_STOCK` with `details.available` if more would be removed than
 * there are, `STALE_EDIT` with `details.stock` if a count began with another stock,
 * `ORDER_NOT_FOUND` if there is no such order or it has no line of the variant, `STOCK_KEY_REUSED`
 * for another change under the same key.
 */
export async function adjustStock(
  ctx: Pick<AppContext, 'db' | 'clock' | 'changes'>,
  adjustment: Adjustment,
): Promise<VariantStock> {
  const { variantId, actorId, change, reason, orderId, key } = adjustment
  const isDelta = change.kind === 'delta'
  const target = { variantId, stock: isDelta ? change.delta : change.counted, isDelta, key }
  const done = await retryAfterDeadlock(() =>
    ctx.db.kysely.transaction().execute(async (tx) => {
      if (await wasMade(tx, adjustment)) return null
      if (orderId !== undefined && !(await isInOrder(tx, variantId, orderId)))
        throw new ShopError('ORDER_NOT_FOUND')
      const note = { actorId, note: reason, orderId, at: ctx.clock.now() }
      const [adjusted] = await adjustStocks(tx, [target], note)
      if (!adjusted) throw new ShopError('VARIANT_NOT_FOUND')
      const { before, after } = adjusted
      if (after === null) throw new ShopError('NOT_ENOUGH_STOCK', { available: before })
      if (!isDelta && change.expected !== undefined && change.expected !== before)
        throw new ShopError('STALE_EDIT', { stock: before })
      await offerReturned(tx, [variantId], note.at)
      return adjusted
    }),
  ).catch(async (error: unknown) => {
    // Sent twice at once: the other one was first.
    if (isTaken(error, stockMovementKey) && (await wasMade(ctx.db.kysely, adjustment))) return null
    throw error
  })
  if (done) publishStock(ctx, [{ product_id: done.productId }])
  return getVariantStock(ctx, variantId)
}

/**
 * Puts units of a return back into stock, in the transaction that ends the return. Call `offerReturned`
 * at its end, and publish the products afterwards.
 */
export async function restockReturned(
  tx: Queryable,
  {
    items,
    ...note
  }: {
    returnId: string
    orderId: string
    actorId: string
    note: string
    at: Date
    items: { variantId: string; quantity: number }[]
  },
): Promise<{ product_id: string }[]> {
  if (items.length === 0) return []
  const targets = items.map(({ variantId, quantity }) => ({
    variantId,
    stock: quantity,
    isDelta: true,
  }))
  const changed = await adjustStocks(tx, targets, note)
  return changed.map(({ productId }) => ({ product_id: productId }))
}

/** Whether the change was made before, under its key. Throws `STOCK_KEY_REUSED` when that was another. */
async function wasMade(db: Queryable, { key, variantId, change }: Adjustment): Promise<boolean> {
  const [made] = key ? await findMovements(db, [key]) : []
  if (!made) return false
  const isSame =
    change.kind === 'delta' ? made.delta === change.delta : made.stock_after === change.counted
  if (made.variant_id !== variantId || !isSame) throw new ShopError('STOCK_KEY_REUSED')
  return true
}

/** Throws `VARIANT_NOT_FOUND`. */
export async function getVariantStock(
  { db }: Pick<AppContext, 'db'>,
  variantId: string,
): Promise<VariantStock> {
  const stock = await readStock(db.kysely, variantId)
  if (!stock) throw new ShopError('VARIANT_NOT_FOUND')
  return stock
}

/** A page of the ledger of a variant. Throws `VARIANT_NOT_FOUND`. */
export async function listStockMovements(
  ctx: Pick<AppContext, 'db'>,
  variantId: string,
  { page, size, order }: { page: number; size: number; order: 'asc' | 'desc' },
): Promise<{ data: StockMovement[]; total: number }> {
  await getVariantStock(ctx, variantId)
  const { rows, total } = await listMovements(ctx.db.kysely, variantId, {
    order,
    limit: size,
    offset: (page - 1) * size,
  })
  const nameOf = await namesOfAccounts(
    ctx.db.kysely,
    rows.map(({ actor_id }) => actor_id),
  )
  const data = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    cause: row.cause,
    delta: row.delta,
    stockAfter: row.stock_after,
    order:
      row.order_id !== null && row.order_number !== null
        ? { id: row.order_id, number: toOrderNumber(row.order_number) }
        : null,
    actor: nameOf(row.actor_id)?.name ?? null,
    note: row.note,
  }))
  return { data, total }
}

/** The notes of staff on goods that a shopper sent back: they are removed with the account. */
export const restockNotesOfShopper: PersonalData = {
  name: 'restockNotes',
  read: async () => undefined,
  erase: removeNotesOnOrdersOf,
}
