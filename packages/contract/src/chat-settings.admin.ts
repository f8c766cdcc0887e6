import { z } from 'zod'
import { longestMessage } from './chat-text.ts'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { instant } from './money.ts'
import { linesOfText, requiredLine } from './text.ts'
import { timeZoneName } from './time-zone.ts'

/** The chat settings of staff: saved replies and office hours. */
const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const

const reply = {
  /** The word that finds the reply after a `/`. */
  title: requiredLine('Please name it', 60),
  content: linesOfText(longestMessage).min(1, 'Please write something'),
}

export const cannedReply = z.object({
  id: z.uuid(),
  title: z.string(),
  content: z.string(),
  updatedAt: instant,
})
export type CannedReply = z.infer<typeof cannedReply>

export const listCannedReplies = defineEndpoint('listCannedReplies', {
  summary: 'Answers kept ready, by title',
  access: 'admin',
  staff: 'SUPPORT',
  response: listEnvelope(cannedReply),
  errors,
})

export const createCannedReply = defineEndpoint('createCannedReply', {
  summary: 'Keeps an answer ready; a title is used once',
  access: 'admin',
  staff: 'SUPPORT',
  status: 201,
  body: z.strictObject(reply),
  response: envelope(cannedReply),
  errors: [...errors, 'CANNED_REPLY_TAKEN'],
})

const replyId = z.object({ id: z.uuid() })

export const updateCannedReply = defineEndpoint('updateCannedReply', {
  summary: 'Changes a saved reply; a conflict if somebody else has changed it meanwhile',
  access: 'admin',
  staff: 'SUPPORT',
  params: replyId,
  body: z.strictObject({ ...reply, updatedAt: instant }),
  response: envelope(cannedReply),
  errors: [...errors, 'CANNED_REPLY_NOT_FOUND', 'CANNED_REPLY_TAKEN', 'STALE_EDIT'],
})

export const deleteCannedReply = defineEndpoint('deleteCannedReply', {
  summary: 'Removes an answer kept ready',
  access: 'admin',
  staff: 'SUPPORT',
  params: replyId,
  response: envelope(z.null()),
  errors: [...errors, 'CANNED_REPLY_NOT_FOUND'],
})

const timeOfDay = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Please write a time as 09:00')

/** The hours in which support answers at once. */
export const officeHours = z.object({
  /** An IANA name, such as `Europe/Paris`: the hours are this place's. */
  timeZone: timeZoneName,
  /** From Monday to Sunday; null on a day without. `to` is after `from`. */
  week: z
    .array(
      z
        .strictObject({ from: timeOfDay, to: timeOfDay })
        .refine(({ from, to }) => from < to, {
          path: ['to'],
          message: 'The end comes after the beginning',
        })
        .nullable(),
    )
    .length(7),
  /** Days of the year without, as `2026-12-25`. */
  closedOn: z.array(z.iso.date()).max(100),
})
export type OfficeHours = z.infer<typeof officeHours>

const keptOfficeHours = officeHours.extend({ updatedAt: instant })
export type KeptOfficeHours = z.infer<typeof keptOfficeHours>

export const getOfficeHours = defineEndpoint('getOfficeHours', {
  summary: 'The hours in which support answers at once',
  access: 'admin',
  staff: 'SUPPORT',
  response: envelope(keptOfficeHours),
  errors,
})

export const setOfficeHours = defineEndpoint('setOfficeHours', {
  summary: 'Sets the office hours; a conflict if somebody else has set them meanwhile',
  access: 'admin',
  staff: 'SUPPORT',
  body: z.strictObject({ ...officeHours.shape, updatedAt: instant }),
  response: envelope(keptOfficeHours),
  errors: [...errors, 'STALE_EDIT'],
})
