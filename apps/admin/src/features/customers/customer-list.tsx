import type { CustomerRow } from '@solvane/contract/customers'
import { columnHelper } from '@solvane/ui/data-table'
import { formatMoney } from '@solvane/ui/price'
import { api } from '../../data/api.ts'
import { List } from '../../data/list.tsx'
import { Title } from '../../layout/page.tsx'
import { AdviserSelections } from '../../parts/adviser-selections.tsx'
import { ListSearch, type StateTab, StateTabs } from '../../parts/list-filters.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Mark, Panel } from '../../parts/panel.tsx'
import { CardLine, RowLink, Rows, TwoLines } from '../../parts/rows.tsx'
import toolbar from '../../parts/toolbar.module.css'

const tabs: readonly StateTab[] = [
  { label: 'All', filter: {} },
  { label: 'Not confirmed', filter: { state: 'UNVERIFIED' } },
  { label: 'Blocked', filter: { state: 'BLOCKED' } },
]

const pathOf = ({ id }: CustomerRow) => `/customers/${id}`

const { accessor, display } = columnHelper<CustomerRow>()
const columns = [
  accessor('email', {
    header: 'Customer',
    cell: ({ row: { original: customer } }) => (
      <TwoLines
        first={<RowLink to={pathOf(customer)}>{customer.name ?? customer.email}</RowLink>}
        second={customer.name && customer.email}
      />
    ),
  }),
  accessor('createdAt', {
    header: 'Since',
    cell: ({ getValue }) => <Moment at={getValue()} isDay />,
  }),
  display({
    id: 'state',
    header: 'State',
    cell: ({ row }) => <CustomerMark {...row.original} />,
  }),
  display({
    id: 'lastOrder',
    header: 'Last order',
    cell: ({ row: { original } }) =>
      original.lastOrderAt && <Moment at={original.lastOrderAt} isDay />,
  }),
  display({
    id: 'orders',
    header: 'Orders',
    meta: { align: 'end' },
    cell: ({ row }) => row.original.orders,
  }),
  display({
    id: 'spent',
    header: 'Spent',
    meta: { align: 'end' },
    cell: ({ row }) => formatMoney(row.original.spent),
  }),
]

/** /customers: customer accounts, the newest first. */
export function CustomerList() {
  return (
    <List endpoint="listCustomers" sort={{ by: 'createdAt', order: 'desc' }}>
      <Title title="Customers" />
      <StateTabs label="State" names={['state']} tabs={tabs} />
      <div className={toolbar.toolbar}>
        <ListSearch hint="E-mail or name" />
      </div>
      <Rows
        what="customers"
        none={{ title: 'No customers yet', text: 'Accounts appear here once they are opened.' }}
        columns={columns}
        pathOf={pathOf}
        card={(customer) => (
          <>
            <CardLine>
              <RowLink to={pathOf(customer)}>{customer.name ?? customer.email}</RowLink>
              <span>{formatMoney(customer.spent)}</span>
            </CardLine>
            <CardLine>
              <span>{customer.email}</span>
              <CustomerMark {...customer} />
            </CardLine>
          </>
        )}
      />
    </List>
  )
}

/** The state of an account. */
export function CustomerMark({
  blockedAt,
  isEmailVerified,
}: Pick<CustomerRow, 'blockedAt' | 'isEmailVerified'>) {
  if (blockedAt) return <Mark tone="urgent">Blocked</Mark>
  return isEmailVerified ? (
    <Mark tone="good">Confirmed</Mark>
  ) : (
    <Mark tone="quiet">Not confirmed</Mark>
  )
}

/**
 * /selections: the advisers' selections for customers and callers, and a new selection for a
 * caller.
 */
export function SelectionsPage() {
  return (
    <>
      <Title title="Selections" />
      <Panel title="The latest">
        <AdviserSelections
          recipient={{ kind: 'caller' }}
          make={async (input, email) => {
            const body = { ...input, ...(email && { email }) }
            return (await api.call('makeSelectionForCaller', { body })).data
          }}
        />
      </Panel>
    </>
  )
}
