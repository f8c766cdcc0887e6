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

const manners = [
  { value: 'in', label: 'Pieces came in' },
  { value: 'out', label: 'Pieces went out' },
  {
    value: 'counted',
    label: 'I have counted them',
    hint: 'Without those that wait for an order to be sent.',
  },
]

/** Puts pieces in or takes them out, or says how many there are, and why. */
export function AdjustStockDialog(props: AdjustStockDialogProps) {
  const { variantId, name, onClose, onAdjusted } = props
  // Of this opening of the dialog: a press after a lost answer is the same change.
  const [key] = useState(randomUuid)
  const [manner, setManner] = useState('in')
  const params = { id: variantId }
  const { data } = useQuery({
    queryKey: ['variant-stock', variantId],
    queryFn: () => api.call('getVariantStock', { params }),
    gcTime: 0,
  })
  const now = data?.data
  return (
    <ActionDialog
      title={`Stock of ${name}`}
      description={
        now
          ? `${now.stock} can be sold${now.held > 0 ? `; ${now.held} more wait here for orders to be sent` : ''}.`
          : 'Looking how many there are …'
      }
      submit="Note it"
      done="The stock is noted."
      onClose={onClose}
      act={async (said) => {
        const pieces = Number(said('pieces'))
        const change =
          manner === 'counted'
            ? { kind: 'counted' as const, counted: pieces, expected: now?.stock }
            : { kind: 'delta' as const, delta: manner === 'in' ? pieces : -pieces }
        const body = { change, reason: said('reason'), key }
        const { data } = await api.call('adjustStock', { params, body })
        onAdjusted(data.stock)
      }}
    >
      {(wrong) => (
        <>
          <RadioGroup
            legend="What happened"
            name="manner"
            value={manner}
            onChange={setManner}
            options={manners}
          />
          <TextField
            label="Pieces"
            name="pieces"
            type="number"
            inputMode="numeric"
            min={manner === 'counted' ? 0 : 1}
            step={1}
            required
            error={wrong('change.delta') ?? wrong('change.counted')}
          />
          <TextField
            label="Why"
            name="reason"
            required
            maxLength={300}
            autoComplete="off"
            hint="Delivery 4711, two scratched, yearly count …"
            error={wrong('reason')}
          />
        </>
      )}
    </ActionDialog>
  )
}
