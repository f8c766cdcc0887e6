import { formatPrice } from '@solvane/contract/money'
import { paymentMethodTexts } from '@solvane/contract/payment-methods'
import type { AppContext } from '../../context.ts'
import { listStuckPayments, type StuckRow } from './payment-reviews.admin.queries.ts'
import type { AttemptMethod } from './payments.queries.ts'
import { listUnknownEvents } from './webhooks/provider-events.queries.ts'

/** A payment that has waited so long for its provider that staff should know. */
export interface StuckPayment {
  paymentId: string
  orderId: string
  /** The reason as a sentence. */
  reason: string
  since: Date
}

/** How long a provider may be unavailable before staff see it, in milliseconds. */
const stuckAfter = 60 * 60_000

/** Payments that have waited since before this instant are stuck. */
export function stuckBefore({ clock }: Pick<AppContext, 'clock'>): Date {
  return new Date(clock.now().getTime() - stuckAfter)
}

/** The attempts of these orders that wait for an unavailable provider. */
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

/** Unprocessed events of unknown payments, and how many there are. */
export async function stuckEvents(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  limit: number,
): Promise<{ events: { id: string; reason: string; since: Date }[]; total: number }> {
  const rows = await listUnknownEvents(ctx.db.kysely, stuckBefore(ctx), limit)
  const events = rows.map(({ provider, event_id, received_at }) => ({
    id: event_id,
    reason: `A message from ${providerName(provider)} about a payment that the shop does not know could not be processed`,
    since: received_at,
  }))
  return { events, total: rows[0]?.total ?? 0 }
}

function providerName(method: AttemptMethod): string {
  return method === 'MANUAL' ? 'Staff' : paymentMethodTexts[method].provider
}

/** The reason for staff. */
export function stuckReason({
  method,
  what,
  cents,
}: Pick<StuckRow, 'method' | 'what' | 'cents'>): string {
  const name = providerName(method)
  if (what === 'REFUND') return `${name} has not taken a refund of ${formatPrice(cents ?? 0)}`
  if (what === 'EVENT') return `A message from ${name} could not be processed`
  return `${name} has not said whether this is paid`
}
