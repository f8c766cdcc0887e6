import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type BreakableProxy, openBreakableProxy } from '../../../test/proxies.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { openDatabase } from './database.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { createClient, urlsOfHosts } from './hosts.ts'

let database: TestDatabase
let first: BreakableProxy
let second: BreakableProxy
/** A URL with both hosts. */
let url: string
const portOf = ({ url }: BreakableProxy) => Number(new URL(url).port)

beforeAll(async () => {
  database = await createTestDatabase()
  first = await openBreakableProxy(database.url)
  second = await openBreakableProxy(database.url)
  url = first.url.replace(/@[^/]*/, `@127.0.0.1:${portOf(first)},127.0.0.1:${portOf(second)}`)
})
afterEach(() => {
  first.restore()
  second.restore()
})
afterAll(async () => {
  await first.close()
  await second.close()
  await database.drop()
})

it.each([
  ['postgresql://u:p@a:1,b:2/x?y=1', ['postgresql://u:p@a:1/x?y=1', 'postgresql://u:p@b:2/x?y=1']],
  ['postgresql://a,b/x', ['postgresql://a/x', 'postgresql://b/x']],
  ['postgresql://u:p,q@a/x', ['postgresql://u:p,q@a/x']],
  ['postgresql://u@/x?host=/tmp/a,b', ['postgresql://u@/x?host=/tmp/a,b']],
])('reads the hosts of %s', (address, hosts) => {
  expect(urlsOfHosts(address)).toEqual(hosts)
})

/** The port that a new connection leads to. */
async function connectedPort(): Promise<number> {
  const client = createClient(url)
  client.on('error', () => {})
  await client.connect()
  await client.query('select 1')
  await client.end()
  return client.port
}

it('connects to the first host that answers', async () => {
  expect(await connectedPort()).toBe(portOf(first))
  first.cut()
  expect(await connectedPort()).toBe(portOf(second))
})

it('moves a pool to the other host when the first is lost', async () => {
  const db = openDatabase({ url, poolSize: 2 })
  const ask = () => db.pool.query('select 1 as one').then(({ rows }) => rows)
  expect(await ask()).toEqual([{ one: 1 }])
  first.cut()
  // The statement under way fails; then the connection is gone.
  await ask().catch(() => {})
  expect(await Promise.all([ask(), ask(), ask()])).toHaveLength(3)
  await db.close()
})

it('fails as with a database that is unavailable when no host answers', async () => {
  first.cut()
  second.cut()
  const error = await connectedPort().catch((reason: unknown) => reason)
  expect(isDatabaseUnavailable(error)).toBe(true)
})

it('fails as with a database that is unavailable when all hosts are read-only', async () => {
  const other = await createTestDatabase()
  const name = new URL(other.url).pathname.slice(1)
  const client = createClient(other.url)
  await client.connect()
  await client.query(`alter database ${name} set default_transaction_read_only = on`)
  await client.end()
  const readOnly = createClient(url.replace(/[^/]+$/, name))
  const error = await readOnly.connect().catch((reason: unknown) => reason)
  expect(error).toHaveProperty('message', expect.stringContaining('none of the hosts accepts'))
  expect(isDatabaseUnavailable(error)).toBe(true)
  const standby = createClient(`${url.replace(/[^/]+$/, name)}?target_session_attrs=standby`)
  await standby.connect()
  expect(standby.port).toBe(portOf(first))
  await standby.end()
  await other.drop()
})
