import { get } from 'node:http'
import { type ServerEvents, socketPath } from '@solvane/contract/realtime'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openBreakableProxy } from '../../../test/proxies.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { openRealtime } from './realtime.ts'

type Page = Socket<ServerEvents, Record<string, never>>
type OrderChange = Parameters<ServerEvents['order:changed']>[0]

let [here, there] = [] as unknown as [TestShop, TestShop]
let pages: Page[] = []

beforeAll(async () => {
  here = await openTestShop({ empty: true })
  there = await openTestShop({ beside: here })
})
afterEach(() => {
  for (const page of pages) page.disconnect()
  pages = []
})
afterAll(async () => {
  await there.close()
  await here.close()
})

function openPage(
  shop: TestShop,
  auth: object,
  options: Partial<ManagerOptions & SocketOptions> = {},
): Page {
  const page: Page = io(shop.app.listeningOrigin, {
    path: socketPath,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth,
    ...options,
  })
  pages.push(page)
  return page
}

/** A connected page of a signed-in account, with the events it has received. */
async function openPageOf(shop: TestShop, { accessToken }: SignedUp) {
  const page = openPage(shop, { token: accessToken })
  const received: OrderChange[] = []
  page.on('order:changed', (change) => received.push(change))
  await new Promise<void>((resolve, reject) => {
    page.once('connect', resolve)
    page.once('connect_error', reject)
  })
  return { page, received }
}

const ended = (page: Page) =>
  new Promise<string>((resolve) => page.once('disconnect', (reason) => resolve(reason)))
const rejected = (page: Page) =>
  new Promise<Error & { data?: { code: string } }>((resolve) => page.once('connect_error', resolve))

const change = (orderId: string = crypto.randomUUID()): OrderChange => ({
  orderId,
  status: 'PROCESSING',
  paymentStatus: 'PAID',
})
const sent = (check: () => void | Promise<void>, options = {}) =>
  vi.waitFor(check, { timeout: 60_000, ...options })

describe('events of an account', () => {
  it('reach all its pages, in every process', async () => {
    const ada = await signUp(here)
    const [near, far] = [await openPageOf(here, ada), await openPageOf(there, ada)]
    const news = change()
    here.ctx.realtime.publishToUser(ada.userId, 'order:changed', news)
    await sent(() => {
      expect(near.received).toEqual([news])
      expect(far.received).toEqual([news])
    })
  })

  it('can be published by a process without sockets', async () => {
    const ada = await signUp(here)
    const { received } = await openPageOf(here, ada)
    const worker = openRealtime(here.databaseUrl, () => {})
    const news = change()
    worker.publishToUser(ada.userId, 'order:changed', news)
    await sent(() => expect(received).toEqual([news]))
    await worker.close()
  })

  it('reach no other account', async () => {
    const [ada, ben] = [await signUp(here), await signUp(here)]
    const [hers, his] = [await openPageOf(here, ada), await openPageOf(there, ben)]
    const [secret, news] = [change(), change()]
    here.ctx.realtime.publishToUser(ada.userId, 'order:changed', secret)
    here.ctx.realtime.publishToUser(ben.userId, 'order:changed', news)
    await sent(() => expect(his.received).toContainEqual(news))
    await sent(() => expect(hers.received).toEqual([secret]))
    expect(his.received).toEqual([news])
  })

  it('reach other processes after an outage of the database', async () => {
    const ada = await signUp(here)
    const { received } = await openPageOf(there, ada)
    await here.ctx.db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query ilike 'listen "socket.io%'`,
    )
    await sent(
      () => {
        here.ctx.realtime.publishToUser(ada.userId, 'order:changed', change())
        expect(received).not.toEqual([])
      },
      { timeout: 60_000, interval: 200 },
    )
  })

  it('arrive once after a database that closed several connections', async () => {
    const line = await openBreakableProxy(here.databaseUrl)
    line.cutAt('LISTEN')
    const worker = openRealtime(`${line.url}?application_name=worker`, () => {})
    const listening = async () => {
      const { rowCount } = await here.ctx.db.pool.query(
        `select from pg_stat_activity
         where application_name = 'worker' and query ilike 'listen "socket.io%'`,
      )
      return rowCount
    }
    const patiently = { timeout: 60_000, interval: 100 }
    await sent(() => expect(line.refused()).toBeGreaterThan(2), patiently)
    line.restore()
    const ada = await signUp(here)
    const { received } = await openPageOf(here, ada)
    await sent(async () => expect(await listening()).toBeGreaterThan(0), patiently)
    await sent(() => {
      worker.publishToUser(ada.userId, 'order:changed', change())
      expect(received).not.toEqual([])
    }, patiently)
    // The server may notice only now that the connections before it are closed.
    await sent(async () => expect(await listening()).toBe(1), patiently)
    await worker.close()
    await line.close()
  })

  it('may be long', async () => {
    const ada = await signUp(here)
    const { received } = await openPageOf(there, ada)
    const news = change('x'.repeat(9_000))
    here.ctx.realtime.publishToUser(ada.userId, 'order:changed', news)
    await sent(() => expect(received).toEqual([news]))
  })
})

describe('a socket', () => {
  it.each([
    ['a token that is none', { token: 'a.b.c' }],
    ['something else for a token', { token: { $gt: '' } }],
  ])('is rejected with %s', async (_, auth) => {
    const rejection = await rejected(openPage(here, auth))
    expect(rejection.data?.code).toBe('UNAUTHENTICATED')
  })

  it.each([
    ['no token', {}],
    ['a token that is nothing', { token: null }],
    ['an empty token', { token: '' }],
  ])('is a guest’s with %s, and receives no events of accounts', async (_, auth) => {
    const guest = openPage(here, auth)
    const onEvent = vi.fn()
    guest.onAny(onEvent)
    await new Promise<void>((resolve) => guest.once('connect', resolve))
    const ada = await signUp(here)
    const { received } = await openPageOf(here, ada)
    here.ctx.realtime.publishToUser(ada.userId, 'order:changed', change())
    await sent(() => expect(received).toHaveLength(1))
    expect(onEvent).not.toHaveBeenCalled()
    expect(guest.connected).toBe(true)
  })

  it('is rejected if its session has ended', async () => {
    const ada = await signUp(here)
    await here.call('logout', { body: { refreshToken: ada.refreshToken } })
    const rejection = await rejected(openPage(here, { token: ada.accessToken }))
    expect(rejection.data?.code).toBe('UNAUTHENTICATED')
  })

  it('closes with its session, in every process', async () => {
    const ada = await signUp(here)
    const [near, far] = [await openPageOf(here, ada), await openPageOf(there, ada)]
    const ends = [ended(near.page), ended(far.page)]
    await here.call('logout', { body: { refreshToken: ada.refreshToken } })
    expect(await Promise.all(ends)).toEqual(['io server disconnect', 'io server disconnect'])
    expect(here.ctx.realtime.io.sockets.adapter.rooms.get(`user:${ada.userId}`)).toBeUndefined()
  })

  it('stays open when another session of the account ends', async () => {
    const ada = await signUp(here)
    const { data: other } = await here.call('login', {
      body: { email: ada.email, password: ada.password },
    })
    const stays = await openPageOf(here, ada)
    const goes = await openPageOf(here, { ...ada, ...other })
    const end = ended(goes.page)
    await here.call('logout', { body: { refreshToken: other.refreshToken } })
    await end
    const news = change()
    here.ctx.realtime.publishToUser(ada.userId, 'order:changed', news)
    await sent(() => expect(stays.received).toEqual([news]))
  })

  it('closes when the account is blocked', async () => {
    const ada = await signUp(here)
    const { page } = await openPageOf(there, ada)
    const end = ended(page)
    await here.ctx.db.pool.query('update users set blocked_at = now() where id = $1', [ada.userId])
    expect(await end).toBe('io server disconnect')
  })

  it('closes when its message is too large', async () => {
    const { page } = await openPageOf(here, await signUp(here))
    const end = ended(page)
    ;(page as Socket).emit('anything', 'x'.repeat(20_000))
    expect(await end).toBe('transport close')
  })

  it('is available to pages of this shop only', async () => {
    const { accessToken } = await signUp(here)
    const from = (origin: string) =>
      openPage(here, { token: accessToken }, { extraHeaders: { origin } })
    expect((await rejected(from('https://elsewhere.example'))).message).toBe('websocket error')
    const own = from(here.ctx.config.publicUrl)
    await new Promise<void>((resolve) => own.once('connect', resolve))
  })

  describe('a socket under another host name than the shop’s own', () => {
    const openUnder = (shop: TestShop, host: string) =>
      openPage(shop, {}, { extraHeaders: { origin: `http://${host}`, host } })
    const connected = (page: Page) => new Promise<void>((resolve) => page.once('connect', resolve))

    it.each([
      'localhost:3000',
      '127.0.0.1:3000',
      '192.168.1.20:3000',
      '[::1]:3000',
      'desk',
      'desk.local',
    ])('is available for %s, for trying out the demo', (host) => connected(openUnder(here, host)))

    it.each(['evil.example', '10.0.0.1.evil.example'])('is rejected for %s', async (host) => {
      expect((await rejected(openUnder(here, host))).message).toBe('websocket error')
    })

    it('is rejected in production for all of them', async () => {
      const shop = await openTestShop({
        beside: here,
        settings: {
          NODE_ENV: 'production',
          PUBLIC_URL: 'https://shop.example',
          CONTACT_URL: 'https://contact.example',
          SMTP_URL: 'outbox',
        },
      })
      for (const host of ['127.0.0.1:3000', 'localhost:3000', 'evil.example'])
        expect((await rejected(openUnder(shop, host))).message).toBe('websocket error')
      const origin = 'https://shop.example'
      await connected(openPage(shop, {}, { extraHeaders: { origin, host: 'inside:3000' } }))
      await shop.close()
    })
  })

  it('is a web socket without polling', async () => {
    const answer = await fetch(`${here.app.listeningOrigin}${socketPath}/?EIO=4&transport=polling`)
    expect(answer.status).toBe(400)
  })
})

describe('the server', () => {
  it.each([
    ['HTTP/2, which it does not speak', 'h2c', '/healthz'],
    ['a web socket where there is none', 'websocket', '/healthz'],
  ])('answers a request for %s as a plain request', async (_, protocol, path) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    get(`${here.app.listeningOrigin}${path}`, {
      headers: { connection: 'Upgrade', upgrade: protocol },
      agent: false,
    })
      .on('response', (answer) => resolve(`${answer.resume().statusCode}`))
      .on('error', reject)
    expect(await promise).toBe('200')
  })

  it('closes a connection that sends no handshake', () => {
    const { headersTimeout } = here.app.server
    expect(headersTimeout).toBe(15_000)
  })

  it('closes the socket of a page that sends without end', async () => {
    const shop = await openTestShop({ beside: here, settings: { RATE_LIMIT_MULTIPLIER: '1' } })
    const { page } = await openPageOf(shop, await signUp(here))
    const calm = await openPageOf(shop, await signUp(here))
    const end = ended(page)
    for (let count = 0; count < 1_000; count++) (page as Socket).emit(`nonsense ${count}`)
    for (let count = 0; count < 50; count++) (calm.page as Socket).emit('nonsense')
    expect(await end).toBe('transport close')
    await shop.ctx.realtime.io.fetchSockets()
    expect(calm.page.connected).toBe(true)
    await shop.close()
  })

  it('limits connections from one network', async () => {
    const shop = await openTestShop({ beside: here, settings: { RATE_LIMIT_MULTIPLIER: '0.02' } })
    const ada = await signUp(here)
    const [first] = [await openPageOf(shop, ada), await openPageOf(shop, ada)]
    await rejected(openPage(shop, { token: ada.accessToken }))
    first.page.disconnect()
    await sent(async () => void (await openPageOf(shop, ada)))
    await shop.close()
  })

  it('closes with connected pages, which reconnect', async () => {
    const shop = await openTestShop({ beside: here })
    const { page } = await openPageOf(shop, await signUp(here))
    const end = ended(page)
    await shop.close()
    // Not `io server disconnect`, after which a page would not reconnect.
    expect(await end).toBe('transport close')
  })
})
