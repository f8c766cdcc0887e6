import { z } from 'zod'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { instant } from './money.ts'
import { staffListQuery, unlessEmpty } from './query.ts'

/** E-mails of the shop, sent and unsent. */
const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const emailId = z.object({ emailId: z.uuid() })

/**
 * `FAILED` is retried for about half a day, then waits for staff. `DROPPED` is never sent: the
 * address is unconfirmed and has reached its daily limit.
 */
export const emailStates = ['WAITING', 'FAILED', 'SENT', 'DROPPED'] as const

const emailRow = z.object({
  id: z.uuid(),
  /** Its template: `order-shipped`. */
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(emailStates),
  createdAt: instant,
  sentAt: instant.nullable(),
  /** The number of failed attempts, and the mail server's last error. */
  failures: z.number().int().nonnegative(),
  lastError: z.string().nullable(),
  droppedReason: z.string().nullable(),
})
export type EmailRow = z.infer<typeof emailRow>

const email = emailRow.extend({
  /** Null once it is sent or dropped, because the content is deleted. */
  html: z.string().nullable(),
  text: z.string().nullable(),
  /** It is not sent yet, and there is a mail server. */
  canBeSent: z.boolean(),
  /** Links that open an account were removed from it. */
  isWithoutLinks: z.boolean(),
})
export type OutboxEmail = z.infer<typeof email>

export const listEmails = defineEndpoint('listEmails', {
  summary: 'E-mails of the last 90 days; `q` searches recipient and subject',
  access: 'admin',
  staff: 'SUPPORT',
  query: z.object({
    ...staffListQuery(['createdAt']),
    state: unlessEmpty(z.enum(emailStates)),
  }),
  response: listEnvelope(emailRow),
  errors,
})

export const getOutbox = defineEndpoint('getOutbox', {
  summary: 'How many e-mails wait or have failed, and whether a mail server is configured',
  access: 'admin',
  staff: 'SUPPORT',
  response: envelope(
    z.object({
      waiting: z.number().int(),
      failed: z.number().int(),
      hasMailServer: z.boolean(),
    }),
  ),
  errors,
})

export const getEmail = defineEndpoint('getEmail', {
  summary:
    'An e-mail, with its content until it is sent; links that open an account are shown to owners only, and only while no mail server is configured',
  access: 'admin',
  staff: 'SUPPORT',
  params: emailId,
  response: envelope(email),
  errors: [...errors, 'EMAIL_NOT_FOUND'],
})

export const resendEmail = defineEndpoint('resendEmail', {
  summary: 'Sends an unsent e-mail at once',
  access: 'admin',
  params: emailId,
  response: envelope(emailRow),
  errors: [...errors, 'EMAIL_NOT_FOUND', 'EMAIL_SENT', 'EMAIL_DROPPED', 'NO_MAIL_SERVER'],
})
