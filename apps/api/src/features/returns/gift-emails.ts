import { toReturnNumber } from '@solvane/contract/returns'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { giftLink } from '../orders/gifts.ts'
import type { ReturnedOrder } from '../orders/returned-orders.ts'
import {
  queueStateEmail,
  readStateFacts,
  returnedItem,
  type StateFacts,
  sendingLines,
  sentBackLines,
  type Wording,
} from './email-parts.ts'
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
  const wording = wordingOf(await readStateFacts(tx, row))
  if (!wording) return
  await queueStateEmail(
    ctx,
    tx,
    { row, order },
    {
      about: 'gift',
      recipient: recipient.email,
      content: {
        ...wording,
        rows: lines.flatMap((line) => returnedItem(order, line, ctx.config) ?? []),
        action: { label: 'View your gift', url: await giftLink(ctx, tx, order.id) },
        reason:
          'You receive this e-mail because someone asked us, with this address, to exchange a gift.',
      },
    },
  )
}

function wordingOf(facts: StateFacts): Wording | null {
  const { row } = facts
  const number = toReturnNumber(row.number)
  const answer = row.answer ? [row.answer] : []
  switch (row.status) {
    case 'REQUESTED':
      return {
        subject: `Exchange ${number}: your request has reached us`,
        preview: 'We will look at it and e-mail you.',
        paragraphs: [
          'Thank you. We have your request to exchange the pieces below. We will look at it and e-mail you; please do not send anything before.',
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
          ...sendingLines(facts, `a note that says ${number}`),
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
          'Your pieces are with us. What you chose instead is set aside for you; we will e-mail you when it is on its way.',
        ],
      }
    case 'SENT_BACK':
      return {
        subject: `Exchange ${number}: sent back to you`,
        preview: 'We could not accept your pieces.',
        paragraphs: sentBackLines(row),
      }
    default:
      return null
  }
}
