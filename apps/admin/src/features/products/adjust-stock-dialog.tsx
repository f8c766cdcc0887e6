import { randomUuid } from '@solvane/client/random-uuid'
import { TextField } from '@solvane/ui/field'
import { RadioGroup } from '@solvane/ui/radio-group'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'

interface AdjustStockDialogProps {
  variantId: string
  name: string
  onClose: () => void
  onAdjusted: (stock: number) => void
}

const kinds = [
  { value: 'add', label: 'Add stock' },
  { value: 'remove', label: 'Remove stock' },
  {
    value: 'counted',
    label: 'Set counted stock',
    hint: 'Do not count items that are reserved for orders.',
  },
]

/** Adds or removes stock of a variant, or sets what was counted, with a reason. */
export function AdjustStockDialog(props: AdjustStockDialogProps) {
  const { variantId, name, onClose, onAdjusted } = props
  // One key for each opening of the dialog, so that repeated submits are the same change.
  const [key] = useState(randomUuid)
  const [kind, setKind] = useState('add')
  const params = { id: variantId }
  const { data } = useQuery({
    queryKey: ['variant-stock', variantId],
    queryFn: () => api.call('getVariantStock', { params }),
    gcTime: 0,
  })
  const current = data?.data
  return (
    <ActionDialog
      title={`Stock of ${name}`}
      description={
        current
          ? `${current.stock} in stock${current.held > 0 ? `, and ${current.held} reserved for orders to ship` : ''}.`
          : 'Loading the current stock …'
      }
      submit="Save"
      done="Stock saved."
      onClose={onClose}
      onSubmit={async (value) => {
        const quantity = Number(value('quantity'))
        const change =
          kind === 'counted'
            ? { kind: 'counted' as const, counted: quantity, expected: current?.stock }
            : { kind: 'delta' as const, delta: kind === 'add' ? quantity : -quantity }
        const body = { change, reason: value('reason'), key }
        const { data } = await api.call('adjustStock', { params, body })
        onAdjusted(data.stock)
      }}
    >
      {(errorOf) => (
        <>
          <RadioGroup legend="Change" name="kind" value={kind} onChange={setKind} options={kinds} />
          <TextField
            label="Quantity"
            name="quantity"
            type="number"
            inputMode="numeric"
            min={kind === 'counted' ? 0 : 1}
            step={1}
            required
            error={errorOf('change.delta') ?? errorOf('change.counted')}
          />
          <TextField
            label="Reason"
            name="reason"
            required
            maxLength={300}
            autoComplete="off"
            hint="Delivery 4711, two scratched, yearly count …"
            error={errorOf('reason')}
          />
        </>
      )}
    </ActionDialog>
  )
}
