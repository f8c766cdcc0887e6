import { showToast } from '@solvane/ui/toast.ts'
import { useNavigate } from 'react-router'
import { Title } from '../../layout/title.tsx'
import { BackLink } from '../../parts/back-link.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import { justSaved, useUnsavedWarning } from '../../parts/unsaved-warning.ts'
import { FormTabs } from './form-tabs.tsx'
import { emptyValues } from './product-values.ts'
import { useProductForm } from './use-product-form.ts'

/** /products/create: a piece that is not there yet. */
export function NewProduct() {
  const { form, save, failure, isSaving, isUploading, isDirty, reset } = useProductForm(
    null,
    emptyValues,
  )
  const navigate = useNavigate()
  useUnsavedWarning(isDirty || isUploading)

  async function onSave() {
    const made = await save()
    if (!made) return
    showToast('The piece is there. Count its stock, then publish it.')
    navigate(`/products/${made.id}`, { state: justSaved })
  }

  return (
    <>
      <Title title="A new piece" />
      <BackLink to="/products">All pieces</BackLink>
      <FormTabs form={form} failure={failure} product={null} />
      <SaveBar
        failure={failure}
        isSaving={isSaving}
        waiting={isUploading ? 'Pictures are being sent.' : undefined}
        isDirty={isDirty}
        label="Add the piece"
        calm="It is not in the shop until you publish it."
        onSave={onSave}
        onReset={reset}
      />
    </>
  )
}
