import { applyPayment } from '../../src/features/orders/paying/apply-payment.ts'
import { ProviderUnavailable } from '../../src/features/payments/provider.ts'
import { performRefund } from '../../src/features/payments/refunds/provider-refunds.ts'
import { processEvent } from '../../src/features/payments/webhooks/provider-events.ts'
import { brokenRules } from '../ledger-assertions.ts'
import { finishChain } from './payment-steps.ts'
import { providersOf, type World } from './world.ts'

/** Processes all pending work again, beside the job queue. */
export async function catchUp({ shop: { ctx } }: World): Promise<void> {
  const { pool } = ctx.db
  const [events, refunds, payments] = await Promise.all([
    pool.query<{ provider: 'STRIPE' | 'PAYPAL'; eventId: string }>(
      'select provider, event_id as "eventId" from provider_event where processed_at is null',
    ),
    pool.query<{ id: string }>(`select id from refund where status = 'PENDING'`),
    pool.query<{ id: string }>(
      `select p.id from payment p join orders o on o.id = p.order_id
      where o.status in ('PENDING', 'UNPAID', 'CANCELLED') and p.captured_cents > p.refunded_cents`,
    ),
  ])
  const done = await Promise.allSettled([
    ...events.rows.map((event) => processEvent(ctx, event)),
    ...refunds.rows.map(({ id }) => performRefund(ctx, id)),
    ...payments.rows.map(({ id }) => applyPayment(ctx, id)),
  ])
  for (const outcome of done)
    if (outcome.status === 'rejected' && !(outcome.reason instanceof ProviderUnavailable))
      throw outcome.reason
}

const mostAttempts = 40

/**
 * Delivers every message of the providers again and finishes all work; returns the rules that are
 * still violated.
 */
export async function finishPendingWork(world: World): ReturnType<typeof brokenRules> {
  for (const { webhooks } of Object.values(providersOf(world))) await webhooks.release()
  await finishChain(world)
  await repeatMessages(world)
  for (let attempt = 1; ; attempt += 1) {
    await catchUp(world)
    const broken = await brokenRules(world.shop.ctx.db.pool, { isAtRest: true })
    if (broken.length === 0 || attempt === mostAttempts) return broken
    await repeatMessages(world)
  }
}

/** Newest first: nothing may depend on their order. */
async function repeatMessages(world: World): Promise<void> {
  for (const { webhooks } of Object.values(providersOf(world)))
    for (const { id } of webhooks.sent().toReversed()) await webhooks.repeat(id)
}
