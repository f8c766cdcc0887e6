import type { SavedProduct, StaffProduct } from '@solvane/contract/products.admin'
import { useCallback, useMemo, useState } from 'react'
import { api } from '../../data/api.ts'
import { readFailure, type SaveFailure } from '../../parts/save-failure.ts'
import { type ProductValues, toDraft, toValues } from './product-values.ts'

/** What the parts of the form are given. */
export interface ProductForm {
  values: ProductValues
  /** Changes some of the values. */
  update(part: Partial<ProductValues> | ((values: ProductValues) => Partial<ProductValues>)): void
  /** Counts the uploads that are under way: that one begins, or has ended. */
  countUpload(isBegun: boolean): void
  /** What is wrong with a field. */
  wrong(field: string): string | undefined
}

/** Keeps what is typed of a piece until it is saved; `product` null for one that is not there yet. */
export function useProductForm(product: StaffProduct | null, empty: () => ProductValues) {
  const first = useMemo(() => (product ? toValues(product) : empty()), [product, empty])
  const version = product?.version ?? 0
  const [typed, setTyped] = useState<{ version: number; values: ProductValues } | null>(null)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [uploads, setUploads] = useState(0)
  // What was typed into another version of the piece is not typed into this one.
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

  /** Saves what is typed; gives the piece as it then is, or null when that was refused. */
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
      // What was typed meanwhile stays, upon what is saved now.
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
      countUpload: (isBegun) => setUploads((count) => count + (isBegun ? 1 : -1)),
      wrong: (field: string) => failure?.fields[field],
    } satisfies ProductForm,
    save,
    failure,
    isSaving,
    isUploading: uploads > 0,
    isDirty,
    /** Forgets what was typed. */
    reset: () => {
      setTyped(null)
      setFailure(null)
    },
  }
}
