import { formatPrice } from '@solvane/contract/money'
import { toOrderNumber } from '@solvane/contract/orders'
import { restockingFee, toReturnNumber } from '@solvane/contract/returns'
import { toLocalTime } from '@solvane/contract/time-zone'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { composeEmail, type EmailRow } from '../../platform/mail/email.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import type { ReturnedOrder } from '../orders/returned-orders.ts'
import type { ReturnPolicy } from '../return-policies/return-policies.ts'
import { sumOf } from './describe-returns.ts'
import {
  dayOf,
  queueStateEmail,
  readStateFacts,
  returnedItem,
  type StateFacts,
  sendingLines,
  sentBackLines,
  type Wording,
} from './email-parts.ts'
import { queueGiftEmail } from './gift-emails.ts'
import type { ReturnLineRow, ReturnRow } from './returns.queries.ts'

type Context = Pick<AppContext, 'clock' | 'config' | 'db' | 'jobs'>

const slip = 'the slip from the page of your return'

/**
 * Queues the e-mail about the state that a return is in, in the transaction that brought it there;
 * states that do not concern the shopper have none. Contains no text of the shopper: an
 * unconfirmed address may be a stranger's.
 */
export async function queueReturnEmail(
  ctx: Context,
  tx: Queryable,
  order: ReturnedOrder,
  row: ReturnRow,
  lines: readonly ReturnLineRow[],
): Promise<void> {
  if (row.is_gift) return queueGiftEmail(ctx, tx, order, row, lines)
  // The account is closed.
  if (order.email === null) return
  const wording = wordingOf(await readStateFacts(tx, row), order)
  if (!wording) return
  await queueStateEmail(
    ctx,
    tx,
    { row, order },
    {
      about: 'return',
      recipient: order.email,
      content: {
        ...wording,
        rows: rowsOf({ row, order, lines }, ctx.config),
        action: {
          label: 'View your return',
          url: `${ctx.config.publicUrl}/profile/returns/${row.id}`,
        },
        reason: 'You receive this e-mail because of a return of an order you placed with us.',
      },
      // The receipt of a withdrawal, and of a refund.
      isReceipt: row.is_withdrawal || row.status === 'REFUNDED',
    },
  )
}

/** Informs the address of an order that its withdrawal could not be accepted, and why. */
export async function queueWithdrawalRejection(
  ctx: Context,
  tx: Queryable,
  order: ReturnedOrder,
  reason: string,
): Promise<void> {
  if (order.email === null) return
  const number = toOrderNumber(order.number)
  const { publicUrl } = ctx.config
  const content = composeEmail(
    {
      subject: `Withdrawal from order ${number}`,
      preview: 'We could not accept it as it is.',
      greeting: 'Good day,',
      paragraphs: [
        `Someone with the number of order ${number} and this e-mail address asked to withdraw from it. ${reason}`,
        'If you did not ask for this, there is nothing to do. If you have a question, please write to us in our chat.',
      ],
      action: { label: 'View your order', url: `${publicUrl}/profile/orders/${order.id}` },
      reason: 'You receive this e-mail because you placed an order with us.',
    },
    publicUrl,
  )
  // A repeated request is answered again; the limits of the endpoint keep it rare.
  const key = `${order.id} ${ctx.clock.now().getTime()}`
  await queueEmail(ctx, tx, {
    kind: 'return-withdrawal-refused',
    key,
    recipient: order.email,
    content,
  })
}

function wordingOf(facts: StateFacts, order: ReturnedOrder): Wording | null {
  const { row, policy, timeZone } = facts
  const [number, ofOrder] = [toReturnNumber(row.number), toOrderNumber(order.number)]
  const answer = row.answer ? [row.answer] : []
  switch (row.status) {
    case 'REQUESTED':
      return row.is_withdrawal
        ? {
            subject: `Withdrawal from order ${ofOrder} received`,
            preview: `We received it on ${momentOf(row.created_at, timeZone)}.`,
            paragraphs: [
              `This confirms that we received your withdrawal from order ${ofOrder} on ${momentOf(row.created_at, timeZone)}. It is about the pieces below, and has the number ${number}.`,
              ...(order.isSent
                ? sendingLines(facts, slip)
                : [
                    'Your order has not left us. We stop it, and pay back what you have paid. Should it already be with the carrier, please write to us when it arrives.',
                  ]),
            ],
          }
        : {
            subject: `Return ${number}: your request has reached us`,
            preview: 'We will look at it and e-mail you.',
            paragraphs: [
              `Thank you. We have your request to return the pieces below from order ${ofOrder}. We will look at it and e-mail you; please do not send anything before.`,
            ],
          }
    case 'APPROVED':
      // The receipt of a withdrawal has said it already.
      return row.is_withdrawal
        ? null
        : {
            subject: `Return ${number} is approved`,
            preview: 'You can send your pieces back.',
            paragraphs: [
              'Your return is approved.',
              ...answer,
              ...sendingLines(facts, slip),
              ...(row.wish === 'EXCHANGE' ? [] : [feeLine(policy)]),
            ],
          }
    case 'DECLINED':
      return {
        subject: `Return ${number} is declined`,
        preview: 'We cannot accept this return.',
        paragraphs: ['We are sorry that we cannot accept this return.', ...answer],
      }
    case 'REFUNDED':
      if (row.refunded_cents === 0)
        return {
          subject: `Return ${number} is complete`,
          preview: 'There is nothing left to pay back.',
          paragraphs: [
            'Your pieces are with us and have been inspected. There is nothing left to pay back.',
          ],
        }
      return {
        subject: `Return ${number}: refund`,
        preview: `We pay back ${formatPrice(row.refunded_cents ?? 0)}.`,
        paragraphs: [
          `Your pieces are with us and have been inspected. We pay back ${formatPrice(row.refunded_cents ?? 0)} the way it came. Until it shows on your side, some days may pass.`,
        ],
      }
    case 'EXCHANGED':
      return {
        subject: `Return ${number}: exchanged`,
        preview: 'What you chose instead is set aside for you.',
        paragraphs: [
          'Your pieces are with us and have been inspected. What you chose instead is set aside for you, at no further charge; we will e-mail you when it is on its way.',
        ],
      }
    case 'SENT_BACK':
      return {
        subject: `Return ${number} is sent back to you`,
        preview: 'We could not accept your pieces.',
        paragraphs: sentBackLines(row),
      }
    default:
      return null
  }
}

function feeLine({ fee_from_bp, fee_until_bp }: ReturnPolicy): string {
  if (fee_until_bp === 0) return 'There is no restocking fee.'
  const [from, until] = [fee_from_bp / 100, fee_until_bp / 100]
  const range = from === until ? `${from}%` : `${from}%–${until}%`
  return `The restocking fee is ${range} of what you paid, according to the state of the pieces.`
}

function rowsOf(
  { row, order, lines }: { row: ReturnRow; order: ReturnedOrder; lines: readonly ReturnLineRow[] },
  config: Context['config'],
): EmailRow[] {
  const items = lines.flatMap((line) => {
    const item = returnedItem(order, line, config)
    return item ? [{ ...item, value: formatPrice(line.value_cents) }] : []
  })
  if (row.status !== 'REFUNDED') return items
  const fee = restockingFee(sumOf(lines), row.fee_bp ?? 0)
  return [
    ...items,
    ...(fee > 0 ? [{ label: 'Restocking fee', value: `−${formatPrice(fee)}` }] : []),
    ...(row.delivery_cents ? [{ label: 'Delivery', value: formatPrice(row.delivery_cents) }] : []),
    ...(row.wrap_cents ? [{ label: 'Gift wrapping', value: formatPrice(row.wrap_cents) }] : []),
    { label: 'Refund', value: formatPrice(row.refunded_cents ?? 0), isTotal: true },
  ]
}

/** `24 November 2026, 20:35 (UTC)` */
function momentOf(at: Date, timeZone: string): string {
  return `${dayOf(at, timeZone)}, ${toLocalTime(at, timeZone).slice(11, 16)} (${timeZone})`
}
