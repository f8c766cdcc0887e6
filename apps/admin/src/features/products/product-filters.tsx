import { Button } from '@solvane/ui/button'
import { SelectField } from '@solvane/ui/field'
import { useListFilter } from '../../parts/use-list-filter.ts'
import styles from './product-filters.module.css'
import { useCategories } from './use-categories.ts'

const availabilities = {
  IN_STOCK: 'In stock',
  LOW: 'Few left',
  SOLD_OUT: 'Sold out',
}

/** Narrows the list of pieces by where they are, how many there are, and whether they are on sale. */
export function ProductFilters() {
  const { bind, isNarrowed, clear } = useListFilter(['category', 'availability', 'onSale'])
  const categories = useCategories()
  return (
    <fieldset className={styles.filters} aria-label="Narrow the list">
      <SelectField label="Category" {...bind('category')}>
        <option value="">Any</option>
        {categories.map(({ identifier, path }) => (
          <option key={identifier} value={identifier}>
            {path}
          </option>
        ))}
      </SelectField>
      <SelectField label="Stock" {...bind('availability')}>
        <option value="">Any</option>
        {Object.entries(availabilities).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Sale" {...bind('onSale')}>
        <option value="">Any</option>
        <option value="true">On sale now</option>
      </SelectField>
      {isNarrowed && (
        <Button kind="link" onClick={clear}>
          Clear
        </Button>
      )}
    </fieldset>
  )
}
