import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { StartupError } from '../process/startup-error.ts'
import { explainRefusal } from './database-errors.ts'

const migrationsFolder = new URL('../../../database/migrations/', import.meta.url)
const functionsFolder = new URL('../../../database/functions/', import.meta.url)

/** An arbitrary number: the advisory lock for migrating. */
const migrationLock = 7_305_119

/** The first migration of databases from before the baseline. */
const firstBeforeBaseline = '0001_catalogue.sql'

interface SqlFile {
  name: string
  sql: string
  checksum: string
}

/**
 * Migrates the database at `url` to the current schema and returns the names of the files applied.
 * Each `database/migrations/*.sql` runs once, in order of name, in its own transaction. Then every
 * `database/functions/*.sql` whose content has changed since it was last applied runs again, all in
 * one transaction: they only create or replace, so their order does not matter. Several processes
 * may call this at once. Throws `StartupError` if the database does not allow it, if it is from
 * before the baseline, or if an applied migration was changed or removed: migrations are immutable.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`create table if not exists migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const migrated = await applyMigrations(client)
    return [...migrated, ...(await applyFunctions(client))]
  } catch (error) {
    throw explainRefusal(error, url)
  } finally {
    await client.end()
  }
}

async function applyMigrations(client: pg.Client): Promise<string[]> {
  const applied = await checksums(client, 'migration')
  if (applied.has(firstBeforeBaseline))
    throw new StartupError(
      'This database was made by an earlier version of the shop and cannot be upgraded to this one: export its products there (back office, Products, Export CSV), then start with an empty database (another DATABASE_URL or DATA_DIR) and import them; nothing in the old one has been changed.',
    )
  const files = await sqlFiles(migrationsFolder)
  const missing = [...applied.keys()].filter((known) => !files.some(({ name }) => name === known))
  if (missing.length > 0)
    throw new StartupError(
      `The database is newer than this code: it has migration ${missing.join(', ')}.`,
    )
  const done: string[] = []
  for (const { name, sql, checksum } of files) {
    const known = applied.get(name)
    if (known === checksum) continue
    if (known) throw new StartupError(`Migration ${name} was changed after it had been applied.`)
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
    done.push(name)
  }
  return done
}

async function applyFunctions(client: pg.Client): Promise<string[]> {
  await client.query(`create table if not exists function_file (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const applied = await checksums(client, 'function_file')
  const files = await sqlFiles(functionsFolder)
  const changed = files.filter(({ name, checksum }) => applied.get(name) !== checksum)
  if (changed.length === 0) return []
  await client.query('begin')
  // A function may call one of a later file.
  await client.query('set local check_function_bodies = off')
  for (const { name, sql, checksum } of changed) {
    await client.query(sql)
    await client.query(
      `insert into function_file (name, checksum) values ($1, $2)
      on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
      [name, checksum],
    )
  }
  await client.query('commit')
  return changed.map(({ name }) => name)
}

async function checksums(client: pg.Client, table: 'migration' | 'function_file') {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from ${table}`,
  )
  return new Map(rows.map((row) => [row.name, row.checksum]))
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
