import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { socketPath } from '@solvane/contract/realtime'
import { Server as Engine, type Socket } from 'engine.io'
import type { FastifyInstance } from 'fastify'
import type { Changes } from '../database/changes.ts'
import { ShopError } from '../errors/shop-error.ts'
import { type TrustedProxies, trustOf } from '../http/caller.ts'
import { describeError } from '../http/error-handler.ts'
import { networkOf } from '../rate-limit/rate-limits.ts'
import {
  type Realtime,
  roomOf,
  type ShopSocket,
  type SocketOwner,
  type SocketServer,
} from './realtime.ts'

interface SocketOptions extends ConnectionOptions {
  /** The shop's public URL: pages of other origins get no socket. */
  publicUrl: string
  /** Whether pages under local host names get one, too, for trying out the demo. */
  admitsLocalNames: boolean
  /** The account of an access token; null if it is invalid or expired. */
  identify: (token: string) => Promise<SocketOwner | null>
  /** Whether a session is still valid. */
  goesOn: (owner: SocketOwner) => Promise<boolean>
  /** The limit on packets from one socket. */
  packets: PacketLimit
  changes: Changes
  onError: (error: unknown) => void
}

/** The largest message from a browser, in bytes. */
const largestMessage = 16 * 1024

/**
 * Serves sockets on the app's server, over web sockets only. With a valid access token a socket
 * receives the events of its account until the session ends; without a token it is a guest's.
 */
export function serveSockets(app: FastifyInstance, { io }: Realtime, options: SocketOptions): void {
  const admits = limitConnections(options.perAddress)
  const networkOf = networkReader(options)
  const engine = new Engine({
    transports: ['websocket'],
    maxHttpBufferSize: largestMessage,
    allowRequest: (request, decide) =>
      decide(null, isOwnPage(request, options) && admits(request, networkOf(request))),
  })
  engine.on('connection', (socket) => limitPackets(socket, options.packets))
  engine.attach(app.server, { path: socketPath })
  io.bind(engine)
  // Browsers then reconnect to another process.
  app.addHook('preClose', async () => void engine.close())

  io.use((socket, next) => {
    socket.data.network = networkOf(socket.request)
    identifyOwner(socket, options).then(
      (owner) => {
        socket.data.owner = owner
        next()
      },
      (error: unknown) => {
        const { body, isUnexpected } = describeError(error)
        if (isUnexpected) options.onError(error)
        next(Object.assign(new Error(body.message), { data: body }))
      },
    )
  })
  io.on('connection', (socket) => {
    if (!socket.data.owner) return
    socket.join(roomOf(socket.data.owner.userId))
    // It may have ended between the token's check and joining the room.
    void endIfOver(socket, options)
  })
  options.changes.onChange((tag) => {
    for (const socket of socketsConcerned(io, tag)) void endIfOver(socket, options)
  })
}

/** The owner of a socket; null for a guest's. Throws `UNAUTHENTICATED` for an invalid token. */
async function identifyOwner(
  socket: ShopSocket,
  { identify }: SocketOptions,
): Promise<SocketOwner | null> {
  const { token } = socket.handshake.auth
  // Pages express "no token" in different ways.
  if (token === undefined || token === null || token === '') return null
  const owner = typeof token === 'string' ? await identify(token) : null
  if (!owner) throw new ShopError('UNAUTHENTICATED')
  return owner
}

/** The sockets whose session may have ended; all of them if anything may have changed. */
function socketsConcerned(io: SocketServer, tag: string | null): ShopSocket[] {
  const { sockets } = io.sockets
  if (tag === null) return [...sockets.values()]
  if (!tag.startsWith('user:')) return []
  const ids = io.sockets.adapter.rooms.get(roomOf(tag.slice('user:'.length)))
  return [...(ids ?? [])].flatMap((id) => sockets.get(id) ?? [])
}

async function endIfOver(socket: ShopSocket, { goesOn, onError }: SocketOptions): Promise<void> {
  try {
    const { owner } = socket.data
    if (owner && !(await goesOn(owner))) socket.disconnect(true)
  } catch (error) {
    // Checked again once the database is back, because anything may have changed then.
    onError(error)
  }
}

/**
 * Whether a request asks for the shop's socket. Any other upgrade is ignored and answered as a
 * plain request, as RFC 9110 (7.8) requires; plain HTTP clients ask for `h2c`.
 */
export function asksForSocket({ url, headers }: IncomingMessage): boolean {
  return (
    headers.upgrade?.toLowerCase() === 'websocket' && Boolean(url?.startsWith(`${socketPath}/`))
  )
}

/**
 * Whether the request comes from a page of the shop; programs other than browsers send no origin.
 */
function isOwnPage(
  { headers }: IncomingMessage,
  { publicUrl, admitsLocalNames }: Pick<SocketOptions, 'publicUrl' | 'admitsLocalNames'>,
): boolean {
  const { origin, host } = headers
  if (origin === undefined || origin === new URL(publicUrl).origin) return true
  if (!admitsLocalNames || !URL.canParse(origin)) return false
  const page = new URL(origin)
  return page.host === host && isLocalName(page.hostname)
}

/**
 * Whether a host name can only lead to this machine or its network: an address, or a name that no
 * public name server resolves. Anyone may point a public name here.
 */
function isLocalName(hostname: string): boolean {
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  return isAddress || !hostname.includes('.') || /\.(localhost|local|internal)$/.test(hostname)
}

interface ConnectionOptions {
  /** The most concurrent connections from one network in this process. */
  perAddress: number
  /** The trusted proxies, as for Fastify. */
  trustedProxies: TrustedProxies
}

/** Returns a function that finds the network of a connection (`networkOf`). */
function networkReader({ trustedProxies }: Pick<ConnectionOptions, 'trustedProxies'>) {
  const trusts = trustOf(trustedProxies)
  return (request: IncomingMessage): string => networkOf(proxyAddr(request, trusts))
}

/**
 * Returns a function that accepts or rejects another connection of a network, and counts it until
 * it closes.
 */
function limitConnections(perAddress: number) {
  const open = new Map<string, number>()

  return function admits(request: IncomingMessage, network: string): boolean {
    const count = open.get(network) ?? 0
    if (count >= perAddress) return false
    open.set(network, count + 1)
    request.socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
    return true
  }
}

/** The most packets of a socket in a period; a page in use sends a few per second. */
interface PacketLimit {
  times: number
  milliseconds: number
}

/**
 * Closes a socket that sends more than `limit`, even of unknown events, because reading them costs
 * time. A page reconnects automatically.
 */
function limitPackets(socket: Socket, { times, milliseconds }: PacketLimit): void {
  let count = 0
  let since = performance.now()
  socket.on('packet', () => {
    const now = performance.now()
    if (now - since > milliseconds) {
      since = now
      count = 0
    }
    count += 1
    if (count > times) socket.close(true)
  })
}
