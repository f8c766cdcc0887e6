import type { SavedProduct, StaffProduct } from '@solvane/contract/products.admin'
import { useCallback, useMemo, useState } from 'react'
import { api } from '../../data/api.ts'
import { readFailure, type SaveFailure } from '../../parts/form.tsx'
import { mergeProducts, type ProductValues, toDraft, toValues } from './product-values.ts'

/** The props of the tabs of the form. */
export interface ProductForm {
  values: ProductValues
  /** Changes some of the values. */
  update(part: Partial<ProductValues> | ((values: ProductValues) => Partial<ProductValues>)): void
  /** Called when an upload starts and when it ends. */
  countUpload(isStarted: boolean): void
  /** The error of a field. */
  errorOf(field: string): string | undefined
}

/** Keeps the unsaved changes of a product; `product` is null for a new one. */
export function useProductForm(product: StaffProduct | null, empty: () => ProductValues) {
  const first = useMemo(() => (product ? toValues(product) : empty()), [product, empty])
  const version = product?.version ?? 0
  const [typed, setTyped] = useState<{ version: number; values: ProductValues } | null>(null)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [uploads, setUploads] = useState(0)
  // Changes made to another version do not apply to this one.
  const isDirty = typed?.version === version
  const values = isDirty ? typed.values : first

  const update = useCallback<ProductForm['update']>(
    (part) =>
      setTyped((before) => {
        const from = before?.version === version ? before.values : first
        const changed = typeof part === 'function' ? part(from) : part
        return { version, values: { ...from, ...changed } }
      }),
    [first, version],
  )

  /** Saves the form; returns the saved product, or null when the save was rejected. */
  async function save(): Promise<SavedProduct | null> {
    if (isSaving) return null
    setIsSaving(true)
    setFailure(null)
    try {
      const draft = toDraft(values)
      const { data } = product
        ? await api.call('updateProduct', {
            params: { id: product.id },
            body: { ...draft, version: product.version },
          })
        : await api.call('createProduct', { body: draft })
      // Edits made during the save stay, on top of the saved version.
      setTyped((now) =>
        now && now !== typed ? { version: data.version, values: now.values } : null,
      )
      return data
    } catch (error) {
      setFailure(readFailure(error))
      return null
    } finally {
      setIsSaving(false)
    }
  }

  return {
    form: {
      values,
      update,
      countUpload: (isStarted) => setUploads((count) => count + (isStarted ? 1 : -1)),
      errorOf: (field: string) => failure?.fields[field],
    } satisfies ProductForm,
    save,
    failure,
    isSaving,
    isUploading: uploads > 0,
    isDirty,
    /** Applies the changes to a newer version of the product. */
    merge(latest: StaffProduct) {
      setTyped({ version: latest.version, values: mergeProducts(first, values, toValues(latest)) })
      setFailure(null)
    },
    /** Discards the changes. */
    reset: () => {
      setTyped(null)
      setFailure(null)
    },
  }
}
