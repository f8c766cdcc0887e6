import type { EndpointInput } from '@solvane/client/api'
import { exportFileName } from '@solvane/contract/export-file-name'
import { Button } from '@solvane/ui/button'
import { type ReactNode, useState } from 'react'
import { api } from '../data/api.ts'
import { ActionDialog } from './action-dialog.tsx'

interface ExportButtonProps {
  children: ReactNode
  /** The title of the dialog. */
  title: string
  /** What the file has, in a sentence. */
  description: ReactNode
  /** What to export, asked when it is exported: a page may be open since yesterday. */
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
