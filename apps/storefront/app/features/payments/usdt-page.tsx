import type { EndpointOutput } from '@solvane/client/api'
import { Button, buttonClass } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { Skeleton } from '@solvane/ui/skeleton'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApi } from '../../lib/api/api-provider.tsx'
import { ErrorText, messageOf } from '../../lib/api/failure.tsx'
import { useServerEvent } from '../../lib/api/realtime.ts'
import { Link } from '../../lib/link.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import { Countdown } from './countdown.tsx'
import styles from './usdt-page.module.css'

type UsdtPayment = EndpointOutput<'getUsdtPayment'>['data']

/** The stage of a payment in USDT. */
type UsdtStage = 'waiting' | 'short' | 'late' | 'confirming' | 'paid' | 'over' | 'returned'

/** The stage of a payment by its amounts, its status and whether its time has expired. */
export function usdtStage(
  payment: Pick<UsdtPayment, 'status' | 'amountReceived' | 'amountMissing'>,
  { isOver }: { isOver: boolean },
): UsdtStage {
  switch (payment.status) {
    case 'PAID':
      return 'paid'
    case 'REFUNDED':
    case 'PARTIALLY_REFUNDED':
      return 'returned'
    case 'FAILED':
      return 'over'
    default:
      if (Number(payment.amountReceived) === 0) return isOver ? 'over' : 'waiting'
      if (Number(payment.amountMissing) === 0) return 'confirming'
      return isOver ? 'late' : 'short'
  }
}

/** A decimal string of the token without idle zeros: `120.50`, `0.000001`; two decimals at least. */
export function tokenAmount(amount: string): string {
  const [whole = '0', decimals = ''] = amount.split('.')
  return `${whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`
}

/** The polling interval in milliseconds (spec section 9). */
const pollingInterval = 5_000

/** A payment in USDT, kept up to date until it is settled. */
function useUsdtPayment(paymentId: string) {
  const api = useApi()
  const session = useSessionId()
  const query = useQuery({
    queryKey: personalKey(session, 'usdt', paymentId),
    queryFn: async ({ signal }) =>
      (await api.call('getUsdtPayment', { params: { paymentId } }, { signal })).data,
    enabled: Boolean(session),
    staleTime: 0,
    // Late money still counts: polling continues after the deadline while the page is open.
    refetchInterval: ({ state }) => (state.data?.status === 'PAID' ? false : pollingInterval),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
  })
  const refresh = () => void query.refetch()
  useServerEvent(
    'order:changed',
    ({ orderId }) => orderId === query.data?.orderId && refresh(),
    refresh,
  )
  return query
}

const loadQrCode = () => import('@solvane/ui/qr-code')

/** The page for a payment in USDT: the address and amount, and what has arrived. */
export function UsdtPage({ paymentId }: { paymentId: string }) {
  const query = useUsdtPayment(paymentId)
  if (query.data) return <Payment payment={query.data} onOver={() => void query.refetch()} />
  if (query.error && !query.isFetching) {
    return (
      <div>
        <h1>Pay with USDT</h1>
        <EmptyState
          isError
          title="Your payment page did not open"
          text={<ErrorText message={messageOf(query.error, 'Please try again in a moment.')} />}
        >
          <Button kind="secondary" onClick={() => query.refetch()}>
            Try again
          </Button>
          <Link className={buttonClass('link')} to="/profile/orders">
            My Orders
          </Link>
        </EmptyState>
      </div>
    )
  }
  return (
    <div className={styles.page}>
      <h1>Pay with USDT</h1>
      <div role="status">
        <VisuallyHidden>Loading your payment page</VisuallyHidden>
        <Skeleton width="long" />
        <Skeleton width="long" />
      </div>
    </div>
  )
}

function Payment({ payment, onOver }: { payment: UsdtPayment; onOver: () => void }) {
  const { expiresAt } = payment
  const [endedAt, setEndedAt] = useState('')
  const stage = usdtStage(payment, { isOver: endedAt === expiresAt })
  const isOpen = stage === 'waiting' || stage === 'short'
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <p className={styles.overline}>Order {payment.orderNumber}</p>
        <h1>Pay with USDT</h1>
      </header>
      <div className={styles.columns}>
        <div className={styles.state}>
          <Stage stage={stage} payment={payment} />
          {isOpen && (
            <p className={styles.deadline}>
              Send it within{' '}
              <Countdown
                key={expiresAt}
                endsAt={expiresAt}
                onOver={() => {
                  setEndedAt(expiresAt)
                  onOver()
                }}
              />
            </p>
          )}
          <p className={styles.way}>
            <Link
              className={buttonClass(stage === 'paid' ? 'primary' : 'link')}
              to={`/profile/orders/${payment.orderId}`}
            >
              {stage === 'paid' ? 'See your order' : 'Back to your order'}
            </Link>
          </p>
        </div>
        {isOpen && <Destination payment={payment} />}
      </div>
    </div>
  )
}

/** The status of the payment, announced at once to assistive technology. */
function Stage({ stage, payment }: { stage: UsdtStage; payment: UsdtPayment }) {
  const { title, text } = stageTexts(stage, payment)
  return (
    <div className={styles.stage} role="status" data-stage={stage}>
      <p className={styles.title}>{title}</p>
      <p>{text}</p>
      {stage === 'confirming' && (
        <p className={styles.count}>
          {payment.confirmations} of {payment.confirmationsNeeded} confirmations
        </p>
      )}
    </div>
  )
}

function stageTexts(stage: UsdtStage, payment: UsdtPayment): { title: string; text: string } {
  const { tokenSymbol } = payment
  const received = `${tokenAmount(payment.amountReceived)} ${tokenSymbol}`
  const missing = `${tokenAmount(payment.amountMissing)} ${tokenSymbol}`
  switch (stage) {
    case 'waiting':
      return {
        title: 'Waiting for your transfer',
        text: `Send exactly ${missing} to the address. This page updates by itself. You may close it.`,
      }
    case 'short':
      return {
        title: `${missing} still missing`,
        text: `${received} has arrived. Send the rest to the same address; both count together.`,
      }
    case 'late':
      return {
        title: 'The time for this payment is over',
        text: `${received} has arrived, ${missing} has not. Nothing is lost: we look at it and take care of it. Please send nothing more to this address.`,
      }
    case 'confirming':
      return {
        title: 'Your payment is being confirmed',
        text: `${received} has been seen on the chain. There is nothing more to do.`,
      }
    case 'paid':
      return {
        title: 'Paid, thank you',
        text: `${received} has arrived and your order is confirmed.`,
      }
    case 'returned':
      return { title: 'Paid back', text: 'This payment was paid back to you, in whole or in part.' }
    case 'over':
      return {
        title: 'The time for this payment is over',
        text: 'Please send nothing to this address any more. If you have, we find it and take care of it; a new payment begins at your order.',
      }
  }
}

/** The address and amount: as text, to copy, and as a QR code. */
function Destination({ payment }: { payment: UsdtPayment }) {
  const qr = useOnDemand(loadQrCode)
  const load = useEffectEvent(() => qr.prepare())
  useEffect(() => load(), [])
  const amount = tokenAmount(payment.amountMissing)
  return (
    <section className={styles.destination} aria-label="Where to send it">
      <a className={styles.frame} href={payment.paymentUri} aria-label="Open your wallet">
        {qr.part && <qr.part.QrCode content={payment.paymentUri} label="QR code for your wallet" />}
      </a>
      <dl className={styles.lines}>
        <CopyLine key={amount} name="Amount" value={amount} unit={payment.tokenSymbol} />
        <CopyLine name="Address" value={payment.address} />
        <div className={styles.line}>
          <dt>Network</dt>
          <dd>{payment.network}</dd>
        </div>
        <div className={styles.line}>
          <dt>Token</dt>
          <dd>
            {payment.tokenSymbol}
            <span className={styles.contract}>{payment.tokenAddress}</span>
          </dd>
        </div>
      </dl>
      <p className={styles.warning}>
        Send only {payment.tokenSymbol} on {payment.network}. Other tokens cannot be recovered.
      </p>
      {payment.testWalletUrl && (
        <a
          className={buttonClass('secondary', true)}
          href={payment.testWalletUrl}
          target="_blank"
          rel="noopener noreferrer"
        >
          Open the test wallet
        </a>
      )}
    </section>
  )
}

interface CopyLineProps {
  name: string
  value: string
  /** Shown after the value, but not copied with it; makes the line large. */
  unit?: string
}

/** A value to be copied exactly, with its button. */
function CopyLine({ name, value, unit }: CopyLineProps) {
  const [note, setNote] = useState('')
  const text = useRef<HTMLSpanElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setNote('Copied')
    } catch {
      // Without a secure context or permission the text is selected, so that the keyboard can copy it.
      if (text.current) window.getSelection()?.selectAllChildren(text.current)
      setNote('Marked: copy it with your keys')
    }
  }

  return (
    <div className={clsx(styles.line, unit && styles.large)}>
      <dt>{name}</dt>
      <dd>
        <span className={styles.value}>
          <span ref={text}>{value}</span>
          {unit && ` ${unit}`}
        </span>
        <button
          type="button"
          className={styles.copy}
          aria-label={`Copy ${name.toLowerCase()}`}
          onClick={copy}
        >
          Copy
        </button>
        <span className={styles.copied} role="status">
          {note}
        </span>
      </dd>
    </div>
  )
}
