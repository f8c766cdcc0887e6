import type { EndpointOutput } from '@solvane/client/api'
import { linkParts, type ShownMessage } from '@solvane/client/chat-messages'
import { TextLink } from '@solvane/ui/button'
import { formatMoney } from '@solvane/ui/price'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { AdviserSelections } from '../../parts/adviser-selections.tsx'
import { formatTime, Moment } from '../../parts/moment.tsx'
import { Facts, Mark } from '../../parts/panel.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { optionsOf, orderStatusNames } from '../../parts/words.tsx'
import styles from './conversation-parts.module.css'

interface MessageProps {
  message: ShownMessage
  roomId: string
  isSeen: boolean
  onRetry: (clientMessageId: string) => void
}

/** A message. The sender types CUSTOMER (customer service) and SYSTEM are the shop's side. */
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

type Detail = EndpointOutput<'getConversation'>['data']

/** The customer of a conversation, with cart, selections and orders. */
export function CustomerPanel({ detail }: { detail: Detail }) {
  const { roomId, shopper, email, cart, orders, createdAt } = detail
  return (
    <div className={styles.panel}>
      {shopper ? (
        <>
          <h3 className={styles.title}>
            <Link to={`/customers/${shopper.id}`}>{shopper.name}</Link>
          </h3>
          <p className={styles.email}>{shopper.email}</p>
          {shopper.isBlocked && <Mark tone="urgent">Blocked</Mark>}
          <Facts
            facts={[
              ['E-mail confirmed', shopper.isEmailVerified ? 'Yes' : 'No'],
              ['Customer since', <Moment key="since" at={shopper.since} isDay />],
            ]}
          />
        </>
      ) : (
        <>
          <h3 className={styles.title}>Guest</h3>
          <p className={styles.email}>{email ?? 'No e-mail'}</p>
          <Facts facts={[['First message', <Moment key="at" at={createdAt} />]]} />
        </>
      )}
      {cart && (
        <section>
          <h4 className={styles.heading}>Cart</h4>
          {cart.items.length === 0 && <p className={styles.none}>Empty.</p>}
          <ul className={styles.lines}>
            {cart.items.map(({ id, quantity, variant }) => (
              <li key={id} className={styles.line}>
                <Thumb picture={variant.picture} />
                <span>
                  {variant.product.name}
                  <br />
                  <span className={styles.quiet}>{optionsOf(variant.attributeValues)}</span>
                  <br />
                  {quantity} × {formatMoney(variant.currentPrice)}
                </span>
              </li>
            ))}
          </ul>
          {cart.items.length > 0 && (
            <p className={styles.sum}>
              <span>Subtotal</span> <span>{formatMoney(cart.subtotal)}</span>
            </p>
          )}
        </section>
      )}
      <section>
        <h4 className={styles.heading}>Selections</h4>
        <AdviserSelections
          of={{ roomId }}
          recipient={{ kind: 'conversation' }}
          make={async (body) =>
            (await api.call('sendAdviserSelection', { params: { roomId }, body })).data
          }
        />
      </section>
      {shopper && (
        <section>
          <h4 className={styles.heading}>Orders</h4>
          {orders.length === 0 && <p className={styles.none}>None yet.</p>}
          <ul className={styles.lines}>
            {orders.map((order) => (
              <li key={order.id}>
                <Link className={styles.order} to={`/orders/${order.id}`}>
                  <span>
                    {order.orderNumber} · {orderStatusNames[order.status]}
                  </span>
                  <span>{formatMoney(order.totalAmount)}</span>
                  <span className={styles.quiet}>
                    {order.items
                      .map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))
                      .join(', ')}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
