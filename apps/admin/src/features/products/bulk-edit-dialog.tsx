import { isApiFailure } from '@solvane/client/api'
import type { BulkChange, BulkPlan, roundings } from '@solvane/contract/products-bulk'
import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { SelectField, TextField } from '@solvane/ui/field'
import { showToast } from '@solvane/ui/toast'
import { useId, useState } from 'react'
import { api } from '../../data/api.ts'
import action from '../../parts/action-dialog.module.css'
import { readAmount } from '../../parts/form.tsx'
import { InstantField } from '../../parts/moment.tsx'
import { BulkPlanTable } from './bulk-plan-table.tsx'
import { useCategories } from './use-categories.ts'

/** The bulk edits and their names. */
const bulkKinds = {
  percent: 'Change prices by a percentage',
  dollars: 'Change prices by an amount',
  sale: 'Put on sale',
  endSale: 'End the sale',
  publish: 'Publish',
  withdraw: 'Unpublish',
  addCategory: 'Add to a category',
  removeCategory: 'Remove from a category',
  new: 'Always show “New”',
  notNew: 'Show “New” for 60 days only',
} as const
type BulkKind = keyof typeof bulkKinds

/** The rounding of new prices. */
const roundingNames: Readonly<Record<(typeof roundings)[number], string>> = {
  '0.01': 'Nearest cent',
  '1': 'Nearest dollar',
  '5': 'Nearest $5',
  '10': 'Nearest $10',
}

/** The fields of a bulk edit, as typed. */
interface BulkValues {
  kind: BulkKind
  amount: string
  rounding: (typeof roundings)[number]
  startsAt: string | null
  endsAt: string | null
  categoryId: string
}

/** The bulk edit that the fields describe; the server rejects a missing amount or category. */
function toBulkChange(values: BulkValues): BulkChange {
  const { kind, rounding, startsAt, endsAt, categoryId } = values
  const value = readAmount(values.amount)
  switch (kind) {
    case 'percent':
    case 'dollars':
      return { kind: 'price', by: { unit: kind, value }, rounding }
    case 'sale':
      return { kind, percent: value, rounding, startsAt, endsAt }
    case 'endSale':
      return { kind }
    case 'publish':
      return { kind: 'status', status: 'PUBLISHED' }
    case 'withdraw':
      return { kind: 'status', status: 'WITHDRAWN' }
    case 'addCategory':
    case 'removeCategory':
      return { kind, categoryId }
    case 'new':
    case 'notNew':
      return { kind: 'new', isNew: kind === 'new' }
  }
}

interface BulkEditDialogProps {
  ids: string[]
  onClose: () => void
  onApplied: () => void
}

const initialValues: BulkValues = {
  kind: 'percent',
  amount: '',
  rounding: '0.01',
  startsAt: null,
  endsAt: null,
  categoryId: '',
}

function productCount(count: number): string {
  return count === 1 ? '1 product' : `${count} products`
}

/** Edits products in bulk: previews every change, then applies it to all of them or to none. */
export function BulkEditDialog({ ids, onClose, onApplied }: BulkEditDialogProps) {
  const form = useId()
  const [values, setValues] = useState(initialValues)
  const [plan, setPlan] = useState<BulkPlan | null>(null)
  const [failure, setFailure] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  async function attempt(work: () => Promise<void>) {
    setIsBusy(true)
    setFailure('')
    try {
      await work()
    } catch (error) {
      if (!isApiFailure(error)) throw error
      setFailure(error.message)
    } finally {
      setIsBusy(false)
    }
  }

  const preview = () =>
    attempt(async () => {
      const body = { ids, change: toBulkChange(values) }
      setPlan((await api.call('previewBulkEdit', { body })).data)
    })
  const apply = (previewed: BulkPlan) =>
    attempt(async () => {
      const products = previewed.products.map(({ id, version }) => ({ id, version }))
      const body = { products, change: toBulkChange(values) }
      const { data } = await api.call('applyBulkEdit', { body })
      showToast(`${productCount(data.changed)} changed.`)
      onApplied()
      onClose()
    })

  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={plan ? 'Preview changes' : `Edit ${productCount(ids.length)}`}
      description={
        plan
          ? `${plan.changed} of ${plan.products.length} will change. Nothing is changed yet.`
          : 'You see a preview of every change first.'
      }
      actions={
        plan ? (
          <>
            <Button kind="secondary" onClick={() => setPlan(null)}>
              Go back
            </Button>
            <Button
              isBusy={isBusy}
              disabled={plan.problems > 0 || plan.changed === 0}
              onClick={() => apply(plan)}
            >
              {`Edit ${productCount(plan.changed)}`}
            </Button>
          </>
        ) : (
          <>
            <Button kind="secondary" onClick={onClose}>
              Go back
            </Button>
            <Button type="submit" form={form} isBusy={isBusy}>
              Preview changes
            </Button>
          </>
        )
      }
    >
      {failure && (
        <p className={action.failure} role="alert">
          {failure}
        </p>
      )}
      {plan ? (
        <BulkPlanTable plan={plan} />
      ) : (
        <form
          id={form}
          className={action.form}
          onSubmit={(event) => {
            event.preventDefault()
            void preview()
          }}
        >
          <ChangeFields values={values} onChange={(part) => setValues({ ...values, ...part })} />
        </form>
      )}
    </Dialog>
  )
}

interface ChangeFieldsProps {
  values: BulkValues
  onChange: (part: Partial<BulkValues>) => void
}

function ChangeFields({ values, onChange }: ChangeFieldsProps) {
  const { kind } = values
  const categories = useCategories()
  const isPrice = kind === 'percent' || kind === 'dollars'
  return (
    <>
      <SelectField
        label="What to do"
        required
        value={kind}
        onChange={({ target }) => onChange({ kind: target.value as BulkKind })}
      >
        {Object.entries(bulkKinds).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {(isPrice || kind === 'sale') && (
        <>
          <TextField
            label={kind === 'dollars' ? 'Amount ($)' : 'Percentage'}
            type="number"
            inputMode="decimal"
            step={0.01}
            min={kind === 'sale' ? 1 : undefined}
            max={kind === 'sale' ? 95 : undefined}
            required
            value={values.amount}
            onChange={({ target }) => onChange({ amount: target.value })}
            hint={
              kind === 'sale'
                ? 'Taken off the price.'
                : 'Use a minus sign to lower prices, e.g. −5.'
            }
          />
          <SelectField
            label="Rounding"
            required
            value={values.rounding}
            onChange={({ target }) =>
              onChange({ rounding: target.value as BulkValues['rounding'] })
            }
          >
            {Object.entries(roundingNames).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </>
      )}
      {kind === 'sale' && (
        <>
          <InstantField
            label="Starts"
            value={values.startsAt}
            onChange={(startsAt) => onChange({ startsAt })}
          />
          <InstantField
            label="Ends"
            value={values.endsAt}
            onChange={(endsAt) => onChange({ endsAt })}
          />
        </>
      )}
      {(kind === 'addCategory' || kind === 'removeCategory') && (
        <SelectField
          label="Category"
          required
          value={values.categoryId}
          onChange={({ target }) => onChange({ categoryId: target.value })}
        >
          <option value="">Choose</option>
          {categories.map(({ id, path }) => (
            <option key={id} value={id}>
              {path}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}
