import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { StartupError } from '../process/startup-error.ts'
import { explainRefusal } from './explain-refusal.ts'

const migrationsFolder = new URL('../../../database/migrations/', import.meta.url)

/** Any one number: whoever holds this advisory lock migrates. */
const migrationLock = 7_305_119

/**
 * Brings the database at `url` to the newest schema and gives the names of the migrations applied.
 * Each `database/migrations/*.sql` runs once, in name order, in a transaction of its own. Several
 * processes may call this at once. Throws `StartupError` when the database does not allow it, and when
 * an applied migration's file has been changed or is missing: migrations are immutable.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`create table if not exists migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migration',
    )
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
    const missing = [...applied.keys()].filter((name) => !files.includes(name))
    if (missing.length > 0)
      throw new StartupError(
        `The database is newer than this code: it has migration ${missing.join(', ')}.`,
      )

    const done: string[] = []
    for (const name of files) {
      const sql = await readFile(new URL(name, migrationsFolder), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
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
  } catch (error) {
    throw explainRefusal(error, url)
  } finally {
    await client.end()
  }
}
