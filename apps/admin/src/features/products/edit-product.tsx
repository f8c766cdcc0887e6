import type { SavedProduct, StaffProduct } from '@solvane/contract/products.admin'
import { Button, textLinkClass } from '@solvane/ui/button'
import { Skeleton } from '@solvane/ui/skeleton'
import { showToast } from '@solvane/ui/toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { lastShown } from '../../data/list.tsx'
import { useMayAct } from '../../data/staff.ts'
import { Title } from '../../layout/page.tsx'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { justSaved, SaveBar, useUnsavedWarning } from '../../parts/form.tsx'
import { Moment } from '../../parts/moment.tsx'
import { BackLink, Mark, Unavailable } from '../../parts/panel.tsx'
import styles from './edit-product.module.css'
import { FormTabs } from './form-tabs.tsx'
import productActionsStyles from './product-actions.module.css'
import { statusNames, statusTones } from './product-rows.tsx'
import { emptyValues, variantName } from './product-values.ts'
import { useProductForm } from './use-product-form.ts'

/** /products/create: adds a product. */
export function NewProduct() {
  const { form, save, failure, isSaving, isUploading, isDirty, reset } = useProductForm(
    null,
    emptyValues,
  )
  const navigate = useNavigate()
  useUnsavedWarning(isDirty || isUploading)

  async function onSave() {
    const created = await save()
    if (!created) return
    showToast('Product added. Add its stock, then publish it.')
    // Back leads to where it was begun, not to an empty form.
    navigate(`/products/${created.id}`, { state: justSaved, replace: true })
  }

  return (
    <>
      <Title title="Add product" />
      <BackLink to="/products">All products</BackLink>
      <FormTabs form={form} failure={failure} product={null} />
      <SaveBar
        failure={failure}
        isSaving={isSaving}
        waiting={isUploading ? 'Uploading pictures …' : undefined}
        isDirty={isDirty}
        label="Add product"
        idle="It is not in the shop until you publish it."
        onSave={onSave}
        onReset={reset}
      />
    </>
  )
}

interface ProductActionsProps {
  product: StaffProduct
  /** Unsaved changes would be lost. */
  isDirty: boolean
  onChange: (product: StaffProduct) => void
}

/** Duplicates, deletes or restores a product. */
function ProductActions({ product, isDirty, onChange }: ProductActionsProps) {
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
    <span className={productActionsStyles.actions}>
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

/** /products/:id: edits a product. */
export function EditProduct() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['staff-product', id],
    queryFn: async () => (await api.call('getStaffProduct', { params: { id } })).data,
    // The form is not refreshed while it is edited; a conflict is reported on save.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
  if (data) return <Editor product={data} onRead={async () => (await refetch()).data} />
  return (
    <>
      <Title title="Product" />
      {error ? (
        <Unavailable title="This product cannot be shown" error={error} onRetry={() => refetch()} />
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

/** Variants that a notice names, before it only counts them. */
const mostNamed = 3

/** Says which variants a save took out, with the stock that can no longer be sold. */
function removalsOf(removedVariants: SavedProduct['removedVariants']): string[] {
  if (removedVariants.length > mostNamed) {
    const stock = removedVariants.reduce((sum, variant) => sum + variant.stock, 0)
    return [`${removedVariants.length} variants were removed with ${stock} in stock.`]
  }
  return removedVariants.map(({ attributeValues, stock }) => {
    const name = variantName({ values: Object.values(attributeValues) })
    return `${name} was removed with ${stock} in stock.`
  })
}

function Editor({
  product,
  onRead,
}: {
  product: StaffProduct
  onRead: () => Promise<StaffProduct | undefined>
}) {
  const { form, save, failure, isSaving, isUploading, isDirty, reset, merge } = useProductForm(
    product,
    emptyValues,
  )
  const queries = useQueryClient()
  useUnsavedWarning(isDirty || isUploading)
  const show = (saved: StaffProduct) => queries.setQueryData(['staff-product', product.id], saved)

  async function onSave() {
    const saved = await save()
    if (!saved) return
    // The parts of the response that are not fields of the form are left out.
    const { warnings, removedVariants, ...product } = saved
    show(product)
    const notices = [...warnings.map(({ message }) => message), ...removalsOf(removedVariants)]
    if (notices.length > 0) showToast(['Saved.', ...notices].join(' '), 'warning')
    else showToast('Saved.')
  }

  async function onReset() {
    if (failure?.isStale) await onRead()
    reset()
  }

  async function onMerge() {
    const latest = await onRead()
    if (latest) merge(latest)
  }

  const isDeleted = product.status === 'DELETED'
  return (
    <>
      <Title title={product.name} />
      <div className={styles.head}>
        <Link className={textLinkClass} to={lastShown('/products')}>
          All products
        </Link>
        <Mark tone={statusTones[product.status]}>{statusNames[product.status]}</Mark>
        {product.status === 'PUBLISHED' && (
          <a
            className={textLinkClass}
            href={`/product/${product.identifier}`}
            target="_blank"
            rel="noreferrer"
          >
            View in shop
          </a>
        )}
        <span className={styles.saved}>
          Last saved <Moment at={product.updatedAt} />
        </span>
        <ProductActions product={product} isDirty={isDirty} onChange={show} />
      </div>
      {isDeleted && (
        <p className={styles.notice}>This product is deleted. Restore it to edit it again.</p>
      )}
      <fieldset className={styles.form} disabled={isDeleted}>
        <legend className={styles.legend}>Product</legend>
        <FormTabs form={form} failure={failure} product={product} />
      </fieldset>
      {!isDeleted && (
        <SaveBar
          failure={failure}
          isSaving={isSaving}
          waiting={isUploading ? 'Uploading pictures …' : undefined}
          isDirty={isDirty}
          label="Save"
          onSave={onSave}
          onReset={onReset}
          onMerge={onMerge}
        />
      )}
    </>
  )
}
