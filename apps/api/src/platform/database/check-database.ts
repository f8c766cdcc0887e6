import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { StartupError, systemErrorCode } from '../process/lifecycle.ts'
import { hasNoConnectionLeft } from './database-errors.ts'
import { type DatabaseUrls, placeOf } from './database-urls.ts'
import { createClient } from './hosts.ts'
import { sessionOptions, settleRole, wrongSettings } from './open-pool.ts'

const OLDEST_MAJOR_VERSION = 15

/** Long enough for several hosts to say which of them accepts writes. */
const connectMilliseconds = 5_000

/** How long a notification may take to arrive. */
const notifyMilliseconds = 5_000

/**
 * Checks that the database can be used, and that the URL for sessions keeps its sessions: a NOTIFY
 * through `DATABASE_URL` must arrive there, which a pooler in transaction mode prevents.
 * @throws StartupError with a sentence about the reason, never with the password.
 */
export async function reachDatabases({ url, directUrl, sessionUrl }: DatabaseUrls): Promise<void> {
  const isPooled = directUrl !== undefined
  if (isPooled) {
    await reachDatabase(directUrl, { setting: 'DATABASE_DIRECT_URL' })
    // The role is set before the pooler connects for the first time, because its connections keep
    // their initial settings.
    await settleRole(directUrl, openClient(url, { setting: 'DATABASE_URL' }).user ?? '')
  }
  await reachDatabase(url, { isPooled })
  await checkSessions(url, sessionUrl, isPooled ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
  if (isPooled) await checkPooledSettings(url)
}

async function checkPooledSettings(url: string): Promise<void> {
  const client = openClient(url, { setting: 'DATABASE_URL', isPooled: true })
  try {
    await client.connect()
    const [wrong] = await wrongSettings(client)
    if (wrong)
      throw new StartupError(
        `The pooler at ${placeOf(url)} has connections without the setting ${wrong}, from before the shop's role began with it: have it open new ones (RECONNECT in PgBouncer's console) and start again.`,
      )
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Checks that the PostgreSQL at `url` responds, accepts the credentials, is new enough and accepts
 * writes.
 * @throws StartupError with a sentence about the reason, never with the password.
 */
export async function reachDatabase(
  url: string,
  {
    setting = 'DATABASE_URL',
    isPooled = false,
    within = connectMilliseconds,
  }: { setting?: UrlSetting; isPooled?: boolean; within?: number } = {},
): Promise<void> {
  const client = openClient(url, { setting, isPooled, within })
  if (!client.user) {
    throw new StartupError(
      `${setting} names no user: write it as postgresql://user:password@host:5432/solvane.`,
    )
  }
  const askedAt = performance.now()
  try {
    await client.connect()
    const { version, isReadOnly } = await describe(client)
    if (Number.parseInt(version, 10) < OLDEST_MAJOR_VERSION)
      throw new StartupError(
        `The database ${placeOf(url)} runs PostgreSQL ${version}; the shop needs ${OLDEST_MAJOR_VERSION} or newer.`,
      )
    if (isReadOnly)
      throw new StartupError(
        `The database ${placeOf(url)} may only be read: name the server that is written to in ${setting}.`,
      )
    const [wrong] = isPooled ? [] : await wrongSettings(client)
    if (wrong) throw new StartupError(explainPooler(url, setting, `it drops the setting ${wrong}`))
  } catch (error) {
    if (error instanceof StartupError) throw error
    const isLate = performance.now() - askedAt >= within
    const reason = isLate ? new Error(`no answer within ${within / 1000} s`) : error
    throw new StartupError(explainConnectionError(reason, url, setting))
  } finally {
    await client.end().catch(() => {})
  }
}

async function checkSessions(url: string, sessionUrl: string, setting: UrlSetting): Promise<void> {
  const isPooled = setting === 'DATABASE_DIRECT_URL'
  const listener = openClient(sessionUrl, { setting })
  const sender = openClient(url, { setting: 'DATABASE_URL', isPooled })
  const channel = `solvane_start_${randomBytes(8).toString('hex')}`
  const sessionOf = async (client: pg.Client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid
  }
  try {
    await Promise.all([listener.connect(), sender.connect()])
    const session = await sessionOf(listener)
    await listener.query(`listen ${channel}`)
    // A pooler in transaction mode now lends the session that listened to somebody else.
    await sender.query('begin')
    const isKept = session === (await sessionOf(listener).catch(() => undefined))
    if (!isKept) throw new StartupError(explainPooler(sessionUrl, setting, 'a session is not kept'))
    const notified = once(listener, 'notification', {
      signal: AbortSignal.timeout(notifyMilliseconds),
    }).then(
      () => true,
      () => false,
    )
    await sender.query('select pg_notify($1, $2)', [channel, ''])
    await sender.query('commit')
    if (!(await notified))
      throw new StartupError(
        isPooled
          ? `A NOTIFY through DATABASE_URL (${placeOf(url)}) does not arrive at DATABASE_DIRECT_URL (${placeOf(sessionUrl)}): both must lead to the same database, the second to the server itself.`
          : explainPooler(url, setting, 'a NOTIFY does not arrive'),
      )
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(explainConnectionError(error, sessionUrl, setting))
  } finally {
    await Promise.all([listener.end(), sender.end()].map((ended) => ended.catch(() => {})))
  }
}

function openClient(
  url: string,
  {
    setting,
    isPooled = false,
    within = connectMilliseconds,
  }: { setting: UrlSetting; isPooled?: boolean; within?: number },
): pg.Client {
  try {
    const client = createClient(url, {
      connectionTimeoutMillis: within,
      query_timeout: within,
      ...(!isPooled && { options: sessionOptions() }),
    })
    // A connection that breaks fails the query on it.
    client.on('error', () => {})
    return client
  } catch (error) {
    throw new StartupError(
      `${setting} cannot be used: ${error instanceof Error ? error.message : error}.`,
    )
  }
}

async function describe(client: pg.Client): Promise<{ version: string; isReadOnly: boolean }> {
  const { rows } = await client.query<{ version: string; is_read_only: boolean }>(
    `select current_setting('server_version') as version,
      pg_is_in_recovery() or current_setting('transaction_read_only')::bool as is_read_only`,
  )
  return { version: rows[0]?.version ?? '', isReadOnly: rows[0]?.is_read_only ?? false }
}

/** The settings that hold a URL of a database. */
type UrlSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_REPLICA_URL'

const wrongPassword = '28P01'
const unknownDatabase = '3D000'
const notAuthorized = '28000'
const startingOrStandby = '57P03'

/** The codes of Node.js for a certificate that it does not trust. */
const untrusted = /^(SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_|CERT_|ERR_TLS_CERT)/

/** Says in a sentence why the database at `url` cannot be used, and what to change. */
export function explainConnectionError(error: unknown, url: string, setting: UrlSetting): string {
  const place = `The database ${placeOf(url)}`
  const { message, code = '' } = describeError(error)
  if (hasNoConnectionLeft(error))
    return `${place} has no connection left (${message}): raise its limit, or run fewer processes with a smaller DATABASE_POOL.`
  if (/unsupported startup parameter/.test(message)) return explainPooler(url, setting, message)
  if (code === wrongPassword || /password authentication failed/.test(message))
    return `${place} refuses the user or the password (${message}): correct them in ${setting}.`
  if (code === unknownDatabase || /no such database/.test(message))
    return `${place} does not exist (${message}): create it, with the shop's role as its owner, or correct ${setting}.`
  if (/no encryption|SSL required|SSL off|requires? (SSL|TLS)|TLS required/i.test(message))
    return `${place} admits only encrypted connections (${message}): add sslmode=verify-full to ${setting}.`
  if (code === notAuthorized)
    return `${place} does not let the shop in (${message}): correct ${setting}, or the server's pg_hba.conf.`
  if (/does not support SSL/.test(message))
    return `${place} speaks no TLS (${message}): remove sslmode from ${setting}, or turn TLS on in the server.`
  if (untrusted.test(code))
    return `${place} has a certificate that cannot be trusted (${message}): name its authority with sslrootcert=FILE in ${setting}, and the host as the certificate does.`
  if (code === startingOrStandby)
    return `${place} is not open yet (${message}): start the shop again when it is.`
  // PostgreSQL's own errors have codes such as 28P01 and a better message.
  const why = code.startsWith('E') ? code : message
  return `${place} cannot be reached (${why}): check ${setting} and that the server is running.`
}

/** Says that `url` leads to a pooler where the server itself is needed. */
function explainPooler(url: string, setting: UrlSetting, why: string): string {
  const place = `The database ${placeOf(url)}`
  return setting === 'DATABASE_DIRECT_URL'
    ? `${place} is behind a pooler (${why}): DATABASE_DIRECT_URL must lead to the server itself.`
    : `${place} is behind a pooler (${why}): set DATABASE_DIRECT_URL to the address of the server itself.`
}

function describeError(error: unknown): { message: string; code: string | undefined } {
  // Several addresses of one name were tried.
  const one = error instanceof AggregateError ? error.errors[0] : error
  const code = one instanceof pg.DatabaseError ? one.code : systemErrorCode(one)
  return { message: one instanceof Error ? one.message : String(one), code }
}
