import { randomUUID } from 'node:crypto'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../config/config.ts'
import type { Database, Queryable } from '../database/database.ts'
import { ServiceUnavailable } from '../errors/shop-error.ts'
import { defineJob, type Jobs } from '../jobs/jobs.ts'
import type { Services } from '../services/services.ts'
import type { Email } from './email.ts'
import {
  deleteMails,
  deleteMailsBefore,
  deleteMailsTo,
  findMail,
  hurryJob,
  insertMail,
  listMailsAbout,
  type MailLimit,
  type MailOutcome,
  markFailed,
  markSent,
  takeUnqueued,
} from './outbox.queries.ts'

interface Context {
  config: Pick<Config, 'mail'>
  db: Database
  jobs: Jobs
  clock: { now(): Date }
}

interface Mail {
  kind: string
  /** Unique per kind: an e-mail with the same key is queued once. */
  key: string
  recipient: string
  content: Email
  /** A receipt of money is sent regardless of the daily limit. */
  isReceipt?: boolean
  /** A link to confirm the address or to sign in again, which orders must not crowd out. */
  isAccountLink?: boolean
}

const sendMail = defineJob<{ mailId: string }>('send-mail', { notifies: false })

/** The share of an unconfirmed address's daily limit that is reserved for account links. */
const shareOfAccountLinks = 0.3

const dayMilliseconds = 24 * 60 * 60 * 1000

/** How long sent e-mails are kept, in days. */
const keptDays = 90

/**
 * Queues an e-mail in the transaction of its cause; it is sent after the commit. Beyond the daily
 * limit of an unconfirmed address it is dropped: kept with the reason, and never sent. Returns
 * whether it was dropped.
 */
export async function queueEmail(
  ctx: Omit<Context, 'db'>,
  tx: Queryable,
  { kind, key, recipient, content, isReceipt = false, isAccountLink = false }: Mail,
): Promise<{ isDropped: boolean }> {
  const id = randomUUID()
  const mail = { id, kind, key, recipient, created_at: ctx.clock.now(), ...content }
  // Sent together: the job of an e-mail that turns out not to be sent finds nothing to send.
  const statements = [
    insertMail(tx, mail, isReceipt ? null : limitOf(ctx, isAccountLink)),
    ctx.config.mail.smtpUrl ? enqueueEmail(ctx, tx, id) : undefined,
  ] as const
  // Neither may be under way when the transaction ends.
  await Promise.allSettled(statements)
  const [isToSend] = await Promise.all(statements)
  return { isDropped: isToSend === false }
}

/**
 * How many e-mails an unconfirmed address gets a day: it may be a stranger's, typed in by someone
 * else. Counted without a lock, so that no order waits for another's e-mail: concurrent ones may
 * exceed the limit slightly.
 */
function limitOf(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  isAccountLink: boolean,
): MailLimit {
  const { dailyToUnconfirmed } = config.mail
  return {
    most: isAccountLink
      ? dailyToUnconfirmed
      : Math.ceil(dailyToUnconfirmed * (1 - shareOfAccountLinks)),
    since: new Date(clock.now().getTime() - dayMilliseconds),
    reason: `Unconfirmed address: at most ${dailyToUnconfirmed} e-mails a day.`,
  }
}

/** Enqueues the sending of an e-mail after the commit. */
function enqueueEmail(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Queryable,
  mailId: string,
): Promise<void> {
  return jobs.enqueue(tx, sendMail, { mailId })
}

/** Sends an unsent e-mail as soon as possible, once however often it is called. */
export async function sendNow(ctx: Pick<Context, 'db' | 'jobs'>, mailId: string): Promise<void> {
  await ctx.db.kysely.transaction().execute(async (tx) => {
    if (!(await hurryJob(tx, sendMail.name, mailId))) await enqueueEmail(ctx, tx, mailId)
  })
}

/** The e-mails to these addresses about one subject (the first word of their key), oldest first. */
export function emailsAbout(
  db: Queryable,
  recipients: string[],
  about: string,
): Promise<MailOutcome[]> {
  return listMailsAbout(db, recipients, about)
}

/** Removes the e-mails to an address from the outbox, sent or not: all, or those of some kinds. */
export async function removeEmails(
  tx: Queryable,
  recipient: string,
  kinds?: readonly string[],
): Promise<void> {
  await deleteMailsTo(tx, recipient, kinds)
}

/** Removes the e-mails to these addresses about one subject from the outbox, sent or not. */
export async function removeEmailsAbout(
  tx: Queryable,
  recipients: string[],
  about: string,
): Promise<void> {
  const mails = await listMailsAbout(tx, recipients, about)
  await deleteMails(
    tx,
    mails.map(({ id }) => id),
  )
}

/**
 * Sends what was written while no mail server was set, and so has no job: the e-mails of the last day.
 * Older ones would surprise their readers: they are marked, and staff decide.
 */
async function sendUnqueued(ctx: Context): Promise<void> {
  const dayAgo = new Date(ctx.clock.now().getTime() - dayMilliseconds)
  await ctx.db.kysely.transaction().execute(async (tx) => {
    for (const id of await takeUnqueued(tx, sendMail.name, dayAgo)) await enqueueEmail(ctx, tx, id)
  })
}

/** Registers the jobs that send e-mails and remove old ones. */
export async function registerMailJobs(
  ctx: Context & { services: Pick<Services, 'request'> },
): Promise<void> {
  const { from, smtpUrl } = ctx.config.mail
  const send = smtpUrl ? openMailTransport({ smtpUrl, from }) : null

  await ctx.jobs.handle(sendMail, async ({ mailId }) => {
    const mail = await findMail(ctx.db, mailId)
    // Dropped, queued before, deleted with its account, or sent by an attempt that failed to record it.
    if (!send || !mail?.html || !mail.text || mail.sent_at) return
    try {
      const message = {
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        // The same for every attempt, so that an e-mail sent twice is shown once.
        messageId: `<${mail.id}@${from.split('@').at(-1)}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      }
      await ctx.services.request('mail', 'send', () => send(message))
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown'
      await markFailed(ctx.db.kysely, mailId, reason)
      // Staff read whose mailbox is full, the log does not.
      throw error instanceof MailUnavailable ? error : new Error(withoutAddresses(reason))
    }
    await markSent(ctx.db, mailId, ctx.clock.now())
  })
  if (send) await sendUnqueued(ctx)

  await ctx.jobs.daily('remove-old-mails', '03:20', () => {
    const before = new Date(ctx.clock.now().getTime() - keptDays * 24 * 60 * 60 * 1000)
    return deleteMailsBefore(ctx.db.kysely, before)
  })
}

/** The timeout of the mail server in milliseconds; then it is retried. */
const timeoutMilliseconds = 20_000
/** How long a connection to the mail server stays open for another e-mail. */
const idleMilliseconds = 2_000

/**
 * Sends through the mail server at `smtpUrl`; throws `MailUnavailable` if it gives no usable answer. E-mails
 * that follow each other share a connection. nodemailer is loaded with the first e-mail.
 */
export function openMailTransport(
  { smtpUrl, from }: { smtpUrl: string; from: string },
  timeout = timeoutMilliseconds,
): (mail: SendMailOptions) => Promise<void> {
  const open = async () =>
    (await import('nodemailer')).createTransport(
      {
        url: smtpUrl,
        pool: true,
        idleTimeout: idleMilliseconds,
        // The job's own attempts come after a pause.
        maxRequeues: 1,
        connectionTimeout: timeout,
        greetingTimeout: timeout,
        socketTimeout: timeout,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from: { name: 'Solvane', address: from } },
    )
  let opened: ReturnType<typeof open> | undefined
  return async (mail) => {
    opened ??= open()
    const transport = await opened
    await transport.sendMail(mail).catch((error: Error) => {
      throw isAboutMessage(error) ? error : new MailUnavailable(error.message, { cause: error })
    })
  }
}

/** The mail server cannot be reached, or takes no e-mails at all for now. */
class MailUnavailable extends ServiceUnavailable {}

/** What a mail server says of a recipient, without the address. */
function withoutAddresses(reason: string): string {
  return reason
    .split(/([\s<>]+)/)
    .map((part) => (part.includes('@') ? '…' : part))
    .join('')
}

/** Whether the mail server rejected one e-mail or its recipient. */
function isAboutMessage(error: Error & { code?: string; command?: string }): boolean {
  return error.code === 'EMESSAGE' || (error.code === 'EENVELOPE' && error.command === 'RCPT TO')
}
