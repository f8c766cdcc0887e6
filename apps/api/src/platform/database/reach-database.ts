import pg from 'pg'
import { StartupError, systemErrorCode } from '../process/startup-error.ts'

const OLDEST_MAJOR_VERSION = 15

/**
 * Makes sure that the PostgreSQL at `url` answers, lets us in and is new enough.
 * @throws StartupError that says in a sentence what is wrong; it never holds the password.
 */
export async function reachDatabase(url: string, connectWithinMilliseconds = 5000): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectWithinMilliseconds,
  })
  const place = `${client.user}@${client.host}:${client.port}/${client.database}`
  // A connection that breaks later is reported by whoever uses it.
  client.on('error', () => {})
  const askedAt = performance.now()
  try {
    await client.connect()
  } catch (error) {
    const isLate = performance.now() - askedAt >= connectWithinMilliseconds
    const why = isLate ? `no answer within ${connectWithinMilliseconds / 1000} s` : reason(error)
    throw new StartupError(
      `The database ${place} cannot be reached (${why}): check DATABASE_URL and that the server is running.`,
    )
  }
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  await client.end()
  const version = rows[0]?.version ?? ''
  if (Number.parseInt(version, 10) < OLDEST_MAJOR_VERSION) {
    throw new StartupError(
      `The database ${place} runs PostgreSQL ${version}; the shop needs ${OLDEST_MAJOR_VERSION} or newer.`,
    )
  }
}

function reason(error: unknown): string {
  const code = systemErrorCode(error)
  // PostgreSQL's own refusals have codes such as 28P01 and a message that says it better.
  if (code?.startsWith('E')) return code
  return error instanceof Error ? error.message : String(error)
}
