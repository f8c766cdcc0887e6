import type { StaffProduct } from '@solvane/contract/products.admin'
import { Skeleton } from '@solvane/ui/skeleton'
import { textLinkClass } from '@solvane/ui/text-link'
import { showToast } from '@solvane/ui/toast.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { lastShown } from '../../data/list.tsx'
import { Title } from '../../layout/title.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Moment } from '../../parts/moment.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import { Unavailable } from '../../parts/unavailable.tsx'
import { useUnsavedWarning } from '../../parts/unsaved-warning.ts'
import styles from './edit-product.module.css'
import { FormTabs } from './form-tabs.tsx'
import { ProductMoves } from './product-moves.tsx'
import { emptyValues } from './product-values.ts'
import { statusNames, statusTones } from './product-words.ts'
import { useProductForm } from './use-product-form.ts'

/** /products/:id: everything of one piece, to be edited. */
export function EditProduct() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['staff-product', id],
    queryFn: async () => (await api.call('getStaffProduct', { params: { id } })).data,
    // While it is edited nothing comes between; what others have saved is told at the save.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
  if (data) return <Desk product={data} onRead={async () => void (await refetch())} />
  return (
    <>
      <Title title="Piece" />
      {error ? (
        <Unavailable title="This piece cannot be shown" error={error} onRetry={() => refetch()} />
      ) : (
        <div aria-busy="true">
          <Skeleton shape="title" width="half" />
          <Skeleton width="long" />
          <Skeleton width="full" />
        </div>
      )}
    </>
  )
}

function Desk({ product, onRead }: { product: StaffProduct; onRead: () => Promise<void> }) {
  const { form, save, failure, isSaving, isUploading, isDirty, reset } = useProductForm(
    product,
    emptyValues,
  )
  const queries = useQueryClient()
  useUnsavedWarning(isDirty || isUploading)
  const show = (saved: StaffProduct) => queries.setQueryData(['staff-product', product.id], saved)

  async function onSave() {
    const saved = await save()
    if (!saved) return
    show(saved)
    const warnings = saved.warnings.map(({ message }) => message)
    if (warnings.length > 0) showToast(['Saved.', ...warnings].join(' '), 'warning')
    else showToast('Saved. The shop shows it now.')
  }

  async function onReset() {
    if (failure?.isStale) await onRead()
    reset()
  }

  const isDeleted = product.status === 'DELETED'
  return (
    <>
      <Title title={product.name} />
      <div className={styles.head}>
        <Link className={textLinkClass} to={lastShown('/products')}>
          All pieces
        </Link>
        <Mark tone={statusTones[product.status]}>{statusNames[product.status]}</Mark>
        {product.status === 'PUBLISHED' && (
          <a
            className={textLinkClass}
            href={`/product/${product.identifier}`}
            target="_blank"
            rel="noreferrer"
          >
            See it in the shop
          </a>
        )}
        <span className={styles.saved}>
          Last saved <Moment at={product.updatedAt} />
        </span>
        <ProductMoves product={product} isDirty={isDirty} onMoved={show} />
      </div>
      {isDeleted && (
        <p className={styles.notice}>This piece is deleted. Restore it to edit it again.</p>
      )}
      <fieldset className={styles.form} disabled={isDeleted}>
        <legend className={styles.legend}>The piece</legend>
        <FormTabs form={form} failure={failure} product={product} />
      </fieldset>
      {!isDeleted && (
        <SaveBar
          failure={failure}
          isSaving={isSaving}
          waiting={isUploading ? 'Pictures are being sent.' : undefined}
          isDirty={isDirty}
          label="Save"
          onSave={onSave}
          onReset={onReset}
        />
      )}
    </>
  )
}
