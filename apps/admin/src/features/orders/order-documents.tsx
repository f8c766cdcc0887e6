import type { OrderDocument } from '@solvane/contract/invoices'
import { formatMoney } from '@solvane/ui/price'
import { DownloadDocument, documentNames } from '../../parts/documents.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import styles from './order-page.module.css'

/** The invoice and credit notes of an order. */
export function OrderDocuments({ documents }: { documents: readonly OrderDocument[] }) {
  return (
    <Panel title="Invoice and credit notes">
      {documents.length === 0 && (
        <p className={styles.none}>
          The invoice is issued once the order is paid, or something of it is sent.
        </p>
      )}
      <ul className={styles.records}>
        {documents.map((document) => (
          <li key={document.id}>
            {documentNames[document.kind]} <DownloadDocument document={document} />
            <span className={styles.more}>
              <Moment at={document.issuedAt} />, {formatMoney(document.amount)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
