import type { PackingSlip } from '@solvane/contract/order-lists.admin'
import { Button, buttonClass } from '@solvane/ui/button'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/title.tsx'
import { AddressLines } from '../../parts/address-lines.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Unavailable } from '../../parts/unavailable.tsx'
import styles from './packing-slips.module.css'

/** /packing-slips/:ids: printable packing slips without prices, one order per sheet. */
export function PackingSlips() {
  const { ids: orderIds = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['packing slips', orderIds],
    queryFn: async () => (await api.call('listPackingSlips', { query: { orderIds } })).data,
  })
  if (error)
    return (
      <Unavailable
        title="These packing slips cannot be shown"
        error={error}
        onRetry={() => refetch()}
      />
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
                <span className={styles.name}>{line.name}</span>
                <span className={styles.options}>
                  {Object.values(line.attributeValues).join(', ')}
                </span>
                <span className={styles.options}>{line.sku ?? line.identifier}</span>
                {line.countryOfOrigin && (
                  <span className={styles.options}>Origin: {line.countryOfOrigin}</span>
                )}
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
