import type { CustomerRow } from '@solvane/contract/customers'
import { formatMoney } from '@solvane/ui/price'
import { Datagrid, FunctionField } from 'react-admin'
import { Mark } from '../../parts/mark.tsx'
import { Moment } from '../../parts/moment.tsx'
import { CardLine, RowLink, Rows, Twofold } from '../../parts/rows.tsx'

/** The customers of the list around it: a table, on phones cards. */
export function CustomerRows() {
  return (
    <Rows<CustomerRow>
      what="customers"
      none={{ title: 'No customers yet', text: 'Who opens an account will stand here.' }}
      table={
        <Datagrid rowClick="show" bulkActionButtons={false}>
          <FunctionField<CustomerRow>
            label="Customer"
            sortBy="email"
            render={({ id, name, email }) => (
              <Twofold
                first={<RowLink to={`/customers/${id}/show`}>{name ?? email}</RowLink>}
                second={name && email}
              />
            )}
          />
          <FunctionField<CustomerRow>
            label="Since"
            sortBy="createdAt"
            render={({ createdAt }) => <Moment at={createdAt} isDay />}
          />
          <FunctionField<CustomerRow> label="State" render={(row) => <CustomerMark {...row} />} />
          <FunctionField<CustomerRow>
            label="Last order"
            render={({ lastOrderAt }) => lastOrderAt && <Moment at={lastOrderAt} isDay />}
          />
          <FunctionField<CustomerRow>
            label="Orders"
            textAlign="right"
            render={({ orders }) => orders}
          />
          <FunctionField<CustomerRow>
            label="Spent"
            textAlign="right"
            render={({ spent }) => formatMoney(spent)}
          />
        </Datagrid>
      }
      card={(row) => (
        <>
          <CardLine>
            <RowLink to={`/customers/${row.id}/show`}>{row.name ?? row.email}</RowLink>
            <span>{formatMoney(row.spent)}</span>
          </CardLine>
          <CardLine>
            <span>{row.email}</span>
            <CustomerMark {...row} />
          </CardLine>
        </>
      )}
    />
  )
}

/** What is to be known of an account at a glance. */
export function CustomerMark({
  blockedAt,
  isEmailVerified,
}: Pick<CustomerRow, 'blockedAt' | 'isEmailVerified'>) {
  if (blockedAt) return <Mark tone="look">Blocked</Mark>
  return isEmailVerified ? (
    <Mark tone="good">Confirmed</Mark>
  ) : (
    <Mark tone="quiet">Not confirmed</Mark>
  )
}
