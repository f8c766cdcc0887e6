import { Button, buttonClass } from '@solvane/ui/button'
import { useState } from 'react'
import { ListBase, Title, useNotify } from 'react-admin'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { ListSearch } from '../../parts/list-search.tsx'
import { useMayAct } from '../../parts/may-act.ts'
import { saveFile } from '../../parts/save-file.ts'
import { StateTabs } from '../../parts/state-tabs.tsx'
import toolbar from '../../parts/toolbar.module.css'
import { BulkEdit } from './bulk-edit.tsx'
import { ProductFilters } from './product-filters.tsx'
import styles from './product-list.module.css'
import { ProductRows } from './product-rows.tsx'
import { statusNames } from './product-words.ts'

const tabs = [
  { label: 'All', filter: {} },
  ...Object.entries(statusNames).map(([status, label]) => ({ label, filter: { status } })),
]

/** /products: every piece, also those that are not in the shop. */
export function ProductList() {
  const mayEdit = useMayAct()
  return (
    <ListBase sort={{ field: 'publishedAt', order: 'DESC' }} perPage={25} exporter={false}>
      <Title title="Pieces" />
      <Actions />
      <StateTabs label="State" names={['status']} tabs={tabs} />
      <div className={toolbar.toolbar}>
        <ListSearch hint="Name, identifier or material" />
        <ProductFilters />
      </div>
      {mayEdit && <BulkEdit />}
      <ProductRows />
    </ListBase>
  )
}

function Actions() {
  const mayEdit = useMayAct()
  const notify = useNotify()
  const [isExporting, setIsExporting] = useState(false)
  if (!mayEdit) return null

  async function exportAll() {
    setIsExporting(true)
    try {
      saveFile(await api.call('exportProducts', {}), 'products.csv')
    } catch (error) {
      notify(error instanceof Error ? error.message : 'The file could not be made.', {
        type: 'error',
      })
    } finally {
      setIsExporting(false)
    }
  }

  return (
    <div className={styles.actions}>
      <Button kind="link" isBusy={isExporting} onClick={exportAll}>
        Export CSV
      </Button>
      <Link className={buttonClass('link')} to="/product-import">
        Import CSV
      </Link>
      <Link className={buttonClass('primary')} to="/products/create">
        Add a piece
      </Link>
    </div>
  )
}
