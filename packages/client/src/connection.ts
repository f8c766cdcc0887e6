import { shopperPaths } from '@solvane/contract/paths'
import {
  type ClientEvents,
  type Reply,
  type ServerEvents,
  socketPath,
} from '@solvane/contract/realtime'
import type { Socket } from 'socket.io-client'
import { ApiError, networkFailure } from './api.ts'
import { renewTokens } from './renew-tokens.ts'
import { readTokens } from './tokens.ts'
import { browserTransport } from './transport.ts'

type ServerSocket = Socket<ServerEvents, ClientEvents>
type EventToSend = keyof ClientEvents
type InputOf<Name extends EventToSend> = Exclude<
  Parameters<ClientEvents[Name]>[0],
  (reply: never) => void
>
type DataOf<Name extends EventToSend> =
  Extract<Parameters<ClientEvents[Name]>[number], (reply: never) => void> extends (
    reply: Reply<infer Data>,
  ) => void
    ? Data
    : never

/** Backoff between attempts to connect, and their timeout, in milliseconds (spec section 9). */
const shortestPause = 1_000
const longestPause = 5_000
const patience = 20_000

export interface ConnectionListener {
  /**
   * At first, and after each interruption: events before it are lost, so what was loaded before must be
   * loaded again.
   */
  onConnect?: () => void
  /** The connection is lost or could not be made; it is retried automatically. */
  onDisconnect?: () => void
  onEvent: <Name extends keyof ServerEvents>(
    event: Name,
    ...payload: Parameters<ServerEvents[Name]>
  ) => void
}

export interface Connection {
  isConnected(): boolean
  /**
   * Sends an event and returns the server's answer. Rejects with an `ApiError`; with status 0 if
   * there is no connection or it was lost meanwhile, and then it is unknown whether the event
   * arrived. Nothing is sent again automatically.
   */
  ask<Name extends EventToSend>(event: Name, input?: InputOf<Name>): Promise<DataOf<Name>>
  /** Sends an event without waiting for an answer; it may get lost. */
  send<Name extends EventToSend>(event: Name, input: InputOf<Name>): void
  /** Connects now instead of waiting for the next attempt. */
  retry(): void
  close(): void
}

/**
 * Connects to the server, with the session or as a guest, and reconnects until it is closed. The
 * socket library is loaded now, because most pages never need it. After sign-in or sign-out a new
 * connection is needed.
 */
export function connectToServer(listener: ConnectionListener): Connection {
  let socket: ServerSocket | null = null
  let isOver = false
  let isLoading = false
  let pause: ReturnType<typeof setTimeout> | undefined
  let rejections = 0
  let token: string | undefined

  function connectIn(milliseconds: number) {
    clearTimeout(pause)
    if (!isOver) pause = setTimeout(() => socket?.connect(), milliseconds)
  }

  /** The token was rejected: a refreshed one may be accepted, unless the session has ended. */
  async function renew() {
    rejections += 1
    const isRenewed = token
      ? await renewTokens(token, browserTransport(shopperPaths)).then(Boolean, () => true)
      : true
    if (isRenewed) connectIn(rejections > 1 ? longestPause : 0)
  }

  async function load() {
    isLoading = true
    try {
      const { io } = await import('socket.io-client')
      if (!isOver) open(io)
    } catch {
      // Offline, or a new release has replaced the chunk; the page works without it until a retry.
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
      rejections = 0
      listener.onConnect?.()
    })
    socket.on('disconnect', (reason) => {
      listener.onDisconnect?.()
      if (reason === 'io server disconnect') void renew()
    })
    socket.on('connect_error', (error) => {
      // The network failed: the socket retries automatically.
      if (socket?.active) return listener.onDisconnect?.()
      const { data } = error as { data?: { code?: string } }
      if (data?.code === 'UNAUTHENTICATED') void renew()
      else connectIn(longestPause)
    })
    socket.onAny(listener.onEvent)
  }

  function retry() {
    if (isOver || isLoading || socket?.connected) return
    // Disconnecting also ends the pause between two attempts.
    if (socket) socket.disconnect().connect()
    else void load()
  }

  /**
   * The browser notices that it is offline long before the server's heartbeat fails; reconnection
   * works as after any interruption.
   */
  function onOffline() {
    if (socket?.connected) socket.io.engine.close()
  }

  /** Browsers put a page into the back/forward cache only without an open connection. */
  function onPageHide() {
    clearTimeout(pause)
    socket?.disconnect()
  }

  function onPageShow({ persisted }: PageTransitionEvent) {
    if (persisted) retry()
  }

  addEventListener('offline', onOffline)
  addEventListener('online', retry)
  addEventListener('pagehide', onPageHide)
  addEventListener('pageshow', onPageShow)
  void load()
  return {
    isConnected: () => socket?.connected ?? false,
    async ask(event, input) {
      const lost = new ApiError(0, networkFailure.chinese)
      // Not buffered: the socket would send the message later, without the sender's knowledge.
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
    send(event, input) {
      if (socket?.connected) (socket.volatile.emit as UntypedTell)(event, input)
    },
    retry,
    close() {
      isOver = true
      clearTimeout(pause)
      removeEventListener('offline', onOffline)
      removeEventListener('online', retry)
      removeEventListener('pagehide', onPageHide)
      removeEventListener('pageshow', onPageShow)
      const leave = () => socket?.disconnect()
      // Browsers warn about a socket that is closed before it has opened.
      if (socket?.io._readyState !== 'opening') leave()
      else socket.off().once('connect', leave).once('connect_error', leave)
    },
  }
}

/** The library's types cannot infer the input of an event whose name is a type parameter. */
type UntypedAsk = (event: string, ...sent: unknown[]) => Promise<Reply<unknown>>
type UntypedTell = (event: string, input: unknown) => void
