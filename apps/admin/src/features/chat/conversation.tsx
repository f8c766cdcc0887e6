import { dayName, dayOf } from '@solvane/client/chat-messages'
import { Button } from '@solvane/ui/button'
import { ChevronLeftIcon, PersonIcon } from '@solvane/ui/icon'
import { IconButton } from '@solvane/ui/icon-button'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { api } from '../../data/api.ts'
import { shopZone } from '../../parts/shop-zone.ts'
import { Composer } from './composer.tsx'
import styles from './conversation.module.css'
import { ConversationActions } from './conversation-actions.tsx'
import { Message } from './message.tsx'
import { ShopperPanel } from './shopper-panel.tsx'
import { useConversation } from './use-conversation.ts'

interface ConversationProps {
  roomId: string
  /** The conversation has become part of another. */
  onMoved: (roomId: string) => void
  onBack: () => void
}

/** So far from its end a conversation counts as read to the end, in pixels. */
const nearEnd = 40

/** One conversation: what was said, what can be done with it, where one answers, and who it is. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: with every message and sign of typing
  useLayoutEffect(() => {
    const element = list.current
    if (element) element.scrollTop = element.scrollHeight
  }, [last?.clientMessageId, chat.isTyping])
  // What grows later, a picture or the field for the answer, pushes nothing out of sight.
  useEffect(() => {
    const [element, inner] = [list.current, content.current]
    if (!element || !inner) return
    let isAtEnd = true
    const look = () => {
      isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd
    }
    const observer = new ResizeObserver(() => {
      if (isAtEnd) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    observer.observe(inner)
    element.addEventListener('scroll', look)
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
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
          <p className={styles.presence} data-here={chat.here.isShopperHere || undefined}>
            {chat.here.isShopperHere ? 'At the shop now' : 'Not at the shop'}
            {chat.here.colleagues.length > 0 && ` · ${chat.here.colleagues.join(', ')} here too`}
          </p>
        </div>
        {detail && (
          <div className={styles.steps}>
            <ConversationActions conversation={detail} />
          </div>
        )}
        <span className={styles.more}>
          <IconButton
            label="About the shopper"
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
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys
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
        <Composer roomId={roomId} onSend={chat.send} onTyping={chat.tellTyping} />
      </div>
      <aside
        className={clsx(styles.side, isPanelOpen && styles.open)}
        aria-label="About the shopper"
      >
        {detail ? <ShopperPanel detail={detail} /> : <Skeleton />}
      </aside>
    </section>
  )
}
