import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { socketPath } from '@solvane/contract/realtime'
import { Server as Engine, type Socket } from 'engine.io'
import type { FastifyInstance } from 'fastify'
import type { Changes } from '../database/changes.ts'
import { ShopError } from '../errors/shop-error.ts'
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
  /** Address of the shop as callers see it: pages from elsewhere get no socket. */
  publicUrl: string
  /** Whether pages under other names of this machine get one too, as where the demo is tried out. */
  admitsLocalNames: boolean
  /** Whose an access token is; null when it is not, or no longer, good. */
  identify: (token: string) => Promise<SocketOwner | null>
  /** Whether a session goes on. */
  goesOn: (owner: SocketOwner) => Promise<boolean>
  /** What one socket may send. */
  packets: PacketLimit
  changes: Changes
  onError: (error: unknown) => void
}

/** Bytes of a message from a browser at most. */
const largestMessage = 16 * 1024

/**
 * Serves the socket on the app's own server, by web socket only. Who comes with a good access token
 * receives the events of their account until the session ends; who comes with none is a guest.
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
  // Browsers then connect again, to a process that goes on.
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
    // It may have ended between the token's check and the room.
    void endIfOver(socket, options)
  })
  options.changes.onChange((tag) => {
    for (const socket of socketsConcerned(io, tag)) void endIfOver(socket, options)
  })
}

/** Whose a socket is; null for a guest's. Raises `UNAUTHENTICATED` on a token that is not good. */
async function identifyOwner(
  socket: ShopSocket,
  { identify }: SocketOptions,
): Promise<SocketOwner | null> {
  const { token } = socket.handshake.auth
  // However a page says that it has none.
  if (token === undefined || token === null || token === '') return null
  const owner = typeof token === 'string' ? await identify(token) : null
  if (!owner) throw new ShopError('UNAUTHENTICATED')
  return owner
}

/** Which sockets a change may have ended; all of them when anything may have changed. */
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
    // Asked again once the database is back: then anything may have changed.
    onError(error)
  }
}

/**
 * Whether a request asks for the shop's socket. Any other upgrade is passed over and answered as the plain
 * request that it is too, as RFC 9110 (7.8) wants it; clients of plain HTTP ask for `h2c`.
 */
export function asksForSocket({ url, headers }: IncomingMessage): boolean {
  return (
    headers.upgrade?.toLowerCase() === 'websocket' && Boolean(url?.startsWith(`${socketPath}/`))
  )
}

/** Whether a page of the shop asks; programs that are no browsers name no page. */
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
 * Whether a name can only lead to this machine or its network: an address, or a name that no public name
 * server answers for. Anyone may point a public name here, and pages under it are not ours.
 */
function isLocalName(hostname: string): boolean {
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  return isAddress || !hostname.includes('.') || /\.(localhost|local|internal)$/.test(hostname)
}

interface ConnectionOptions {
  /** Most connections at a time from one network address, in this process. */
  perAddress: number
  /** Whose word counts for who is calling, as for Fastify. */
  trustedProxies: string[] | boolean
}

/** Returns a function that finds the network of a connection (`networkOf`). */
function networkReader({ trustedProxies }: Pick<ConnectionOptions, 'trustedProxies'>) {
  const trusts =
    typeof trustedProxies === 'boolean' ? () => trustedProxies : proxyAddr.compile(trustedProxies)
  return (request: IncomingMessage): string => networkOf(proxyAddr(request, trusts))
}

/** Returns a function that accepts or rejects a further connection of a network, and counts it until it closes. */
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

/** How many packets a socket may send in how long; a page in use sends a few in a second. */
interface PacketLimit {
  times: number
  milliseconds: number
}

/**
 * Hangs up on a socket that sends more than `limit`, whatever it sends: also what nobody hears costs the
 * process its reading. A page comes back by itself.
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
