import type { Swatch } from '@solvane/contract/catalog'
import { endpoints } from '@solvane/contract/endpoints'
import type {
  listStaffProducts as call,
  StaffColor,
  StaffProductRow,
} from '@solvane/contract/products.admin'
import { isUuid } from '@solvane/contract/text'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { adjustStock, getVariantStock, listStockMovements } from './adjust-stock.ts'
import { applyBulkEdit, previewBulkEdit } from './bulk-edit.ts'
import {
  applyImport,
  downloadCsvFile,
  getCsvJob,
  listCsvJobs,
  removeOldCsvFiles,
  startExport,
} from './csv/csv-jobs.ts'
import { readImport } from './csv/read-import.ts'
import { csvJobKind, runCsvJob } from './csv/run-csv-job.ts'
import { updateColor } from './edit-color.ts'
import {
  checkGoods,
  getGoodsReceipt,
  listGoodsReceipts,
  listInventory,
  receiveGoods,
  saveInventory,
} from './inventory.admin.ts'
import { countStaffProducts, listStaffProductRows } from './list-products.admin.queries.ts'
import {
  getPriceHistory,
  getPriceRules,
  priceRulesChanged,
  recomputePriorPrices,
  savePriceRules,
} from './prices.ts'
import { insertColor, listColorRows } from './read-products.queries.ts'
import {
  createProduct,
  deleteProduct,
  duplicateProduct,
  findProduct,
  restoreProduct,
  updateProduct,
} from './save-product.ts'
import { statusOf, toStaffProduct } from './stored-product.ts'
import { deleteTurn, readTurns, saveTurn } from './turns.ts'

/** Serves what staff do to products and their stock. */
export function registerProductsAdmin(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.listStaffProducts, (input) =>
    ctx.replica.read(input, (db) => listStaffProducts({ ...ctx, db }, input.query)),
  )
  registry.register(endpoints.exportProducts, async ({ body, caller }) => ({
    data: await startExport(ctx, { actorId: caller.user.id, wanted: body }),
  }))
  registry.register(endpoints.importProducts, async ({ query, files, caller }) => ({
    data: await readImport(ctx, { actorId: caller.user.id, setsStock: query.setsStock }, files),
  }))
  registry.register(endpoints.applyProductImport, async ({ params }) => ({
    data: await applyImport(ctx, params.id),
  }))
  registry.register(endpoints.listCsvJobs, async () => {
    const data = await listCsvJobs(ctx)
    return { data, total: data.length }
  })
  registry.register(endpoints.getCsvJob, async ({ params }) => ({
    data: await getCsvJob(ctx, params.id),
  }))
  registry.register(endpoints.downloadCsvFile, async ({ params }) => ({
    download: await downloadCsvFile(ctx, params.id),
  }))
  registry.register(endpoints.previewBulkEdit, async ({ body }) => ({
    data: await previewBulkEdit(ctx, body),
  }))
  registry.register(endpoints.applyBulkEdit, async ({ body }) => ({
    data: await applyBulkEdit(ctx, body),
  }))

  registry.register(endpoints.getStaffProduct, async ({ params }) => ({
    data: toStaffProduct(await findProduct(ctx.db.kysely, params.id)),
  }))
  registry.register(endpoints.createProduct, async ({ body }) => ({
    data: await createProduct(ctx, body),
  }))
  registry.register(endpoints.updateProduct, async ({ params, body }) => ({
    data: await updateProduct(ctx, params.id, body),
  }))
  registry.register(endpoints.deleteProduct, async ({ params }) => ({
    data: await deleteProduct(ctx, params.id),
  }))
  registry.register(endpoints.restoreProduct, async ({ params }) => ({
    data: await restoreProduct(ctx, params.id),
  }))
  registry.register(endpoints.duplicateProduct, async ({ params }) => ({
    data: await duplicateProduct(ctx, params.id),
  }))

  registry.register(endpoints.listProductTurns, async ({ params }) => {
    const data = await readTurns(ctx, params.id)
    return { data, total: data.length }
  })
  registry.register(endpoints.saveProductTurn, async ({ params, body }) => {
    const data = await saveTurn(ctx, { productId: params.id, ...body })
    return { data, total: data.length }
  })
  registry.register(endpoints.deleteProductTurn, async ({ params, query }) => {
    const data = await deleteTurn(ctx, { productId: params.id, ...query })
    return { data, total: data.length }
  })

  registry.register(endpoints.getVariantStock, async ({ params }) => ({
    data: await getVariantStock(ctx, params.id),
  }))
  registry.register(endpoints.adjustStock, async ({ params, body, caller }) => ({
    data: await adjustStock(ctx, { variantId: params.id, actorId: caller.user.id, ...body }),
  }))
  registry.register(endpoints.listStockMovements, ({ params, query }) =>
    listStockMovements(ctx, params.id, query),
  )

  registry.register(endpoints.getPriceHistory, async ({ params }) => ({
    data: await getPriceHistory(ctx, params.id),
  }))
  registry.register(endpoints.getPriceRules, async () => ({ data: await getPriceRules(ctx) }))
  registry.register(endpoints.savePriceRules, async ({ body }) => ({
    data: await savePriceRules(ctx, body),
  }))

  registry.register(endpoints.listInventory, ({ query }) => listInventory(ctx, query))
  registry.register(endpoints.saveInventory, async ({ body, caller }) => {
    const data = await saveInventory(ctx, caller.user.id, body)
    return { data, total: data.length }
  })
  registry.register(endpoints.checkGoods, async ({ body }) => {
    const data = await checkGoods(ctx, body)
    return { data, total: data.length }
  })
  registry.register(endpoints.receiveGoods, async ({ body, caller }) => ({
    data: await receiveGoods(ctx, caller.user.id, body),
  }))
  registry.register(endpoints.listGoodsReceipts, ({ query }) => listGoodsReceipts(ctx, query))
  registry.register(endpoints.getGoodsReceipt, async ({ params }) => ({
    data: await getGoodsReceipt(ctx, params.id),
  }))

  registry.register(endpoints.listColors, async () => {
    const data = await listColors(ctx)
    return { data, total: data.length }
  })
  registry.register(endpoints.createColor, async ({ body }) => ({
    data: await createColor(ctx, body),
  }))
  registry.register(endpoints.updateColor, async ({ params, body }) => ({
    data: await updateColor(ctx, params.name, body),
  }))
}

/** A page of the products, also of those that are not in the shop, and how many there are in all. */
export async function listStaffProducts(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  query: z.output<typeof call.query>,
): Promise<{ data: StaffProductRow[]; total: number }> {
  const { page, size, sort, order, q, status, category, availability, onSale, ids } = query
  const at = clock.now()
  const filter = {
    q,
    status: status ?? null,
    category,
    availability,
    onSale,
    ids: ids === undefined ? null : ids.split(',').filter(isUuid),
  }
  const [rows, total] = [
    await listStaffProductRows(
      db.kysely,
      filter,
      { sort, order, limit: size, offset: (page - 1) * size },
      at,
    ),
    await countStaffProducts(db.kysely, filter, at),
  ]
  const data = rows.map(({ deletedAt, isWithdrawn, priceFrom, priceTo, isOnSale, ...row }) => ({
    ...row,
    status: statusOf({ deletedAt, isWithdrawn }),
    priceFrom: priceFrom === null ? null : priceFrom / 100,
    priceTo: priceTo === null ? null : priceTo / 100,
    isOnSale: isOnSale === true,
    publishedAt: row.publishedAt.toISOString(),
    withdrawsAt: row.withdrawsAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
  }))
  return { data, total }
}

/** The colour list, in its order. */
export function listColors({ db }: Pick<AppContext, 'db'>): Promise<StaffColor[]> {
  return listColorRows(db.kysely)
}

/** Adds a colour to the list. Throws `COLOR_TAKEN`. */
export async function createColor({ db }: Pick<AppContext, 'db'>, color: Swatch): Promise<Swatch> {
  if (!(await insertColor(db.kysely, color))) throw new ShopError('COLOR_TAKEN')
  return color
}

/** Registers the jobs of imports and exports, and of prior prices after a change of their rules. */
export async function registerProductJobs(ctx: AppContext): Promise<void> {
  await ctx.jobs.handle(csvJobKind, ({ id }) => runCsvJob(ctx, id))
  await ctx.jobs.handle(priceRulesChanged, () => recomputePriorPrices(ctx))
  await ctx.jobs.every('remove-old-csv-files', 30, () => removeOldCsvFiles(ctx))
}
