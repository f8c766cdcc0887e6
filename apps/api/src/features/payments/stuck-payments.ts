import { formatPrice } from '@solvane/contract/money'
import type { AppContext } from '../../context.ts'
import { type AttemptMethod, listStuckPayments, type StuckRow } from './payments.queries.ts'

/** Money that has been waiting for its provider so long that staff should know. */
export interface StuckPayment {
  paymentId: string
  orderId: string
  /** What waits and since when, in a sentence. */
  reason: string
  since: Date
}

/** How long a provider may be out of reach before staff see it, in milliseconds. */
const patience = 60 * 60_000

/** What has waited for a provider since before this instant, staff should know of. */
export function stuckBefore({ clock }: Pick<AppContext, 'clock'>): Date {
  return new Date(clock.now().getTime() - patience)
}

/** Of these orders, the attempts whose money waits for a provider that cannot be reached. */
export async function stuckPaymentsOfOrders(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  orderIds: string[],
): Promise<StuckPayment[]> {
  const rows = await listStuckPayments(ctx.db.kysely, stuckBefore(ctx), orderIds)
  return rows.map((row) => ({
    paymentId: row.payment_id,
    orderId: row.order_id,
    reason: stuckReason(row),
    since: row.since,
  }))
}

const providerNames: Record<AttemptMethod, string> = {
  STRIPE: 'Stripe',
  PAYPAL: 'PayPal',
  USDT: 'The USDT chain',
  COD: 'Cash on delivery',
  MANUAL: 'Staff',
}

const moment = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** What waits for a provider and since when, as staff read it. */
export function stuckReason({
  method,
  what,
  cents,
  since,
}: Pick<StuckRow, 'method' | 'what' | 'cents' | 'since'>): string {
  const name = providerNames[method]
  const time = `since ${moment.format(since)} UTC`
  if (what === 'REFUND')
    return `${name} has not taken a refund of ${formatPrice(cents ?? 0)} ${time}`
  if (what === 'EVENT') return `A message from ${name} could not be processed ${time}`
  return `${name} has not said whether this is paid ${time}`
}
