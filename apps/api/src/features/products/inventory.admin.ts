import type {
  InventoryRow,
  listInventory as listEndpoint,
  saveInventory as saveEndpoint,
} from '@solvane/contract/inventory.admin'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { isTaken, retryAfterDeadlock } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { publishStock } from '../orders/publish-changes.ts'
import { offerReturned } from '../waiting-list/offers.ts'
import {
  countInventory,
  findInventoryRows,
  listInventoryRows,
  revisionsWithout,
} from './inventory.admin.queries.ts'
import { adjustStocks, findMovements, stockMovementKey } from './stock-ledger.queries.ts'

/** A page of all variants with their stock, and how many there are. */
export async function listInventory(
  { db: { kysely: db } }: Pick<AppContext, 'db'>,
  { page, size, sort, order, ...filter }: z.output<typeof listEndpoint.query>,
): Promise<{ data: InventoryRow[]; total: number }> {
  const { q, category, availability } = filter
  const wanted = { q, category, availability }
  const [data, total] = [
    await listInventoryRows(db, wanted, { sort, order, limit: size, offset: (page - 1) * size }),
    await countInventory(db, wanted),
  ]
  return { data, total }
}

type Body = z.output<typeof saveEndpoint.body>

/**
 * Changes the stock of several variants by differences and records it in the ledger; all or none. Throws
 * `VARIANT_NOT_FOUND`; `NOT_ENOUGH_STOCK` with `details.lines` (what there is of each variant that has too
 * few); `STALE_EDIT` with `details.rows`, the variants that staff have changed since, as they are now;
 * `STOCK_KEY_REUSED` for other changes under the same keys.
 */
export async function saveInventory(
  ctx: Pick<AppContext, 'db' | 'clock' | 'changes'>,
  actorId: string,
  body: Body,
): Promise<InventoryRow[]> {
  const changed = await retryAfterDeadlock(() => change(ctx, actorId, body)).catch(
    async (error: unknown) => {
      // Sent twice at once: the other one was first.
      if (isTaken(error, stockMovementKey)) return change(ctx, actorId, body)
      if (!(error instanceof ShopError) || error.code !== 'STALE_EDIT') throw error
      const ids = error.details?.variantIds as string[]
      throw new ShopError('STALE_EDIT', { rows: await findInventoryRows(ctx.db.kysely, ids) })
    },
  )
  publishStock(
    ctx,
    changed.map(({ productId }) => ({ product_id: productId })),
  )
  return findInventoryRows(
    ctx.db.kysely,
    body.lines.map(({ variantId }) => variantId),
  )
}

function change(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  actorId: string,
  { lines, reason }: Body,
): Promise<{ productId: string }[]> {
  const ids = lines.map(({ variantId }) => variantId)
  const keys = lines.map(({ key }) => key)
  return ctx.db.kysely.transaction().execute(async (tx) => {
    const made = await findMovements(tx, keys)
    if (made.length > 0) {
      const isSame = lines.every(({ key, variantId, delta }) =>
        made.some((one) => one.key === key && one.variant_id === variantId && one.delta === delta),
      )
      if (!isSame) throw new ShopError('STOCK_KEY_REUSED')
      return []
    }
    const targets = lines.map(({ variantId, delta, key }) => ({
      variantId,
      stock: delta,
      isDelta: true,
      key,
    }))
    const at = ctx.clock.now()
    const adjusted = await adjustStocks(tx, targets, {
      actorId,
      note: reason,
      at,
    })
    if (adjusted.length < lines.length) throw new ShopError('VARIANT_NOT_FOUND')
    // The variants are locked since the change.
    const revisions = await revisionsWithout(tx, ids, keys)
    const stale = lines.filter(({ variantId, revision }) => revisions.get(variantId) !== revision)
    if (stale.length > 0)
      throw new ShopError('STALE_EDIT', { variantIds: stale.map(({ variantId }) => variantId) })
    const scarce = adjusted.filter(({ after }) => after === null)
    if (scarce.length > 0)
      throw new ShopError('NOT_ENOUGH_STOCK', {
        lines: scarce.map(({ variantId, before }) => ({ variantId, available: before })),
      })
    await offerReturned(tx, ids, at)
    return adjusted
  })
}
