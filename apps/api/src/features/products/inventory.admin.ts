import type {
  checkGoods as checkEndpoint,
  GoodsReceipt,
  InventoryRow,
  listInventory as listEndpoint,
  receiveGoods as receiveEndpoint,
  saveInventory as saveEndpoint,
  WholeGoodsReceipt,
} from '@solvane/contract/inventory.admin'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { isTaken, retryAfterDeadlock } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { namesOfAccounts } from '../auth/accounts.admin.ts'
import { publishStock } from '../orders/publish-changes.ts'
import { offerReturned } from '../waiting-list/offers.ts'
import {
  countInventory,
  findInventoryRows,
  findVariantsByCode,
  type GoodsReceiptSums,
  goodsReceiptKey,
  insertGoodsReceipt,
  listGoodsReceiptRows,
  listInventoryRows,
  listReceivedLines,
  revisionsWithout,
} from './inventory.admin.queries.ts'
import { adjustStocks, findMovements, stockMovementKey } from './stock-ledger.queries.ts'

/** A page of all variants with their stock, and how many there are. */
export async function listInventory(
  { clock, db: { kysely: db } }: Pick<AppContext, 'clock' | 'db'>,
  { page, size, sort, order, ...filter }: z.output<typeof listEndpoint.query>,
): Promise<{ data: InventoryRow[]; total: number }> {
  const { q, category, availability } = filter
  const wanted = { q, category, availability }
  const range = { sort, order, limit: size, offset: (page - 1) * size }
  const [data, total] = [
    await listInventoryRows(db, wanted, range, clock.now()),
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
      const rows = await findInventoryRows(ctx.db.kysely, ids, ctx.clock.now())
      throw new ShopError('STALE_EDIT', { rows })
    },
  )
  publishStock(
    ctx,
    changed.map(({ productId }) => ({ product_id: productId })),
  )
  return findInventoryRows(
    ctx.db.kysely,
    body.lines.map(({ variantId }) => variantId),
    ctx.clock.now(),
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

/** The variants that the lines of a delivery note name; null for an unknown code. */
export async function checkGoods(
  { clock, db: { kysely: db } }: Pick<AppContext, 'clock' | 'db'>,
  { lines }: z.output<typeof checkEndpoint.body>,
): Promise<{ code: string; quantity: number; variant: InventoryRow | null }[]> {
  const ids = await findVariantsByCode(
    db,
    lines.map(({ code }) => code.toLowerCase()),
  )
  const rows = await findInventoryRows(db, [...new Set(ids.values())], clock.now())
  const byId = new Map(rows.map((row) => [row.id, row]))
  return lines.map(({ code, quantity }) => ({
    code,
    quantity,
    variant: byId.get(ids.get(code.toLowerCase()) ?? '') ?? null,
  }))
}

/**
 * Books the goods of a delivery into the stock, all or none; sent again under its key it counts once. Throws
 * `VARIANT_NOT_FOUND`, and `STOCK_KEY_REUSED` when another receipt was booked under the key.
 */
export async function receiveGoods(
  ctx: Pick<AppContext, 'db' | 'clock' | 'changes'>,
  actorId: string,
  { key: id, reference, note, lines }: z.output<typeof receiveEndpoint.body>,
): Promise<WholeGoodsReceipt> {
  const at = ctx.clock.now()
  const targets = lines.map(({ variantId, quantity }) => ({
    variantId,
    stock: quantity,
    isDelta: true,
  }))
  try {
    const changed = await retryAfterDeadlock(() =>
      ctx.db.kysely.transaction().execute(async (tx) => {
        await insertGoodsReceipt(tx, { id, reference, note: note || null, actor_id: actorId, at })
        const entry = { actorId, note: `Delivery ${reference}`, goodsReceiptId: id, at }
        const changed = await adjustStocks(tx, targets, entry)
        if (changed.length < lines.length) throw new ShopError('VARIANT_NOT_FOUND')
        await offerReturned(
          tx,
          changed.map(({ variantId }) => variantId),
          at,
        )
        return changed
      }),
    )
    publishStock(
      ctx,
      changed.map(({ productId }) => ({ product_id: productId })),
    )
  } catch (error) {
    if (!isTaken(error, goodsReceiptKey)) throw error
    const booked = await getGoodsReceipt(ctx, id)
    const quantities = new Map(booked.lines.map((line) => [line.variantId, line.quantity]))
    const isSame =
      booked.reference === reference &&
      quantities.size === lines.length &&
      lines.every(({ variantId, quantity }) => quantities.get(variantId) === quantity)
    if (!isSame) throw new ShopError('STOCK_KEY_REUSED')
    return booked
  }
  return getGoodsReceipt(ctx, id)
}

/** A page of the goods receipts. */
export async function listGoodsReceipts(
  { db: { kysely: db } }: Pick<AppContext, 'db'>,
  {
    page,
    size,
    order,
    q,
  }: { page: number; size: number; order: 'asc' | 'desc'; q?: string | undefined },
): Promise<{ data: GoodsReceipt[]; total: number }> {
  const range = { order, limit: size, offset: (page - 1) * size }
  const { rows, total } = await listGoodsReceiptRows(db, { text: q }, range)
  const nameOf = await namesOfAccounts(
    db,
    rows.map(({ actor_id }) => actor_id),
  )
  return { data: rows.map((row) => toGoodsReceipt(row, nameOf)), total }
}

/** A goods receipt with its lines. Throws `GOODS_RECEIPT_NOT_FOUND`. */
export async function getGoodsReceipt(
  { db: { kysely: db } }: Pick<AppContext, 'db'>,
  id: string,
): Promise<WholeGoodsReceipt> {
  const { rows } = await listGoodsReceiptRows(db, { id }, { order: 'desc', limit: 1, offset: 0 })
  const [row] = rows
  if (!row) throw new ShopError('GOODS_RECEIPT_NOT_FOUND')
  const nameOf = await namesOfAccounts(db, [row.actor_id])
  return { ...toGoodsReceipt(row, nameOf), lines: await listReceivedLines(db, id) }
}

function toGoodsReceipt(
  { id, reference, note, actor_id, at, variants, units }: GoodsReceiptSums,
  nameOf: Awaited<ReturnType<typeof namesOfAccounts>>,
): GoodsReceipt {
  const actor = nameOf(actor_id)?.name ?? null
  return { id, reference, note, actor, at: at.toISOString(), variants, units }
}
