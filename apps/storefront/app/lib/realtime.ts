import { browserTransport } from '@solvane/client/browser-transport'
import { renewTokens } from '@solvane/client/renew-tokens'
import { currentSessionId, readTokens, subscribeToSession } from '@solvane/client/tokens'
import { type ServerEvents, socketPath } from '@solvane/contract/realtime'
import { useEffect, useEffectEvent } from 'react'
import type { Socket } from 'socket.io-client'

type Event = keyof ServerEvents
type ServerSocket = Socket<ServerEvents, Record<string, never>>

interface Listener {
  event: Event
  hear: (...payload: Parameters<ServerEvents[Event]>) => void
  onBack: () => void
}

/** Pauses between two tries to connect, and how long one may take, in milliseconds (spec section 9). */
const shortestPause = 1_000
const longestPause = 5_000
const patience = 20_000

const listeners = new Set<Listener>()
/** Ends the connection that is open or being opened; null when nobody listens. */
let close: (() => void) | null = null

/**
 * Calls `handler` with what the server tells the account of `event`, while the component is shown and
 * someone is signed in. `onBack` is called when the connection is there again after a gap: what was
 * told meanwhile is lost, and is to be read anew.
 */
export function useServerEvent<Name extends Event>(
  event: Name,
  handler: ServerEvents[Name],
  onBack: () => void = () => {},
): void {
  const hear = useEffectEvent(handler)
  const back = useEffectEvent(onBack)
  useEffect(() => listenToServer({ event, hear, onBack: () => back() }), [event])
}

/** Adds a listener and gives what takes it away. The connection is open while there are any. */
export function listenToServer(listener: Listener): () => void {
  listeners.add(listener)
  close ??= followSession()
  return () => {
    listeners.delete(listener)
    // The page that comes next may listen too: then the connection stays.
    setTimeout(() => {
      if (listeners.size > 0) return
      close?.()
      close = null
    })
  }
}

/** Keeps a connection for whoever is signed in, another one for the next. */
function followSession(): () => void {
  let session: string | null = null
  let disconnect = () => {}
  const follow = () => {
    const current = currentSessionId()
    if (current === session) return
    session = current
    disconnect()
    disconnect = current ? connect() : () => {}
  }
  const unsubscribe = subscribeToSession(follow)
  follow()
  return () => {
    unsubscribe()
    disconnect()
  }
}

/** Connects as who is signed in and gives what ends it. Its code is loaded now: most pages never listen. */
function connect(): () => void {
  let socket: ServerSocket | null = null
  let isOver = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let refusals = 0
  let wasConnected = false
  let token = ''

  function connectIn(pause: number) {
    if (!isOver) retry = setTimeout(() => socket?.connect(), pause)
  }

  /** The token was not, or is no longer, good: with a new one it may be, unless the session is over. */
  async function renew() {
    refusals += 1
    const isRenewed = await renewTokens(token, browserTransport).then(Boolean, () => true)
    if (isRenewed) connectIn(refusals > 1 ? longestPause : 0)
  }

  async function load() {
    const { io } = await import('socket.io-client')
    if (isOver) return
    socket = io({
      path: socketPath,
      transports: ['websocket'],
      reconnectionDelay: shortestPause,
      reconnectionDelayMax: longestPause,
      timeout: patience,
      auth: (give) => {
        token = readTokens()?.accessToken ?? ''
        give({ token })
      },
    }) as ServerSocket
    socket.on('connect', () => {
      refusals = 0
      if (wasConnected) for (const { onBack } of listeners) onBack()
      wasConnected = true
    })
    socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') void renew()
    })
    socket.on('connect_error', (error) => {
      // A lost network: it tries again by itself.
      if (socket?.active) return
      const { data } = error as { data?: { code?: string } }
      if (data?.code === 'UNAUTHENTICATED') void renew()
      else connectIn(longestPause)
    })
    socket.onAny((name: Event, ...payload: Parameters<ServerEvents[Event]>) => {
      for (const { event, hear } of listeners) if (event === name) hear(...payload)
    })
  }

  load().catch(() => {
    // Offline, or the shop has been renewed under this page, which goes on without.
  })
  return () => {
    isOver = true
    clearTimeout(retry)
    socket?.disconnect()
  }
}
