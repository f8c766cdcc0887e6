import type { ServerEvents } from '@solvane/contract/realtime'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { chime } from './chime.ts'
import { useConnection } from './support-connection.ts'
import { countsQuery } from './waiting-count.tsx'

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
    onConnect: (isBack) => isBack && refresh(),
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
