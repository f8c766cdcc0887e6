import type { ShownMessage } from '@solvane/client/chat-messages'
import { clsx } from 'clsx'
import styles from './chat-message.module.css'
import { MessagePictures } from './message-pictures.tsx'
import { MessageText } from './message-text.tsx'
import { ShownPiece } from './shown-piece.tsx'

interface ChatMessageProps {
  message: ShownMessage
  roomId: string | null
  /** Nobody else has spoken in between: said only once who it is. */
  isFirstOfTurn: boolean
  isSeen: boolean
  onRetry: (clientMessageId: string) => void
}

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** One message: mine on the right; the house's, and what the house says by itself, on the left. */
export function ChatMessage(props: ChatMessageProps) {
  const { message, roomId, isFirstOfTurn, isSeen, onRetry } = props
  // USER is the shopper. CUSTOMER is customer service, so it stands on the other side (decision P15).
  const isMine = message.senderType === 'USER'
  const name = isMine ? 'You' : (message.senderName ?? 'Solvane')
  return (
    <article
      className={clsx(styles.message, isMine ? styles.mine : styles.house)}
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
        <ShownPiece key={product.id} product={product} />
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
