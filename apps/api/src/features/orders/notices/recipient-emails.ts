import { toOrderNumber } from '@solvane/contract/orders'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { composeEmail } from '../../../platform/mail/email.ts'
import { queueEmail } from '../../../platform/mail/outbox.ts'
import { giftLinkOfExchange } from '../gift-links.ts'
import type { OrderLineRow, OrderRow } from '../orders.queries.ts'
import { emailKey, itemRow, itemsOf, type OrderEvent } from './email-rows.ts'

type Context = Pick<AppContext, 'config' | 'clock' | 'jobs'>

/**
 * Queues an e-mail to the recipient of a gift about what an exchange sends: without a price, and
 * without a link to the account of who gave it. Not every event concerns them.
 */
export async function queueRecipientEmail(
  ctx: Context,
  tx: Queryable,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  news: OrderEvent,
  again: string | undefined,
): Promise<void> {
  const paragraphs = wordsForRecipient(order, news)
  if (!paragraphs || order.email === null || order.exchange_of === null) return
  const number = toOrderNumber(order.number)
  const [preview = ''] = paragraphs
  const content = composeEmail(
    {
      subject: `Your exchange ${number}`,
      preview,
      greeting: 'Good day,',
      paragraphs,
      rows: itemsOf(lines, news).map((line) => itemRow(line, ctx.config)),
      action: {
        label: 'View your gift',
        url: await giftLinkOfExchange(ctx, tx, order.exchange_of),
      },
      reason: 'You receive this e-mail because you asked us to exchange a gift.',
    },
    ctx.config.publicUrl,
  )
  const kind = `order-${news.kind}`
  const key = emailKey(order, news, again)
  await queueEmail(ctx, tx, { kind, key, recipient: order.email, content })
}

function wordsForRecipient(order: OrderRow, news: OrderEvent): string[] | null {
  switch (news.kind) {
    case 'shipped':
      return [
        'What you chose instead has left the house.',
        `It travels with ${order.tracking_carrier}, number ${order.tracking_number}.`,
      ]
    case 'parcel-sent':
      return [
        'These of your pieces have left the house; we write to you when the others do.',
        `They travel with ${news.parcel.carrier}, number ${news.parcel.number}.`,
      ]
    case 'tracking-corrected':
      return [
        'The tracking number we wrote to you was not right. This is the one to follow.',
        `Your parcel travels with ${news.parcel?.carrier ?? order.tracking_carrier}, number ${news.parcel?.number ?? order.tracking_number}.`,
      ]
    case 'details-corrected':
      return [
        'The delivery details of your exchange have been corrected.',
        'Should you not have asked for this, please tell us before the parcel leaves.',
      ]
    case 'delivered':
      return ['Your parcel has been delivered. We hope that it is all you wished for.']
    case 'cancelled':
      return ['Your exchange has been cancelled, and nothing will be sent. Please write to us.']
    default:
      return null
  }
}
