import type { CsvJob, ImportReport } from '@solvane/contract/products-csv'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import type { StaffProductFilter } from '../list-products.admin.queries.ts'

/** A stored import or export. */
export interface CsvJobRow {
  id: string
  step: CsvJob['step']
  /** READING: its file is still coming in. */
  state: CsvJob['state'] | 'READING'
  actorId: string
  fileName: string
  filter: StaffProductFilter | null
  columns: string[]
  setsStock: boolean
  lines: number
  linesDone: number
  linesFailed: number
  position: string
  isRelating: boolean
  parts: number
  report: ImportReport | null
  failure: string | null
  run: string | null
  attempts: number
  startedAt: Date
  updatedAt: Date
  keptUntil: Date
}

const row =
  sql.raw(`id, step, state, actor_id as "actorId", file_name as "fileName", filter, columns,
  sets_stock as "setsStock", lines, lines_done as "linesDone", lines_failed as "linesFailed", position,
  is_relating as "isRelating", parts, report, failure, run, attempts, started_at as "startedAt",
  updated_at as "updatedAt", kept_until as "keptUntil"`)

/** A job at its beginning. */
export type NewCsvJob = Pick<
  CsvJobRow,
  | 'id'
  | 'step'
  | 'state'
  | 'actorId'
  | 'fileName'
  | 'filter'
  | 'setsStock'
  | 'lines'
  | 'startedAt'
  | 'keptUntil'
>

export async function insertCsvJob(db: Queryable, job: NewCsvJob): Promise<void> {
  await sql`insert into csv_job (id, step, state, actor_id, file_name, filter, sets_stock, lines,
      started_at, updated_at, kept_until)
    values (${job.id}, ${job.step}, ${job.state}, ${job.actorId}, ${job.fileName},
      ${job.filter && JSON.stringify(job.filter)}, ${job.setsStock}, ${job.lines}, ${job.startedAt},
      ${job.startedAt}, ${job.keptUntil})`.execute(db)
}

/** The job with this id; undefined before its file has arrived. */
export async function findCsvJob(db: Queryable, id: string): Promise<CsvJobRow | undefined> {
  const { rows } = await sql<CsvJobRow>`select ${row} from csv_job
    where id = ${id} and state <> 'READING'`.execute(db)
  return rows[0]
}

/** Finds the job and locks it until the transaction ends. */
export async function lockCsvJob(tx: Queryable, id: string): Promise<CsvJobRow | undefined> {
  const { rows } = await sql<CsvJobRow>`select ${row} from csv_job
    where id = ${id} and state <> 'READING' for update`.execute(tx)
  return rows[0]
}

/** The latest jobs, without their reports. */
export async function latestCsvJobs(db: Queryable, limit: number): Promise<CsvJobRow[]> {
  const { rows } = await sql<CsvJobRow>`select ${row} from csv_job where state <> 'READING'
    order by started_at desc, id limit ${limit}`.execute(db)
  return rows.map((job) => ({ ...job, report: null }))
}

/** An export of the same products by the same person that is not done yet. */
export async function findSameExport(
  db: Queryable,
  { actorId, filter }: Pick<CsvJobRow, 'actorId' | 'filter'>,
): Promise<CsvJobRow | undefined> {
  const { rows } = await sql<CsvJobRow>`select ${row} from csv_job
    where step = 'EXPORT' and state in ('QUEUED', 'RUNNING') and actor_id = ${actorId}
      and filter = ${JSON.stringify(filter)}::jsonb limit 1`.execute(db)
  return rows[0]
}

/** When a file of these bytes was applied before, and changed stock; undefined if it was not. */
export async function appliedBefore(db: Queryable, jobId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select other.updated_at as at from csv_job job
    join csv_job other on other.hash = job.hash and other.id <> job.id
    where job.id = ${jobId} and other.step = 'APPLY' and (other.report ->> 'stockChanged')::integer > 0
    order by other.updated_at desc limit 1`.execute(db)
  return rows[0]?.at
}

/** The columns that a change of a job writes. */
export type CsvJobChange = Partial<
  Pick<
    CsvJobRow,
    | 'step'
    | 'state'
    | 'columns'
    | 'lines'
    | 'linesDone'
    | 'linesFailed'
    | 'position'
    | 'isRelating'
    | 'parts'
    | 'report'
    | 'failure'
    | 'run'
    | 'attempts'
    | 'keptUntil'
  > & { hash: string | null }
>

const columnOf: Record<keyof CsvJobChange, string> = {
  step: 'step',
  state: 'state',
  columns: 'columns',
  hash: 'hash',
  lines: 'lines',
  linesDone: 'lines_done',
  linesFailed: 'lines_failed',
  position: 'position',
  isRelating: 'is_relating',
  parts: 'parts',
  report: 'report',
  failure: 'failure',
  run: 'run',
  attempts: 'attempts',
  keptUntil: 'kept_until',
}

export async function updateCsvJob(
  db: Queryable,
  id: string,
  change: CsvJobChange,
  at: Date,
): Promise<void> {
  const parts = Object.entries(change).map(
    ([key, value]) =>
      sql`${sql.ref(columnOf[key as keyof CsvJobChange])} = ${key === 'report' ? JSON.stringify(value) : value}`,
  )
  await sql`update csv_job set ${sql.join([...parts, sql`updated_at = ${at}`])}
    where id = ${id}`.execute(db)
}

export async function deleteCsvJob(db: Queryable, id: string): Promise<void> {
  await sql`delete from csv_job where id = ${id}`.execute(db)
}

/** Ends jobs without progress since `before`: every retry has failed. */
export async function failSilentJobs(
  db: Queryable,
  before: Date,
  { failure, at }: { failure: string; at: Date },
): Promise<void> {
  await sql`update csv_job set state = 'FAILED', failure = ${failure}, updated_at = ${at}
    where state in ('QUEUED', 'RUNNING') and updated_at < ${before}`.execute(db)
}

/** Locks jobs whose file has expired, a few at a time; those that others have locked are left out. */
export async function lockExpiredJobs(
  tx: Queryable,
  now: Date,
  except: readonly string[],
): Promise<CsvJobRow[]> {
  const { rows } = await sql<CsvJobRow>`select ${row} from csv_job j
    where kept_until < ${now} and state not in ('QUEUED', 'RUNNING') and id <> all (${except}::uuid[])
      and (parts > 0 or state = 'READING' or exists (select from csv_line l where l.job_id = j.id))
    order by id limit 20 for update skip locked`.execute(tx)
  return rows
}

export async function deleteCsvJobsBefore(db: Queryable, before: Date): Promise<void> {
  await sql`delete from csv_job where started_at < ${before} and parts = 0
    and state not in ('QUEUED', 'RUNNING')`.execute(db)
}

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
