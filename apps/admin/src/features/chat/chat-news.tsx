import type { ServerEvents } from '@solvane/contract/realtime'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { chime } from './chime.ts'
import { countsQuery } from './counts.ts'
import { useDesk } from './desk.ts'

type Conversation = Parameters<ServerEvents['support:conversationChanged']>[0]

/** A moment in which further changes are gathered, in milliseconds. */
const gathering = 300

/** On every page: sounds when a shopper writes, and counts who waits in the window's title. */
export function ChatNews() {
  const queries = useQueryClient()
  const { data: counts } = useQuery(countsQuery)
  const known = useRef(new Map<string, number>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { pathname } = useLocation()

  /** Has the lists read anew, once for many changes. */
  function refresh() {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => void queries.invalidateQueries({ queryKey: ['conversations'] }),
      gathering,
    )
  }

  useDesk({
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
  // The page sets its own title when it changes: the count comes before that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the page
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, '')
    document.title = waiting > 0 ? `(${waiting}) ${title}` : title
  }, [waiting, pathname])
  return null
}
