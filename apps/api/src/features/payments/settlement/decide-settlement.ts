import { formatPrice } from '@solvane/contract/money'
import { paidByAnother } from '../payment-reviews.admin.ts'
import type { PaymentChange, PaymentRow } from '../payments.queries.ts'
import { mayFollow, paysOrder } from '../payments.ts'
import { currency, type ProviderReading } from '../provider.ts'

/** What a reading makes of an attempt. */
export interface Decision {
  /** What changes of it; null when nothing does. */
  change: PaymentChange | null
  /** Whether its money is to be paid back, as the order has been paid by another attempt. */
  refundsRest: boolean
}

type MoneyReading = ProviderReading & Required<Pick<ProviderReading, 'captured'>>

const nothing: Decision = { change: null, refundsRest: false }

/**
 * What a reading makes of an attempt, given the order's other attempts. `isEnough` says whether an
 * amount pays what is due, in cents; without it only the exact amount does.
 */
export function decideSettlement(
  payment: PaymentRow,
  others: PaymentRow[],
  reading: ProviderReading,
  isEnough: (dueCents: number, capturedCents: number) => boolean = (due, got) => due === got,
): Decision {
  const { status, captured } = reading
  if (captured && (status === 'PAID' || captured.cents > 0))
    return decideMoney(payment, others, { ...reading, captured }, isEnough)
  // Money that is there outweighs whatever is said of the attempt it came by.
  if (payment.captured_cents > 0 || payment.review) return nothing
  if (status === payment.status || !mayFollow(payment.status, status)) return nothing
  if (payment.status === 'FAILED') return nothing
  return {
    change: { status, ...(status === 'FAILED' && { failure: reading.reason }) },
    refundsRest: false,
  }
}

function decideMoney(
  payment: PaymentRow,
  others: PaymentRow[],
  reading: MoneyReading,
  isEnough: (dueCents: number, capturedCents: number) => boolean,
): Decision {
  const { captured, status } = reading
  if (!mayFollow(payment.status, 'PAID')) return surplus(payment, captured.cents)
  if (captured.currency !== currency) return decideForeignMoney(payment, reading)
  const isDecided =
    payment.status === 'PROCESSING' &&
    payment.captured_cents === captured.cents &&
    payment.review !== null
  // What was decided of this money stays decided: it may be on its way back.
  if (isDecided && !captured.isAccepted) return nothing
  const money = { captured_cents: captured.cents, capture_ref: captured.ref }
  if (others.some((other) => paysOrder(other.status))) {
    return { ...aside(payment, { ...money, review: paidByAnother }), refundsRest: true }
  }
  if (status !== 'PAID') return aside(payment, { ...money, review: reading.review ?? null })
  if (!captured.isAccepted && !isEnough(payment.amount_cents, captured.cents))
    return aside(payment, {
      ...money,
      review: `${formatPrice(captured.cents)} came, ${formatPrice(payment.amount_cents)} were due`,
    })
  return {
    change: { status: 'PAID', ...money, failure: null, review: reading.review ?? null },
    refundsRest: false,
  }
}

/** Money of another currency pays nothing. It has no amount here, and is paid back at the provider. */
function decideForeignMoney(
  payment: PaymentRow,
  { captured, refunds = [] }: MoneyReading,
): Decision {
  const goneBack = refunds
    .filter(({ status }) => status === 'SUCCEEDED')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (goneBack < captured.cents)
    return aside(payment, {
      review: `The provider took ${captured.currency} instead of ${currency}`,
      capture_ref: captured.ref,
    })
  if (payment.status === 'FAILED') return nothing
  const failure = `${captured.currency} came, and went back`
  return { change: { status: 'FAILED', failure, review: null }, refundsRest: false }
}

/** Notes money that came by an attempt after it had done its duty. */
function surplus(payment: PaymentRow, capturedCents: number): Decision {
  const more = capturedCents - payment.captured_cents
  if (more <= 0) return nothing
  const review = `${formatPrice(more)} more came after it was settled`
  return { change: { captured_cents: capturedCents, review }, refundsRest: false }
}

/** Notes money that does not pay the order, or not yet. */
function aside(payment: PaymentRow, noted: PaymentChange): Decision {
  const isKnown = Object.entries(noted).every(
    ([name, value]) => payment[name as keyof PaymentChange] === value,
  )
  if (isKnown && payment.status === 'PROCESSING') return nothing
  return {
    change: { ...noted, ...(payment.status !== 'PROCESSING' && { status: 'PROCESSING' }) },
    refundsRest: false,
  }
}
