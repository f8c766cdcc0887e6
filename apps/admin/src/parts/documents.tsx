import type { OrderDocument } from '@solvane/contract/invoices'
import { Button } from '@solvane/ui/button'
import { showToast } from '@solvane/ui/toast.ts'
import { useState } from 'react'
import { api } from '../data/api.ts'
import { saveFile } from './export-button.tsx'

/** The names of the kinds of documents. */
export const documentNames = { INVOICE: 'Invoice', CREDIT_NOTE: 'Credit note' } as const

/** Who collects import duties, as staff read it. */
export const dutiesNames = {
  DELIVERED_PAID: 'Delivered duty paid',
  CARRIER: 'Collected by the carrier',
} as const

/** Saves a document as PDF. */
export function DownloadDocument({
  document: { id, number },
}: {
  document: Pick<OrderDocument, 'id' | 'number'>
}) {
  const [isBusy, setIsBusy] = useState(false)
  async function download() {
    setIsBusy(true)
    try {
      saveFile(await api.call('getInvoice', { params: { invoiceId: id } }), `${number}.pdf`)
    } catch (error) {
      showToast(
        error instanceof Error ? error.message : 'The file could not be downloaded.',
        'error',
      )
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button
      kind="link"
      isBusy={isBusy}
      aria-label={`Download ${number}`}
      onClick={(event) => {
        // In a list the row opens the order.
        event.stopPropagation()
        void download()
      }}
    >
      {number}
    </Button>
  )
}
