import { showToast } from '@solvane/ui/toast.ts'
import { useNavigate } from 'react-router'
import { Title } from '../../layout/title.tsx'
import { BackLink } from '../../parts/back-link.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import { justSaved, useUnsavedWarning } from '../../parts/unsaved-warning.ts'
import { FormTabs } from './form-tabs.tsx'
import { emptyValues } from './product-values.ts'
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
    navigate(`/products/${created.id}`, { state: justSaved })
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
