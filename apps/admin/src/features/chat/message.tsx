import { linkParts, type ShownMessage } from '@solvane/client/chat-messages'
import { formatMoney } from '@solvane/ui/price'
import { TextLink } from '@solvane/ui/button'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Fragment } from 'react'
import { api } from '../../data/api.ts'
import { formatTime } from '../../parts/moment.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import styles from './message.module.css'

interface MessageProps {
  message: ShownMessage
  roomId: string
  isSeen: boolean
  onRetry: (clientMessageId: string) => void
}

/** A message. The sender types CUSTOMER (customer service, P15) and SYSTEM are the shop's side. */
export function Message({ message, roomId, isSeen, onRetry }: MessageProps) {
  const { senderType, senderName, content, products, attachments, createdAt } = message
  const isOurs = senderType !== 'USER'
  const who = senderType === 'USER' ? 'Customer' : senderType === 'SYSTEM' ? 'Solvane' : senderName
  return (
    <article
      className={clsx(styles.message, isOurs && styles.ours)}
      data-sender={senderType}
      aria-busy={message.loading || undefined}
    >
      <p className={styles.name}>
        {who ?? 'You'} <time dateTime={createdAt}>{formatTime(createdAt)}</time>
      </p>
      {content && (
        <p className={styles.text} dir="auto">
          {linkParts(content).map(({ text, href }, index) => {
            const key = `${index} ${text}`
            if (href === null) return <Fragment key={key}>{text}</Fragment>
            return (
              <TextLink key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
                {text}
              </TextLink>
            )
          })}
        </p>
      )}
      {attachments.map((attachment) => (
        <Picture key={attachment.id} roomId={roomId} {...attachment} />
      ))}
      {products.map((product) => (
        <a
          key={product.id}
          className={styles.product}
          href={`/product/${encodeURIComponent(product.identifier)}`}
          target="_blank"
          rel="noreferrer"
        >
          <Thumb picture={product.coverPicture} />
          <span>
            {product.name}
            <br />
            {formatMoney(product.salePrice ?? product.price)}
          </span>
        </a>
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
      {isSeen && <p className={styles.state}>Read</p>}
    </article>
  )
}

interface PictureProps {
  roomId: string
  id: string
  width: number
  height: number
  color: string
}

function Picture({ roomId, id, width, height, color }: PictureProps) {
  const { data } = useQuery({
    queryKey: ['conversation-picture', roomId, id],
    queryFn: async () => {
      const params = { roomId, pictureId: id }
      const { data } = await api.call('getConversationPicture', { params })
      return `data:${data.type};base64,${data.base64}`
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const style = { aspectRatio: `${width} / ${height}`, background: color }
  if (!data) return <span className={styles.picture} style={style} />
  return <img className={styles.picture} style={style} src={data} alt="Sent by the customer" />
}
