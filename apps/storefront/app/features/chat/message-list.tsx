import { dayName, dayOf, linkParts, type ShownMessage } from '@solvane/client/chat-messages'
import { Button, buttonClass, TextLink } from '@solvane/ui/button'
import { Price } from '@solvane/ui/price'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useApi } from '../../lib/api/api-provider.tsx'
import { Link, productPath } from '../../lib/link.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import type { ChatSnapshot } from './chat-events.ts'
import styles from './message-list.module.css'

interface ChatMessageProps {
  message: ShownMessage
  roomId: string | null
  /** The first of several messages of one sender, which shows the name. */
  isFirstOfTurn: boolean
  isSeen: boolean
  onRetry: (clientMessageId: string) => void
}

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** One message: the shopper's on the right; support's and automatic ones on the left. */
function ChatMessage(props: ChatMessageProps) {
  const { message, roomId, isFirstOfTurn, isSeen, onRetry } = props
  // USER is the shopper. CUSTOMER is customer service, so it stands on the other side.
  const isMine = message.senderType === 'USER'
  const name = isMine ? 'You' : (message.senderName ?? 'Solvane')
  return (
    <article
      className={clsx(styles.message, isMine ? styles.mine : styles.support)}
      data-sender={message.senderType}
      aria-busy={message.loading || undefined}
    >
      {isFirstOfTurn && (
        <p className={styles.name}>
          {name}{' '}
          <time dateTime={message.createdAt}>{time.format(new Date(message.createdAt))}</time>
        </p>
      )}
      {message.content && <MessageText text={message.content} />}
      <MessagePictures message={message} roomId={roomId} />
      {message.products.map((product) => (
        <SharedProduct key={product.id} product={product} />
      ))}
      {message.loading && <p className={styles.state}>Sending…</p>}
      {message.error && (
        <p className={clsx(styles.state, styles.failed)} role="alert">
          {message.errorMessage}{' '}
          <button
            type="button"
            className={styles.retry}
            onClick={() => onRetry(message.clientMessageId)}
          >
            Retry
          </button>
        </p>
      )}
      {isSeen && <p className={styles.state}>Seen</p>}
    </article>
  )
}

/** The path of an adviser's selection in this shop; null for any other address. */
function selectionPath(href: string): string | null {
  const { origin, pathname } = new URL(href)
  return origin === window.location.origin && /^\/s\/[0-9a-f]{32}$/.test(pathname) ? pathname : null
}

/** The text as it was typed; web addresses become links, everything else stays text. */
function MessageText({ text }: { text: string }) {
  return (
    <p className={styles.text} dir="auto">
      {linkParts(text).map((part, index) => {
        const key = `${index} ${part.text}`
        if (part.href === null) return <Fragment key={key}>{part.text}</Fragment>
        const selection = selectionPath(part.href)
        if (selection)
          return (
            <Link key={key} className={buttonClass('secondary')} to={selection}>
              See your selection
            </Link>
          )
        return (
          <TextLink key={key} href={part.href} target="_blank" rel="noopener nofollow ugc">
            {part.text}
          </TextLink>
        )
      })}
    </p>
  )
}

interface MessagePicturesProps {
  message: ShownMessage
  roomId: string | null
}

/** The pictures that came with a message. */
function MessagePictures({ message, roomId }: MessagePicturesProps) {
  const { attachments, previews } = message
  if (previews && previews.length > 0)
    return previews.map(({ preview, ...place }) => (
      <Shown key={place.id} {...place} src={preview} />
    ))
  return attachments.map((attachment) => (
    <FetchedPicture key={attachment.id} roomId={roomId} {...attachment} />
  ))
}

interface Place {
  id: string
  width: number
  height: number
  color: string
}

/** A room's pictures need its credentials, so each is fetched through the client. */
function FetchedPicture({ roomId, ...place }: Place & { roomId: string | null }) {
  const api = useApi()
  const session = useSessionId()
  const picture = useQuery({
    queryKey: personalKey(session, 'chat-picture', roomId, place.id),
    queryFn: async ({ signal }) => {
      const params = { roomId: roomId ?? '', pictureId: place.id }
      const { data } = await api.call('getChatPicture', { params }, { signal })
      return `data:${data.type};base64,${data.base64}`
    },
    enabled: roomId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (picture.isError) return <p className={styles.missing}>This picture cannot be shown.</p>
  return <Shown {...place} src={picture.data} />
}

function Shown({ width, height, color, src }: Place & { src: string | undefined }) {
  const style = { aspectRatio: `${width} / ${height}`, background: color }
  if (!src) return <span className={styles.picture} style={style} />
  return (
    <a className={styles.link} href={src} download="picture">
      <img className={styles.picture} style={style} src={src} alt="Sent with this message" />
    </a>
  )
}

/** A product that support shares in the conversation. */
function SharedProduct({ product }: { product: ShownMessage['products'][number] }) {
  return (
    <Link className={styles.product} to={productPath(product.identifier)}>
      <ShopPicture
        className={styles.productPicture}
        picture={product.coverPicture}
        alt=""
        sizes="96px"
        fit="cover"
      />
      <span className={styles.caption}>
        <span className={styles.productName}>{product.name}</span>
        <Price
          price={product.price}
          salePrice={product.isOnSale ? product.salePrice : null}
          isFrom={product.hasPriceRange}
        />
        {!product.isAvailable && <span>Sold out</span>}
      </span>
    </Link>
  )
}

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

  // The list shrinks when the field below grows, a phone's keyboard opens or a picture loads.
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
