import { toLocalTime } from '@solvane/contract/time-zone'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { composeEmail, type EmailContent, type EmailRow } from '../../platform/mail/email.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { shopTimeZoneIn } from '../content/read-content.ts'
import { itemRow } from '../orders/email-item.ts'
import type { ReturnedOrder } from '../orders/returned-orders.ts'
import { type ReturnPolicy, returnPolicyById } from '../return-policies/return-policies.ts'
import type { ReturnLineRow, ReturnRow } from './returns.queries.ts'

/** Parts shared by the e-mails about returns and about gift exchanges. */

/** The words of an e-mail about the state of a return. */
export type Wording = Pick<EmailContent, 'subject' | 'preview' | 'paragraphs'>

/** The facts that the wording depends on. */
export interface StateFacts {
  row: ReturnRow
  policy: ReturnPolicy
  timeZone: string
}

/** Reads the facts that the wording of an e-mail about a return depends on. */
export async function readStateFacts(tx: Queryable, row: ReturnRow): Promise<StateFacts> {
  const policy = await returnPolicyById(tx, row.policy_id)
  return { row, policy, timeZone: await shopTimeZoneIn(tx) }
}

/** Queues an e-mail about the state of a return, whose kind begins with `about`. */
export async function queueStateEmail(
  ctx: Pick<AppContext, 'clock' | 'config' | 'jobs'>,
  tx: Queryable,
  { row, order }: { row: ReturnRow; order: ReturnedOrder },
  email: {
    about: 'gift' | 'return'
    recipient: string
    content: Omit<EmailContent, 'greeting'>
    isReceipt?: boolean
  },
): Promise<void> {
  const { about, recipient, content, isReceipt = false } = email
  await queueEmail(ctx, tx, {
    kind: `${about}-${row.status.toLowerCase().replace('_', '-')}`,
    key: `${order.id} ${row.id}`,
    recipient,
    content: composeEmail({ ...content, greeting: 'Good day,' }, ctx.config.publicUrl),
    isReceipt,
  })
}

/** The item that a line of a return is about, without its price; missing if the order no longer has it. */
export function returnedItem(
  order: ReturnedOrder,
  { variant_id, quantity }: ReturnLineRow,
  config: AppContext['config'],
): EmailRow | undefined {
  const line = order.lines.find(({ variantId }) => variantId === variant_id)
  return line && itemRow({ ...line, quantity }, config)
}

/** The sentences about the address and deadline of a return, with `enclosed` in the parcel. */
export function sendingLines({ row, policy, timeZone }: StateFacts, enclosed: string): string[] {
  return [
    `Please send the pieces so that they reach us by ${dayOf(row.arrives_by, timeZone)}, with ${enclosed} in the parcel. ${
      policy.shop_pays_postage ? 'We pay the postage.' : 'You pay the postage.'
    }`,
    ...(policy.return_address
      ? [`Our address for returns: ${policy.return_address.split('\n').join(', ')}.`]
      : row.answer
        ? []
        : ['Please ask us in our chat where to send them.']),
  ]
}

/** The sentences about goods that were not accepted and travel back. */
export function sentBackLines(row: ReturnRow): string[] {
  return [
    'We have inspected your pieces and are sorry that we cannot accept them.',
    ...(row.answer ? [row.answer] : []),
    `They travel back to you with ${row.tracking_carrier}, number ${row.tracking_number}.`,
  ]
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
