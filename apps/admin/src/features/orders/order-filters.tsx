import { Button } from '@solvane/ui/button'
import { SelectField, TextField } from '@solvane/ui/field'
import { zonePlace } from '../../parts/moment.tsx'
import { methodNames, paymentStatusNames } from '../../parts/order-words.ts'
import { useListFilter } from '../../parts/use-list-filter.ts'
import styles from './order-filters.module.css'

/** Narrows the list of orders by how they are paid, and by the days they were placed on. */
export function OrderFilters() {
  const { bind, isNarrowed, clear } = useListFilter(['paymentStatus', 'method', 'from', 'until'])
  return (
    <fieldset className={styles.filters} aria-label="Narrow the list">
      <SelectField label="Payment" {...bind('paymentStatus')}>
        <option value="">Any</option>
        {Object.entries(paymentStatusNames).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Method" {...bind('method')}>
        <option value="">Any</option>
        {Object.entries(methodNames).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField label={`From (${zonePlace()})`} type="date" {...bind('from')} />
      <TextField label={`Until (${zonePlace()})`} type="date" {...bind('until')} />
      {isNarrowed && (
        <Button kind="link" onClick={clear}>
          Clear
        </Button>
      )}
    </fieldset>
  )
}
