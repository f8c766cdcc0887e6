import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { CsvJob, exportProducts as exportEndpoint } from '@solvane/contract/products-csv'
import { stringify } from 'csv-stringify/sync'
import type { z } from 'zod'
import type { AppContext } from '../../../context.ts'
import { toCell } from '../../../platform/csv/cells.ts'
import { isServiceUnavailable, ShopError } from '../../../platform/errors/shop-error.ts'
import type { Download } from '../../../platform/http/send-answer.ts'
import { namesOfAccounts } from '../../auth/accounts.admin.ts'
import { countExportLines, type StaffProductFilter } from '../list-products.admin.queries.ts'
import { problemColumn } from './csv-format.ts'
import {
  type CsvJobRow,
  deleteCsvJob,
  deleteCsvJobsBefore,
  failSilentJobs,
  findCsvJob,
  findSameExport,
  insertCsvJob,
  latestCsvJobs,
  lockCsvJob,
  lockExpiredJobs,
  updateCsvJob,
} from './csv-jobs.queries.ts'
import { deleteCsvLines, nextFailedLines } from './csv-lines.queries.ts'
import { keyOfPart } from './export-products.ts'
import { csvJobKind } from './run-csv-job.ts'

type Context = Pick<AppContext, 'db' | 'replica' | 'clock' | 'storage' | 'changes' | 'jobs'>

const hour = 60 * 60 * 1000
/** How long lines and files are stored. */
export const keptFor = 24 * hour
/** The results are stored longer, so that a file is not imported twice. */
const rememberedFor = 30 * 24 * hour
/** A job that is still running never goes without progress for so long. */
const longestSilence = 2 * hour

const latest = 20
const failedLinesAtATime = 500

/** Begins an export, or returns the running one that was requested identically. */
export async function startExport(
  ctx: Context,
  { actorId, wanted }: { actorId: string; wanted: z.output<typeof exportEndpoint.body> },
): Promise<CsvJob> {
  const { q, status, category, availability, onSale, ids } = wanted
  const filter: StaffProductFilter = {
    q: q || undefined,
    status: status ?? null,
    category: category || undefined,
    availability,
    onSale,
    ids: ids ?? null,
  }
  const now = ctx.clock.now()
  const id = await ctx.db.kysely.transaction().execute(async (tx) => {
    const same = await findSameExport(tx, { actorId, filter })
    if (same) return same.id
    const id = randomUUID()
    await insertCsvJob(tx, {
      id,
      step: 'EXPORT',
      state: 'QUEUED',
      actorId,
      fileName: `products-${now.toISOString().slice(0, 10)}.csv`,
      filter,
      setsStock: false,
      lines: await countExportLines(tx, filter, now),
      startedAt: now,
      keptUntil: new Date(now.getTime() + keptFor),
    })
    await ctx.jobs.enqueue(tx, csvJobKind, { id })
    return id
  })
  return getCsvJob(ctx, id)
}

/**
 * Begins to apply an import whose dry run found nothing wrong, or goes on with one that stopped. Raises
 * `CSV_JOB_NOT_FOUND`, `IMPORT_REFUSED` when the file has mistakes, `IMPORT_NOT_READY`.
 */
export async function applyImport(ctx: Context, id: string): Promise<CsvJob> {
  const now = ctx.clock.now()
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const job = await lockCsvJob(tx, id)
    if (!job) throw new ShopError('CSV_JOB_NOT_FOUND')
    const isChecked = job.step === 'CHECK' && job.state === 'DONE'
    const hasStopped = job.step === 'APPLY' && job.state === 'FAILED'
    if ((!isChecked && !hasStopped) || job.keptUntil < now) throw new ShopError('IMPORT_NOT_READY')
    if (isChecked && (job.report?.mistakeCount ?? 0) > 0) throw new ShopError('IMPORT_REFUSED')
    await updateCsvJob(
      tx,
      id,
      {
        ...(isChecked && { step: 'APPLY', linesDone: 0, position: '', report: null }),
        state: 'QUEUED',
        failure: null,
        attempts: 0,
        keptUntil: new Date(now.getTime() + keptFor),
      },
      now,
    )
    await ctx.jobs.enqueue(tx, csvJobKind, { id })
  })
  return getCsvJob(ctx, id)
}

/** Throws `CSV_JOB_NOT_FOUND`. */
export async function getCsvJob(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  id: string,
): Promise<CsvJob> {
  const job = await findCsvJob(db.kysely, id)
  if (!job) throw new ShopError('CSV_JOB_NOT_FOUND')
  const [shown] = await toCsvJobs({ db, clock }, [job])
  return shown as CsvJob
}

/** The latest imports and exports, without their reports. */
export async function listCsvJobs(ctx: Pick<AppContext, 'db' | 'clock'>): Promise<CsvJob[]> {
  return toCsvJobs(ctx, await latestCsvJobs(ctx.db.kysely, latest))
}

async function toCsvJobs(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  jobs: CsvJobRow[],
): Promise<CsvJob[]> {
  const nameOf = await namesOfAccounts(
    db.kysely,
    jobs.map(({ actorId }) => actorId),
  )
  return jobs.map((job) => ({
    id: job.id,
    step: job.step,
    state: job.state as CsvJob['state'],
    fileName: job.fileName,
    setsStock: job.setsStock,
    actor: nameOf(job.actorId)?.name ?? null,
    startedAt: job.startedAt.toISOString(),
    updatedAt: job.updatedAt.toISOString(),
    lines: job.lines,
    linesDone: job.linesDone,
    linesFailed: job.linesFailed,
    report: job.report,
    failure: job.failure,
    file: job.keptUntil < clock.now() ? null : fileOf(job),
    keptUntil: job.keptUntil.toISOString(),
  }))
}

function fileOf({ step, state, linesFailed }: CsvJobRow): CsvJob['file'] {
  if (step === 'EXPORT') return state === 'DONE' ? 'EXPORT' : null
  const hasEnded = state === 'DONE' || state === 'FAILED'
  return step === 'APPLY' && hasEnded && linesFailed > 0 ? 'FAILED_LINES' : null
}

/** The file of an export, or the lines that an import could not take. Throws `CSV_JOB_NOT_FOUND`, `CSV_FILE_GONE`. */
export async function downloadCsvFile(
  ctx: Pick<AppContext, 'db' | 'clock' | 'storage'>,
  id: string,
): Promise<Download> {
  const job = await findCsvJob(ctx.db.kysely, id)
  if (!job) throw new ShopError('CSV_JOB_NOT_FOUND')
  const file = job.keptUntil < ctx.clock.now() ? null : fileOf(job)
  if (file === null) throw new ShopError('CSV_FILE_GONE')
  if (file === 'EXPORT')
    return { fileName: job.fileName, content: Readable.from(partsOf(ctx, job)) }
  const day = job.updatedAt.toISOString().slice(0, 10)
  return { fileName: `not-imported-${day}.csv`, content: Readable.from(failedLinesOf(ctx, job)) }
}

async function* partsOf({ storage }: Pick<AppContext, 'storage'>, job: CsvJobRow) {
  for (let part = 0; part < job.parts; part++) {
    const bytes = await storage.read(keyOfPart(job, part))
    if (!bytes) throw new Error(`Part ${part} of the export ${job.id} is not in the storage`)
    yield bytes
  }
}

/**
 * The failed lines as in the file, each with its problems appended: once corrected, they are a file
 * to import.
 */
async function* failedLinesOf({ db }: Pick<AppContext, 'db'>, { id, columns }: CsvJobRow) {
  const kept = columns.flatMap((name, at) => (name === problemColumn ? [] : at))
  yield `\uFEFF${stringify([[...kept.map((at) => columns[at]), problemColumn]])}`
  for (let after = 0; ; ) {
    const lines = await nextFailedLines(db.kysely, id, { after, limit: failedLinesAtATime })
    yield stringify(
      lines.map(({ cells, problem }) =>
        [...kept.map((at) => cells[at] ?? ''), problem].map((cell) => toCell(cell)),
      ),
    )
    if (lines.length < failedLinesAtATime) return
    after = lines.at(-1)?.line ?? after
  }
}

/**
 * Removes the lines and files of jobs that are over for a day, and ends those that nobody carries on. A job
 * with a file that cannot be deleted is left for the next run; the others go all the same. Throws in the end
 * if there was one, and at once while the storage is unavailable.
 */
export async function removeOldCsvFiles({
  db,
  clock,
  storage,
}: Pick<AppContext, 'db' | 'clock' | 'storage'>): Promise<void> {
  const now = clock.now()
  await failSilentJobs(db.kysely, new Date(now.getTime() - longestSilence), {
    failure: 'It stopped and was not taken up again.',
    at: now,
  })
  const failed = new Map<string, unknown>()
  let found: number
  do {
    found = await db.kysely.transaction().execute(async (tx) => {
      const jobs = await lockExpiredJobs(tx, now, [...failed.keys()])
      for (const job of jobs) {
        for (let part = 0; part < job.parts; part++)
          await storage.remove(keyOfPart(job, part)).catch((error: unknown) => {
            if (isServiceUnavailable(error)) throw error
            failed.set(job.id, error)
          })
        if (failed.has(job.id)) continue
        if (job.state === 'READING') await deleteCsvJob(tx, job.id)
        else {
          await deleteCsvLines(tx, job.id)
          await updateCsvJob(tx, job.id, { parts: 0 }, job.updatedAt)
        }
      }
      return jobs.length
    })
  } while (found > 0)
  await deleteCsvJobsBefore(db.kysely, new Date(now.getTime() - rememberedFor))
  const [cause] = failed.values()
  if (failed.size > 0)
    throw new Error(`Files of exports could not be deleted: ${failed.size}`, { cause })
}
