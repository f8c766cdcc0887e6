import { connectToServer } from '@solvane/client/connection'
import { currentSessionId, subscribeToSession } from '@solvane/client/tokens'
import type { ServerEvents } from '@solvane/contract/realtime'
import { useEffect, useEffectEvent } from 'react'

type Event = keyof ServerEvents

interface Listener {
  event: Event
  handle: (...payload: Parameters<ServerEvents[Event]>) => void
  onConnect: () => void
}

const listeners = new Set<Listener>()
/** Closes the connection that is open or opening; null without listeners. */
let close: (() => void) | null = null

/**
 * Calls `handler` on each `event` that the server sends to the account, while the component is shown
 * and the shopper is signed in. `onConnect` is called when the connection is there, at first and after an
 * interruption: events before it are lost, and data has to be fetched again.
 */
export function useServerEvent<Name extends Event>(
  event: Name,
  handler: ServerEvents[Name],
  onConnect: () => void = () => {},
): void {
  const handle = useEffectEvent(handler)
  const connected = useEffectEvent(onConnect)
  useEffect(() => {
    const listener = { event, handle: handle as Listener['handle'], onConnect: () => connected() }
    return listenToServer(listener)
  }, [event])
}

/** Adds a listener and returns its removal. The connection is open while there are any. */
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

/** Keeps a connection for the signed-in shopper, and a new one for the next. */
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

/**
 * Connects as the signed-in shopper, for all listeners. Returns a function that closes the
 * connection.
 */
function connect(): () => void {
  const connection = connectToServer({
    onConnect() {
      for (const { onConnect } of listeners) onConnect()
    },
    onEvent(name, ...payload) {
      for (const { event, handle } of listeners) if (event === name) handle(...payload)
    },
  })
  return () => connection.close()
}
