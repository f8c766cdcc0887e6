import type { StaffOrder } from '@solvane/contract/orders.admin'
import { Skeleton } from '@solvane/ui/skeleton'
import { textLinkClass } from '@solvane/ui/text-link'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/title.tsx'
import { BackLink } from '../../parts/back-link.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Unavailable } from '../../parts/unavailable.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { NextStep } from './next-step.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderNotes } from './order-notes.tsx'
import styles from './order-page.module.css'
import { OrderTimeline } from './order-timeline.tsx'
import { PaymentsPanel } from './payments-panel.tsx'

/** Interval between reads of an order while its page is open, in milliseconds. */
const refreshInterval = 15_000
/** The same while a refund is pending, which takes seconds. */
const refundInterval = 2_000

/** /orders/:id: everything about an order, and its actions. */
export function OrderPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['order', id],
    queryFn: async () => (await api.call('getOrder', { params: { orderId: id } })).data,
    refetchInterval: ({ state }) =>
      isRefundPending(state.data) ? refundInterval : refreshInterval,
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
          <Loading />
        )}
      </>
    )
  const shared = { order: data, onChange: () => refetch() }
  return (
    <>
      <Title title={`Order ${data.orderNumber}`} />
      <BackLink to="/orders">All orders</BackLink>
      <div className={styles.page}>
        <NextStep {...shared} />
        <div className={styles.main}>
          <OrderItems order={data} />
          <PaymentsPanel {...shared} />
          <OrderTimeline order={data} />
        </div>
        <div className={styles.side}>
          <CustomerPanel order={data} />
          <OrderNotes {...shared} />
          <EmailsPanel emails={data.letters} />
          <LedgerPanel order={data} />
        </div>
      </div>
    </>
  )
}

/** Whether a provider is processing a refund. */
function isRefundPending(order: StaffOrder | undefined): boolean {
  return !!order?.payments.some(
    ({ isRefundedByProvider, refunds }) =>
      isRefundedByProvider && refunds.some(({ status }) => status === 'PENDING'),
  )
}

function Loading() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <Skeleton shape="title" width="half" />
      <Skeleton width="long" />
      <Skeleton width="full" />
      <Skeleton width="half" />
    </div>
  )
}

/** The e-mails that the customer got about an order. */
function EmailsPanel({ emails }: { emails: StaffOrder['letters'] }) {
  return (
    <Panel title="E-mails">
      {emails.length === 0 && <p className={styles.none}>No e-mails yet.</p>}
      <ul className={styles.records}>
        {emails.map(({ id, subject, createdAt, sentAt, lastError, droppedReason }) => (
          <li key={id}>
            {subject}
            <span className={styles.more}>
              {sentAt ? (
                <>
                  Sent <Moment at={sentAt} />
                </>
              ) : (
                <>
                  Created <Moment at={createdAt} />; {droppedReason ? 'not sent' : 'not sent yet'}
                </>
              )}
            </span>
            {(droppedReason ?? lastError) && (
              <span className={styles.error}>{droppedReason ?? lastError}</span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const causes = {
  HOLD: 'Reserved for this order',
  RELEASE: 'Released, not paid',
  RESTOCK: 'Restocked, cancelled',
  ADJUSTMENT: 'Adjusted',
} as const

/** The stock changes of an order. */
function LedgerPanel({ order }: { order: StaffOrder }) {
  const nameOf = (variantId: string) =>
    order.lines.find((line) => line.variantId === variantId)?.name ?? 'Unknown item'
  return (
    <Panel title="Stock">
      <ul className={styles.records}>
        {order.movements.map(({ id, variantId, cause, delta, stockAfter, at }) => (
          <li key={id}>
            {delta > 0 ? `+${delta}` : `−${-delta}`} {nameOf(variantId)}
            <span className={styles.more}>
              {causes[cause]}, <Moment at={at} />; {stockAfter} in stock after
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
