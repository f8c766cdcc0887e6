import { sql } from 'kysely'
import type { Database, Queryable } from '../database/database.ts'
import { withAddress } from './email.ts'

export interface MailRow {
  id: string
  kind: string
  recipient: string
  subject: string
  /** Null once it is sent or dropped. */
  html: string | null
  text: string | null
  created_at: Date
  sent_at: Date | null
  /** Why it is never sent. */
  dropped_reason: string | null
}

const columns = [
  'id',
  'kind',
  'recipient',
  'subject',
  'html',
  'text',
  'created_at',
  'sent_at',
  'dropped_reason',
] as const

/** How many e-mails are not sent, and for how long the oldest has waited that was never rejected. */
export async function readUnsent(db: Queryable): Promise<{ count: number; oldestSeconds: number }> {
  const { rows } = await sql<{ count: number; oldest: number }>`
    select count(*) as count,
      coalesce(extract(epoch from now() - min(created_at) filter (where last_error is null)), 0)::float8
        as oldest
    from mail where sent_at is null and dropped_reason is null`.execute(db)
  return { count: rows[0]?.count ?? 0, oldestSeconds: rows[0]?.oldest ?? 0 }
}

/**
 * The e-mails since `since` that were never tried and have no job of the kind `job`; older ones get a
 * reason instead. For one process at a time, until the transaction ends.
 */
export async function takeUnqueued(tx: Queryable, job: string, since: Date): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtext('unqueued e-mails'))`.execute(tx)
  const { rows } = await sql<{ id: string; is_old: boolean }>`
    update mail set last_error =
      case when created_at < ${since} then 'It was written while no mail server was set.' end
    where sent_at is null and dropped_reason is null and last_error is null and attempts = 0
      and not exists (
        select from jobs.job where name = ${job} and data ->> 'mailId' = mail.id::text)
    returning id, last_error is not null as is_old`.execute(tx)
  return rows.filter(({ is_old }) => !is_old).map(({ id }) => id)
}

/**
 * Lets the job of an unsent e-mail run now if it waits, and returns whether it has one that is not over, so that
 * there is never a second, which would send it twice. The e-mail is locked until the transaction ends.
 */
export async function hurryJob(tx: Queryable, job: string, mailId: string): Promise<boolean> {
  await sql`select from mail where id = ${mailId} for update`.execute(tx)
  const { rows } = await sql<{ has_job: boolean }>`
    with hurried as (
      update jobs.job set start_after = now()
      where name = ${job} and data ->> 'mailId' = ${mailId} and state < 'active')
    -- As the statement began: a job that a worker has just taken counts, too.
    select exists (
      select from jobs.job where name = ${job} and data ->> 'mailId' = ${mailId} and state <= 'active'
    ) as has_job`.execute(tx)
  return rows[0]?.has_job ?? false
}

/** A daily limit of e-mails to an address that nobody has confirmed. */
export interface MailLimit {
  most: number
  since: Date
  /** The reason that is kept with an e-mail beyond it. */
  reason: string
}

/**
 * Adds an e-mail, without its content and with the reason where it exceeds `limit`. Returns whether
 * it is to be sent; undefined, and adds none, when there is one of this kind and key.
 */
export async function insertMail(
  db: Queryable,
  mail: Omit<MailRow, 'sent_at' | 'dropped_reason'> & { key: string },
  limit: MailLimit | null,
): Promise<boolean | undefined> {
  const { id, kind, key, recipient, subject, html, text, created_at } = mail
  // The only thing that the outbox has to know of accounts.
  const { rows } = await sql<{ is_to_send: boolean }>`
    insert into mail (id, kind, key, recipient, subject, html, text, created_at, dropped_reason)
    select ${id}, ${kind}, ${key}, ${recipient}, ${subject}, case when reason is null then ${html} end,
      case when reason is null then ${text} end, ${created_at}, reason
    from (select case when ${limit !== null}
      and not exists (
        select from users where lower(email) = lower(${recipient}) and email_verified_at is not null)
      and ${limit?.most ?? 0} <= (
        select count(*) from mail
        where lower(recipient) = lower(${recipient}) and created_at > ${limit?.since ?? created_at}
          and dropped_reason is null)
      then ${limit?.reason ?? null} end as reason) dropped
    on conflict (kind, key) do nothing
    returning dropped_reason is null as is_to_send`.execute(db)
  return rows[0]?.is_to_send
}

/** The shop's name and address, in lines; null without an address. */
export const shopAddress = `(select concat_ws(E'\\n', value ->> 'name', value ->> 'address')
  from content where key = 'invoicing' and value ->> 'address' <> '')`

/** An e-mail with the shop's address as it is now. */
export async function findMail(db: Database, id: string): Promise<MailRow | undefined> {
  const [row] = await db.prepared<MailRow & { shop_address: string | null }>(
    'mail_by_id',
    `select ${columns}, ${shopAddress} as shop_address from mail where id = $1`,
    [id],
  )
  return row && withAddress(row, row.shop_address)
}

export async function listMails(db: Queryable, limit: number): Promise<MailRow[]> {
  return db
    .selectFrom('mail')
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The state of an e-mail. */
export type MailOutcome = Pick<
  MailRow,
  'id' | 'kind' | 'subject' | 'created_at' | 'sent_at' | 'dropped_reason'
> & {
  last_error: string | null
}

/** The e-mails to these addresses whose key is, or begins with, `about`, oldest first. */
export function listMailsAbout(
  db: Queryable,
  recipients: string[],
  about: string,
): Promise<MailOutcome[]> {
  return db
    .selectFrom('mail')
    .select(['id', 'kind', 'subject', 'created_at', 'sent_at', 'last_error', 'dropped_reason'])
    .where(
      sql<boolean>`lower(recipient) = any (${recipients.map((one) => one.toLowerCase())}::text[])`,
    )
    .where(sql<string>`split_part(key, ' ', 1)`, '=', about)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Marks an e-mail as sent and deletes its content. */
export async function markSent(db: Database, id: string, at: Date): Promise<void> {
  await db.prepared(
    'mark_mail_sent',
    'update mail set sent_at = $2, html = null, text = null, last_error = null where id = $1',
    [id, at],
  )
}

export async function markFailed(db: Queryable, id: string, reason: string): Promise<void> {
  await db
    .updateTable('mail')
    .set((row) => ({ attempts: row('attempts', '+', 1), last_error: reason }))
    .where('id', '=', id)
    .execute()
}

export async function deleteMailsBefore(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('mail').where('created_at', '<', before).execute()
}

export async function deleteMails(db: Queryable, ids: string[]): Promise<void> {
  await db.deleteFrom('mail').where(sql<boolean>`id = any (${ids}::uuid[])`).execute()
}

/** Deletes the e-mails to an address, or those of some kinds. */
export async function deleteMailsTo(
  db: Queryable,
  recipient: string,
  kinds?: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('mail')
    .where(sql<string>`lower(recipient)`, '=', sql<string>`lower(${recipient})`)
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .execute()
}
