import type { EndpointOutput } from '@solvane/client/api'
import { isApiFailure } from '@solvane/client/api'
import { dayName, dayOf } from '@solvane/client/chat-messages'
import { Button, IconButton } from '@solvane/ui/button'
import { ChevronLeftIcon, PersonIcon } from '@solvane/ui/icon'
import { Skeleton } from '@solvane/ui/skeleton'
import { showToast } from '@solvane/ui/toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { api } from '../../data/api.ts'
import { useStaff } from '../../data/staff.ts'
import { shopZone } from '../../parts/shop-zone.ts'
import { Composer } from './composer.tsx'
import styles from './conversation.module.css'
import { CustomerPanel, Message } from './conversation-parts.tsx'
import { useConversation } from './use-conversation.ts'

interface ConversationProps {
  roomId: string
  /** The conversation has become part of another. */
  onMoved: (roomId: string) => void
  onBack: () => void
}

/** A conversation this close to its end counts as scrolled to the end, in pixels. */
const nearEnd = 40

/** A conversation: its messages, actions, composer and customer. */
export function Conversation({ roomId, onMoved, onBack }: ConversationProps) {
  const chat = useConversation(roomId, onMoved)
  const { data: detail } = useQuery({
    queryKey: ['conversations', 'one', roomId],
    queryFn: async () => (await api.call('getConversation', { params: { roomId } })).data,
  })
  const [isPanelOpen, setIsPanelOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const last = chat.messages.at(-1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every message and typing event
  useLayoutEffect(() => {
    const element = list.current
    if (element) element.scrollTop = element.scrollHeight
  }, [last?.clientMessageId, chat.isTyping])
  // Pictures and the composer grow later; the end stays visible.
  useEffect(() => {
    const [element, inner] = [list.current, content.current]
    if (!element || !inner) return
    let isAtEnd = true
    const onScroll = () => {
      isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd
    }
    const observer = new ResizeObserver(() => {
      if (isAtEnd) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    observer.observe(inner)
    element.addEventListener('scroll', onScroll)
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [])

  const now = new Date()
  const name = detail?.customer?.name ?? detail?.email ?? 'Guest'
  const lastOurs = chat.messages.findLast(({ senderType }) => senderType === 'CUSTOMER')
  return (
    <section className={styles.conversation} aria-label={`Conversation with ${name}`}>
      <header className={styles.header}>
        <span className={styles.back}>
          <IconButton label="All conversations" onClick={onBack}>
            <ChevronLeftIcon />
          </IconButton>
        </span>
        <div className={styles.who}>
          <h2 className={styles.name}>{name}</h2>
          <p className={styles.presence} data-here={chat.presence.isShopperHere || undefined}>
            {chat.presence.isShopperHere ? 'Online' : 'Offline'}
            {chat.presence.colleagues.length > 0 &&
              ` · also viewing: ${chat.presence.colleagues.join(', ')}`}
          </p>
        </div>
        {detail && (
          <div className={styles.steps}>
            <ConversationActions conversation={detail} />
          </div>
        )}
        <span className={styles.more}>
          <IconButton
            label="About the customer"
            aria-expanded={isPanelOpen}
            onClick={() => setIsPanelOpen(!isPanelOpen)}
          >
            <PersonIcon />
          </IconButton>
        </span>
      </header>
      <div className={styles.talk}>
        <div
          ref={list}
          className={styles.list}
          role="log"
          aria-label="Messages"
          aria-busy={!chat.isLoaded || undefined}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
          tabIndex={0}
        >
          <div ref={content} className={styles.content}>
            {!chat.isLoaded && !chat.failure && <Skeleton />}
            {chat.failure && (
              <p role="alert">
                {chat.failure}{' '}
                <Button kind="link" onClick={chat.reload}>
                  Try again
                </Button>
              </p>
            )}
            {chat.messages.map((message, index) => {
              const before = chat.messages[index - 1]
              const dayHere = (at: string) => dayOf(at, shopZone())
              const isNewDay = !before || dayHere(before.createdAt) !== dayHere(message.createdAt)
              return (
                <Fragment key={message.clientMessageId}>
                  {isNewDay && (
                    <h3 className={styles.day}>{dayName(message.createdAt, now, shopZone())}</h3>
                  )}
                  <Message
                    message={message}
                    roomId={roomId}
                    isSeen={
                      message === lastOurs &&
                      message.seq !== null &&
                      (detail?.readByShopper ?? 0) >= message.seq
                    }
                    onRetry={chat.retry}
                  />
                </Fragment>
              )
            })}
            {chat.isTyping && <p className={styles.typing}>{name} is typing…</p>}
          </div>
        </div>
        <Composer roomId={roomId} onSend={chat.send} onTyping={chat.sendTyping} />
      </div>
      <aside
        className={clsx(styles.side, isPanelOpen && styles.open)}
        aria-label="About the customer"
      >
        {detail ? <CustomerPanel detail={detail} /> : <Skeleton />}
      </aside>
    </section>
  )
}

type Detail = EndpointOutput<'getConversation'>['data']

/** Assigns a conversation, closes and reopens it. */
function ConversationActions({ conversation }: { conversation: Detail }) {
  const { roomId, assignedTo, state } = conversation
  const you = useStaff()
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const { data: staff } = useQuery({
    queryKey: ['supporters'],
    queryFn: async () => (await api.call('listSupporters', {})).data,
  })

  async function run(change: () => Promise<unknown>) {
    setIsBusy(true)
    try {
      await change()
    } catch (error) {
      showToast(
        isApiFailure(error) ? error.message : 'The change failed. Please try again.',
        'error',
      )
    } finally {
      setIsBusy(false)
      await queries.invalidateQueries({ queryKey: ['conversations'] })
    }
  }

  const params = { roomId }
  return (
    <div className={styles.actions} aria-busy={isBusy || undefined}>
      <label className={styles.assign}>
        Assigned to
        <select
          value={assignedTo?.id ?? ''}
          disabled={isBusy}
          onChange={({ target: { value } }) =>
            void run(() => {
              if (value === '') return api.call('releaseConversation', { params })
              // Taking an unassigned conversation fails if a colleague was quicker.
              if (value === you.id && !assignedTo) return api.call('takeConversation', { params })
              return api.call('assignConversation', { params, body: { staffId: value } })
            })
          }
        >
          <option value="">Unassigned</option>
          {assignedTo && !staff?.some(({ id }) => id === assignedTo.id) && (
            <option value={assignedTo.id}>{assignedTo.name}</option>
          )}
          {staff?.map(({ id, name }) => (
            <option key={id} value={id}>
              {id === you.id ? `${name} (you)` : name}
            </option>
          ))}
        </select>
      </label>
      {!assignedTo && (
        <Button
          kind="secondary"
          className={styles.button}
          isBusy={isBusy}
          onClick={() => run(() => api.call('takeConversation', { params }))}
        >
          Assign to me
        </Button>
      )}
      <Button
        kind="secondary"
        className={styles.button}
        isBusy={isBusy}
        onClick={() =>
          run(() =>
            api.call(state === 'OPEN' ? 'closeConversation' : 'reopenConversation', { params }),
          )
        }
      >
        {state === 'OPEN' ? 'Close' : 'Reopen'}
      </Button>
    </div>
  )
}
