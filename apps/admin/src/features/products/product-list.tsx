import type { EndpointInput } from '@solvane/client/api'
import { Button, buttonClass } from '@solvane/ui/button'
import { showToast } from '@solvane/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { List, useList } from '../../data/list.tsx'
import { useMayAct } from '../../data/staff.ts'
import { Title } from '../../layout/page.tsx'
import { StateTabs } from '../../parts/list-filters.tsx'
import { Selected } from '../../parts/rows.tsx'
import { BulkEditDialog } from './bulk-edit-dialog.tsx'
import { CsvDownload, CsvProgress, isUnderWay, useCsvJob, useCsvJobs } from './csv-jobs.tsx'
import productExportStyles from './product-export.module.css'
import { ProductFilters } from './product-filters.tsx'
import styles from './product-list.module.css'
import { ProductRows, statusNames } from './product-rows.tsx'

type Wanted = EndpointInput<'exportProducts'>['body']

/** Starts exports and remembers the id of the latest one. */
function useProductExport() {
  const { filters } = useList()
  const queries = useQueryClient()
  const [jobId, setJobId] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function begin(wanted: Wanted) {
    setIsBusy(true)
    try {
      const { data } = await api.call('exportProducts', { body: wanted })
      queries.setQueryData(['csv-jobs', data.id], data)
      setJobId(data.id)
    } catch (error) {
      showToast(
        error instanceof Error ? error.message : 'The export could not be started.',
        'error',
      )
    } finally {
      setIsBusy(false)
    }
  }

  const { q, status, category, availability, onSale } = filters
  return {
    jobId,
    isBusy,
    /** Exports all pages of the list; the server checks the filters. */
    exportListed: () =>
      begin({ q, status, category, availability, onSale: onSale === 'true' } as Wanted),
    exportThese: (ids: string[]) => begin({ ids }),
  }
}

type ProductExport = ReturnType<typeof useProductExport>

/** The progress of the export started here, or of another one under way; its file once it is done. */
function ExportStatus({ jobId }: Pick<ProductExport, 'jobId'>) {
  const { data: jobs = [] } = useCsvJobs()
  const [underWay] = jobs.filter((job) => job.step === 'EXPORT' && isUnderWay(job))
  // An export found under way stays visible once it is done.
  const [found, setFound] = useState<string | null>(null)
  if (underWay && found === null) setFound(underWay.id)
  const { data: job } = useCsvJob(jobId ?? found)
  if (!job) return null
  return (
    <section className={productExportStyles.status} aria-label="CSV export">
      <div className={productExportStyles.what} role="status">
        {isUnderWay(job) && <CsvProgress job={job} />}
        {job.state === 'DONE' && 'The export is ready.'}
        {job.state === 'FAILED' && `The export failed. ${job.failure ?? ''}`}
      </div>
      <CsvDownload job={job} />
      <Link className={productExportStyles.all} to="/product-import">
        All imports and exports
      </Link>
    </section>
  )
}

/** Exports the selected products of the list. */
function ExportSelected({ ids, exporting }: { ids: string[]; exporting: ProductExport }) {
  return (
    <Button kind="link" isBusy={exporting.isBusy} onClick={() => exporting.exportThese(ids)}>
      Export selected
    </Button>
  )
}

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
      <ProductFilters hint="Name, identifier, material, SKU or GTIN" hasSale />
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
