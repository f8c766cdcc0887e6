import type { LetterRow } from '@solvane/contract/outbox'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { sendLetter } from '../../platform/mail/outbox.ts'
import { findLetter } from './outbox.queries.ts'
import { hasMailServer, toLetterRow } from './read-outbox.ts'

/**
 * Has a letter sent as soon as possible that is not sent. Raises `LETTER_NOT_FOUND`, `LETTER_SENT`, `LETTER_DROPPED`,
 * `NO_MAIL_SERVER`.
 */
export async function sendLetterAgain(
  ctx: Pick<AppContext, 'config' | 'db' | 'jobs'>,
  id: string,
): Promise<LetterRow> {
  const row = await findLetter(ctx.db.kysely, id)
  if (!row) throw new ShopError('LETTER_NOT_FOUND')
  if (row.sent_at) throw new ShopError('LETTER_SENT')
  if (row.dropped_reason) throw new ShopError('LETTER_DROPPED')
  if (!hasMailServer(ctx)) throw new ShopError('NO_MAIL_SERVER')
  await sendLetter(ctx, ctx.db.kysely, id)
  return toLetterRow(row)
}
