import { dayName, dayOf } from '@solvane/client/chat-messages'
import { Button } from '@solvane/ui/button'
import { Skeleton } from '@solvane/ui/skeleton'
import { clsx } from 'clsx'
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChatSnapshot } from './chat-events.ts'
import { ChatMessage } from './chat-message.tsx'
import styles from './message-list.module.css'

interface MessageListProps {
  className: string | undefined
  chat: ChatSnapshot
  onRetry: (clientMessageId: string) => void
  onReload: () => void
  isInSight: boolean
}

/** Pixels from the end within which the list counts as scrolled to its end. */
const nearEnd = 80

function toEnd(element: HTMLElement | null) {
  if (element) element.scrollTop = element.scrollHeight
}

/** The messages, by day. Stays scrolled to its end unless the shopper has scrolled back. */
export function MessageList(props: MessageListProps) {
  const { className, chat, onRetry, onReload, isInSight } = props
  const { messages, history, room, isSupportTyping } = chat
  const list = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const top = useRef(0)
  const [hasNews, setHasNews] = useState(false)
  const last = messages.at(-1)
  const lastIsMine = last?.senderType === 'USER'

  // biome-ignore lint/correctness/useExhaustiveDependencies: with every message and sign of typing
  useLayoutEffect(() => {
    if (isAtEnd.current || (lastIsMine && last?.loading)) toEnd(list.current)
    else if (!lastIsMine) setHasNews(true)
  }, [last?.clientMessageId, isSupportTyping, isInSight, history])

  // The field below grows with what is typed, a phone's keyboard comes, a picture arrives.
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) toEnd(list.current)
    })
    if (list.current) observer.observe(list.current)
    if (content.current) observer.observe(content.current)
    return () => observer.disconnect()
  }, [])

  function onScroll() {
    const element = list.current
    if (!element) return
    const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd
    // Only scrolling back leaves the end: new messages also move it away.
    if (isNear || element.scrollTop < top.current) isAtEnd.current = isNear
    top.current = element.scrollTop
    if (isNear) setHasNews(false)
  }

  const lastMine = messages.findLast(({ senderType }) => senderType === 'USER')
  const isSeen = lastMine?.seq && room && room.readBySupport >= lastMine.seq
  const now = new Date()
  return (
    <div className={clsx(styles.frame, className)}>
      <div
        ref={list}
        className={styles.list}
        role="log"
        aria-label="Conversation"
        aria-busy={history === 'loading' || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys
        tabIndex={0}
        onScroll={onScroll}
      >
        <div ref={content} className={styles.content}>
          {history === 'loading' && <Skeleton />}
          {history === 'failed' && (
            <p className={styles.failure} role="alert">
              Earlier messages could not be loaded.{' '}
              <Button kind="link" onClick={onReload}>
                Try again
              </Button>
            </p>
          )}
          {messages.map((message, index) => {
            const before = messages[index - 1]
            const isNewDay = !before || dayOf(before.createdAt) !== dayOf(message.createdAt)
            return (
              <Fragment key={message.clientMessageId}>
                {isNewDay && (
                  <h3 className={styles.day}>
                    <time dateTime={dayOf(message.createdAt)}>
                      {dayName(message.createdAt, now)}
                    </time>
                  </h3>
                )}
                <ChatMessage
                  message={message}
                  roomId={room?.roomId ?? null}
                  isFirstOfTurn={isNewDay || before?.senderType !== message.senderType}
                  isSeen={message === lastMine && Boolean(isSeen)}
                  onRetry={onRetry}
                />
              </Fragment>
            )
          })}
          {isSupportTyping && <p className={styles.typing}>Solvane is typing…</p>}
          {room?.state === 'CLOSED' && (
            <p className={styles.typing}>
              This conversation is closed. Write to us at any time to open it again.
            </p>
          )}
        </div>
      </div>
      {hasNews && (
        <button type="button" className={styles.news} onClick={() => toEnd(list.current)}>
          New messages
        </button>
      )}
    </div>
  )
}
