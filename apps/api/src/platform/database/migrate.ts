import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { StartupError } from '../process/lifecycle.ts'
import { explainMigrationError, isLockTimeout } from './database-errors.ts'
import { createClient } from './hosts.ts'

const migrationsFolder = new URL('../../../database/migrations/', import.meta.url)
const functionsFolder = new URL('../../../database/functions/', import.meta.url)

/** An arbitrary number: the advisory lock for migrating. */
const migrationLock = 7_305_119

/** The first migration of databases from before the baseline. */
const firstBeforeBaseline = '0001_catalogue.sql'

/** The longest wait for a lock, because everything else queues behind it. */
const lockTimeoutMilliseconds = 3_000
/** The pause between two attempts, in which the queue behind the last one proceeds. */
const pauseMilliseconds = 1_000
/** The longest wait for the locks of one migration, and for another process that migrates. */
const longestWaitMilliseconds = 10 * 60_000

/** The oldest code that works with the database after a migration, in the migration's comments. */
const worksWithMark = /^-- Works with code from (\d{4})\b/m
/**
 * Marks statements that PostgreSQL refuses inside a transaction, such as `create index
 * concurrently`.
 */
const noTransactionMark = /^-- Without a transaction\b/m

interface SqlFile {
  name: string
  sql: string
  checksum: string
}

interface MigrateOptions {
  /** Called with a sentence that names the awaited process or lock. */
  say?: (sentence: string) => void
  /** Milliseconds; ten minutes by default. */
  longestWait?: number
  migrations?: URL
}

/**
 * Brings the database at `url` to the newest schema and gives the names of the files applied.
 * Each `database/migrations/*.sql` runs once, in name order, in a transaction of its own unless it is marked
 * `-- Without a transaction`. Then every `database/functions/*.sql` whose content has changed since it was last
 * applied runs again, all in one transaction: those files only create or replace, so their order does not matter.
 * Nothing waits for a lock longer than three seconds at a time. Several processes may call this at once.
 *
 * A database that newer code has migrated is left as it is where all newer migrations are marked
 * `-- Works with code from NNNN` with a migration that this code has.
 *
 * Throws `StartupError` when the database does not allow it, when locks are not free in time, when it was made
 * before the baseline, when it is newer than this code works with, and when an applied migration's file has been
 * changed: migrations are immutable. `url` must lead to PostgreSQL itself, not to a pooler of transactions.
 */
export async function migrate(
  url: string,
  {
    say = () => {},
    longestWait = longestWaitMilliseconds,
    migrations = migrationsFolder,
  }: MigrateOptions = {},
): Promise<string[]> {
  const client = createClient(url, {
    options: `-c timezone=UTC -c lock_timeout=${lockTimeoutMilliseconds} -c statement_timeout=0`,
  })
  await client.connect()
  const patience = { client, say, longestWait }
  try {
    await afterLocks(patience, 'another process to end its migration', () => takeTurn(client))
    await afterLocks(patience, 'the list of migrations', () => createLists(client))
    const { pending, isNewer } = await compare(client, migrations)
    if (isNewer) return []
    for (const file of pending)
      await afterLocks(patience, `locks for the migration ${file.name}`, () => apply(client, file))
    const functions = await changedFunctions(client)
    await afterLocks(patience, 'locks for functions and triggers', () =>
      applyFunctions(client, functions),
    )
    return [...pending, ...functions].map(({ name }) => name)
  } catch (error) {
    throw explainMigrationError(error, url)
  } finally {
    await client.end()
  }
}

/** Throws `StartupError` unless the database at `url` has all migrations; changes nothing in it. */
export async function ensureMigrated(url: string): Promise<void> {
  const client = createClient(url)
  await client.connect()
  try {
    const { pending } = (await hasLists(client))
      ? await compare(client, migrationsFolder)
      : { pending: await sqlFiles(migrationsFolder) }
    const [first] = pending
    if (first)
      throw new StartupError(
        `The database lacks the migration ${first.name}, and MIGRATE is off: run the shop once with ROLE=migrate first.`,
      )
  } finally {
    await client.end()
  }
}

/** The names of this code's migrations. */
export async function findMigrations(): Promise<string[]> {
  return (await sqlFiles(migrationsFolder)).map(({ name }) => name)
}

interface Patience {
  client: pg.Client
  say: (sentence: string) => void
  longestWait: number
}

/**
 * Repeats `work` until no lock stops it. Says what it waits for, and for which process; gives up in
 * the end.
 */
async function afterLocks<Result>(
  { client, say, longestWait }: Patience,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = performance.now() + longestWait
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work()
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (!isLockTimeout(error) && !(error instanceof NotOurTurn)) throw error
      if (performance.now() > end)
        throw new StartupError(
          `Waited ${Math.round(longestWait / 1000)} s for ${what}: end what is busy in the database (pg_stat_activity), then start again.`,
        )
      if (isFirst) say(`Waiting for ${what}.`)
    }
    await delay(pauseMilliseconds)
  }
}

class NotOurTurn extends Error {}

/**
 * Takes the lock for migrating; throws `NotOurTurn` while another process has it. A statement that
 * waited for it would hold up the other's `create index concurrently`, which waits for all running
 * statements.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_ours: boolean }>(
    'select pg_try_advisory_lock($1) as is_ours',
    [migrationLock],
  )
  if (!rows[0]?.is_ours) throw new NotOurTurn()
}

/** Whether the database has the lists of what was applied. Throws `StartupError` for one from before the baseline. */
async function hasLists(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has_migrations: boolean; has_all: boolean }>(
    `select to_regclass('migration') is not null as has_migrations,
      to_regclass('function_file') is not null and exists (select from pg_attribute
        where attrelid = to_regclass('migration') and attname = 'works_with') as has_all`,
  )
  if (!rows[0]?.has_migrations) return false
  const old = await client.query('select from migration where name = $1', [firstBeforeBaseline])
  if (old.rowCount)
    throw new StartupError(
      'This database was made by an earlier version of the shop and cannot be upgraded to this one: export its products there (back office, Products, Export CSV), then start with an empty database (another DATABASE_URL or DATA_DIR) and import them; nothing in the old one has been changed.',
    )
  return rows[0].has_all
}

async function createLists(client: pg.Client): Promise<void> {
  if (await hasLists(client)) return
  await client.query(`create table if not exists migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now());
    alter table migration add column if not exists works_with text;
    create table if not exists function_file (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
}

/** The migrations that the database lacks, and whether newer code that this code works with has migrated it. */
async function compare(client: pg.Client, folder: URL) {
  const files = await sqlFiles(folder)
  const { rows: applied } = await client.query<{
    name: string
    checksum: string
    works_with: string | null
  }>('select name, checksum, works_with from migration order by name')
  const newest = files.at(-1)?.name ?? ''
  const newer = applied.filter(({ name }) => !files.some((file) => file.name === name))
  const [unknown] = newer.filter(({ works_with }) => works_with === null || works_with > newest)
  if (unknown)
    throw new StartupError(
      `The database is newer than this code: it has migration ${unknown.name}, which this release does not work with.`,
    )
  const pending = files.filter(({ name, checksum }) => {
    const known = applied.find((one) => one.name === name)
    if (known && known.checksum !== checksum)
      throw new StartupError(`Migration ${name} was changed after it had been applied.`)
    return !known
  })
  return { pending, isNewer: newer.length > 0 }
}

async function apply(client: pg.Client, { name, sql, checksum }: SqlFile): Promise<void> {
  const record = () =>
    client.query('insert into migration (name, checksum, works_with) values ($1, $2, $3)', [
      name,
      checksum,
      worksWithMark.exec(sql)?.[1] ?? null,
    ])
  if (noTransactionMark.test(sql)) {
    // Several statements sent together would be one transaction.
    for (const statement of sql.split(/;\n/)) await client.query(statement)
    await record()
    return
  }
  await client.query('begin')
  await client.query(sql)
  await record()
  await client.query('commit')
}

async function changedFunctions(client: pg.Client): Promise<SqlFile[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from function_file',
  )
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const files = await sqlFiles(functionsFolder)
  return files.filter(({ name, checksum }) => applied.get(name) !== checksum)
}

async function applyFunctions(client: pg.Client, files: SqlFile[]): Promise<void> {
  if (files.length === 0) return
  await client.query('begin')
  // A function may call one of a later file.
  await client.query('set local check_function_bodies = off')
  for (const { name, sql, checksum } of files) {
    await client.query(sql)
    await client.query(
      `insert into function_file (name, checksum) values ($1, $2)
      on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
      [name, checksum],
    )
  }
  await client.query('commit')
}

async function sqlFiles(folder: URL): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}
