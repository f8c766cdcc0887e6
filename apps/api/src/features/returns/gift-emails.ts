import { toReturnNumber } from '@solvane/contract/returns'
import { toLocalTime } from '@solvane/contract/time-zone'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { composeEmail, type EmailContent, type EmailRow } from '../../platform/mail/email.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { shopTimeZoneIn } from '../content/read-content.ts'
import { giftLink } from '../orders/gifts.ts'
import {
  emailPicture,
  type ReturnedOrder,
  type ReturnedOrderLine,
} from '../orders/returned-orders.ts'
import { type ReturnPolicy, returnPolicyById } from '../return-policies/return-policies.ts'
import { findRecipient } from './gift-exchange.queries.ts'
import type { ReturnLineRow, ReturnRow } from './returns.queries.ts'

type Context = Pick<AppContext, 'clock' | 'config' | 'db' | 'jobs'>

/**
 * Queues the e-mail to the recipient of a gift about the state of an exchange. It has no price, no
 * text of the giver or the recipient, and leads to the gift instead of an account.
 */
export async function queueGiftEmail(
  ctx: Context,
  tx: Queryable,
  order: ReturnedOrder,
  row: ReturnRow,
  lines: readonly ReturnLineRow[],
): Promise<void> {
  const recipient = await findRecipient(tx, row.id)
  if (!recipient) return
  const policy = await returnPolicyById(tx, row.policy_id)
  const wording = wordingOf(row, policy, await shopTimeZoneIn(tx))
  if (!wording) return
  const { publicUrl } = ctx.config
  const content = composeEmail(
    {
      ...wording,
      greeting: 'Good day,',
      rows: lines.flatMap(({ variant_id, quantity }) => {
        const line = order.lines.find(({ variantId }) => variantId === variant_id)
        return line ? itemRow(line, quantity, ctx.config) : []
      }),
      action: { label: 'View your gift', url: await giftLink(ctx, tx, order.id) },
      reason:
        'You receive this e-mail because someone asked us, with this address, to exchange a gift.',
    },
    publicUrl,
  )
  await queueEmail(ctx, tx, {
    kind: `gift-${row.status.toLowerCase().replace('_', '-')}`,
    key: `${order.id} ${row.id}`,
    recipient: recipient.email,
    content,
  })
}

function wordingOf(
  row: ReturnRow,
  policy: ReturnPolicy,
  timeZone: string,
): Pick<EmailContent, 'subject' | 'preview' | 'paragraphs'> | null {
  const number = toReturnNumber(row.number)
  const answer = row.answer ? [row.answer] : []
  switch (row.status) {
    case 'REQUESTED':
      return {
        subject: `Exchange ${number}: your request has reached us`,
        preview: 'We look at it and write to you.',
        paragraphs: [
          'Thank you. We have your request to exchange the pieces below. We look at it and write to you; please do not send anything before.',
          'Whoever gave them to you is not told.',
        ],
      }
    case 'APPROVED':
      return {
        subject: `Exchange ${number} is approved`,
        preview: 'You can send your pieces to us.',
        paragraphs: [
          'Your exchange is approved.',
          ...answer,
          ...sendingLines({ row, policy, timeZone }, `a note that says ${number}`),
        ],
      }
    case 'DECLINED':
      return {
        subject: `Exchange ${number} is declined`,
        preview: 'We cannot accept this exchange.',
        paragraphs: ['We are sorry that we cannot accept this exchange.', ...answer],
      }
    case 'REFUNDED':
      return {
        subject: `Exchange ${number}: not possible any more`,
        preview: 'What you chose instead is no longer there.',
        paragraphs: [
          `Your pieces are with us. We are sorry that what you chose instead is no longer there${row.refunded_cents === 0 ? '' : '; what was paid has gone back to whoever gave them to you'}.`,
        ],
      }
    case 'EXCHANGED':
      return {
        subject: `Exchange ${number}: exchanged`,
        preview: 'What you chose instead is set aside for you.',
        paragraphs: [
          'Your pieces are with us. What you chose instead is set aside for you; we write to you when it is on its way.',
        ],
      }
    case 'SENT_BACK':
      return {
        subject: `Exchange ${number}: sent back to you`,
        preview: 'We could not accept your pieces.',
        paragraphs: [
          'We have inspected your pieces and are sorry that we cannot accept them.',
          ...answer,
          `They travel back to you with ${row.tracking_carrier}, number ${row.tracking_number}.`,
        ],
      }
    default:
      return null
  }
}

/** Where and until when the goods are sent, with `enclosed` in the parcel. */
export function sendingLines(
  { row, policy, timeZone }: { row: ReturnRow; policy: ReturnPolicy; timeZone: string },
  enclosed: string,
): string[] {
  return [
    `Please send the pieces so that they reach us by ${dayOf(row.arrives_by, timeZone)}, with ${enclosed} in the parcel. ${
      policy.shop_pays_postage ? 'We pay the postage.' : 'You pay the postage.'
    }`,
    ...(policy.return_address
      ? [`Our address for returns: ${policy.return_address.split('\n').join(', ')}.`]
      : []),
  ]
}

/** An item of an order in an e-mail, without its price. */
export function itemRow(
  { name, attributes, picture }: ReturnedOrderLine,
  quantity: number,
  config: AppContext['config'],
): EmailRow {
  const src = emailPicture(picture, config)
  return {
    ...(src && { picture: src }),
    label: quantity === 1 ? name : `${name} × ${quantity}`,
    note: Object.values(attributes).join(', '),
  }
}

const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `24 November 2026` */
export function dayOf(at: Date, timeZone: string): string {
  return days.format(new Date(`${toLocalTime(at, timeZone)}Z`))
}
