import type { StaffProduct } from '@solvane/contract/products.admin'
import { Button } from '@solvane/ui/button'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../data/api.ts'
import { useMayAct } from '../../data/staff.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { justSaved } from '../../parts/unsaved-warning.ts'
import styles from './product-moves.module.css'

interface ProductMovesProps {
  product: StaffProduct
  /** Something is typed that these would not take along. */
  isDirty: boolean
  onMoved: (product: StaffProduct) => void
}

/** What can be done with a piece as a whole: copy, delete, restore. */
export function ProductMoves({ product, isDirty, onMoved }: ProductMovesProps) {
  const [asked, setAsked] = useState<'copy' | 'delete' | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const navigate = useNavigate()
  const params = { id: product.id }
  const close = () => setAsked(null)
  if (!useMayAct()) return null
  if (product.status === 'DELETED')
    return (
      <Button
        kind="secondary"
        isBusy={isBusy}
        onClick={async () => {
          setIsBusy(true)
          const { data } = await api
            .call('restoreProduct', { params })
            .finally(() => setIsBusy(false))
          onMoved(data)
        }}
      >
        Restore
      </Button>
    )
  return (
    <span className={styles.moves}>
      <Button kind="link" disabled={isDirty} onClick={() => setAsked('copy')}>
        Duplicate
      </Button>
      <Button kind="link" disabled={isDirty} onClick={() => setAsked('delete')}>
        Delete
      </Button>
      {asked === 'copy' && (
        <ActionDialog
          title={`Duplicate ${product.name}`}
          description="The copy has its own identifier and no stock, and is not in the shop until you publish it."
          submit="Duplicate"
          done="This is the copy."
          onClose={close}
          act={async () => {
            const { data } = await api.call('duplicateProduct', { params })
            navigate(`/products/${data.id}`, { state: justSaved })
          }}
        />
      )}
      {asked === 'delete' && (
        <ActionDialog
          title={`Delete ${product.name}?`}
          description="It leaves the shop and the lists. Carts say that it is unavailable, orders keep it, and you can restore it."
          submit="Delete"
          done="The piece is deleted."
          onClose={close}
          act={async () => {
            const { data } = await api.call('deleteProduct', { params })
            onMoved(data)
          }}
        />
      )}
    </span>
  )
}
