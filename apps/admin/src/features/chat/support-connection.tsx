import {
  type Connection,
  type ConnectionListener,
  connectToServer,
} from '@solvane/client/connection'
import type { ServerEvents } from '@solvane/contract/realtime'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { api } from '../../data/api.ts'
import styles from './waiting-count.module.css'

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
    onConnect() {
      setConnected(true)
      connection?.ask('support:watch').catch(() => {
        // The account is no longer staff: the next request redirects.
      })
      for (const { onConnect } of listeners) onConnect?.()
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
  const onConnect = useEffectEvent(() => listener.onConnect?.())
  const onEvent = useEffectEvent((...event: Parameters<EventHandler>) =>
    (listener.onEvent as EventHandler | undefined)?.(...event),
  )
  useEffect(() => {
    const registered: Partial<ConnectionListener> = {
      onConnect: () => onConnect(),
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

/** The query of the numbers of waiting, assigned, own and unread conversations. */
export const countsQuery = {
  queryKey: ['conversations', 'counts'],
  queryFn: async () => (await api.call('countConversations', {})).data,
}

/** The number of conversations that wait for an answer; nothing if there are none. */
export function WaitingCount() {
  const { data: counts } = useQuery(countsQuery)
  if (!counts?.waiting) return null
  return (
    <span className={styles.count}>
      {counts.waiting}
      <VisuallyHidden> waiting</VisuallyHidden>
    </span>
  )
}

/** The storage key of the sound setting. */
const silenceKey = 'chatSound'

/** Two quiet notes, in hertz, and how long each sounds, in seconds. */
const notes = [659, 880]
const length = 0.16
const volume = 0.06

let audio: AudioContext | undefined

export function isSoundOn(): boolean {
  try {
    return localStorage.getItem(silenceKey) !== 'off'
  } catch {
    return true
  }
}

export function setSound(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(silenceKey)
    else localStorage.setItem(silenceKey, 'off')
  } catch {
    // Without storage the setting lasts as long as the page.
  }
}

/** Plays the sound, unless it is off or the page had no interaction yet, which browsers require. */
function chime(): void {
  if (!isSoundOn() || !navigator.userActivation.hasBeenActive) return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
  const { currentTime, destination } = audio
  for (const [index, frequency] of notes.entries()) {
    const start = currentTime + index * length
    const tone = audio.createOscillator()
    const level = audio.createGain()
    tone.frequency.value = frequency
    level.gain.setValueAtTime(volume, start)
    level.gain.exponentialRampToValueAtTime(0.0001, start + length)
    tone.connect(level).connect(destination)
    tone.start(start)
    tone.stop(start + length)
  }
}

type Conversation = Parameters<ServerEvents['support:conversationChanged']>[0]

/** Delay in which further changes are collected, in milliseconds. */
const refreshDelay = 300

/** On every page: plays a sound when a customer writes, and shows the waiting count in the window's title. */
export function ChatNews() {
  const queries = useQueryClient()
  const { data: counts } = useQuery(countsQuery)
  const known = useRef(new Map<string, number>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { pathname } = useLocation()

  /** Reloads the lists, once for several changes. */
  function refresh() {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => void queries.invalidateQueries({ queryKey: ['conversations'] }),
      refreshDelay,
    )
  }

  useConnection({
    onConnect: refresh,
    onEvent(event, ...payload) {
      if (event !== 'support:conversationChanged') return
      const [conversation] = payload as [Conversation]
      const before = known.current.get(conversation.roomId) ?? 0
      known.current.set(conversation.roomId, conversation.unread)
      if (conversation.unread > before) chime()
      refresh()
    },
  })

  const waiting = counts?.waiting ?? 0
  // Each page sets its own title; the count is put before it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every navigation
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, '')
    document.title = waiting > 0 ? `(${waiting}) ${title}` : title
  }, [waiting, pathname])
  return null
}
