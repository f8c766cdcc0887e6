import { Button, buttonClass } from '@solvane/ui/button'
import { SelectField } from '@solvane/ui/field'
import { useState } from 'react'
import { Link } from 'react-router'
import { List, useList } from '../../data/list.tsx'
import { useMayAct } from '../../data/staff.ts'
import { Title } from '../../layout/title.tsx'
import { ListFilters } from '../../parts/list-filters.tsx'
import { ListSearch } from '../../parts/list-search.tsx'
import { Selected } from '../../parts/selection.tsx'
import { StateTabs } from '../../parts/state-tabs.tsx'
import toolbar from '../../parts/toolbar.module.css'
import { BulkEditDialog } from './bulk-edit-dialog.tsx'
import {
  ExportSelected,
  ExportStatus,
  type ProductExport,
  useProductExport,
} from './product-export.tsx'
import styles from './product-list.module.css'
import { ProductRows } from './product-rows.tsx'
import { statusNames } from './product-words.ts'
import { useCategories } from './use-categories.ts'

const tabs = [
  { label: 'All', filter: {} },
  ...Object.entries(statusNames).map(([status, label]) => ({ label, filter: { status } })),
]

/** /products: all products, published or not. */
export function ProductList() {
  return (
    <List endpoint="listStaffProducts" sort={{ by: 'publishedAt', order: 'desc' }}>
      <Title title="Products" />
      <Listed />
    </List>
  )
}

function Listed() {
  const mayEdit = useMayAct()
  const exporting = useProductExport()
  return (
    <>
      {mayEdit && (
        <>
          <Actions exporting={exporting} />
          <ExportStatus jobId={exporting.jobId} />
        </>
      )}
      <StateTabs label="State" names={['status']} tabs={tabs} />
      <div className={toolbar.toolbar}>
        <ListSearch hint="Name, identifier or material" />
        <ProductFilters />
      </div>
      {mayEdit && <BulkEdit exporting={exporting} />}
      <ProductRows />
    </>
  )
}

function Actions({ exporting }: { exporting: ProductExport }) {
  return (
    <div className={styles.actions}>
      <Button kind="link" isBusy={exporting.isBusy} onClick={exporting.exportListed}>
        Export CSV
      </Button>
      <Link className={buttonClass('link')} to="/product-import">
        Import CSV
      </Link>
      <Link className={buttonClass('primary')} to="/products/create">
        Add product
      </Link>
    </div>
  )
}

const availabilities = {
  IN_STOCK: 'In stock',
  LOW: 'Low stock',
  SOLD_OUT: 'Out of stock',
}

/** Filters the products by category, stock and sale. */
function ProductFilters() {
  const categories = useCategories()
  return (
    <ListFilters names={['category', 'availability', 'onSale']}>
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
          <SelectField label="Sale" {...bind('onSale')}>
            <option value="">Any</option>
            <option value="true">On sale</option>
          </SelectField>
        </>
      )}
    </ListFilters>
  )
}

/** The actions for the selected products of the surrounding list. */
function BulkEdit({ exporting }: { exporting: ProductExport }) {
  const { select, refetch } = useList()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Selected>
      {(ids) => (
        <>
          <Button kind="link" onClick={() => setIsOpen(true)}>
            Edit products
          </Button>
          <ExportSelected ids={[...ids]} exporting={exporting} />
          {isOpen && (
            <BulkEditDialog
              ids={[...ids]}
              onClose={() => setIsOpen(false)}
              onApplied={() => {
                select([])
                void refetch()
              }}
            />
          )}
        </>
      )}
    </Selected>
  )
}
