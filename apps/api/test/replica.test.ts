import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { homeAddress } from './buyers.ts'
import { addProduct } from './product-drafts.ts'
import { type BreakableProxy, openBreakableProxy } from './proxies.ts'
import { type SignedUp, signUp } from './sign-up.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

/** Its database stands in for the replica: data written only there shows which database was read. */
let copy: TestShop
let line: BreakableProxy
let shop: TestShop
let staff: SignedUp

beforeAll(async () => {
  copy = await openTestShop({ cache: false })
  line = await openBreakableProxy(copy.databaseUrl)
  shop = await openTestShop({ cache: false, settings: { DATABASE_REPLICA_URL: line.url } })
  staff = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  const writer = await signUp(copy, { role: 'ADMIN', staffRole: 'MANAGER' })
  await addProduct(copy, writer, { name: 'Zerlina of the Replica' }, 1)
})
afterEach(() => line.restore())
afterAll(async () => {
  await shop.close()
  await line.close()
  await copy.close()
})

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 20 })
const replicaIsRead = () => eventually(() => expect(shop.ctx.replica.isCurrent()).toBe(true))

async function found(headers: Record<string, string> = {}): Promise<number> {
  return (await shop.call('listProducts', { query: { search: 'zerlina' }, headers })).total
}

async function foundByStaff(headers: Record<string, string> = {}): Promise<number> {
  const all = { ...staff.headers, ...headers }
  return (await shop.call('listStaffProducts', { query: { q: 'zerlina' }, headers: all })).total
}

it('reads lists from the replica, and what they lead to from the primary', async () => {
  await replicaIsRead()
  expect(await found()).toBe(1)
  expect(await foundByStaff()).toBe(1)
  const { data } = await shop.call('listProducts', { query: { search: 'zerlina' } })
  await expect(
    shop.call('getProduct', { params: { id: data[0]?.id ?? '' } }),
  ).rejects.toMatchObject({ status: 404 })
})

it('reads from the primary after an own write, in every process', async () => {
  const written = await shop.app.inject({
    method: 'POST',
    url: '/api/addresses',
    headers: { host: 'localhost:3000', ...staff.headers },
    payload: homeAddress,
  })
  expect(written.statusCode).toBe(200)
  const [mark = '', ...attributes] = String(written.headers['set-cookie']).split('; ')
  expect(attributes).toEqual(['Path=/api', 'Max-Age=5', 'HttpOnly', 'SameSite=Lax'])
  await replicaIsRead()
  expect([await found({ cookie: mark }), await foundByStaff({ cookie: `a=b; ${mark}` })]).toEqual([
    0, 0,
  ])
  expect(await found()).toBe(1)
})

it('marks nobody who only reads, and nobody where there is no replica', async () => {
  const headers = { host: 'localhost:3000' }
  expect((await shop.app.inject({ url: '/api/products', headers })).headers).not.toHaveProperty(
    'set-cookie',
  )
  const answer = await copy.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers,
    payload: { email: 'nobody@example.com', password: 'guessed' },
  })
  expect(answer.headers).not.toHaveProperty('set-cookie')
})

it('reads from the primary from a change of the catalogue on, until the replica has it', async () => {
  await replicaIsRead()
  shop.ctx.changes.publish(['catalogue'])
  const chosen = shop.ctx.replica.read({ hasJustWritten: false }, async (db) => db)
  expect(await chosen).toBe(shop.ctx.db)
  await replicaIsRead()
  expect(await found()).toBe(1)
  // A change that concerns an account only has no part in lists.
  shop.ctx.changes.publish([`user:${crypto.randomUUID()}`])
  expect(shop.ctx.replica.isCurrent()).toBe(true)
})

it('repeats on the primary what the replica fails to answer, and goes back to it', async () => {
  await replicaIsRead()
  line.cut()
  expect(await Promise.all([found(), found(), foundByStaff()])).toEqual([0, 0, 0])
  line.restore()
  await replicaIsRead()
  expect(await found()).toBe(1)
})

it('does not repeat what the caller did wrong', async () => {
  await replicaIsRead()
  const read = vi.fn(() => Promise.reject(new Error('wrong')))
  await expect(shop.ctx.replica.read({ hasJustWritten: false }, read)).rejects.toThrow('wrong')
  expect(read).toHaveBeenCalledTimes(1)
})
