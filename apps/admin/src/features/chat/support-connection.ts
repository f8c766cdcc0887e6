import {
  type Connection,
  type ConnectionListener,
  connectToServer,
} from '@solvane/client/connection'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** A handler of any event; the payload depends on the event. */
type EventHandler = (event: string, ...payload: unknown[]) => void

const listeners = new Set<Partial<ConnectionListener>>()
const stateListeners = new Set<() => void>()
let connection: Connection | null = null
let isConnected = false

function setConnected(value: boolean) {
  isConnected = value
  for (const listener of stateListeners) listener()
}

/** The connection of the back office: one for all pages, subscribed to the inbox. */
export function openConnection(): Connection {
  connection ??= connectToServer({
    onConnect(isBack) {
      setConnected(true)
      connection?.ask('support:watch').catch(() => {
        // No longer staff: the next request redirects.
      })
      for (const { onConnect } of listeners) onConnect?.(isBack)
    },
    onDisconnect() {
      setConnected(false)
      for (const { onDisconnect } of listeners) onDisconnect?.()
    },
    onEvent(event, ...payload) {
      for (const { onEvent } of listeners)
        (onEvent as EventHandler | undefined)?.(event, ...payload)
    },
  })
  return connection
}

/** Calls the listener while the component is mounted; it may change with every render. */
export function useConnection(listener: Partial<ConnectionListener>): Connection {
  const onConnect = useEffectEvent((isBack: boolean) => listener.onConnect?.(isBack))
  const onEvent = useEffectEvent((...event: Parameters<EventHandler>) =>
    (listener.onEvent as EventHandler | undefined)?.(...event),
  )
  useEffect(() => {
    const registered: Partial<ConnectionListener> = {
      onConnect: (isBack) => onConnect(isBack),
      onEvent: (event, ...payload) => onEvent(event, ...payload),
    }
    listeners.add(registered)
    return () => {
      listeners.delete(registered)
    }
  }, [])
  return openConnection()
}

/** Whether the connection is open. */
export function useIsConnected(): boolean {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    () => isConnected,
  )
}
