import type { Database, Queryable } from '../../../platform/database/database.ts'
import { type CsvJobRow, lockCsvJob } from './csv-jobs.queries.ts'

/** Raised when another process has taken up a job meanwhile, or somebody has ended it. */
export class TakenUp extends Error {}

/** Locks the job of a run, for a step that counts once. Throws `TakenUp`. */
export async function holdRun(tx: Queryable, { id, run }: CsvJobRow): Promise<void> {
  const now = await lockCsvJob(tx, id)
  if (now?.run !== run || now.state !== 'RUNNING') throw new TakenUp()
}

/** Does `work` on the job of a run in one transaction. Throws `TakenUp`. */
export async function updateRunningJob(
  { kysely }: Pick<Database, 'kysely'>,
  job: CsvJobRow,
  work: (tx: Queryable) => Promise<void>,
): Promise<void> {
  await kysely.transaction().execute(async (tx) => {
    await holdRun(tx, job)
    await work(tx)
  })
}
