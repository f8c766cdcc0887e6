import pg from 'pg'
import { StartupError, systemErrorCode } from '../process/startup-error.ts'

const OLDEST_MAJOR_VERSION = 15

/**
 * Checks that the PostgreSQL at `url` responds, accepts the credentials and is new enough.
 * @throws StartupError with a sentence about the reason, never with the password.
 */
export async function reachDatabase(url: string, connectWithinMilliseconds = 5000): Promise<void> {
  const client = openClient(url, connectWithinMilliseconds)
  if (!client.user) {
    throw new StartupError(
      'DATABASE_URL names no user: write it as postgresql://user:password@host:5432/solvane.',
    )
  }
  const place = placeOf(client)
  // A connection that breaks later is reported by its user.
  client.on('error', () => {})
  const askedAt = performance.now()
  let version: string
  try {
    await client.connect()
    version = await versionOf(client)
  } catch (error) {
    const isLate = performance.now() - askedAt >= connectWithinMilliseconds
    const why = isLate ? `no answer within ${connectWithinMilliseconds / 1000} s` : reason(error)
    throw new StartupError(
      `The database ${place} cannot be reached (${why}): check DATABASE_URL and that the server is running.`,
    )
  }
  await client.end()
  if (Number.parseInt(version, 10) < OLDEST_MAJOR_VERSION) {
    throw new StartupError(
      `The database ${place} runs PostgreSQL ${version}; the shop needs ${OLDEST_MAJOR_VERSION} or newer.`,
    )
  }
}

/** The server and database of a client, without the password. */
export function placeOf({ user, host, port, database }: pg.Client): string {
  return `${user}@${host}:${port}/${database}`
}

function openClient(url: string, connectionTimeoutMillis: number): pg.Client {
  try {
    return new pg.Client({ connectionString: url, connectionTimeoutMillis })
  } catch (error) {
    throw new StartupError(
      `DATABASE_URL cannot be used: ${error instanceof Error ? error.message : error}.`,
    )
  }
}

async function versionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  return rows[0]?.version ?? ''
}

function reason(error: unknown): string {
  const code = systemErrorCode(error)
  // PostgreSQL's own errors have codes such as 28P01 and a better message.
  if (code?.startsWith('E')) return code
  return error instanceof Error ? error.message : String(error)
}
