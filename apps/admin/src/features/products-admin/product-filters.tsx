import { Button } from '@solvane/ui/button'
import { SelectField } from '@solvane/ui/field'
import { useListContext } from 'react-admin'
import styles from './product-filters.module.css'
import { useCategories } from './use-categories.ts'

const names = ['category', 'availability', 'onSale'] as const

const availabilities = {
  IN_STOCK: 'In stock',
  LOW: 'Few left',
  SOLD_OUT: 'Sold out',
}

/** Narrows the list of pieces by where they are, how many there are, and whether they are on sale. */
export function ProductFilters() {
  const { filterValues, setFilters } = useListContext()
  const categories = useCategories()
  const without = (dropped: readonly string[]) =>
    Object.fromEntries(Object.entries(filterValues).filter(([name]) => !dropped.includes(name)))
  const bind = (name: (typeof names)[number]) => ({
    value: String(filterValues[name] ?? ''),
    onChange: ({ target }: { target: { value: string } }) =>
      setFilters({ ...without([name]), ...(target.value && { [name]: target.value }) }),
    // Nothing is asked for here: all may stay open.
    required: true,
  })
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
      {names.some((name) => filterValues[name]) && (
        <Button kind="link" onClick={() => setFilters(without(names))}>
          Clear
        </Button>
      )}
    </fieldset>
  )
}
