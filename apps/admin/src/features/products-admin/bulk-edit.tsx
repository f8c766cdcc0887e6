import type { StaffProductRow } from '@solvane/contract/products-admin'
import { Button } from '@solvane/ui/button'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import { BulkEditDialog } from './bulk-edit-dialog.tsx'

/** What is done to the pieces that are chosen in the list around it. */
export function BulkEdit() {
  const { selectedIds, onUnselectItems, refetch } = useListContext<StaffProductRow>()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind="link" onClick={() => setIsOpen(true)}>
        Change these pieces
      </Button>
      {isOpen && (
        <BulkEditDialog
          ids={selectedIds.map(String)}
          onClose={() => setIsOpen(false)}
          onApplied={() => {
            onUnselectItems()
            void refetch()
          }}
        />
      )}
    </>
  )
}
