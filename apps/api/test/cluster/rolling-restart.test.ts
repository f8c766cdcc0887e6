import { setTimeout as delay } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { afterEach, expect, it, vi } from 'vitest'
import { demoPasswords } from '../../src/platform/config/config.ts'
import { openBalancedShops } from './balanced-shops.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const perSecond = 200
const requests = 10_000
const patience = { timeout: 120_000, interval: 100 }

it('no request fails while both processes are restarted, one after the other', async () => {
  const { origin, ports, place, startShoppers, isReady } = await openBalancedShops(cleanUps)
  const shops = ports.map((port) => place(port))
  for (const shop of shops) await shop.start()

  // A shopper's socket comes back by itself.
  const signedIn = (await (
    await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'shopper@example.com', password: demoPasswords.shopper }),
    })
  ).json()) as { data: { accessToken: string } }
  const socket = io(origin, {
    path: '/api/socket.io',
    transports: ['websocket'],
    auth: { token: signedIn.data.accessToken },
  })
  cleanUps.push(() => socket.close())
  let connections = 0
  socket.on('connect', () => connections++)
  await vi.waitFor(() => expect(connections).toBe(1), patience)

  const shoppers = await startShoppers(perSecond)
  for (const [index, port] of ports.entries()) {
    await delay(3_000)
    await shops[index]?.stop()
    await shops[index]?.start()
    await isReady(port)
    // Until the balancer uses it again.
    await delay(3_000)
  }
  await shoppers.until(requests)
  expect(await shoppers.stop('rolling restart')).toEqual({})
  await vi.waitFor(() => expect(socket.connected).toBe(true), patience)
  expect(connections).toBeGreaterThan(1)
})

it('requests fail where a process closes its port before the balancer knows', async () => {
  const { ports, place, startShoppers } = await openBalancedShops(cleanUps)
  const shops = ports.map((port) => place(port, { DRAIN_SECONDS: '0' }))
  for (const shop of shops) await shop.start()
  const shoppers = await startShoppers(perSecond)
  await shoppers.more(200)
  expect(shoppers.failed()).toEqual({})
  await shops[0]?.stop()
  await vi.waitFor(() => expect(shoppers.failed()).not.toEqual({}), patience)
  await shoppers.stop('restart without a drain')
})
