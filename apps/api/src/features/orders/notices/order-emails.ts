import { formatArrival } from '@solvane/contract/delivery-texts'
import { toOrderNumber } from '@solvane/contract/orders'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { composeEmail } from '../../../platform/mail/email.ts'
import { queueEmail } from '../../../platform/mail/outbox.ts'
import { documentsOfOrders } from '../../invoices/invoices.ts'
import { queueRecipientEmail } from '../gifts.ts'
import { toDelivery } from '../order-shape.ts'
import { confirmedNameOf, type OrderLineRow, type OrderRow } from '../orders.queries.ts'
import {
  changedWording,
  correctedTracking,
  emailKey,
  isAboutReturnedParcel,
  itemRows,
  linesInParcel,
  type OrderEvent,
  refundedWording,
  rowsOf,
  supplementWording,
  type Wording,
} from './email-rows.ts'

type Context = Pick<AppContext, 'config' | 'clock' | 'jobs'>

export type { OrderEvent }

/**
 * Queues an e-mail to the shopper in the transaction of its cause; each event is e-mailed once, and
 * once more for each `again`. Contains no text of the shopper but the name, and that only if the
 * address is confirmed: another may be a stranger's.
 */
export async function queueOrderEmail(
  ctx: Context,
  tx: Queryable,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  news: OrderEvent,
  again?: string,
): Promise<void> {
  // The account is closed.
  if (order.email === null) return
  if (order.is_for_recipient) return queueRecipientEmail(ctx, tx, order, lines, news, again)
  const inParcel = await linesInParcel(tx, order, lines, news)
  const isBack = await isAboutReturnedParcel(tx, order, news)
  const { button, ...wording } = wordingOf(ctx, order, news, {
    isOfParcel: inParcel !== null,
    isBack,
  })
  const afterwards = await documentsFor(tx, order, news, isBack)
  const name = await confirmedNameOf(tx, order.user_id, order.email)
  const content = composeEmail(
    {
      ...wording,
      greeting: name ? `Dear ${name},` : 'Good day,',
      rows: inParcel ? itemRows(inParcel, ctx.config) : rowsOf(order, lines, ctx.config),
      ...(afterwards.length > 0 && { afterwards }),
      action: { label: button, url: `${ctx.config.publicUrl}/profile/orders/${order.id}` },
      reason: 'You receive this e-mail because you placed an order with us.',
    },
    ctx.config.publicUrl,
  )
  const key = emailKey(order, news, again)
  const isReceipt = news.kind === 'refunded' || (news.kind === 'paid' && order.total_cents > 0)
  const kind = `order-${news.kind}`
  await queueEmail(ctx, tx, { kind, key, recipient: order.email, content, isReceipt })
}

/**
 * Notifies the address that an order had until its `version` that e-mails go elsewhere now, in case
 * it was right. Contains nothing of the order but its number, because it may be a stranger's.
 */
export async function writeToFormerAddress(
  ctx: Context,
  tx: Queryable,
  { id, number, email }: Pick<OrderRow, 'id' | 'number' | 'email'>,
  version: number,
): Promise<void> {
  if (email === null) return
  const orderNumber = toOrderNumber(number)
  const content = composeEmail(
    {
      subject: `Order ${orderNumber}: e-mail address changed`,
      preview: 'E-mails about this order go to another address now.',
      greeting: 'Good day,',
      paragraphs: [
        `E-mails about order ${orderNumber} went to this address. They now go to another one, which was given to us.`,
        'If you asked for this, or know nothing of this order, there is nothing to do. If it is your order and you did not ask for it, please write to us in our chat.',
      ],
      action: { label: 'Write to us', url: `${ctx.config.publicUrl}/#chat` },
      reason: 'You receive this e-mail because this was the e-mail address of that order.',
    },
    ctx.config.publicUrl,
  )
  const key = `${id} v${version}`
  await queueEmail(ctx, tx, { kind: 'order-address-moved', key, recipient: email, content })
}

/** The words of an e-mail about an order, about one of several parcels of it, or about its parcel that came back. */
function wordingOf(
  { config }: Context,
  order: OrderRow,
  news: OrderEvent,
  { isOfParcel, isBack }: { isOfParcel: boolean; isBack: boolean },
): Wording {
  const supplement = order.supplement_of ? supplementWording(order, news.kind) : null
  if (supplement) return supplement
  const number = toOrderNumber(order.number)
  switch (news.kind) {
    case 'changed':
      return changedWording(order, news)
    case 'placed':
      return {
        subject: `Your order ${number}`,
        preview: 'We have set your pieces aside.',
        paragraphs: [
          `Thank you for your order. Your pieces are set aside for you for ${toDuration(config.orderHoldMinutes)}.`,
          'If you have not paid yet, you can do so on the page of your order.',
          ...deliveryOf(order, 'Paid in time, it arrives'),
        ],
        button: 'View your order',
      }
    case 'paid': {
      const isFree = order.total_cents === 0
      return {
        subject: `Order ${number} is confirmed`,
        preview: isFree ? 'There is nothing to pay.' : 'Your payment has arrived.',
        paragraphs: [
          `${isFree ? 'Your order is confirmed; there is nothing to pay.' : 'Your payment has arrived, and your order is confirmed.'} We now prepare your pieces and e-mail you when they are on their way.`,
          ...deliveryOf(order, 'They arrive'),
        ],
        button: 'View your order',
      }
    }
    case 'accepted':
      return {
        subject: `Order ${number} is confirmed`,
        preview: 'You pay when it is delivered.',
        paragraphs: [
          'Your order is confirmed; you pay when it is delivered. We now prepare your pieces and e-mail you when they are on their way.',
          ...deliveryOf(order, 'They arrive'),
        ],
        button: 'View your order',
      }
    case 'shipped':
      if (isOfParcel)
        return {
          subject: `The rest of order ${number} is on its way`,
          preview: 'The rest of your order is on its way.',
          paragraphs: [
            'The rest of your order is on its way.',
            `It travels with ${order.tracking_carrier}, number ${order.tracking_number}.`,
            ...deliveryOf(order, 'It arrives'),
          ],
          button: 'Follow your order',
        }
      return {
        subject: `Order ${number} is on its way`,
        preview: 'Your pieces are on their way.',
        paragraphs: [
          'Your pieces are on their way.',
          `They travel with ${order.tracking_carrier}, number ${order.tracking_number}.`,
          ...deliveryOf(order, 'They arrive'),
        ],
        button: 'Follow your order',
      }
    case 'parcel-sent':
      return {
        subject: `A part of order ${number} is on its way`,
        preview: 'The first of your pieces are on their way.',
        paragraphs: [
          'These pieces are on their way. We will e-mail you when the others are.',
          `They travel with ${news.parcel.carrier}, number ${news.parcel.number}.`,
        ],
        button: 'Follow your order',
      }
    case 'tracking-corrected':
      return {
        subject: `Order ${number}: new tracking number`,
        preview: 'The tracking number has been corrected.',
        paragraphs: [
          'The tracking number we wrote to you was not right. This is the one to follow.',
          correctedTracking(order, news, isOfParcel),
        ],
        button: 'Follow your order',
      }
    case 'details-corrected':
      return {
        subject: `Order ${number}: details corrected`,
        preview: 'The details of your order have been corrected.',
        paragraphs: [
          'The delivery details of your order have been corrected. The page of your order shows them.',
          'Should you not have asked for this, please tell us before the parcel leaves.',
        ],
        button: 'View your order',
      }
    case 'delivered':
      return {
        subject: `Order ${number} has arrived`,
        preview: 'We hope that you enjoy your pieces.',
        paragraphs: [
          'Your pieces have been delivered. We hope that they are all you wished for.',
          'Should anything not be right, please tell us; the page of your order shows how.',
        ],
        button: 'View your order',
      }
    case 'cancelled':
      if (isBack)
        return {
          subject: `Order ${number} is cancelled`,
          preview: 'Your parcel has come back to us.',
          paragraphs: [
            order.exchange_of
              ? 'Your parcel has come back to us, so we have cancelled the exchange.'
              : 'Your parcel has come back to us, so we have cancelled your order. Nothing was paid, and there is nothing left to pay.',
          ],
          button: 'View your order',
        }
      return {
        subject: `Order ${number} is cancelled`,
        preview: 'Nothing will be sent.',
        paragraphs: [
          'Your order has been cancelled, and nothing will be sent.',
          ...(news.isPaidBack
            ? [
                'What you have paid is being paid back the way it came; we will e-mail you once it is done.',
              ]
            : []),
          ...(order.exchange_of
            ? [
                'What you have paid for the pieces that you sent back is paid back the way it came; we will e-mail you once it is done.',
              ]
            : []),
        ],
        button: 'View your order',
      }
    case 'refunded':
      return refundedWording(order, news)
  }
}

/** What documents the page of the order has since this event, a sentence each. */
async function documentsFor(
  tx: Queryable,
  order: OrderRow,
  { kind }: OrderEvent,
  isBack: boolean,
): Promise<string[]> {
  const wanted = {
    paid: 'INVOICE',
    shipped: 'INVOICE',
    'parcel-sent': 'INVOICE',
    refunded: 'CREDIT_NOTE',
    ...(isBack && { cancelled: 'CREDIT_NOTE' }),
  }
  const wantedKind = (wanted as Partial<Record<OrderEvent['kind'], string>>)[kind]
  if (!wantedKind) return []
  const documents = (await documentsOfOrders(tx, [order.id])).get(order.id) ?? []
  return documents
    .filter((document) => document.kind === wantedKind)
    .map(
      ({ kind, number }) =>
        `Your ${kind === 'INVOICE' ? 'invoice' : 'credit note'} ${number} is on the page of your order.`,
    )
}

/** The delivery method, and the promised days in a sentence that begins with `words`. */
function deliveryOf(order: OrderRow, words: string): string[] {
  const delivery = toDelivery(order)
  if (!delivery) return []
  const { method, arrival } = delivery
  return [arrival ? `${method}. ${words} ${formatArrival(arrival)}.` : `${method}.`]
}

function toDuration(minutes: number): string {
  if (minutes % 60 !== 0) return minutes === 1 ? 'one minute' : `${minutes} minutes`
  return minutes === 60 ? 'one hour' : `${minutes / 60} hours`
}
