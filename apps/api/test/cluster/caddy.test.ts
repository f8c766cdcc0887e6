import { setTimeout as delay } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { afterEach, expect, it, vi } from 'vitest'
import { demoPasswords } from '../../src/platform/config/config.ts'
import { openBalancedShops } from './balanced-shops.ts'
import { startCaddy, startComposeCaddy } from './caddy.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const patience = { timeout: 120_000, interval: 100 }

it.each([
  ['Caddy', startCaddy],
  ['Caddy as in Compose', startComposeCaddy],
])(
  'web sockets pass %s, and no request fails during a rolling restart',
  async (name, startProxy) => {
    const { origin, ports, place, startShoppers, isReady } = await openBalancedShops(
      cleanUps,
      startProxy,
    )
    const shops = ports.map((port) => place(port))
    for (const shop of shops) await shop.start()

    const client = new WebSocket(
      `${origin.replace('http', 'ws')}/api/socket.io/?EIO=4&transport=websocket`,
    )
    cleanUps.push(() => client.close())
    const opening = await new Promise<unknown>((resolve, reject) => {
      client.addEventListener('message', ({ data }) => resolve(data))
      client.addEventListener('error', reject)
    })
    expect(opening).toMatch(/^0\{"sid":/)

    const signedIn = (await (
      await fetch(`${origin}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'shopper@example.com', password: demoPasswords.shopper }),
      })
    ).json()) as { data: { accessToken: string } }
    // Enough sockets to reach both processes.
    const sockets = Array.from({ length: 4 }, () =>
      io(origin, {
        path: '/api/socket.io',
        transports: ['websocket'],
        forceNew: true,
        auth: { token: signedIn.data.accessToken },
      }),
    )
    let connections = 0
    for (const socket of sockets) {
      cleanUps.push(() => socket.close())
      socket.on('connect', () => connections++)
    }
    await vi.waitFor(() => expect(connections).toBe(sockets.length), patience)

    const shoppers = await startShoppers(20)
    await shoppers.more(50)
    for (const [index, port] of ports.entries()) {
      await shops[index]?.stop()
      await shops[index]?.start()
      await isReady(port)
      // Until the proxy uses it again.
      await delay(3_000)
    }
    await shoppers.more(100)
    expect(await shoppers.stop(`rolling restart behind ${name}`)).toEqual({})
    await vi.waitFor(
      () => expect(sockets.map(({ connected }) => connected)).toEqual([true, true, true, true]),
      patience,
    )
    expect(connections).toBeGreaterThan(sockets.length)
  },
)
