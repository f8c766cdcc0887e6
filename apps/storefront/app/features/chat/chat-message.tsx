import { linkParts, type ShownMessage } from '@solvane/client/chat-messages'
import { buttonClass } from '@solvane/ui/button'
import { Price } from '@solvane/ui/price'
import { TextLink } from '@solvane/ui/text-link'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Fragment } from 'react'
import { useApi } from '../../lib/api/api-provider.tsx'
import { Link } from '../../lib/link.tsx'
import { productPath } from '../../lib/paths.ts'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import styles from './chat-message.module.css'

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
export function ChatMessage(props: ChatMessageProps) {
  const { message, roomId, isFirstOfTurn, isSeen, onRetry } = props
  // USER is the shopper. CUSTOMER is customer service, so it stands on the other side (decision P15).
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
