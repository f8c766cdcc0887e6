import type { StaffReturnRow } from '@solvane/contract/returns.admin'
import { columnHelper } from '@solvane/ui/data-table'
import { SelectField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { List, useList } from '../../data/list.tsx'
import { Title } from '../../layout/page.tsx'
import { ListFilters, ListSearch, StateTabs } from '../../parts/list-filters.tsx'
import { Moment, ZoneNote } from '../../parts/moment.tsx'
import { CardLine, CardName, RowLink, Rows, TwoLines } from '../../parts/rows.tsx'
import toolbar from '../../parts/toolbar.module.css'
import { ReturnMark, returnStatusNames } from '../../parts/words.tsx'

/** /returns: the queue of returns, the newest first. */
export function ReturnList() {
  return (
    <List endpoint="listReturns" sort={{ by: 'createdAt', order: 'desc' }}>
      <Title title="Returns" />
      <Tabs />
      <div className={toolbar.toolbar}>
        <ListSearch hint="Number, customer or product" />
        <ListFilters names={['wish', 'isGift']}>
          {(bind) => (
            <>
              <SelectField label="Wanted" {...bind('wish')}>
                <option value="">Any</option>
                <option value="REFUND">Refund</option>
                <option value="EXCHANGE">Exchange</option>
              </SelectField>
              <SelectField label="Gifts" {...bind('isGift')}>
                <option value="">All returns</option>
                <option value="true">Only gifts</option>
              </SelectField>
            </>
          )}
        </ListFilters>
      </div>
      <ReturnRows />
      <ZoneNote />
    </List>
  )
}

function Tabs() {
  const { readAt, filters } = useList()
  const { status: _, ...query } = filters
  const { data } = useQuery({
    // The counts are read again with every read of the list.
    queryKey: ['returns', 'counts', query, readAt],
    queryFn: () => api.call('countReturns', { query }),
    placeholderData: (before) => before,
  })
  const counts = data?.data
  const states = Object.entries(returnStatusNames).map(([status, label]) => ({
    label,
    filter: { status },
    count: counts?.byStatus[status as keyof typeof returnStatusNames],
  }))
  return (
    <StateTabs
      label="State"
      names={['status']}
      tabs={[{ label: 'All', filter: {}, count: counts?.total }, ...states]}
    />
  )
}

const pathOf = ({ id }: StaffReturnRow) => `/returns/${id}`
function kindOf({ isWithdrawal, isGift, wish }: StaffReturnRow): string {
  if (isWithdrawal) return 'Withdrawal'
  if (isGift) return 'Gift exchange'
  return wish === 'EXCHANGE' ? 'Exchange' : 'Refund'
}
const itemsOf = ({ firstItem, units }: StaffReturnRow) =>
  units > 1 ? `${firstItem} + ${units - 1}` : firstItem

const { accessor, display } = columnHelper<StaffReturnRow>()
const columns = [
  display({
    id: 'return',
    header: 'Return',
    cell: ({ row: { original } }) => (
      <TwoLines
        first={<RowLink to={pathOf(original)}>{original.returnNumber}</RowLink>}
        second={itemsOf(original)}
      />
    ),
  }),
  display({
    id: 'order',
    header: 'Order',
    cell: ({ row: { original } }) => (
      <TwoLines first={original.orderNumber} second={original.name ?? 'Account closed'} />
    ),
  }),
  accessor('createdAt', {
    header: 'Requested',
    cell: ({ getValue }) => <Moment at={getValue()} />,
  }),
  display({
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => (
      <TwoLines first={<ReturnMark status={original.status} />} second={kindOf(original)} />
    ),
  }),
  display({
    id: 'value',
    header: 'Price',
    meta: { align: 'end' },
    cell: ({ row: { original } }) => (
      <TwoLines
        first={formatMoney(original.value)}
        second={
          original.refundedAmount === null
            ? null
            : `${formatMoney(original.refundedAmount)} refunded`
        }
      />
    ),
  }),
]

function ReturnRows() {
  return (
    <Rows
      what="returns"
      none={{ title: 'No returns yet', text: 'Returns appear here once they are asked for.' }}
      columns={columns}
      pathOf={pathOf}
      card={(row) => (
        <>
          <CardLine>
            <CardName>
              <RowLink to={pathOf(row)}>{row.returnNumber}</RowLink>
            </CardName>
            <span>{formatMoney(row.value)}</span>
          </CardLine>
          <CardLine>
            <span>{itemsOf(row)}</span>
            <Moment at={row.createdAt} isDay />
          </CardLine>
          <CardLine>
            <ReturnMark status={row.status} />
            <span>
              {row.orderNumber}, {kindOf(row).toLowerCase()}
            </span>
          </CardLine>
        </>
      )}
    />
  )
}
