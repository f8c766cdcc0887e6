import { shopperPaths } from '@solvane/contract/paths'
import {
  type ClientEvents,
  type Reply,
  type ServerEvents,
  socketPath,
} from '@solvane/contract/realtime'
import type { Socket } from 'socket.io-client'
import { ApiError } from './api.ts'
import { browserTransport } from './browser-transport.ts'
import { networkFailure } from './network-failure.ts'
import { renewTokens } from './renew-tokens.ts'
import { readTokens } from './tokens.ts'

type ServerSocket = Socket<ServerEvents, ClientEvents>
type EventToSend = keyof ClientEvents
type InputOf<Name extends EventToSend> = Exclude<Parameters<ClientEvents[Name]>[0], (reply: never) => void> // biome-ignore format: one line
type DataOf<Name extends EventToSend> =
  Extract<Parameters<ClientEvents[Name]>[number], (reply: never) => void> extends (
    reply: Reply<infer Data>,
  ) => void
    ? Data
    : never

/** Pauses between two tries to connect, and how long one may take, in milliseconds (spec section 9). */
const shortestPause = 1_000
const longestPause = 5_000
const patience = 20_000

export interface ConnectionListener {
  /** `isBack` after a gap: what was told meanwhile is lost, and is to be read anew. */
  onConnect?: (isBack: boolean) => void
  /** The connection is lost, or a first one could not be made; it tries again by itself. */
  onDisconnect?: () => void
  onEvent: <Name extends keyof ServerEvents>(
    event: Name,
    ...payload: Parameters<ServerEvents[Name]>
  ) => void
}

export interface Connection {
  isConnected(): boolean
  /**
   * Sends an event and gives what the server answers. Rejects with an `ApiError`: of status 0 when there is
   * no connection or it was lost meanwhile, and then nobody knows whether the event arrived; nothing is
   * sent again by itself.
   */
  ask<Name extends EventToSend>(event: Name, input?: InputOf<Name>): Promise<DataOf<Name>>
  /** Sends an event that may as well be lost. */
  tell<Name extends EventToSend>(event: Name, input: InputOf<Name>): void
  /** Tries at once to connect. */
  retry(): void
  close(): void
}

/**
 * Connects to the server as who is signed in, else as a guest, and again after every gap until it is closed.
 * The socket's code is loaded now: most pages never need it. Who signs in or out needs another connection.
 */
export function connectToServer(listener: ConnectionListener): Connection {
  let socket: ServerSocket | null = null
  let isOver = false
  let isLoading = false
  let pause: ReturnType<typeof setTimeout> | undefined
  let refusals = 0
  let wasConnected = false
  let token: string | undefined

  function connectIn(milliseconds: number) {
    clearTimeout(pause)
    if (!isOver) pause = setTimeout(() => socket?.connect(), milliseconds)
  }

  /** The token was not, or is no longer, good: with a new one it may be, unless the session is over. */
  async function renew() {
    refusals += 1
    const isRenewed = token
      ? await renewTokens(token, browserTransport(shopperPaths)).then(Boolean, () => true)
      : true
    if (isRenewed) connectIn(refusals > 1 ? longestPause : 0)
  }

  async function load() {
    isLoading = true
    try {
      const { io } = await import('socket.io-client')
      if (!isOver) open(io)
    } catch {
      // Offline, or the shop has been renewed under this page, which goes on without until it is asked again.
      listener.onDisconnect?.()
    } finally {
      isLoading = false
    }
  }

  function open(io: typeof import('socket.io-client').io) {
    socket = io({
      path: socketPath,
      transports: ['websocket'],
      reconnectionDelay: shortestPause,
      reconnectionDelayMax: longestPause,
      timeout: patience,
      auth: (give) => {
        token = readTokens()?.accessToken
        give(token ? { token } : {})
      },
    }) as ServerSocket
    socket.on('connect', () => {
      refusals = 0
      listener.onConnect?.(wasConnected)
      wasConnected = true
    })
    socket.on('disconnect', (reason) => {
      listener.onDisconnect?.()
      if (reason === 'io server disconnect') void renew()
    })
    socket.on('connect_error', (error) => {
      // A lost network: it tries again by itself.
      if (socket?.active) return listener.onDisconnect?.()
      const { data } = error as { data?: { code?: string } }
      if (data?.code === 'UNAUTHENTICATED') void renew()
      else connectIn(longestPause)
    })
    socket.onAny(listener.onEvent)
  }

  function retry() {
    if (isOver || isLoading || socket?.connected) return
    // Out of the pause between two tries as well.
    if (socket) socket.disconnect().connect()
    else void load()
  }

  /** The browser knows of a lost network long before the server's silence tells; it tries again as after any gap. */
  function onOffline() {
    if (socket?.connected) socket.io.engine.close()
  }

  addEventListener('offline', onOffline)
  addEventListener('online', retry)
  void load()
  return {
    isConnected: () => socket?.connected ?? false,
    async ask(event, input) {
      const lost = new ApiError(0, networkFailure.chinese)
      // Not kept for later: a message that waits in here would be sent again behind the sender's back.
      if (!socket?.connected) throw lost
      const sent = input === undefined ? [] : [input]
      const reply = await (socket.timeout(patience).emitWithAck as UntypedAsk)(
        event,
        ...sent,
      ).catch(() => {
        throw lost
      })
      if (!reply.ok) throw new ApiError(400, reply.message, reply.code, reply.details)
      return reply.data as never
    },
    tell(event, input) {
      if (socket?.connected) (socket.volatile.emit as UntypedTell)(event, input)
    },
    retry,
    close() {
      isOver = true
      clearTimeout(pause)
      removeEventListener('offline', onOffline)
      removeEventListener('online', retry)
      const leave = () => socket?.disconnect()
      // Browsers complain of one that is closed before it has opened.
      if (socket?.io._readyState !== 'opening') leave()
      else socket.off().once('connect', leave).once('connect_error', leave)
    },
  }
}

/** The library's types can not tell which input belongs to an event that is only known by its type. */
type UntypedAsk = (event: string, ...sent: unknown[]) => Promise<Reply<unknown>>
type UntypedTell = (event: string, input: unknown) => void
