import { isApiFailure } from '@solvane/client/api'
import { randomUuid } from '@solvane/client/random-uuid'
import type { InventoryRow } from '@solvane/contract/inventory.admin'
import { showToast } from '@solvane/ui/toast'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { useRefresh } from '../../data/list.tsx'
import { readFailure, type SaveFailure, useUnsavedWarning } from '../../parts/form.tsx'
import { readStock } from './read-stock.ts'

/** A stock that was typed and is not saved yet. */
interface Edit {
  /** The variant as it was shown when the stock was typed. */
  row: InventoryRow
  typed: string
  /** Identifies this value: a repetition after a lost answer counts once. */
  key: string
}

export interface Editing {
  edits: ReadonlyMap<string, Edit>
  errors: ReadonlyMap<string, string>
  change: (row: InventoryRow, typed: string) => void
}

const defaultReason = 'Counted'

/** The unsaved edits of stock, and how they are saved. */
export function useInventoryEdits() {
  const refresh = useRefresh()
  const [edits, setEdits] = useState<ReadonlyMap<string, Edit>>(new Map())
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const [latest, setLatest] = useState<readonly InventoryRow[]>([])
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [reason, setReason] = useState(defaultReason)
  const isDirty = edits.size > 0
  useUnsavedWarning(isDirty)

  function change(row: InventoryRow, typed: string) {
    const next = new Map(edits)
    const base = edits.get(row.id)?.row ?? row
    if (typed === String(base.stock)) next.delete(row.id)
    else next.set(row.id, { row: base, typed, key: randomUuid() })
    setEdits(next)
    setErrors(new Map())
    setFailure(null)
  }

  function reset() {
    setEdits(new Map())
    setErrors(new Map())
    setFailure(null)
    refresh()
  }

  /** Counts the edits from the latest stock. */
  function merge() {
    const next = new Map(edits)
    for (const row of latest) {
      const edit = next.get(row.id)
      if (edit) next.set(row.id, { ...edit, row, key: randomUuid() })
    }
    setEdits(next)
    setFailure(null)
    refresh()
  }

  async function save() {
    const wrong = new Map<string, string>()
    const lines = [...edits.values()].flatMap(({ row, typed, key }) => {
      const stock = readStock(typed, row.stock)
      if (Number.isNaN(stock)) wrong.set(row.id, 'Please write a whole number')
      const delta = stock - row.stock
      return delta === 0 ? [] : [{ variantId: row.id, delta, revision: row.revision, key }]
    })
    if (wrong.size > 0) return fail('Please check the marked quantities.', wrong)
    if (lines.length === 0) return reset()
    setIsSaving(true)
    try {
      await api.call('saveInventory', { body: { lines, reason } })
      showToast(lines.length === 1 ? '1 variant saved.' : `${lines.length} variants saved.`)
      reset()
    } catch (error) {
      const { text, isStale, fields } = readFailure(error)
      const details = (isApiFailure(error) && error.details) || {}
      const scarce = (details.lines ?? []) as { variantId: string; available: number }[]
      const rows = (details.rows ?? []) as InventoryRow[]
      setLatest(rows)
      setErrors(
        new Map([
          ...scarce.map(
            ({ variantId, available }) => [variantId, `Only ${available} in stock now`] as const,
          ),
          ...rows.map(({ id, stock }) => [id, `Changed meanwhile: ${stock} now`] as const),
        ]),
      )
      setFailure({ text: fields.reason ?? text, fields: {}, isStale })
    } finally {
      setIsSaving(false)
    }
  }

  function fail(text: string, wrong: ReadonlyMap<string, string>) {
    setErrors(wrong)
    setFailure({ text, fields: {}, isStale: false })
  }

  return {
    edits,
    errors,
    change,
    failure,
    isSaving,
    isDirty,
    reason,
    setReason,
    save,
    reset,
    merge,
  }
}
