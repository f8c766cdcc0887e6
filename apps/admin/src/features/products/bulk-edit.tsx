import { Button } from '@solvane/ui/button'
import { useState } from 'react'
import { useList } from '../../data/list.tsx'
import { Selected } from '../../parts/selection.tsx'
import { BulkEditDialog } from './bulk-edit-dialog.tsx'
import { ExportSelected, type ProductExport } from './product-export.tsx'

/** The actions for the selected products of the surrounding list. */
export function BulkEdit({ exporting }: { exporting: ProductExport }) {
  const { select, refetch } = useList()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Selected>
      {(ids) => (
        <>
          <Button kind="link" onClick={() => setIsOpen(true)}>
            Edit products
          </Button>
          <ExportSelected ids={[...ids]} exporting={exporting} />
          {isOpen && (
            <BulkEditDialog
              ids={[...ids]}
              onClose={() => setIsOpen(false)}
              onApplied={() => {
                select([])
                void refetch()
              }}
            />
          )}
        </>
      )}
    </Selected>
  )
}
