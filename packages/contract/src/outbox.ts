import { z } from 'zod'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { instant } from './money.ts'
import { staffListQuery, unlessEmpty } from './query.ts'

/** The letters of the house, sent and unsent. */
const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const letterId = z.object({ letterId: z.uuid() })

/**
 * `FAILED` is tried again for about half a day; then it waits for staff. `DROPPED` is never sent: the
 * address is not confirmed and has had as many as it gets in a day.
 */
export const letterStates = ['WAITING', 'FAILED', 'SENT', 'DROPPED'] as const

const letterRow = z.object({
  id: z.uuid(),
  /** What it is about, as the house names it: `order-shipped`. */
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(letterStates),
  createdAt: instant,
  sentAt: instant.nullable(),
  /** How often sending it has failed, and what the mail server said last. */
  failures: z.number().int().nonnegative(),
  lastError: z.string().nullable(),
  droppedReason: z.string().nullable(),
})
export type LetterRow = z.infer<typeof letterRow>

const letter = letterRow.extend({
  /** Null once it is sent or dropped: what it said is not kept. */
  html: z.string().nullable(),
  text: z.string().nullable(),
  /** It is still to be sent, and there is a mail server. */
  canBeSent: z.boolean(),
  /** The links that open an account were taken out of it. */
  isWithoutLinks: z.boolean(),
})
export type OutboxLetter = z.infer<typeof letter>

export const listLetters = defineEndpoint('listLetters', {
  summary: 'Letters of the last 90 days; `q` is looked for in recipient and subject',
  access: 'admin',
  staff: 'SUPPORT',
  query: z.object({
    ...staffListQuery(['createdAt']),
    state: unlessEmpty(z.enum(letterStates)),
  }),
  response: listEnvelope(letterRow),
  errors,
})

export const getOutbox = defineEndpoint('getOutbox', {
  summary: 'How many letters wait and fail, and whether there is a mail server at all',
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

export const getLetter = defineEndpoint('getLetter', {
  summary:
    'A letter with what it says, until it is sent; links that open an account are shown to owners only, where no mail server brings them',
  access: 'admin',
  staff: 'SUPPORT',
  params: letterId,
  response: envelope(letter),
  errors: [...errors, 'LETTER_NOT_FOUND'],
})

export const sendLetterAgain = defineEndpoint('sendLetterAgain', {
  summary: 'Tries at once to send a letter that is not sent',
  access: 'admin',
  params: letterId,
  response: envelope(letterRow),
  errors: [...errors, 'LETTER_NOT_FOUND', 'LETTER_SENT', 'LETTER_DROPPED', 'NO_MAIL_SERVER'],
})
