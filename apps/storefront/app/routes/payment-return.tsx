import { isApiFailure } from '@solvane/client/api'
import { buttonClass } from '@solvane/ui/button'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import {
  type Outcome,
  publishOutcome,
  type ReturnState,
  returnStateOf,
  returnTexts,
} from '../features/payments/payment-return-state.ts'
import { useApi } from '../lib/api/api-provider.tsx'
import { orderQuery } from '../lib/api/order-query.ts'
import { Queries } from '../lib/api/query-client.tsx'
import { useServerEvent } from '../lib/api/realtime.ts'
import { Link } from '../lib/link.tsx'
import { useSessionId } from '../lib/session/use-session.ts'
import { LinkFrame } from './link-pages.tsx'
import styles from './payment-return.module.css'

/** /order/payment-return?order={id}&outcome=paid|cancelled */
export function Component() {
  const [search] = useSearchParams()
  return (
    <Queries>
      <LinkFrame frame="page" title="Your payment">
        <PaymentReturn
          orderId={search.get('order') ?? ''}
          outcome={search.get('outcome') === 'cancelled' ? 'cancelled' : 'paid'}
        />
      </LinkFrame>
    </Queries>
  )
}

/** The polling interval of the order, in milliseconds. */
const pollingInterval = 5_000

interface PaymentReturnProps {
  orderId: string
  /** How the payment page was left; the order decides whether it was paid. */
  outcome: Outcome
}

/** The return page of a payment: shows the status, and closes when the order's page is open in another tab. */
function PaymentReturn({ orderId, outcome }: PaymentReturnProps) {
  const { returnState, isUnknown } = useReturnState(orderId, outcome)
  useEffect(
    // A tab that a script opened can be closed; another one stays and shows the status.
    () => publishOutcome(orderId, outcome, () => window.close()),
    [orderId, outcome],
  )
  if (isUnknown) return <UnknownPayment />
  const { title, text } = returnTexts[returnState]
  return (
    <section className={styles.page}>
      <div className={styles.words} role="status">
        <h1>{title}</h1>
        <p className={styles.text}>{text}</p>
      </div>
      <p>
        <Link className={buttonClass('primary')} to={`/profile/orders/${orderId}`} replace>
          See your order
        </Link>
      </p>
      <p className={styles.note}>You may close this tab.</p>
    </section>
  )
}

function UnknownPayment() {
  return (
    <section className={styles.page}>
      <div className={styles.words} role="status">
        <h1>We cannot find this payment</h1>
        <p className={styles.text}>
          This address leads to no order of yours. What you have ordered, and how it is paid, is in
          My Orders.
        </p>
      </div>
      <p>
        <Link className={buttonClass('primary')} to="/profile/orders" replace>
          My Orders
        </Link>
      </p>
    </section>
  )
}

/** The shape of an order's id; others are not requested. */
const orderIdShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether this shopper has no such order. */
function isNoOrder(error: unknown): boolean {
  return isApiFailure(error) && error.status === 404
}

/** The state of the payment, as far as this browser may read it. */
function useReturnState(
  orderId: string,
  outcome: Outcome,
): { returnState: ReturnState; isUnknown: boolean } {
  const api = useApi()
  const session = useSessionId()
  const isNamed = orderIdShape.test(orderId)
  const order = useQuery({
    ...orderQuery(api, session, orderId),
    enabled: Boolean(session) && isNamed,
    refetchInterval: ({ state: { data, error } }) =>
      isNoOrder(error) || (data && returnStateOf(data, outcome) !== 'confirming')
        ? false
        : pollingInterval,
  })
  const refresh = () => void order.refetch()
  useServerEvent('order:changed', (change) => change.orderId === orderId && refresh(), refresh)
  return {
    returnState: returnStateOf(order.data ?? null, outcome),
    isUnknown: !isNamed || (isNoOrder(order.error) && !order.data),
  }
}
