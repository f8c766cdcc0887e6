import type { EndpointInput } from '@solvane/client/api'
import { exportFileName } from '@solvane/contract/export-file-name'
import { Button } from '@solvane/ui/button'
import { type ReactNode, useState } from 'react'
import { api } from '../data/api.ts'
import { ActionDialog } from './action-dialog.tsx'
import { saveFile } from './save-file.ts'

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
