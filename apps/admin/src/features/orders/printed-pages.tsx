import type { PackingSlip } from '@solvane/contract/order-lists.admin'
import { Button, buttonClass } from '@solvane/ui/button'
import { QrCode } from '@solvane/ui/qr-code'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/page.tsx'
import { AddressLines } from '../../parts/address-lines.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Unavailable } from '../../parts/panel.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { optionsOf } from '../../parts/words.tsx'
import styles from './printed-pages.module.css'

/** /packing-slips/:ids: printable packing slips without prices, one order per sheet. */
export function PackingSlips() {
  const { ids: orderIds = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['packing slips', orderIds],
    queryFn: async () => (await api.call('listPackingSlips', { query: { orderIds } })).data,
  })
  if (error)
    return (
      <>
        <Title title="Packing slips" />
        <Unavailable
          title="These packing slips cannot be shown"
          error={error}
          onRetry={() => refetch()}
        />
      </>
    )
  const [only] = data ?? []
  const isOne = data?.length === 1
  return (
    <>
      <Title title={isOne ? 'Packing slip' : 'Packing slips'} />
      <div className={styles.actions}>
        <Button onClick={() => window.print()} disabled={!data}>
          Print
        </Button>
        <Link
          className={buttonClass('link')}
          to={isOne && only ? `/orders/${only.orderId}` : '/orders'}
        >
          {isOne ? 'Back to the order' : 'All orders'}
        </Link>
      </div>
      {data ? (
        data.map((slip) => <Slip key={slip.orderId} slip={slip} />)
      ) : (
        <Skeleton shape="picture" />
      )}
    </>
  )
}

const inItems = (count: number) => (count === 1 ? '1 item' : `${count} items`)

function Slip({ slip }: { slip: PackingSlip }) {
  const items = slip.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <article className={styles.sheet} aria-label={`Packing slip ${slip.orderNumber}`}>
      <header className={styles.header}>
        <p className={styles.logotype}>Solvane</p>
        <div className={styles.heading}>
          <h2 className={styles.title}>{slip.orderNumber}</h2>
          <p>
            <Moment at={slip.createdAt} isDay />
          </p>
        </div>
      </header>
      <section>
        <h3 className={styles.label}>Ship to</h3>
        <AddressLines address={slip.address} />
      </section>
      <table className={styles.items}>
        <thead>
          <tr>
            <th className={styles.label} scope="col">
              Product
            </th>
            <th className={styles.label} scope="col">
              Quantity
            </th>
            <th className={styles.label} scope="col">
              Packed
            </th>
          </tr>
        </thead>
        <tbody>
          {slip.lines.map((line) => (
            <tr key={line.variantId}>
              <th scope="row">
                <span className={styles.item}>
                  {line.picture && (
                    <span className={styles.picture}>
                      <Thumb picture={line.picture} isEager />
                    </span>
                  )}
                  <span>
                    <span className={styles.name}>{line.name}</span>
                    <span className={styles.options}>{optionsOf(line.attributeValues)}</span>
                    <span className={styles.options}>{line.sku ?? line.identifier}</span>
                    {line.countryOfOrigin && (
                      <span className={styles.options}>Origin: {line.countryOfOrigin}</span>
                    )}
                  </span>
                </span>
              </th>
              <td>{line.quantity}</td>
              <td>
                <span className={styles.box} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {inItems(items)}
        {slip.sentBefore > 0 && `, the rest of an order of ${inItems(items + slip.sentBefore)}`}
      </p>
      {slip.gift && (
        <section>
          <h3 className={styles.label}>Gift</h3>
          <p>
            {slip.gift.isWrapped ? 'Wrap it. ' : 'No wrapping. '}
            {slip.gift.hidesPrices && 'No invoice in the parcel. '}
            Enclose <Link to={`/gift-card/${slip.orderId}`}>the card</Link>.
          </p>
        </section>
      )}
      {slip.remark && (
        // Written to the shop, not to the recipient of a gift.
        <section className={slip.gift && styles.unprinted}>
          <h3 className={styles.label}>Customer’s note</h3>
          <p className={styles.remark}>{slip.remark}</p>
        </section>
      )}
    </article>
  )
}

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
    return (
      <>
        <Title title="Gift card" />
        <Unavailable title="This card cannot be shown" error={error} onRetry={() => refetch()} />
      </>
    )
  return (
    <>
      <Title title="Gift card" />
      <div className={styles.cardActions}>
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
          <p className={styles.cardLogotype}>Solvane</p>
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
