import type {
  EmailRow,
  listEmails as listEmailsEndpoint,
  OutboxEmail,
} from '@solvane/contract/emails.admin'
import { actsAs, type StaffRole } from '@solvane/contract/staff-role'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { sendNow } from '../../platform/mail/outbox.ts'
import {
  countEmails,
  countUnsent,
  type EmailRecord,
  findEmail,
  listEmailRows,
} from './emails.admin.queries.ts'

type Context = Pick<AppContext, 'config' | 'db'>

/** A page of the e-mails, and the total. */
export async function listEmails(
  { db: { kysely: db } }: Pick<AppContext, 'db'>,
  { page, size, order, q, state }: z.output<typeof listEmailsEndpoint.query>,
): Promise<{ data: EmailRow[]; total: number }> {
  const filter = { state, text: q || undefined }
  const [rows, total] = await Promise.all([
    listEmailRows(db, filter, { order, limit: size, offset: (page - 1) * size }),
    countEmails(db, filter),
  ])
  return { data: rows.map(toEmailRow), total }
}

/** How many e-mails wait or have failed, and whether there is a mail server. */
export async function outboxState({ config, db }: Context) {
  return { ...(await countUnsent(db.kysely)), hasMailServer: hasMailServer({ config }) }
}

function hasMailServer({ config }: Pick<AppContext, 'config'>): boolean {
  return config.mail.smtpUrl !== undefined
}

/**
 * An e-mail with its body, as far as `role` may read it: a link that opens an account would give
 * its reader the account. Owners see it only where no mail server sends e-mails, to pass it on.
 * Throws `EMAIL_NOT_FOUND`.
 */
export async function getEmail(
  ctx: Context,
  id: string,
  role: StaffRole | null,
): Promise<OutboxEmail> {
  const row = await findEmail(ctx.db.kysely, id)
  if (!row) throw new ShopError('EMAIL_NOT_FOUND')
  const { html, text } = row
  const meta = {
    ...toEmailRow(row),
    canBeSent: !row.sent_at && !row.dropped_reason && hasMailServer(ctx),
  }
  if (actsAs(role, 'OWNER') && !hasMailServer(ctx))
    return { ...meta, html, text, isWithoutLinks: false }
  const hasCode = row.kind === 'sign-in-code' || row.kind === 'deletion-code'
  const withoutSecrets = hasCode ? withoutCode : withoutTokens
  const [shownHtml, shownText] = [withoutSecrets(html), withoutSecrets(text)]
  return {
    ...meta,
    html: shownHtml,
    text: shownText,
    isWithoutLinks: shownHtml !== html || shownText !== text,
  }
}

/** The token of a link follows `#token=`, or `/s/` in that of a selection. */
function withoutTokens(content: string | null): string | null {
  return content?.replace(/(?<=#token=)[\w%.~-]+|(?<=\/s\/)[0-9a-f]{32}/g, 'hidden') ?? null
}

/** The code for signing in is the only number of six digits in its e-mail's text. */
function withoutCode(content: string | null): string | null {
  return content?.replace(/(?<=>|Code: )\d{6}(?=<|\s)/g, '······') ?? null
}

function toEmailRow(row: EmailRecord): EmailRow {
  return {
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject,
    state: stateOf(row),
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    failures: row.attempts,
    lastError: row.last_error,
    droppedReason: row.dropped_reason,
  }
}

function stateOf({ sent_at, dropped_reason, last_error }: EmailRecord): EmailRow['state'] {
  if (sent_at) return 'SENT'
  if (dropped_reason) return 'DROPPED'
  return last_error === null ? 'WAITING' : 'FAILED'
}

/**
 * Sends an unsent e-mail as soon as possible. Throws `EMAIL_NOT_FOUND`, `EMAIL_SENT`, `EMAIL_DROPPED`,
 * `NO_MAIL_SERVER`.
 */
export async function resendEmail(
  ctx: Pick<AppContext, 'config' | 'db' | 'jobs'>,
  id: string,
): Promise<EmailRow> {
  const row = await findEmail(ctx.db.kysely, id)
  if (!row) throw new ShopError('EMAIL_NOT_FOUND')
  if (row.sent_at) throw new ShopError('EMAIL_SENT')
  if (row.dropped_reason) throw new ShopError('EMAIL_DROPPED')
  if (!hasMailServer(ctx)) throw new ShopError('NO_MAIL_SERVER')
  await sendNow(ctx, id)
  return toEmailRow(row)
}
