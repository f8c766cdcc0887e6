import pg from 'pg'
import { afterEach, expect, inject, it, vi } from 'vitest'
import { openBreakableProxy } from '../../../test/proxies.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { StartupError } from '../process/lifecycle.ts'
import { explainConnectionError, reachDatabase, reachDatabases } from './check-database.ts'

const { user } = pg.defaults
afterEach(() => {
  vi.unstubAllEnvs()
  pg.defaults.user = user
})

async function rejection(url: string) {
  const error = await reachDatabase(url).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartupError)
  return error instanceof Error ? error.message : ''
}

/** The URLs, as `databaseUrls` returns them. */
function urlsOf(url: string, directUrl?: string) {
  return { url, directUrl, replicaUrl: undefined, sessionUrl: directUrl ?? url }
}

it('accepts a database that keeps its sessions', async () => {
  await expect(reachDatabases(urlsOf(inject('postgresUrl')))).resolves.toBeUndefined()
})

it('rejects a pooler through which no NOTIFY arrives', async () => {
  const line = await openBreakableProxy(inject('postgresUrl'))
  line.deafen()
  const error = await reachDatabases(urlsOf(line.url)).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartupError)
  expect(String(error)).toContain(
    'is behind a pooler (a NOTIFY does not arrive): set DATABASE_DIRECT_URL to the address of the server itself.',
  )
  await line.close()
})

it('sets the session settings on the role if there is a pooler', async () => {
  const database = await createTestDatabase()
  await expect(reachDatabases(urlsOf(database.url, database.url))).resolves.toBeUndefined()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query('show statement_timeout')
  expect(rows).toEqual([{ statement_timeout: '30s' }])
  await client.end()
  await database.drop()
})

it('reports that the two URLs lead to different databases', async () => {
  const [one, other] = [await createTestDatabase(), await createTestDatabase()]
  const error = await reachDatabases(urlsOf(one.url, other.url)).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartupError)
  expect(String(error)).toContain('both must lead to the same database, the second to the server')
  await one.drop()
  await other.drop()
})

it('reports a database that may only be read', async () => {
  const database = await createTestDatabase()
  const name = new URL(database.url).pathname.slice(1)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`alter database ${name} set default_transaction_read_only = on`)
  await client.end()
  expect(await rejection(database.url)).toContain(
    'may only be read: name the server that is written to in DATABASE_URL.',
  )
  await database.drop()
})

it('reports that the database does not exist', async () => {
  const url = new URL(inject('postgresUrl'))
  url.pathname = 'nowhere'
  expect(await rejection(url.href)).toMatch(
    /nowhere does not exist \(database "nowhere" does not exist\): create it, with the shop's role/,
  )
})

/** Errors of servers that are set up otherwise than the one of the tests. */
function serverError(message: string, code: string) {
  return Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })
}
it.each([
  [
    serverError('sorry, too many clients already', '53300'),
    'has no connection left (sorry, too many clients already): raise its limit, or run fewer processes with a smaller DATABASE_POOL.',
  ],
  [
    serverError('no more connections allowed (max_client_conn)', '08P01'),
    'has no connection left (no more connections allowed (max_client_conn)): raise',
  ],
  [
    serverError('unsupported startup parameter: options', '08P01'),
    'is behind a pooler (unsupported startup parameter: options): set DATABASE_DIRECT_URL to the address of the server itself.',
  ],
  [
    serverError('no pg_hba.conf entry for host "10.0.0.1", user "u", no encryption', '28000'),
    'admits only encrypted connections (no pg_hba.conf entry for host "10.0.0.1", user "u", no encryption): add sslmode=verify-full to DATABASE_URL.',
  ],
  [
    new Error('The server does not support SSL connections'),
    'speaks no TLS (The server does not support SSL connections): remove sslmode from DATABASE_URL, or turn TLS on in the server.',
  ],
  [
    Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    'has a certificate that cannot be trusted (self-signed certificate): name its authority with sslrootcert=FILE in DATABASE_URL',
  ],
  [
    serverError('the database system is starting up', '57P03'),
    'is not open yet (the database system is starting up): start the shop again when it is.',
  ],
  [
    serverError('role "u" is not permitted to log in', '28000'),
    `does not let the shop in (role "u" is not permitted to log in): correct DATABASE_URL, or the server's pg_hba.conf.`,
  ],
])('explains %s', (error, sentence) => {
  const url = 'postgresql://u:a-secret@db1:5432,db2:5433/shop'
  const explained = explainConnectionError(error, url, 'DATABASE_URL')
  expect(explained).toContain(`The database u@db1:5432,db2:5433/shop ${sentence}`)
  expect(explained).not.toContain('a-secret')
})

it('connects to a running database', async () => {
  await expect(reachDatabase(inject('postgresUrl'))).resolves.toBeUndefined()
})

it('reports that a file named in the URL cannot be read', async () => {
  expect(await rejection('postgresql://someone:pa55@localhost/shop?sslrootcert=/nope')).toBe(
    "DATABASE_URL cannot be used: ENOENT: no such file or directory, open '/nope'.",
  )
})

it('reports a wrong password', async () => {
  const url = new URL(inject('postgresUrl'))
  url.password = 'guessed'
  expect(await rejection(url.href)).toContain(
    'refuses the user or the password (password authentication failed for user "solvane"): correct them in DATABASE_URL.',
  )
})

it('reports that the URL names no user', async () => {
  vi.stubEnv('PGUSER', '')
  // By default the driver uses the account of this process.
  pg.defaults.user = undefined
  expect(await rejection('postgresql://localhost')).toBe(
    'DATABASE_URL names no user: write it as postgresql://user:password@host:5432/solvane.',
  )
})
