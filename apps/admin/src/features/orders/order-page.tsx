import type { StaffOrder } from '@solvane/contract/orders.admin'
import { Skeleton } from '@solvane/ui/skeleton'
import { textLinkClass } from '@solvane/ui/text-link'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/title.tsx'
import { BackLink } from '../../parts/back-link.tsx'
import { Unavailable } from '../../parts/unavailable.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { NextStep } from './next-step.tsx'
import { OrderPieces } from './order-items.tsx'
import { OrderNotes } from './order-notes.tsx'
import styles from './order-page.module.css'
import { LedgerPanel, LettersPanel } from './order-records.tsx'
import { OrderStory } from './order-timeline.tsx'
import { PaymentsPanel } from './payments-panel.tsx'

/** An order is looked at anew this often while its page is open, in milliseconds, and on every return. */
const pauseBetweenLooks = 15_000
/** The same while money is on its way back: that is a matter of seconds. */
const pauseWhilePaidBack = 2_000

/** /orders/:id/show: all about an order, and what is to be done with it. */
export function OrderPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['order', id],
    queryFn: async () => (await api.call('getOrder', { params: { orderId: id } })).data,
    refetchInterval: ({ state }) =>
      isPaidBackNow(state.data) ? pauseWhilePaidBack : pauseBetweenLooks,
  })
  if (!data)
    return (
      <>
        <Title title="Order" />
        {error ? (
          <Unavailable title="This order cannot be shown" error={error} onRetry={() => refetch()}>
            <Link className={textLinkClass} to="/orders">
              All orders
            </Link>
          </Unavailable>
        ) : (
          <Waiting />
        )}
      </>
    )
  const shared = { order: data, onChange: () => refetch() }
  return (
    <>
      <Title title={`Order ${data.orderNumber}`} />
      <BackLink to="/orders">All orders</BackLink>
      <div className={styles.desk}>
        <NextStep {...shared} />
        <div className={styles.main}>
          <OrderPieces order={data} />
          <PaymentsPanel {...shared} />
          <OrderStory order={data} />
        </div>
        <div className={styles.side}>
          <CustomerPanel order={data} />
          <OrderNotes {...shared} />
          <LettersPanel letters={data.letters} />
          <LedgerPanel order={data} />
        </div>
      </div>
    </>
  )
}

/** Whether a provider is paying back just now. */
function isPaidBackNow(order: StaffOrder | undefined): boolean {
  return !!order?.payments.some(
    ({ isRefundedByProvider, refunds }) =>
      isRefundedByProvider && refunds.some(({ status }) => status === 'PENDING'),
  )
}

function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <Skeleton shape="title" width="half" />
      <Skeleton width="long" />
      <Skeleton width="full" />
      <Skeleton width="half" />
    </div>
  )
}
