import type { StaffOrderRow } from '@solvane/contract/order-lists.admin'
import { mostPackingSlips } from '@solvane/contract/order-lists.admin'
import { paymentMethods } from '@solvane/contract/payment-methods'
import { useMediaQuery } from '@solvane/ui/browser.ts'
import { Button, textLinkClass } from '@solvane/ui/button'
import { columnHelper } from '@solvane/ui/data-table'
import { SelectField, TextField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { api } from '../../data/api.ts'
import { List, useList } from '../../data/list.tsx'
import { useMayAct } from '../../data/staff.ts'
import { Title } from '../../layout/page.tsx'
import { ListFilters, ListSearch, StateTabs } from '../../parts/list-filters.tsx'
import { Moment, ZoneNote, zonePlace } from '../../parts/moment.tsx'
import {
  CardLine,
  CardName,
  RowLink,
  Rows,
  Selected,
  SelectPage,
  SelectRow,
  TwoLines,
} from '../../parts/rows.tsx'
import toolbar from '../../parts/toolbar.module.css'
import { methodName, orderStatusNames, paymentStatusNames } from '../../parts/words.tsx'
import { BulkSteps } from './bulk-steps.tsx'
import styles from './order-list.module.css'
import { OrderMark, PaymentOf, WithdrawnMark } from './order-words.tsx'

/** /orders: all orders, the newest first. */
export function OrderList() {
  return (
    <List endpoint="listOrders" sort={{ by: 'createdAt', order: 'desc' }}>
      <Title title="Orders" />
      <Actions />
      <Tabs />
      <div className={toolbar.toolbar}>
        <ListSearch hint="Number, customer, product, address or note" />
        <OrderFilters />
      </div>
      <SelectedOrders />
      <OrderRows />
      <ZoneNote />
    </List>
  )
}

function Tabs() {
  const { readAt, filters } = useList()
  const { status: _status, needsReview: _needsReview, ...query } = filters
  const { data } = useQuery({
    // The counts are read again with every read of the list.
    queryKey: ['orders', 'counts', query, readAt],
    queryFn: () => api.call('countOrders', { query }),
    placeholderData: (before) => before,
  })
  const counts = data?.data
  const states = Object.entries(orderStatusNames).map(([status, label]) => ({
    label,
    filter: { status },
    count: counts?.byStatus[status as keyof typeof orderStatusNames],
  }))
  return (
    <StateTabs
      label="State"
      names={['status', 'needsReview']}
      tabs={[
        { label: 'All', filter: {}, count: counts?.total },
        {
          label: 'Needs review',
          filter: { needsReview: 'true' },
          count: counts?.needsReview,
          isUrgent: true,
        },
        ...states,
      ]}
    />
  )
}

const pathOf = ({ id }: StaffOrderRow) => `/orders/${id}`

/** The ordered items, and whether they are a gift: `Gift: Calvi Tote + 1`. */
function itemsOf({ quantity, firstItem, isGift }: StaffOrderRow): string {
  const items = quantity > 1 ? `${firstItem} + ${quantity - 1}` : firstItem
  return isGift ? `Gift: ${items}` : items
}

const { accessor, display } = columnHelper<StaffOrderRow>()
const columns = [
  display({
    id: 'select',
    header: () => <SelectPage />,
    cell: ({ row: { original } }) => <SelectRow id={original.id} name={original.orderNumber} />,
  }),
  display({
    id: 'order',
    header: 'Order',
    cell: ({ row: { original: order } }) => (
      <TwoLines
        first={<RowLink to={pathOf(order)}>{order.orderNumber}</RowLink>}
        second={itemsOf(order)}
      />
    ),
  }),
  display({
    id: 'customer',
    header: 'Customer',
    cell: ({ row: { original } }) => (
      <TwoLines first={original.name ?? 'Account closed'} second={original.email} />
    ),
  }),
  accessor('createdAt', {
    header: 'Placed',
    cell: ({ getValue }) => <Moment at={getValue()} />,
  }),
  display({
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => (
      <TwoLines
        first={<OrderMark status={original.status} />}
        second={original.isWithdrawn ? <WithdrawnMark /> : original.trackingNumber}
      />
    ),
  }),
  display({
    id: 'payment',
    header: 'Payment',
    cell: ({ row }) => <PaymentOf {...row.original} />,
  }),
  accessor('totalAmount', {
    header: 'Total',
    meta: { align: 'end' },
    cell: ({ getValue }) => formatMoney(getValue()),
  }),
]
/** Narrower screens have no column for the day. */
const fewerColumns = columns.filter(
  (column) => !('accessorKey' in column && column.accessorKey === 'createdAt'),
)

function OrderRows() {
  const isRoomy = useMediaQuery('(width >= 1200px)')
  return (
    <Rows
      what="orders"
      none={{ title: 'No orders yet', text: 'Orders appear here once they are placed.' }}
      columns={isRoomy ? columns : fewerColumns}
      pathOf={pathOf}
      card={(order) => (
        <>
          <CardLine>
            <CardName>
              <SelectRow id={order.id} name={order.orderNumber} />
              <RowLink to={pathOf(order)}>{order.orderNumber}</RowLink>
              {order.isGift && <span>Gift</span>}
            </CardName>
            <span>{formatMoney(order.totalAmount)}</span>
          </CardLine>
          <CardLine>
            <span>{order.name ?? 'Account closed'}</span>
            <Moment at={order.createdAt} isDay />
          </CardLine>
          <CardLine>
            <div>
              <TwoLines
                first={<OrderMark status={order.status} />}
                second={order.isWithdrawn && <WithdrawnMark />}
              />
            </div>
            <div>
              <PaymentOf {...order} />
            </div>
          </CardLine>
        </>
      )}
    />
  )
}

function Actions() {
  if (!useMayAct()) return null
  return (
    <div className={styles.actions}>
      <Link className={textLinkClass} to="/tracking-import">
        Import tracking numbers
      </Link>
    </div>
  )
}

/** The actions for the selected orders: steps, and printing their packing slips. */
function SelectedOrders() {
  const navigate = useNavigate()
  const mayAct = useMayAct()
  return (
    <Selected>
      {(ids) => (
        <>
          {mayAct && <BulkSteps ids={ids} />}
          {ids.length > mostPackingSlips ? (
            <span>Select {mostPackingSlips} orders at most to print their packing slips.</span>
          ) : (
            <Button kind="link" onClick={() => navigate(`/packing-slips/${ids.join(',')}`)}>
              Print packing slips
            </Button>
          )}
        </>
      )}
    </Selected>
  )
}

/** Filters the orders by payment and by the day they were placed. */
function OrderFilters() {
  return (
    <ListFilters names={['paymentStatus', 'method', 'isGift', 'from', 'until']}>
      {(bind) => (
        <>
          <SelectField label="Payment" {...bind('paymentStatus')}>
            <option value="">Any</option>
            {Object.entries(paymentStatusNames).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <SelectField label="Method" {...bind('method')}>
            <option value="">Any</option>
            {([...paymentMethods, 'MANUAL'] as const).map((method) => (
              <option key={method} value={method}>
                {methodName(method)}
              </option>
            ))}
          </SelectField>
          <SelectField label="Gifts" {...bind('isGift')}>
            <option value="">All orders</option>
            <option value="true">Only gifts</option>
          </SelectField>
          <TextField label={`From (${zonePlace()})`} type="date" {...bind('from')} />
          <TextField label={`Until (${zonePlace()})`} type="date" {...bind('until')} />
        </>
      )}
    </ListFilters>
  )
}
