import type { EndpointInput } from '@solvane/client/api'
import { exportFileName } from '@solvane/contract/export-file-name'
import type { OrderDocument } from '@solvane/contract/invoices'
import { Button } from '@solvane/ui/button'
import { showToast } from '@solvane/ui/toast'
import { type ReactNode, useState } from 'react'
import { api } from '../data/api.ts'
import { ActionDialog } from './action-dialog.tsx'

interface ExportButtonProps {
  children: ReactNode
  /** The title of the dialog. */
  title: string
  /** A sentence about the content of the file. */
  description: ReactNode
  /** Names the records when they are exported: a page may have been open since yesterday. */
  records: () => EndpointInput<'exportRecords'>['body']
}

/** A button whose dialog saves records as a CSV file; exports need a confirmation. */
export function ExportButton({ children, title, description, records }: ExportButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind="secondary" onClick={() => setIsOpen(true)}>
        {children}
      </Button>
      {isOpen && (
        <ActionDialog
          title={title}
          description={<>{description} The export is recorded in the audit log.</>}
          submit="Export"
          done="The file is saved."
          onClose={() => setIsOpen(false)}
          onSubmit={async () => {
            const body = records()
            saveFile(await api.call('exportRecords', { body }), exportFileName(body))
          }}
        />
      )}
    </>
  )
}

/** Saves a response as a file in the browser. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** The names of the kinds of documents. */
export const documentNames = { INVOICE: 'Invoice', CREDIT_NOTE: 'Credit note' } as const

/** The ways of paying import duties, in words for staff. */
export const dutiesNames = {
  DELIVERED_PAID: 'Delivered duty paid',
  CARRIER: 'Collected by the carrier',
} as const

interface DownloadButtonProps {
  children: ReactNode
  'aria-label'?: string
  fileName: string
  download: () => Promise<Blob>
}

/** A link-like button that saves a file. In a list, whose rows open something else, it only does that. */
export function DownloadButton({ children, fileName, download, ...label }: DownloadButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  async function save() {
    setIsBusy(true)
    try {
      saveFile(await download(), fileName)
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
      onClick={(event) => {
        event.stopPropagation()
        void save()
      }}
      {...label}
    >
      {children}
    </Button>
  )
}

/** Saves a document as PDF. */
export function DownloadDocument({
  document: { id, number },
}: {
  document: Pick<OrderDocument, 'id' | 'number'>
}) {
  return (
    <DownloadButton
      aria-label={`Download ${number}`}
      fileName={`${number}.pdf`}
      download={() => api.call('getInvoice', { params: { invoiceId: id } })}
    >
      {number}
    </DownloadButton>
  )
}
