import { SelectField } from '@solvane/ui/field'
import { ListFilters, ListSearch } from '../../parts/list-filters.tsx'
import toolbar from '../../parts/toolbar.module.css'
import { useCategories } from './use-categories.ts'

const availabilities = { IN_STOCK: 'In stock', LOW: 'Low stock', SOLD_OUT: 'Out of stock' }

/**
 * The search and the filters of a list of products or variants: by category, stock and, with
 * `hasSale`, sale. `hint` names the fields that are searched.
 */
export function ProductFilters({ hint, hasSale = false }: { hint: string; hasSale?: boolean }) {
  const categories = useCategories()
  return (
    <div className={toolbar.toolbar}>
      <ListSearch hint={hint} />
      <ListFilters names={['category', 'availability', ...(hasSale ? (['onSale'] as const) : [])]}>
        {(bind) => (
          <>
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
            {hasSale && (
              <SelectField label="Sale" {...bind('onSale')}>
                <option value="">Any</option>
                <option value="true">On sale</option>
              </SelectField>
            )}
          </>
        )}
      </ListFilters>
    </div>
  )
}
