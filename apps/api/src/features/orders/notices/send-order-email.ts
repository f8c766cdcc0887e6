import { randomUUID } from 'node:crypto'
import { type OrderEmail, orderEmails } from '@solvane/contract/order-workflow'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { emailsAbout, removeEmailsAbout } from '../../../platform/mail/outbox.ts'
import { paymentsOfOrder } from '../../payments/payments.ts'
import { supplementIds } from '../edits/order-edits.queries.ts'
import { hasMoneyLeft } from '../order-refunds.ts'
import { listCorrections } from '../order-updates.queries.ts'
import { linesOfOrders, lockOrder, type OrderRow } from '../orders.queries.ts'
import { type OrderEvent, refundsIn } from './email-rows.ts'
import { queueOrderEmail } from './order-emails.ts'

/** The e-mails about an order to any of its addresses, oldest first. */
export async function emailsOfOrder(db: Queryable, { id, email }: Pick<OrderRow, 'id' | 'email'>) {
  return emailsAbout(db, await recipientsOf(db, { id, email }), id)
}

/** The current and former e-mail addresses of an order; none once its account is closed. */
async function recipientsOf(
  db: Queryable,
  { id, email }: Pick<OrderRow, 'id' | 'email'>,
): Promise<string[]> {
  if (email === null) return []
  const corrections = await listCorrections(db, id)
  return [email, ...corrections.flatMap(({ before }) => before.email ?? [])]
}

/** Removes them from the outbox. */
export async function removeEmailsOfOrder(
  tx: Queryable,
  order: Pick<OrderRow, 'id' | 'email'>,
): Promise<void> {
  const recipients = await recipientsOf(tx, order)
  if (recipients.length > 0) await removeEmailsAbout(tx, recipients, order.id)
}

/** The e-mails of an order that can be sent again: those that were sent before. */
export function resendableEmailsOf(sent: readonly { kind: string }[]): OrderEmail[] {
  return orderEmails.filter((email) => sent.some(({ kind }) => kind === `order-${email}`))
}

/**
 * Sends an e-mail of an order again, with its current data, to its current address. Throws
 * `ORDER_NOT_FOUND`, `ORDER_EMAIL_UNAVAILABLE` if it was never sent.
 */
export async function sendOrderEmail(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'jobs'>,
  orderId: string,
  email: OrderEmail,
): Promise<void> {
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new ShopError('ORDER_NOT_FOUND')
    if (!resendableEmailsOf(await emailsOfOrder(tx, order)).includes(email))
      throw new ShopError('ORDER_EMAIL_UNAVAILABLE')
    const lines = (await linesOfOrders(tx, [orderId])).get(orderId) ?? []
    await queueOrderEmail(ctx, tx, order, lines, await newsOf(tx, email, order), randomUUID())
  })
}

async function newsOf(tx: Queryable, kind: OrderEmail, order: OrderRow): Promise<OrderEvent> {
  const supplements = await supplementIds(tx, order.id)
  const payments = await paymentsOfOrder(tx, [order.id, ...supplements])
  if (kind === 'refunded') return { kind, ...refundsIn(order, payments.get(order.id) ?? []) }
  if (kind === 'cancelled') return { kind, isPaidBack: hasMoneyLeft([...payments.values()].flat()) }
  return { kind }
}
