import { Button, buttonClass } from '@solvane/ui/button'
import { QrCode } from '@solvane/ui/qr-code'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/title.tsx'
import { Unavailable } from '../../parts/unavailable.tsx'
import styles from './gift-card.module.css'

/** /gift-card/:orderId: the card of a gift, A6, with a link that is made for this print. */
export function GiftCard() {
  const { orderId = '' } = useParams()
  const params = { orderId }
  const { data, error, refetch } = useQuery({
    queryKey: ['gift card', orderId],
    queryFn: async () => {
      const { data: order } = await api.call('getOrder', { params })
      return { ...order, ...(await api.call('makeGiftLink', { params })).data }
    },
    // Another read would make another link.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error)
    return <Unavailable title="This card cannot be shown" error={error} onRetry={() => refetch()} />
  return (
    <>
      <Title title="Gift card" />
      <div className={styles.actions}>
        <Button onClick={() => window.print()} disabled={!data}>
          Print
        </Button>
        <Link className={buttonClass('link')} to={`/orders/${orderId}`}>
          Back to the order
        </Link>
      </div>
      {!data && <Skeleton shape="picture" />}
      {data?.gift && (
        <article className={styles.card} aria-label={`Card of ${data.orderNumber}`}>
          <p className={styles.logotype}>Solvane</p>
          <div className={styles.words}>
            {data.gift.message && (
              <p className={styles.message} data-size={sizeOf(data.gift.message)} dir="auto">
                {data.gift.message}
              </p>
            )}
            {data.gift.sender && (
              <p className={styles.sender} dir="auto">
                {data.gift.sender}
              </p>
            )}
          </div>
          <footer className={styles.foot}>
            <div className={styles.code}>
              <QrCode content={data.link} label="The link to the gift" />
            </div>
            <p>
              Another size or colour? Open {data.page} and enter
              <span className={styles.letters}>{data.code}</span>
            </p>
          </footer>
        </article>
      )}
    </>
  )
}

/** How large a message is set: the card has room for the longest, which breaks eight lines. */
function sizeOf(message: string): 'large' | 'medium' | 'small' {
  const room = message.length + 25 * (message.split('\n').length - 1)
  return room > 260 ? 'small' : room > 130 ? 'medium' : 'large'
}
