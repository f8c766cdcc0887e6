import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '../process/lifecycle.ts'
import { traceStatements } from '../tracing/tracing.ts'
import { hasNoConnectionLeft } from './database-errors.ts'
import { clientClassOf, createClient, urlsOfHosts } from './hosts.ts'

/** A connection that is silent for longer while in use is dead: no statement may take as long. */
export const silenceMilliseconds = 40_000

/** How long a caller waits for a connection. */
const waitMilliseconds = 10_000

/** The pause between two attempts to connect to a server that has no free connection. */
const pauseMilliseconds = 100

/** How long a pool makes do with its connections before it tries to open more again. */
const restMilliseconds = 1_000

interface PoolOptions extends pg.PoolConfig {
  /** Milliseconds without an answer after which a connection is ended; without it never. */
  silence?: number
}

/**
 * A pool of connections to the PostgreSQL at `url`, which may have several hosts. Nothing connects
 * until the first query. When the server has no connection left, callers wait for one of those that
 * the pool has.
 */
export function openPool(
  url: string,
  { silence, ...config }: PoolOptions,
  Client: typeof pg.Client = clientClassOf(url),
): pg.Pool {
  const pool = new PatientPool({
    ...config,
    connectionString: urlsOfHosts(url)[0],
    Client: Client as pg.PoolConfig['Client'],
    connectionTimeoutMillis: waitMilliseconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: waitMilliseconds,
  })
  // A connection that breaks while in use fails the query on it; without a listener it would end
  // the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', traceStatements)
  if (silence) pool.on('connect', (client) => endWhenSilent(client, silence))
  return pool
}

/**
 * Ends a connection whose host is lost or cut off: it never reports that, and its queries would
 * wait for many minutes.
 */
function endWhenSilent(client: pg.PoolClient, milliseconds: number): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.setTimeout(milliseconds, () =>
    stream.destroy(new Error('Connection terminated: the database does not answer')),
  )
}

/**
 * A pool without prepared statements: a pooler lends another connection for each transaction, which
 * does not know them.
 */
export function openUnpreparedPool(url: string, config: PoolOptions): pg.Pool {
  const Client = clientClassOf(url)
  class Unprepared extends Client {
    // biome-ignore lint/suspicious/noExplicitAny: it has a dozen signatures, all alike here.
    override query(query: any, ...others: any[]): any {
      const { name, ...unnamed } = typeof query === 'string' ? { name: undefined } : query
      return super.query(name === undefined ? query : unnamed, ...others)
    }
  }
  return openPool(url, config, Unprepared)
}

type Callback = Parameters<pg.Pool['connect']>[0]

class PatientPool extends pg.Pool {
  readonly #size = this.options.max

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback) {
    const connected = this.#connect()
    if (!callback) return connected
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    )
  }

  async #connect(): Promise<pg.PoolClient> {
    const deadline = performance.now() + waitMilliseconds
    for (;;) {
      try {
        return await super.connect()
      } catch (error) {
        if (!hasNoConnectionLeft(error) || performance.now() >= deadline) throw error
        if (this.totalCount > 0) this.#doWith(this.totalCount)
        else await delay(pauseMilliseconds)
      }
    }
  }

  /** Opens no further connection for a while: callers queue for these. */
  #doWith(connections: number): void {
    this.options.max = connections
    setTimeout(() => {
      this.options.max = this.#size
    }, restMilliseconds).unref()
  }
}

/** The session settings that every statement of the shop relies on, as PostgreSQL shows them. */
const sessionSettings: Record<string, string> = { timezone: 'UTC', statement_timeout: '30s' }

/** The settings as PostgreSQL's startup parameter `options`, with others that differ. */
export function sessionOptions(others: Record<string, string> = {}): string {
  return Object.entries({ ...sessionSettings, ...others })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

/** The settings that a connection does not have: `name value` each. */
export async function wrongSettings(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) name',
    [Object.keys(sessionSettings)],
  )
  return rows
    .filter(({ name, value }) => sessionSettings[name] !== value)
    .map(({ name }) => `${name} ${sessionSettings[name]}`)
}

/** The statements that make the sessions of a role begin with the settings. */
function roleStatements(role: string, database: string): string[] {
  const whose = `alter role ${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(database)}`
  return Object.entries(sessionSettings).map(([name, value]) => `${whose} set ${name} = '${value}'`)
}

/**
 * Gives the settings to `role` in the database at `directUrl`, for the connections of a pooler: it
 * passes on no startup parameters, and a `SET` would reach one of its connections only.
 * @throws StartupError with a sentence if the role may not.
 */
export async function settleRole(directUrl: string, role: string): Promise<void> {
  const client = createClient(directUrl)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ database: string; settings: string[] | null }>(
      `select current_database() as database,
        (select setconfig from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
          where r.rolname = $1 and s.setdatabase = d.oid) as settings
      from pg_database d where datname = current_database()`,
      [role],
    )
    const { database = '', settings = null } = rows[0] ?? {}
    const known = new Set(settings?.map((setting) => setting.toLowerCase()))
    const lacks = Object.entries(sessionSettings).some(
      ([name, value]) => !known.has(`${name}=${value}`.toLowerCase()),
    )
    if (!lacks) return
    const statements = roleStatements(role, database)
    for (const statement of statements)
      await client.query(statement).catch((error: Error) => {
        throw new StartupError(
          `The role ${role} lacks a setting that the shop relies on behind a pooler (${error.message}): run ${statements.join('; ')} as an administrator of the database.`,
        )
      })
  } finally {
    await client.end().catch(() => {})
  }
}
