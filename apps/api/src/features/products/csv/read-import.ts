import { randomUUID } from 'node:crypto'
import type { CsvJob } from '@solvane/contract/products-csv'
import type { AppContext } from '../../../context.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import type { SentFile } from '../../../platform/http/request-parsing.ts'
import { deleteCsvJob, insertCsvJob, updateCsvJob } from './csv-jobs.queries.ts'
import { getCsvJob, keptFor } from './csv-jobs.ts'
import { deleteCsvLines, insertCsvLines } from './csv-lines.queries.ts'
import { emptyReport, withMistakes } from './import-report.ts'
import { type RawLine, readCsv } from './read-csv.ts'
import { csvJobKind } from './run-csv-job.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs'>

/** The most characters of a file's name that are stored. */
const longestName = 120

/**
 * Reads a file as it comes in, line by line into the database, and begins its dry run. Raises
 * `CSV_FILE_MISSING`, `PAYLOAD_TOO_LARGE`, `BAD_REQUEST` when it was cut short.
 */
export async function readImport(
  ctx: Context,
  { actorId, setsStock }: { actorId: string; setsStock: boolean },
  files: AsyncIterable<SentFile>,
): Promise<CsvJob> {
  for await (const file of files) {
    const id = randomUUID()
    const startedAt = ctx.clock.now()
    await insertCsvJob(ctx.db.kysely, {
      id,
      step: 'CHECK',
      state: 'READING',
      actorId,
      fileName: nameOf(file),
      filter: null,
      setsStock,
      lines: 0,
      startedAt,
      keptUntil: new Date(startedAt.getTime() + keptFor),
    })
    try {
      await keepFile(ctx, id, file)
    } catch (error) {
      await deleteCsvJob(ctx.db.kysely, id)
      throw error
    }
    return getCsvJob(ctx, id)
  }
  throw new ShopError('CSV_FILE_MISSING')
}

function nameOf({ name }: SentFile): string {
  return name.replaceAll(/\p{C}/gu, '').slice(-longestName) || 'products.csv'
}

async function keepFile({ db, clock, jobs }: Context, id: string, file: SentFile): Promise<void> {
  const nameless: number[] = []
  const read = await readCsv(file.stream(), async (columns, lines) => {
    const at = columns.indexOf('identifier')
    const named = (line: RawLine) => ({ ...line, identifier: line.cells[at] ?? '' })
    nameless.push(...lines.flatMap(({ line, cells }) => (cells[at] ? [] : line)))
    await insertCsvLines(
      db.kysely,
      id,
      lines.map(named).filter(({ identifier }) => identifier !== ''),
    )
  })
  const report = withMistakes(emptyReport, [
    ...read.mistakes,
    ...nameless.map((line) => ({
      line,
      column: 'identifier',
      message: 'Please name the product of this line',
    })),
  ])
  await db.kysely.transaction().execute(async (tx) => {
    if (!read.isWhole) await deleteCsvLines(tx, id)
    const { columns, lines, hash, isWhole } = read
    const change = { columns, lines, report }
    await updateCsvJob(
      tx,
      id,
      // What cannot be read is not checked either.
      isWhole ? { ...change, hash, state: 'QUEUED' } : { ...change, state: 'DONE' },
      clock.now(),
    )
    if (isWhole) await jobs.enqueue(tx, csvJobKind, { id })
  })
}
