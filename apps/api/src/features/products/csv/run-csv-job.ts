import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../../context.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import {
  type CsvJobRow,
  findCsvJob,
  lockCsvJob,
  TakenUp,
  updateCsvJob,
} from './csv-jobs.queries.ts'
import { exportNext } from './export-products.ts'
import { applyNext, checkNext } from './import-products.ts'

type Context = Pick<AppContext, 'db' | 'replica' | 'clock' | 'storage' | 'changes' | 'jobs'>

/** Carries on an import or export. */
export const csvJobKind = defineJob<{ id: string }>('run-csv-job')

/** A run that takes longer goes to the end of the queue: a small export does not wait for a large import. */
const longestRun = 10_000

/** Runs in a row that got nowhere: then the job ends. */
const mostAttempts = 5

const steps: Record<CsvJobRow['step'], (ctx: Context, job: CsvJobRow) => Promise<void>> = {
  EXPORT: exportNext,
  CHECK: checkNext,
  APPLY: applyNext,
}

/**
 * Carries on an import or export from where it stands, a few products a transaction. Of a process that is
 * killed another takes over; a run that is still alive then stops.
 */
export async function runCsvJob(ctx: Context, id: string): Promise<void> {
  const until = performance.now() + longestRun
  let job = await beginRun(ctx, id)
  try {
    while (job?.state === 'RUNNING') {
      if (performance.now() > until)
        return await ctx.jobs.enqueue(ctx.db.kysely, csvJobKind, { id })
      await steps[job.step](ctx, job)
      job = await findCsvJob(ctx.db.kysely, id)
    }
  } catch (error) {
    if (!(error instanceof TakenUp)) throw error
  }
}

/** Makes this the run that may write; undefined when there is nothing to do. Ends a job that gets nowhere. */
function beginRun({ db, clock }: Context, id: string): Promise<CsvJobRow | undefined> {
  return db.kysely.transaction().execute(async (tx) => {
    const job = await lockCsvJob(tx, id)
    if (!job || !['QUEUED', 'RUNNING'].includes(job.state)) return undefined
    const run = randomUUID()
    const attempts = job.attempts + 1
    const isHopeless = attempts > mostAttempts
    await updateCsvJob(
      tx,
      id,
      isHopeless
        ? { state: 'FAILED', failure: 'Something went wrong on our side, several times.' }
        : { state: 'RUNNING', run, attempts },
      clock.now(),
    )
    return isHopeless ? undefined : { ...job, state: 'RUNNING', run, attempts }
  })
}
