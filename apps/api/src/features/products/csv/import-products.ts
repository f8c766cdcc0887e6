import type { ImportMistake } from '@solvane/contract/products-csv'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import {
  isDatabaseUnavailable,
  isDeadlock,
  isStatementRejected,
} from '../../../platform/database/database-errors.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { publishStock } from '../../orders/publish-changes.ts'
import { recordProducts } from '../../staff/audit-trail.ts'
import { offerReturned } from '../../waiting-list/offers.ts'
import { lockProducts, productIdsOf } from '../read-products.queries.ts'
import { writingProducts } from '../save-product.ts'
import { adjustStocks, type StockChange } from '../stock-ledger.queries.ts'
import { writeProducts } from '../write-products.ts'
import {
  appliedBefore,
  type CsvJobRow,
  holdRun,
  updateCsvJob,
  updateRunningJob,
} from './csv-jobs.queries.ts'
import { keepProblems, keepStockSeen, linesWithCodeOfOther } from './csv-lines.queries.ts'
import { emptyReport, withMistakes, withProducts } from './import-report.ts'
import {
  type FileProduct,
  identifierOf,
  ledgerNote,
  nextOf,
  planProducts,
  postponeRelations,
  relationsOf,
} from './next-products.ts'
import type { ImportedProduct } from './plan-import.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'storage' | 'changes'>

/** Checks the next products of a file and stores the findings; changes no product. */
export async function checkNext(ctx: Context, job: CsvJobRow): Promise<void> {
  const { kysely } = ctx.db
  const report = job.report ?? emptyReport
  const products = await nextOf(kysely, job)
  if (products.length === 0) {
    const again = report.stockChanged > 0 ? await appliedBefore(kysely, job.id) : undefined
    const ofWhole = [
      ...(again ? [importedBefore(again)] : []),
      ...(await repeatedCodes(kysely, job)),
    ]
    return updateRunningJob(ctx.db, job, (tx) =>
      updateCsvJob(
        tx,
        job.id,
        {
          state: 'DONE',
          linesDone: job.lines,
          attempts: 0,
          report: withMistakes(report, ofWhole),
        },
        ctx.clock.now(),
      ),
    )
  }
  const planned = await planProducts(ctx, kysely, job, products)
  await updateRunningJob(ctx.db, job, async (tx) => {
    await keepStockSeen(
      tx,
      job.id,
      planned.flatMap(({ stockSeen }) => stockSeen),
    )
    await updateCsvJob(
      tx,
      job.id,
      { ...progress(job, products), report: withProducts(report, planned) },
      ctx.clock.now(),
    )
  })
}

/** The most repeated codes that are reported. */
const mostRepeated = 1_000

/** The codes that several products of a file have: each product is checked by itself. */
async function repeatedCodes(db: Queryable, job: CsvJobRow): Promise<ImportMistake[]> {
  const mistakes: ImportMistake[] = []
  for (const column of ['sku', 'gtin'] as const) {
    const at = job.columns.indexOf(column)
    if (at < 0) continue
    for (const { line, first } of await linesWithCodeOfOther(db, job.id, {
      column,
      at,
      limit: mostRepeated,
    }))
      mistakes.push({
        line,
        column,
        message: `Line ${first} has this ${column.toUpperCase()} for another product`,
      })
  }
  return mistakes
}

function importedBefore(at: Date): ImportMistake {
  const when = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return {
    line: 1,
    column: 'stock',
    message: `This file was imported on ${when}: its stock changes would be applied twice. Please export again`,
  }
}

/**
 * Writes the next products of a file. Each batch is one transaction with the progress of the job,
 * so that it counts once whatever happens. A product that has changed since the dry run is left
 * out.
 */
export async function applyNext(ctx: Context, job: CsvJobRow): Promise<void> {
  const products = await nextOf(ctx.db.kysely, job)
  if (products.length === 0) {
    const next = job.isRelating
      ? ({ state: 'DONE', linesDone: job.lines } as const)
      : { isRelating: true, position: '' }
    return updateRunningJob(ctx.db, job, (tx) =>
      updateCsvJob(tx, job.id, { ...next, attempts: 0 }, ctx.clock.now()),
    )
  }
  try {
    await applyBatch(ctx, job, products)
  } catch (error) {
    if (!isOfTheProducts(error)) throw error
    // One of the products blocks the others: the first is written alone, and the rest with the next
    // batch.
    const [first] = products
    if (first)
      await applyBatch(ctx, job, [first]).catch((error) => rejectProduct(ctx, job, first, error))
  }
}

/** Whether trying again would not help. */
function isOfTheProducts(error: unknown): boolean {
  if (error instanceof ShopError) return true
  return isStatementRejected(error) && !isDeadlock(error) && !isDatabaseUnavailable(error)
}

async function rejectProduct(
  ctx: Context,
  job: CsvJobRow,
  product: FileProduct,
  error: unknown,
): Promise<void> {
  if (!isOfTheProducts(error)) throw error
  const [line] = product.lines
  const message =
    error instanceof ShopError ? error.message : 'This product could not be saved. Please try again'
  const mistakes = [{ line: line?.line ?? 1, column: null, message }]
  await updateRunningJob(ctx.db, job, async (tx) => {
    const linesFailed = await keepProblemsOf(tx, job, product.key, mistakes)
    await updateCsvJob(
      tx,
      job.id,
      {
        ...progress(job, [product]),
        linesFailed: job.linesFailed + linesFailed,
        report: withMistakes(job.report ?? emptyReport, withRelationHint(job, mistakes)),
      },
      ctx.clock.now(),
    )
  })
}

async function applyBatch(ctx: Context, job: CsvJobRow, products: FileProduct[]): Promise<void> {
  const moved = await writingProducts(ctx, async (tx) => {
    await holdRun(tx, job)
    const identifiers = products.map(identifierOf)
    await lockProducts(tx, [...(await productIdsOf(tx, identifiers)).values()])
    const ready = job.isRelating
      ? products.map(relationsOf)
      : await postponeRelations(tx, job, products)
    const planned = await planProducts(ctx, tx, job, ready)
    const sound = planned.filter(({ mistakes }) => mistakes.length === 0)
    const at = ctx.clock.now()
    const changes = sound.map(({ change }) => change)
    const moves = sound.flatMap(({ stockMoves }) => stockMoves)
    const ids = changes.map(({ after }) => after.id)
    const moved = await recordProducts(
      tx,
      { call: 'applyProductImport', target: job.id, ids },
      async () => {
        await writeProducts(tx, changes, at)
        return moves.length === 0 ? [] : moveStock(tx, moves, { actorId: job.actorId, at })
      },
    )
    let { linesFailed } = job
    for (const [place, { mistakes }] of planned.entries())
      if (mistakes.length > 0)
        linesFailed += await keepProblemsOf(tx, job, products[place]?.key ?? '', mistakes)
    const report = job.report ?? emptyReport
    await updateCsvJob(
      tx,
      job.id,
      {
        ...progress(job, products),
        linesFailed,
        report: job.isRelating
          ? withMistakes(
              report,
              planned.flatMap(({ mistakes }) => withRelationHint(job, mistakes)),
            )
          : withProducts(report, planned),
      },
      at,
    )
    return moved
  })
  publishStock(
    ctx,
    moved.map(({ productId }) => ({ product_id: productId })),
  )
}

/** Moves stock by differences: what orders took since it was read stays taken. */
async function moveStock(
  tx: Queryable,
  moves: ImportedProduct['stockMoves'],
  { actorId, at }: { actorId: string; at: Date },
): Promise<StockChange[]> {
  const targets = moves.map(({ variantId, before, after }) => ({
    variantId,
    stock: after - before,
    isDelta: true,
  }))
  const moved = await adjustStocks(tx, targets, { actorId, note: ledgerNote, at })
  if (moved.some(({ after }) => after === null)) throw new ShopError('NOT_ENOUGH_STOCK')
  await offerReturned(
    tx,
    moved.map(({ variantId }) => variantId),
    at,
  )
  return moved
}

/** Keeps why a product was not imported; returns how many lines that are. */
async function keepProblemsOf(
  tx: Queryable,
  job: CsvJobRow,
  key: string,
  mistakes: ImportMistake[],
): Promise<number> {
  // Only its relations failed: listing its lines to be imported again would count their stock twice.
  if (job.isRelating) return 0
  const problems = mistakes.map(({ line, column, message }) => ({
    line,
    problem: column === null ? message : `${column}: ${message}`,
  }))
  return keepProblems(tx, job.id, key, problems)
}

/** Adds to a mistake of relations that everything else was imported. */
function withRelationHint(job: CsvJobRow, mistakes: ImportMistake[]): ImportMistake[] {
  if (!job.isRelating) return mistakes
  return mistakes.map((one) => ({
    ...one,
    message: `${one.message}. Everything else of this product was imported`,
  }))
}

/** The progress of a job after these products. */
function progress(job: CsvJobRow, products: FileProduct[]) {
  const lines = products.reduce((sum, { count }) => sum + count, 0)
  return {
    position: products.at(-1)?.key ?? job.position,
    // Relations were counted with their products.
    linesDone: job.isRelating ? job.linesDone : job.linesDone + lines,
    attempts: 0,
  }
}
