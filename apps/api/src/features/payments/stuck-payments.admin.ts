import { formatPrice } from '@solvane/contract/money'
import type { AppContext } from '../../context.ts'
import { type AttemptMethod, listStuckPayments, type StuckRow } from './payments.queries.ts'
import { listUnknownEvents } from './webhooks/provider-events.queries.ts'

/** Money that has been waiting for its provider so long that staff should know. */
export interface StuckPayment {
  paymentId: string
  orderId: string
  /** What waits, in a sentence. */
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

/** Messages of providers that wait for as long and are about no payment that is known, and how many there are. */
export async function stuckEvents(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  limit: number,
): Promise<{ events: { id: string; reason: string; since: Date }[]; total: number }> {
  const rows = await listUnknownEvents(ctx.db.kysely, stuckBefore(ctx), limit)
  const events = rows.map(({ provider, event_id, received_at }) => ({
    id: event_id,
    reason: `A message from ${providerNames[provider]} about a payment that the shop does not know could not be processed`,
    since: received_at,
  }))
  return { events, total: rows[0]?.total ?? 0 }
}

const providerNames: Record<AttemptMethod, string> = {
  STRIPE: 'Stripe',
  PAYPAL: 'PayPal',
  USDT: 'The USDT chain',
  COD: 'Cash on delivery',
  MANUAL: 'Staff',
}

/** What waits for a provider, as staff read it. */
export function stuckReason({
  method,
  what,
  cents,
}: Pick<StuckRow, 'method' | 'what' | 'cents'>): string {
  const name = providerNames[method]
  if (what === 'REFUND') return `${name} has not taken a refund of ${formatPrice(cents ?? 0)}`
  if (what === 'EVENT') return `A message from ${name} could not be processed`
  return `${name} has not said whether this is paid`
}
