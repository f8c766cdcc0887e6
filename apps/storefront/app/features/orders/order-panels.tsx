import { Button, textLinkClass } from '@solvane/ui/button'
import { formatDay } from '@solvane/ui/dates.ts'
import { formatMoney } from '@solvane/ui/price'
import { showToast } from '@solvane/ui/toast'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useState } from 'react'
import { OrderSection } from '../../components/order-page.tsx'
import { variantName } from '../../components/product-options.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import { messageOf } from '../../lib/api/failure.tsx'
import type { Order } from '../../lib/api/order-query.ts'
import { Link } from '../../lib/link.tsx'
import styles from './order-detail.module.css'
import { statusNames } from './order-texts.ts'

/**
 * The relation of an order to another: it pays the difference of a changed order, or a
 * supplementary order pays its own.
 */
export function SupplementLines({ order: { supplementOf, supplements } }: { order: Order }) {
  const open = supplements.filter(({ status }) => status !== 'CANCELLED')
  return (
    <>
      {supplementOf && (
        <p>
          This pays the difference of your changed order{' '}
          <OrderLink id={supplementOf.id}>{supplementOf.orderNumber}</OrderLink>. Nothing is sent
          with it.
        </p>
      )}
      {open.map(({ id, orderNumber, status, totalAmount }) => (
        <p key={id}>
          Your order was changed. The difference of {formatMoney(totalAmount)} is order{' '}
          <OrderLink id={id}>{orderNumber}</OrderLink>:{' '}
          {status === 'COMPLETED' ? 'paid' : statusNames[status].toLowerCase()}.
        </p>
      ))}
    </>
  )
}

function OrderLink({ id, children }: { id: string; children: string }) {
  return (
    <Link className={textLinkClass} to={`/profile/orders/${id}`}>
      {children}
    </Link>
  )
}

/** The changes of an order by our advisers, with what it had before; nothing where there are none. */
export function OrderChanges({ edits }: Pick<Order, 'edits'>) {
  if (edits.length === 0) return null
  return (
    <OrderSection title="Changes">
      <ol className={styles.changes}>
        {edits.map(({ at, before, after }) => (
          <li key={at}>
            <p>{formatDay(at)}</p>
            <dl>
              <Side name="Before" side={before} />
              <Side name="Now" side={after} />
            </dl>
          </li>
        ))}
      </ol>
    </OrderSection>
  )
}

function Side({ name, side }: { name: string; side: Order['edits'][number]['before'] }) {
  return (
    <div className={styles.side}>
      <dt className={styles.sideName}>{name}</dt>
      <dd className={styles.sideItems}>
        {side.items.map(({ variantId, productName, attributeValues, quantity }) => (
          <span key={variantId} className={styles.changed}>
            {variantName(productName, attributeValues)}
            {quantity > 1 && ` × ${quantity}`}
          </span>
        ))}
        <span className={styles.changed}>Total {formatMoney(side.totalAmount)}</span>
      </dd>
    </div>
  )
}

/** The invoice and credit notes of an order, to download. */
export function OrderDocuments({ order }: { order: Order }) {
  if (order.documents.length === 0) return null
  return (
    <OrderSection title="Invoice and credit notes">
      <ul className={styles.documents}>
        {order.documents.map((document) => (
          <li key={document.id}>
            <div>
              <p>
                {document.kind === 'INVOICE' ? 'Invoice' : 'Credit note'} {document.number}
              </p>
              <p className={styles.none}>
                {formatDay(document.issuedAt)}, {formatMoney(document.amount)}
              </p>
            </div>
            <DownloadDocument orderId={order.id} document={document} />
          </li>
        ))}
      </ul>
    </OrderSection>
  )
}

/** Downloads a document as PDF. */
function DownloadDocument({
  orderId,
  document: { id, number },
}: {
  orderId: string
  document: Order['documents'][number]
}) {
  const api = useApi()
  const [isBusy, setIsBusy] = useState(false)
  async function download() {
    setIsBusy(true)
    try {
      const params = { orderId, id }
      const address = URL.createObjectURL(await api.call('getMyInvoice', { params }))
      const link = document.createElement('a')
      link.href = address
      link.download = `${number}.pdf`
      link.click()
      URL.revokeObjectURL(address)
    } catch (error) {
      showToast(messageOf(error, 'The file could not be downloaded.'), 'error')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button kind="link" isBusy={isBusy} onClick={download}>
      Download PDF<VisuallyHidden> of {number}</VisuallyHidden>
    </Button>
  )
}
