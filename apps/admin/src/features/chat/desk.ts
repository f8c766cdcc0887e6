import {
  type Connection,
  type ConnectionListener,
  connectToServer,
} from '@solvane/client/connection'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** An event with what belongs to it, which is known by its name alone. */
type Hear = (event: string, ...payload: unknown[]) => void

const listeners = new Set<Partial<ConnectionListener>>()
const stateListeners = new Set<() => void>()
let connection: Connection | null = null
let isConnected = false

function setConnected(value: boolean) {
  isConnected = value
  for (const listener of stateListeners) listener()
}

/** The connection of the back office: one for all its pages, which watches the inbox. */
export function openDesk(): Connection {
  connection ??= connectToServer({
    onConnect(isBack) {
      setConnected(true)
      connection?.ask('support:watch').catch(() => {
        // No longer staff: the next call leads away.
      })
      for (const { onConnect } of listeners) onConnect?.(isBack)
    },
    onDisconnect() {
      setConnected(false)
      for (const { onDisconnect } of listeners) onDisconnect?.()
    },
    onEvent(event, ...payload) {
      for (const { onEvent } of listeners) (onEvent as Hear | undefined)?.(event, ...payload)
    },
  })
  return connection
}

/** Calls the listener while the component is shown; it may change with every render. */
export function useDesk(listener: Partial<ConnectionListener>): Connection {
  const onConnect = useEffectEvent((isBack: boolean) => listener.onConnect?.(isBack))
  const onEvent = useEffectEvent((...heard: Parameters<Hear>) =>
    (listener.onEvent as Hear | undefined)?.(...heard),
  )
  useEffect(() => {
    const heard: Partial<ConnectionListener> = {
      onConnect: (isBack) => onConnect(isBack),
      onEvent: (event, ...payload) => onEvent(event, ...payload),
    }
    listeners.add(heard)
    return () => {
      listeners.delete(heard)
    }
  }, [])
  return openDesk()
}

/** Whether the desk is connected. */
export function useIsConnected(): boolean {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    () => isConnected,
  )
}
