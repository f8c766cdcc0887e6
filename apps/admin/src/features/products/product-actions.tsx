import type { StaffProduct } from '@solvane/contract/products.admin'
import { Button } from '@solvane/ui/button'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../data/api.ts'
import { useMayAct } from '../../data/staff.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { justSaved } from '../../parts/unsaved-warning.ts'
import styles from './product-actions.module.css'

interface ProductActionsProps {
  product: StaffProduct
  /** Unsaved changes would be lost. */
  isDirty: boolean
  onChange: (product: StaffProduct) => void
}

/** Duplicates, deletes or restores a product. */
export function ProductActions({ product, isDirty, onChange }: ProductActionsProps) {
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
          onChange(data)
        }}
      >
        Restore
      </Button>
    )
  return (
    <span className={styles.actions}>
      <Button kind="link" disabled={isDirty} onClick={() => setAsked('copy')}>
        Duplicate
      </Button>
      <Button kind="link" disabled={isDirty} onClick={() => setAsked('delete')}>
        Delete
      </Button>
      {asked === 'copy' && (
        <ActionDialog
          title={`Duplicate ${product.name}`}
          description="The copy gets its own identifier, has no stock and is not published."
          submit="Duplicate"
          done="Product duplicated. This is the copy."
          onClose={close}
          onSubmit={async () => {
            const { data } = await api.call('duplicateProduct', { params })
            navigate(`/products/${data.id}`, { state: justSaved })
          }}
        />
      )}
      {asked === 'delete' && (
        <ActionDialog
          title={`Delete ${product.name}?`}
          description="It is removed from the shop. Carts show it as unavailable, orders keep it, and you can restore it."
          submit="Delete"
          done="Product deleted."
          onClose={close}
          onSubmit={async () => {
            const { data } = await api.call('deleteProduct', { params })
            onChange(data)
          }}
        />
      )}
    </span>
  )
}
