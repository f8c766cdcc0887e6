import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { afterEach, expect, it, vi } from 'vitest'
import { demoPasswords } from '../../src/platform/config/config.ts'
import { freePort } from '../crash/crash-assertions.ts'
import { makeShopProcess, type ShopProcess } from '../crash/shop-process.ts'
import { startPostgresServer } from './postgres-server.ts'
import { isListening, makeFolder, needs, pathOf, startProgram } from './programs.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const requestsPerSecond = 200
const requests = 10_000
const patience = { timeout: 120_000, interval: 100 }

/** HAProxy before processes at these ports, which it asks twice a second whether they are ready. */
async function startBalancer(ports: number[]): Promise<number> {
  const port = await freePort()
  const folder = makeFolder('haproxy')
  cleanUps.push(folder.remove)
  const file = join(folder.path, 'haproxy.cfg')
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
frontend shop
  bind 127.0.0.1:${port}
  default_backend processes
backend processes
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 500ms fall 2 rise 2
${ports.map((at, index) => `  server process${index} 127.0.0.1:${at}`).join('\n')}
`,
  )
  const balancer = await startProgram(pathOf('haproxy'), ['-db', '-f', file], {
    isReady: () => isListening(port),
  })
  cleanUps.push(() => balancer.stop())
  return port
}

async function openShops(): Promise<{ shops: ShopProcess[]; port: number }> {
  const postgres = await startPostgresServer()
  cleanUps.push(postgres.close)
  const dataDir = await mkdtemp(join(tmpdir(), 'solvane-rolling-'))
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }))
  const ports = [await freePort(), await freePort()]
  const port = await startBalancer(ports)
  const shops = ports.map((at) =>
    makeShopProcess({
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(at),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DRAIN_SECONDS: '3',
    }),
  )
  cleanUps.push(() => Promise.all(shops.map((shop) => shop.stop())))
  for (const shop of shops) await shop.start()
  return { shops, port }
}

/** Sends one request over kept-alive connections; gives its status, or the error. */
function send(
  agent: Agent,
  port: number,
  { path, body, headers = {} }: { path: string; body?: object; headers?: Record<string, string> },
): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path,
        method: body ? 'POST' : 'GET',
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      },
      (answer) => {
        answer.on('error', (error) => resolve(error.message))
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.on('error', (error) => resolve(error.message))
    sent.end(body && JSON.stringify(body))
  })
}

it('no request fails while both processes are restarted, one after the other', async () => {
  needs('postgres', 'haproxy')
  const { shops, port } = await openShops()
  const origin = `http://127.0.0.1:${port}`
  const list = (await (await fetch(`${origin}/api/products?inStock=true`)).json()) as {
    data: { variants: { id: string }[]; identifier: string }[]
  }
  const product = (await (
    await fetch(`${origin}/api/products/${list.data[0]?.identifier}`)
  ).json()) as { data: { variants: { id: string }[] } }
  const variantId = product.data.variants[0]?.id
  const guest = { 'x-guest-cart-id': crypto.randomUUID() }

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

  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  cleanUps.push(() => agent.destroy())
  const kinds = [
    { path: '/' },
    { path: '/api/products?cIdentifiers=women-bags' },
    { path: `/api/products?search=tote&page=1&size=${list.data.length}` },
    { path: '/api/cart', headers: guest },
    { path: '/api/cart/items', headers: guest, body: { variantId, quantity: 1 } },
  ]
  const outcomes = new Map<string, number>()
  const load = (async () => {
    const begun = performance.now()
    const all: Promise<unknown>[] = []
    for (let sent = 0; sent < requests; sent++) {
      await delay(Math.max(0, begun + (sent * 1000) / requestsPerSecond - performance.now()))
      const kind = kinds[sent % kinds.length] ?? { path: '/' }
      all.push(
        send(agent, port, kind).then((status) => {
          const key = `${kind.body ? 'POST' : 'GET'} ${status}`
          outcomes.set(key, (outcomes.get(key) ?? 0) + 1)
        }),
      )
    }
    await Promise.all(all)
  })()
  for (const shop of shops) {
    await delay(3_000)
    await shop.stop()
    await shop.start()
    // Until the balancer uses it again.
    await delay(3_000)
  }
  await load

  const failed = [...outcomes].filter(([key]) => !/ (200|201|409)$/.test(key))
  expect(Object.fromEntries(failed)).toEqual({})
  expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(requests)
  await vi.waitFor(() => expect(socket.connected).toBe(true), patience)
  expect(connections).toBeGreaterThan(1)
})
