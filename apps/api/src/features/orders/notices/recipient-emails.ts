import { toOrderNumber } from '@solvane/contract/orders'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { composeEmail } from '../../../platform/mail/email.ts'
import { queueEmail } from '../../../platform/mail/outbox.ts'
import { giftLinkOfExchange } from '../gift-links.ts'
import type { OrderLineRow, OrderRow } from '../orders.queries.ts'
import {
  correctedTracking,
  emailKey,
  itemRow,
  linesInParcel,
  type OrderEvent,
} from './email-rows.ts'

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
  const inParcel = await linesInParcel(tx, order, lines, news)
  const paragraphs = wordsForRecipient(order, news, inParcel !== null)
  if (!paragraphs || order.email === null || order.exchange_of === null) return
  const number = toOrderNumber(order.number)
  const [preview = ''] = paragraphs
  const content = composeEmail(
    {
      subject: `Your exchange ${number}`,
      preview,
      greeting: 'Good day,',
      paragraphs,
      rows: (inParcel ?? lines).map((line) => itemRow(line, ctx.config)),
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

function wordsForRecipient(
  order: OrderRow,
  news: OrderEvent,
  isOfParcel: boolean,
): string[] | null {
  switch (news.kind) {
    case 'shipped':
      return [
        `${isOfParcel ? 'The rest of what' : 'What'} you chose instead has left the house.`,
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
        correctedTracking(order, news, isOfParcel),
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
