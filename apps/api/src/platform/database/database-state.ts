import type pg from 'pg'
import { StartupError } from '../process/lifecycle.ts'
import { placeOf } from './database-urls.ts'
import { createClient } from './hosts.ts'

/** The content of a database, as far as a backup and its restore must agree. */
export interface DatabaseState {
  /** The version of the server, such as `17.4`. */
  postgres: string
  /** The newest migration; empty if the shop has never used it. */
  migration: string
  /** The rows of every table, by `schema.table`. */
  rows: Record<string, number>
}

const TABLES = `select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  order by 1`

/** Counts all that the database at `url` holds. */
export function readDatabaseState(url: string): Promise<DatabaseState> {
  return withClient(url, readState)
}

/** The state of a database at a moment, and the snapshot by which `pg_dump` sees the same. */
export function withSnapshot<Result>(
  url: string,
  work: (moment: DatabaseState & { snapshot: string }) => Promise<Result>,
): Promise<Result> {
  return withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
    return work({ ...(await readState(client)), snapshot: rows[0]?.id ?? '' })
  })
}

/**
 * Gives the version of the server at `url`.
 * @throws StartupError when its database has tables.
 */
export function requireEmptyDatabase(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(TABLES)
    if (rows.length > 0)
      throw new StartupError(
        `The database ${placeOf(url)} is not empty (it has ${rows.length} tables): restore into a new one.`,
      )
    return versionOf(client)
  })
}

/** Has the planner know the restored tables. */
export function analyze(url: string): Promise<void> {
  return withClient(url, async (client) => {
    await client.query('analyze')
  })
}

/**
 * The sequences whose numbers shoppers see, and of payment addresses on the chain: no number may be
 * used twice.
 */
const givenOut = ['order_number', 'return_number', 'usdt_address_index']

/** Far more numbers than are used between a backup and the loss of the data after it. */
const skipped = 10_000

/** Moves the sequences of a restored database beyond the numbers that were used after its backup. */
export function skipNumbers(url: string): Promise<void> {
  return withClient(url, async (client) => {
    await client.query(
      `select setval(c.oid, nextval(c.oid) + $2 - 1)
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'S' and n.nspname = 'public' and c.relname = any ($1)`,
      [givenOut, skipped],
    )
  })
}

async function readState(client: pg.Client): Promise<DatabaseState> {
  const rows: Record<string, number> = {}
  const { rows: tables } = await client.query<{ name: string }>(TABLES)
  for (const { name } of tables) {
    const counted = await client.query<{ rows: string }>(`select count(*) as rows from ${name}`)
    rows[name] = Number(counted.rows[0]?.rows)
  }
  const hasMigrations = 'public.migration' in rows
  const newest = hasMigrations
    ? await client.query<{ name: string }>('select max(name) as name from public.migration')
    : undefined
  return {
    postgres: await versionOf(client),
    migration: newest?.rows[0]?.name ?? '',
    rows,
  }
}

async function versionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    "select split_part(current_setting('server_version'), ' ', 1) as version",
  )
  return rows[0]?.version ?? ''
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  // Counting takes longer than the role's limit for one statement may be.
  const client = createClient(url, { options: '-c statement_timeout=0' })
  // A connection that breaks makes the query fail.
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}
