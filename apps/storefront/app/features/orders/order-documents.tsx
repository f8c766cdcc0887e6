import { Button } from '@solvane/ui/button'
import { formatDay } from '@solvane/ui/dates.ts'
import { formatMoney } from '@solvane/ui/price'
import { showToast } from '@solvane/ui/toast.ts'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useState } from 'react'
import { OrderSection } from '../../components/order-page.tsx'
import { useApi } from '../../lib/api/api-provider.tsx'
import { messageOf } from '../../lib/api/failure.tsx'
import type { Order } from '../../lib/api/order-query.ts'
import styles from './order-detail.module.css'

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
