import { afterEach, expect, it, vi } from 'vitest'
import { homeAddress } from '../buyers.ts'
import { startHaproxy } from './haproxy.ts'
import { startLoad } from './load.ts'
import { type PatroniCluster, startPatroniCluster } from './patroni.ts'
import { needs } from './programs.ts'
import { prepareShop, type RunningShop } from './shop.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 120_000, interval: 100 })

async function startCluster(): Promise<PatroniCluster> {
  needs('postgres', 'patroni', 'etcd')
  const cluster = await startPatroniCluster()
  cleanUps.push(cluster.close)
  return cluster
}

async function openShop(settings: Record<string, string>): Promise<RunningShop> {
  const shop = await prepareShop({ ...settings, LOG_LEVEL: 'fatal' })
  cleanUps.push(shop.close)
  await shop.start()
  return shop
}

/** A shopper who may order, and the variants to order. */
async function makeBuyer(shop: RunningShop) {
  const body = { email: 'shopper@example.com', password: 'shopper-demo' }
  const { accessToken: token } = (await shop.request('/auth/login', { method: 'POST', body })).data
  const address = await shop.request('/addresses', { method: 'POST', token, body: homeAddress })
  const { data } = await shop.request('/products?size=100&inStock=true')
  const variants = data.map(({ variantId }: { variantId: string }) => variantId)
  return { token, addressId: address.data.id, variants }
}

/** Puts a load on the shop while `fault` happens, and proves that the shop recovers by itself. */
async function measure(
  title: string,
  shops: RunningShop[],
  fault: () => Promise<void>,
): Promise<void> {
  const [shop] = shops
  if (!shop) throw new Error('no shop')
  const { token, addressId, variants } = await makeBuyer(shop)
  const wrong: string[] = []
  const send = async (...[path, options]: Parameters<RunningShop['request']>) => {
    const { status, code, headers } = await shop.request(path, options)
    const isAway = status === 503 && headers.get('retry-after') !== null
    if (status >= 400 && !isAway) wrong.push(`${path}: ${status} ${code}`)
    return status
  }
  const kept = startLoad(10, () => send('/products'))
  const searches = startLoad(10, (index) => send(`/products?search=silk&page=${(index % 900) + 1}`))
  const confirmed: string[] = []
  const orders = startLoad(2, async (index) => {
    const { status, data, code, headers } = await shop.request('/orders', {
      method: 'POST',
      token,
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: {
        items: [{ variantId: variants[index % variants.length], quantity: 1 }],
        addressId,
        source: 'buyNow',
      },
    })
    const isAway = status === 503 && headers.get('retry-after') !== null
    // A variant may sell out.
    if (status >= 400 && !isAway && status !== 409) wrong.push(`order: ${status} ${code}`)
    if (status === 201) confirmed.push(data.id)
    return status === 409 ? 200 : status
  })
  const all = { kept, searches, orders }
  const more = async (count: number) => {
    const before = searches.counts().requests
    await eventually(() => expect(searches.counts().requests).toBeGreaterThan(before + count))
  }
  await more(20)
  await fault()
  // Whatever failed, 40 orders later nothing does any more.
  await eventually(async () => {
    const failures = () => JSON.stringify(Object.values(all).map((load) => load.counts().failed))
    const before = failures()
    await more(100)
    expect(failures()).toBe(before)
  })
  for (const [name, load] of Object.entries(all)) {
    const { requests, failed, failedFor } = await load.stop()
    console.error(
      `${title}, ${name}: ${requests} requests, failed ${JSON.stringify(failed)} in ${failedFor / 1000} s`,
    )
  }
  expect(wrong).toEqual([])

  // Every confirmed order is there, and changes arrive in the other process again.
  expect(confirmed.length).toBeGreaterThan(0)
  for (const id of confirmed)
    expect((await shop.request(`/orders/my/${id}`, { token })).status).toBe(200)
  for (const other of shops.slice(1)) {
    await eventually(async () =>
      expect((await other.request('/user/profile', { token })).status).toBe(200),
    )
    await shop.request('/auth/logout-everywhere', { method: 'POST', token })
    await eventually(async () =>
      expect((await other.request('/user/profile', { token })).status).toBe(401),
    )
  }
}

it('goes on with the other host after a switchover, and after the primary is lost', async () => {
  const cluster = await startCluster()
  const settings = {
    DATABASE_URL: `${cluster.url}?target_session_attrs=read-write`,
    DATABASE_REPLICA_URL: cluster.url,
    MAX_UNPAID_ORDERS: '100000',
    MAX_RESERVED_UNITS: '100000',
  }
  const shops = [await openShop(settings), await openShop(settings)]
  const first = await cluster.leader()
  await measure('switchover, two hosts', shops, () => cluster.switchOver())
  expect((await cluster.leader()).name).not.toBe(first.name)
  await cluster.hasStandby()
  const second = await cluster.leader()
  await measure('primary lost, two hosts', shops, () => second.lose())
  expect((await cluster.leader()).name).toBe(first.name)
})

it('goes on behind a balancer after a switchover, and after the primary is lost', async () => {
  needs('haproxy')
  const cluster = await startCluster()
  const balancer = await startHaproxy(cluster)
  cleanUps.push(balancer.close)
  const settings = {
    DATABASE_URL: balancer.url,
    MAX_UNPAID_ORDERS: '100000',
    MAX_RESERVED_UNITS: '100000',
  }
  const shops = [await openShop(settings), await openShop(settings)]
  await measure('switchover, HAProxy', shops, () => cluster.switchOver())
  await cluster.hasStandby()
  const leader = await cluster.leader()
  await measure('primary lost, HAProxy', shops, () => leader.lose())
})
