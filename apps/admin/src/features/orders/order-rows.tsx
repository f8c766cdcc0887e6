import useMediaQuery from '@mui/material/useMediaQuery'
import type { StaffOrderRow } from '@solvane/contract/orders-admin'
import { mostPackingSlips } from '@solvane/contract/orders-admin'
import { Button } from '@solvane/ui/button'
import { formatMoney } from '@solvane/ui/price'
import { Datagrid, FunctionField } from 'react-admin'
import { useNavigate } from 'react-router'
import { Moment } from '../../parts/moment.tsx'
import { CardLine, CardName, RowLink, Rows, Twofold } from '../../parts/rows.tsx'
import { Chosen, SelectPage, SelectRow } from '../../parts/selection.tsx'
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
  // Narrower, the day is left out: the list is in that order anyhow.
  const isRoomy = useMediaQuery('(width >= 1200px)')
  return (
    <Datagrid rowClick="show" bulkActionButtons={false}>
      <FunctionField<StaffOrderRow>
        label={<SelectPage />}
        sortable={false}
        render={({ id, orderNumber }) => <SelectRow id={id} name={orderNumber} />}
      />
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
      {isRoomy && (
        <FunctionField<StaffOrderRow>
          label="Placed"
          sortBy="createdAt"
          render={({ createdAt }) => <Moment at={createdAt} />}
        />
      )}
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

/** Prints what goes into the parcels of the chosen orders. */
export function PrintSlips() {
  const navigate = useNavigate()
  return (
    <Chosen>
      {(ids) =>
        ids.length > mostPackingSlips ? (
          <span>Choose {mostPackingSlips} at most to print their packing slips.</span>
        ) : (
          <Button kind="link" onClick={() => navigate(`/packing-slips/${ids.join(',')}`)}>
            Print packing slips
          </Button>
        )
      }
    </Chosen>
  )
}

function OrderCard({ order }: { order: StaffOrderRow }) {
  return (
    <>
      <CardLine>
        <CardName>
          <SelectRow id={order.id} name={order.orderNumber} />
          <RowLink to={`/orders/${order.id}/show`}>{order.orderNumber}</RowLink>
        </CardName>
        <span>{formatMoney(order.totalAmount)}</span>
      </CardLine>
      <CardLine>
        <span>{order.name ?? 'Account closed'}</span>
        <Moment at={order.createdAt} isDay />
      </CardLine>
      <CardLine>
        <OrderMark status={order.status} />
        <div>
          <PaymentOf {...order} />
        </div>
      </CardLine>
    </>
  )
}
