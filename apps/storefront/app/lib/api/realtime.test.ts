import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beginSession, endSession, readTokens } from '@solvane/client/tokens'
import { type ServerEvents, socketPath } from '@solvane/contract/realtime'
import { Server } from 'socket.io'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenToServer } from './realtime.ts'

const stale = { accessToken: 'stale access', refreshToken: 'stale refresh' }
const fresh = { accessToken: 'fresh access', refreshToken: 'fresh refresh' }

const news: Parameters<ServerEvents['order:changed']>[0] = {
  orderId: 'an order',
  status: 'PROCESSING',
  paymentStatus: 'PAID',
}

let server: HttpServer
let io: Server
/** The access tokens received, latest last. */
let came: string[]
let isOpen: (token: string) => boolean
const stops: (() => void)[] = []

beforeEach(async () => {
  came = []
  isOpen = (token) => token === fresh.accessToken
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  vi.stubGlobal('location', {
    protocol: 'http:',
    hostname: '127.0.0.1',
    port,
    host: `127.0.0.1:${port}`,
  })
  io = new Server(server, { path: socketPath, transports: ['websocket'] })
  io.use((socket, next) => {
    const { token } = socket.handshake.auth
    came.push(token)
    if (isOpen(token)) next()
    else next(Object.assign(new Error('no'), { data: { code: 'UNAUTHENTICATED' } }))
  })
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await io.close()
  vi.unstubAllGlobals()
})

/** A browser whose refresh token is accepted or rejected. */
function refreshAnswers(isGood: boolean) {
  vi.stubGlobal('fetch', async () =>
    isGood
      ? Response.json({ success: true, data: fresh, message: '' })
      : Response.json(
          { success: false, data: null, message: '', code: 'UNAUTHENTICATED' },
          { status: 401 },
        ),
  )
}

function listen() {
  const received = { news: [] as unknown[], connects: 0 }
  const stop = listenToServer({
    event: 'order:changed',
    handle: (change) => received.news.push(change),
    onConnect: () => (received.connects += 1),
  })
  stops.push(stop)
  return { received, stop }
}

const connected = (count = 1) =>
  vi.waitFor(() => expect(io.sockets.sockets.size).toBe(count), { timeout: 60_000 })

describe('a page that listens', () => {
  it("receives the server's events", async () => {
    beginSession(fresh)
    const { received } = listen()
    await connected()
    io.emit('order:changed', news)
    await vi.waitFor(() => expect(received.news).toEqual([news]), { timeout: 60_000 })
    expect(came).toEqual([fresh.accessToken])
  })

  it('is notified once it is connected: what happened before was not sent to it', async () => {
    beginSession(fresh)
    const { received } = listen()
    expect(received.connects).toBe(0)
    await vi.waitFor(() => expect(received.connects).toBe(1), { timeout: 60_000 })
  })

  it('refreshes an expired token', async () => {
    refreshAnswers(true)
    beginSession(stale)
    listen()
    await connected()
    expect(came).toEqual([stale.accessToken, fresh.accessToken])
    expect(readTokens()).toEqual(fresh)
  })

  it('ends the session if the server has ended it', async () => {
    refreshAnswers(false)
    beginSession(fresh)
    listen()
    await connected()
    io.disconnectSockets(true)
    await vi.waitFor(() => expect(readTokens()).toBeNull(), { timeout: 60_000 })
    await connected(0)
  })

  it('is notified again after an interruption', async () => {
    beginSession(fresh)
    const { received } = listen()
    await connected()
    for (const { conn } of io.sockets.sockets.values()) conn.close()
    await connected(0)
    await vi.waitFor(() => expect(received.connects).toBe(2), { timeout: 60_000 })
    io.emit('order:changed', news)
    await vi.waitFor(() => expect(received.news).toEqual([news]), { timeout: 60_000 })
  })

  it('disconnects when the page is kept for the way back, and connects again on it', async () => {
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    beginSession(fresh)
    const { received } = listen()
    await connected()
    page.dispatchEvent(new Event('pagehide'))
    await connected(0)
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await connected()
    await vi.waitFor(() => expect(received.connects).toBe(2), { timeout: 60_000 })
  })

  it('opens one connection for all listeners, and none for a guest', async () => {
    const [first, second] = [listen(), listen()]
    beginSession(fresh)
    await connected()
    io.emit('order:changed', news)
    await vi.waitFor(
      () => expect([first.received.news, second.received.news]).toEqual([[news], [news]]),
      { timeout: 60_000 },
    )
    first.stop()
    endSession()
    await connected(0)
    isOpen = () => true
    beginSession(stale)
    await connected()
    expect(came).toEqual([fresh.accessToken, stale.accessToken])
  })

  it('disconnects without listeners, but not between two pages', async () => {
    beginSession(fresh)
    const { stop } = listen()
    await connected()
    stop()
    const next = listen()
    io.emit('order:changed', news)
    await vi.waitFor(() => expect(next.received.news).toEqual([news]), { timeout: 60_000 })
    next.stop()
    await connected(0)
    expect(came).toHaveLength(1)
  })

  it('closes a connection that was abandoned while opening', async () => {
    let letIn = () => {}
    io.engine.opts.allowRequest = (_request, decide) => {
      letIn = () => decide(null, true)
    }
    const ends: string[] = []
    io.on('connection', (socket) => socket.on('disconnect', (reason) => ends.push(reason)))
    beginSession(fresh)
    const asked = vi.spyOn(io.engine.opts, 'allowRequest')
    const { stop } = listen()
    await vi.waitFor(() => expect(asked).toHaveBeenCalled(), { timeout: 60_000 })
    stop()
    await new Promise((resolve) => setTimeout(resolve))
    letIn()
    await vi.waitFor(() => expect(ends).toEqual(['client namespace disconnect']), {
      timeout: 60_000,
    })
  })
})
