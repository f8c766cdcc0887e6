import type { emailStates } from '@solvane/contract/emails.admin'
import { type Expression, type SqlBool, sql } from 'kysely'
import { containing, type Queryable } from '../../platform/database/database.ts'
import { withAddress } from '../../platform/mail/email.ts'
import { shopAddress } from '../../platform/mail/outbox.queries.ts'

export type EmailState = (typeof emailStates)[number]

export interface EmailRecord {
  id: string
  kind: string
  recipient: string
  subject: string
  created_at: Date
  sent_at: Date | null
  attempts: number
  last_error: string | null
  dropped_reason: string | null
}

const columns = [
  'id',
  'kind',
  'recipient',
  'subject',
  'created_at',
  'sent_at',
  'attempts',
  'last_error',
  'dropped_reason',
] as const

const states: Record<EmailState, Expression<SqlBool>> = {
  WAITING: sql<SqlBool>`sent_at is null and dropped_reason is null and last_error is null`,
  FAILED: sql<SqlBool>`sent_at is null and dropped_reason is null and last_error is not null`,
  SENT: sql<SqlBool>`sent_at is not null`,
  DROPPED: sql<SqlBool>`dropped_reason is not null`,
}

/** Filters of the list of e-mails. */
export interface EmailFilter {
  state?: EmailState | undefined
  /** Searched in recipient and subject. */
  text?: string | undefined
}

function matchingEmails(db: Queryable, { state, text }: EmailFilter) {
  return db
    .selectFrom('mail')
    .$if(state !== undefined, (query) => query.where(states[state ?? 'SENT']))
    .$if(text !== undefined, (query) =>
      query.where(sql<SqlBool>`lower(recipient || ' ' || subject) like ${containing(text ?? '')}`),
    )
}

/** A page of e-mails, without their bodies. */
export function listEmailRows(
  db: Queryable,
  filter: EmailFilter,
  page: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<EmailRecord[]> {
  return (
    matchingEmails(db, filter)
      .select(columns)
      .orderBy('created_at', page.order)
      // In the order of the index, which can be read in either direction.
      .orderBy('id', page.order === 'desc' ? 'asc' : 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute()
  )
}

/** Counts the e-mails that match. */
export async function countEmails(db: Queryable, filter: EmailFilter): Promise<number> {
  const { total } = await matchingEmails(db, filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** An e-mail with its body, which is null once it is sent or dropped. */
export async function findEmail(
  db: Queryable,
  id: string,
): Promise<(EmailRecord & { html: string | null; text: string | null }) | undefined> {
  const row = await db
    .selectFrom('mail')
    .select([...columns, 'html', 'text'])
    .select(sql<string | null>`${sql.raw(shopAddress)}`.as('shop_address'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row && withAddress(row, row.shop_address)
}

/** The number of unsent e-mails: waiting and failed. */
export function countUnsent(db: Queryable): Promise<{ waiting: number; failed: number }> {
  return db
    .selectFrom('mail')
    .select(sql<number>`count(*) filter (where last_error is null)`.as('waiting'))
    .select(sql<number>`count(last_error)`.as('failed'))
    .where('sent_at', 'is', null)
    .where('dropped_reason', 'is', null)
    .executeTakeFirstOrThrow()
}
