import { Button } from '@solvane/ui/button'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import { Chosen } from '../../parts/selection.tsx'
import { BulkEditDialog } from './bulk-edit-dialog.tsx'
import { ExportChosen, type ProductExport } from './product-export.tsx'

/** What is done to the pieces that are chosen in the list around it. */
export function BulkEdit({ exporting }: { exporting: ProductExport }) {
  const { onUnselectItems, refetch } = useListContext()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Chosen>
      {(ids) => (
        <>
          <Button kind="link" onClick={() => setIsOpen(true)}>
            Change these pieces
          </Button>
          <ExportChosen ids={ids.map(String)} exporting={exporting} />
          {isOpen && (
            <BulkEditDialog
              ids={ids.map(String)}
              onClose={() => setIsOpen(false)}
              onApplied={() => {
                onUnselectItems()
                void refetch()
              }}
            />
          )}
        </>
      )}
    </Chosen>
  )
}
