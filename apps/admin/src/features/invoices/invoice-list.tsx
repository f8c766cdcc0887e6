import type { StaffInvoice } from '@solvane/contract/invoices.admin'
import { textLinkClass } from '@solvane/ui/button'
import { columnHelper } from '@solvane/ui/data-table'
import { TextField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { Link } from 'react-router'
import { List, useList } from '../../data/list.tsx'
import { Title } from '../../layout/page.tsx'
import { DownloadDocument, documentNames, ExportButton } from '../../parts/downloads.tsx'
import { ListFilters, ListSearch, StateTabs } from '../../parts/list-filters.tsx'
import { daysAgo, Moment, ZoneNote } from '../../parts/moment.tsx'
import { CardLine, CardName, RowLink, Rows, TwoLines } from '../../parts/rows.tsx'
import toolbar from '../../parts/toolbar.module.css'

/** /invoices: invoices and credit notes, the newest first. */
export function InvoiceList() {
  return (
    <List endpoint="listInvoices" sort={{ by: 'issuedAt', order: 'desc' }}>
      <Title title="Invoices" />
      <StateTabs
        label="Kind"
        names={['kind']}
        tabs={[
          { label: 'All', filter: {} },
          { label: 'Invoices', filter: { kind: 'INVOICE' } },
          { label: 'Credit notes', filter: { kind: 'CREDIT_NOTE' } },
        ]}
      />
      <div className={toolbar.toolbar}>
        <ListSearch hint="Number of a document or order" />
        <ListFilters names={['from', 'until']}>
          {(bind) => (
            <>
              <TextField label="From" type="date" {...bind('from')} />
              <TextField label="Until" type="date" {...bind('until')} />
            </>
          )}
        </ListFilters>
        <ExportInvoices />
      </div>
      <InvoiceRows />
      <ZoneNote />
    </List>
  )
}

/** A day before the shop sold anything. */
const firstDay = '2000-01-01'

/** Saves the documents of the chosen days for the accountant. */
function ExportInvoices() {
  const { filters } = useList()
  return (
    <ExportButton
      title="Export invoices and credit notes"
      description="Invoices and credit notes of the chosen days, or all of them, as a CSV file."
      records={() => ({
        kind: 'invoices',
        from: filters.from || firstDay,
        until: filters.until || daysAgo(0),
      })}
    >
      Export as CSV
    </ExportButton>
  )
}

const pathOf = ({ orderId }: StaffInvoice) => `/orders/${orderId}`

const { accessor, display } = columnHelper<StaffInvoice>()
const columns = [
  display({
    id: 'number',
    header: 'Document',
    cell: ({ row: { original } }) => (
      <TwoLines
        first={<DownloadDocument document={original} />}
        second={documentNames[original.kind]}
      />
    ),
  }),
  display({
    id: 'order',
    header: 'Order',
    cell: ({ row: { original } }) => (
      <TwoLines
        first={<RowLink to={pathOf(original)}>{original.orderNumber}</RowLink>}
        second={original.buyer ?? 'Account closed'}
      />
    ),
  }),
  accessor('issuedAt', {
    header: 'Issued',
    cell: ({ getValue }) => <Moment at={getValue()} />,
  }),
  display({
    id: 'country',
    header: 'Country',
    cell: ({ row }) => row.original.country,
  }),
  display({
    id: 'tax',
    header: 'Tax',
    meta: { align: 'end' },
    cell: ({ row }) => formatMoney(row.original.tax),
  }),
  display({
    id: 'amount',
    header: 'Total',
    meta: { align: 'end' },
    cell: ({ row }) => formatMoney(row.original.amount),
  }),
]

function InvoiceRows() {
  return (
    <Rows
      what="invoices"
      none={{
        title: 'No invoices yet',
        text: 'An order gets its invoice when it is paid, or when something of it is sent.',
      }}
      columns={columns}
      pathOf={pathOf}
      card={(row) => (
        <>
          <CardLine>
            <CardName>
              <DownloadDocument document={row} />
            </CardName>
            <span>{formatMoney(row.amount)}</span>
          </CardLine>
          <CardLine>
            <span>{row.buyer ?? 'Account closed'}</span>
            <Moment at={row.issuedAt} isDay />
          </CardLine>
          <CardLine>
            <span>{documentNames[row.kind]}</span>
            <Link className={textLinkClass} to={pathOf(row)}>
              {row.orderNumber}
            </Link>
          </CardLine>
        </>
      )}
    />
  )
}
