import { randomUUID } from 'node:crypto'
import type { PaymentMethod } from '@solvane/contract/payments'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { isForgotten, wantedUntil } from './attempt-age.ts'
import { closeAttempt } from './close-open-attempts.ts'
import type { Context } from './open-attempts.ts'
import { isUnderWay } from './payment-transitions.ts'
import { findPayment, insertPayment, lockAttempts, type PaymentRow } from './payments.queries.ts'

/** What an attempt is wanted for. */
export interface AttemptWanted {
  orderId: string
  method: PaymentMethod
  amountCents: number
}

/**
 * The attempt to go on with: the open one of this method and amount, or a new one. Ends the order's
 * other open attempts first. Raises `PAYMENT_IN_PROGRESS` while money is there or on its way.
 */
export async function openAttempt(ctx: Context, wanted: AttemptWanted): Promise<PaymentRow> {
  const unreachable = new Set<string>()
  for (;;) {
    const found = await ctx.db.kysely
      .transaction()
      .execute((tx) => findOrAdd(tx, wanted, ctx.clock.now(), unreachable))
    if ('mine' in found) return found.mine
    // Money that still comes by an attempt that cannot be ended now is surplus, and paid back.
    if ((await closeAttempt(ctx, found.stale)) === 'unreachable') unreachable.add(found.stale.id)
  }
}

/** The attempt to go on with, or one that must be ended before. */
async function findOrAdd(
  tx: Queryable,
  wanted: AttemptWanted,
  now: Date,
  unreachable: Set<string>,
): Promise<{ mine: PaymentRow } | { stale: PaymentRow }> {
  const attempts = await lockAttempts(tx, wanted.orderId)
  if (attempts.some(({ status }) => isUnderWay(status))) throw new ShopError('PAYMENT_IN_PROGRESS')
  const open = attempts.filter(({ id, status }) => status === 'PENDING' && !unreachable.has(id))
  const mine = open.find((attempt) => canGoOn(attempt, wanted, now))
  const stale = open.find((attempt) => attempt !== mine)
  // Chosen at the same moment: the order goes on by it.
  if (stale?.method === 'COD') throw new ShopError('PAYMENT_IN_PROGRESS')
  if (stale) return { stale }
  if (mine) return { mine }
  const id = randomUUID()
  await insertPayment(
    tx,
    {
      id,
      order_id: wanted.orderId,
      attempt: attempts.length + 1,
      method: wanted.method,
      amount_cents: wanted.amountCents,
      expires_at: wantedUntil(now),
      created_at: now,
    },
    'Begun by the shopper',
  )
  const added = await findPayment(tx, id)
  if (!added) throw new Error(`The payment ${id} was not added`)
  return { mine: added }
}

/** Whether the shopper can go on with an open attempt. */
function canGoOn(attempt: PaymentRow, { method, amountCents }: AttemptWanted, now: Date): boolean {
  if (attempt.method !== method || attempt.amount_cents !== amountCents) return false
  if (!attempt.provider_ref) return !isForgotten(attempt, now)
  return attempt.expires_at === null || attempt.expires_at > now
}
