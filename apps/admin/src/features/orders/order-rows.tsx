import type { StaffOrderRow } from '@solvane/contract/orders-admin'
import { mostPackingSlips } from '@solvane/contract/orders-admin'
import { Button } from '@solvane/ui/button'
import { formatMoney } from '@solvane/ui/price'
import { Datagrid, FunctionField, useListContext } from 'react-admin'
import { useNavigate } from 'react-router'
import { Moment } from '../../parts/moment.tsx'
import { CardLine, RowLink, Rows, Twofold } from '../../parts/rows.tsx'
import { OrderMark, PaymentOf } from './order-marks.tsx'

/** The orders of the list around it: a table, on phones cards. */
export function OrderRows() {
  return (
    <Rows<StaffOrderRow>
      what="orders"
      none={{ title: 'No orders yet', text: 'The first one will stand here.' }}
      table={<OrderTable />}
      card={(order) => <OrderCard order={order} />}
    />
  )
}

function OrderTable() {
  return (
    <Datagrid rowClick="show" bulkActionButtons={<PrintSlips />}>
      <FunctionField<StaffOrderRow>
        label="Order"
        render={({ id, orderNumber, pieces, firstPiece }) => (
          <Twofold
            first={<RowLink to={`/orders/${id}/show`}>{orderNumber}</RowLink>}
            second={pieces > 1 ? `${firstPiece} + ${pieces - 1}` : firstPiece}
          />
        )}
      />
      <FunctionField<StaffOrderRow>
        label="Customer"
        render={({ name, email }) => <Twofold first={name ?? 'Account closed'} second={email} />}
      />
      <FunctionField<StaffOrderRow>
        label="Placed"
        sortBy="createdAt"
        render={({ createdAt }) => <Moment at={createdAt} />}
      />
      <FunctionField<StaffOrderRow>
        label="State"
        render={({ status, trackingNumber }) => (
          <Twofold first={<OrderMark status={status} />} second={trackingNumber} />
        )}
      />
      <FunctionField<StaffOrderRow> label="Payment" render={(order) => <PaymentOf {...order} />} />
      <FunctionField<StaffOrderRow>
        label="Total"
        sortBy="totalAmount"
        textAlign="right"
        render={({ totalAmount }) => formatMoney(totalAmount)}
      />
    </Datagrid>
  )
}

function PrintSlips() {
  const { selectedIds } = useListContext()
  const navigate = useNavigate()
  const tooMany = selectedIds.length > mostPackingSlips
  return (
    <Button
      kind="link"
      disabled={tooMany}
      onClick={() => navigate(`/packing-slips/${selectedIds.join(',')}/show`)}
    >
      {tooMany ? `Choose ${mostPackingSlips} at most` : 'Print packing slips'}
    </Button>
  )
}

function OrderCard({ order }: { order: StaffOrderRow }) {
  return (
    <>
      <CardLine>
        <RowLink to={`/orders/${order.id}/show`}>{order.orderNumber}</RowLink>
        <span>{formatMoney(order.totalAmount)}</span>
      </CardLine>
      <CardLine>
        <span>{order.name ?? 'Account closed'}</span>
        <Moment at={order.createdAt} isDay />
      </CardLine>
      <CardLine>
        <OrderMark status={order.status} />
        <PaymentOf {...order} />
      </CardLine>
    </>
  )
}
