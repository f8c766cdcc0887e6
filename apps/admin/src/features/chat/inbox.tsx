import type { EndpointOutput } from '@solvane/client/api'
import { dayName } from '@solvane/client/chat-messages'
import { Button } from '@solvane/ui/button'
import { SearchIcon } from '@solvane/ui/icon'
import { Skeleton } from '@solvane/ui/skeleton'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/page.tsx'
import { formatTime } from '../../parts/moment.tsx'
import { shopZone } from '../../parts/shop-zone.ts'
import { moveDraft } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import styles from './inbox.module.css'
import { countsQuery, isSoundOn, setSound, useIsConnected } from './support-connection.tsx'
import { moveUnsent } from './use-conversation.ts'

/** /conversations: the list, the open conversation and its customer. */
export function Inbox() {
  const [search, setSearch] = useSearchParams()
  const roomId = search.get('room')
  const isConnected = useIsConnected()
  const [hasSound, setHasSound] = useState(isSoundOn)

  function open(room: string | null) {
    setSearch((before) => {
      const next = new URLSearchParams(before)
      if (room) next.set('room', room)
      else next.delete('room')
      return next
    })
  }

  return (
    <>
      <Title title="Inbox" />
      <div className={styles.bar}>
        <p className={styles.status} data-connected={isConnected || undefined} role="status">
          {isConnected ? 'Connected' : 'Offline: new messages appear once you are connected'}
        </p>
        <label className={styles.sound}>
          <input
            type="checkbox"
            checked={hasSound}
            onChange={({ target }) => {
              setSound(target.checked)
              setHasSound(target.checked)
            }}
          />
          Sound
        </label>
      </div>
      <div className={clsx(styles.inbox, roomId && styles.withRoom)}>
        <ConversationList openId={roomId} onOpen={open} />
        {roomId ? (
          <Conversation
            key={roomId}
            roomId={roomId}
            onMoved={(to) => {
              moveDraft(roomId, to)
              moveUnsent(roomId, to)
              open(to)
            }}
            onBack={() => open(null)}
          />
        ) : (
          <p className={styles.none}>Select a conversation.</p>
        )}
      </div>
    </>
  )
}

type ConversationRow = EndpointOutput<'listConversations'>['data'][number]
type Queue = 'waiting' | 'mine' | 'all' | 'closed'

const queueNames: Readonly<Record<Queue, string>> = {
  waiting: 'Waiting',
  mine: 'Mine',
  all: 'Open',
  closed: 'Closed',
}

const emptyTexts: Readonly<Record<Queue, string>> = {
  waiting: 'Nobody is waiting for an answer.',
  mine: 'No conversations are assigned to you.',
  all: 'No open conversations.',
  closed: 'No closed conversations.',
}

const pageSize = 30
/** Delay after the last key, in milliseconds. */
const delay = 300

interface ConversationListProps {
  openId: string | null
  onOpen: (roomId: string) => void
}

/** The conversations by queue, with a search. */
function ConversationList({ openId, onOpen }: ConversationListProps) {
  const [queue, setQueue] = useState<Queue>('waiting')
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim())
  const { data: counts } = useQuery(countsQuery)
  const list = useInfiniteQuery({
    queryKey: ['conversations', 'list', queue, q],
    queryFn: ({ pageParam: page, signal }) =>
      api.call('listConversations', { query: { queue, q, page, size: pageSize } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * pageSize < total ? pages.length + 1 : undefined,
    placeholderData: keepPreviousData,
  })
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  // A conversation that moved between two reads may be on both pages.
  const rows = data && [
    ...new Map(
      data.pages.flatMap((page) => page.data).map((row) => [row.roomId, row] as const),
    ).values(),
  ]

  return (
    <section className={styles.list} aria-label="Conversations">
      <fieldset className={styles.queues} aria-label="Queue">
        {(Object.keys(queueNames) as Queue[]).map((name) => {
          const count = name === 'waiting' || name === 'mine' ? counts?.[name] : undefined
          return (
            <button
              key={name}
              type="button"
              className={styles.queue}
              aria-pressed={queue === name}
              onClick={() => setQueue(name)}
            >
              {queueNames[name]}
              {count ? <span className={styles.count}>{count}</span> : null}
            </button>
          )
        })}
      </fieldset>
      <label className={styles.search}>
        <SearchIcon size={16} />
        <input
          className={styles.searchInput}
          type="search"
          aria-label="Search conversations: name, e-mail or text"
          placeholder="Name, e-mail or text"
          maxLength={200}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <ul className={styles.rows} aria-busy={isPending || undefined}>
        {isPending && (
          <li className={styles.note}>
            <Skeleton />
          </li>
        )}
        {error && (
          <li className={styles.note} role="alert">
            {error.message}{' '}
            <Button kind="link" onClick={() => refetch()}>
              Try again
            </Button>
          </li>
        )}
        {rows?.length === 0 && (
          <li className={styles.note}>{q ? 'No results.' : emptyTexts[queue]}</li>
        )}
        {rows?.map((row) => (
          <li key={row.roomId}>
            <Row row={row} isOpen={row.roomId === openId} onOpen={onOpen} />
          </li>
        ))}
        {hasNextPage && (
          <li className={styles.note}>
            <Button kind="link" isBusy={isFetchingNextPage} onClick={() => fetchNextPage()}>
              Show more
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}

function Row({
  row,
  isOpen,
  onOpen,
}: {
  row: ConversationRow
  isOpen: boolean
  onOpen: (roomId: string) => void
}) {
  const now = new Date()
  const at = row.lastMessageAt
  const day = at && dayName(at, now, shopZone())
  return (
    <button
      type="button"
      className={styles.row}
      aria-current={isOpen || undefined}
      data-unread={row.unread > 0 || undefined}
      onClick={() => onOpen(row.roomId)}
    >
      <span className={styles.name}>{row.customer?.name ?? row.email ?? 'Guest'}</span>
      {at && (
        <time className={styles.at} dateTime={at}>
          {day === 'Today' ? formatTime(at) : day}
        </time>
      )}
      <span className={styles.last}>{row.lastMessage || 'Picture'}</span>
      {row.unread > 0 && (
        <span className={styles.unread}>
          {row.unread}
          <span className={styles.hidden}> unread</span>
        </span>
      )}
      <span className={styles.who}>
        {[row.waitingSince && 'Waiting', row.assignedTo?.name].filter(Boolean).join(' · ')}
      </span>
    </button>
  )
}

/** A text once it has not changed for a moment. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delay)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
