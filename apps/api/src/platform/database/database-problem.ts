import type pg from 'pg'

/** Why the database takes no writes; null if it takes them. Throws if it does not answer. */
export async function databaseProblem(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ is_read_only: boolean }>(
    "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only",
  )
  return rows[0]?.is_read_only ? 'it can only be read' : null
}
