import { z } from 'zod'
import { email } from './auth.ts'
import { chatRoomId } from './chat.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { dollars, instant } from './money.ts'
import { orderStatus } from './orders.ts'
import { selectionItem, selectionStates } from './selections.ts'
import { textOfLines } from './text.ts'

/** Selections of advisers, for staff. */
const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const

/** The most lines of a selection, units of a line, and hours that it can be reserved. */
export const mostSelectionLines = 20
export const mostSelectionUnits = 20
export const longestSelectionHours = 168
export const longestSelectionNote = 1_000

/** The products that an adviser puts together. */
const wantedSelection = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        variantId: z.uuid(),
        quantity: z.number().int().min(1).max(mostSelectionUnits),
      }),
    )
    .min(1)
    .max(mostSelectionLines)
    .refine(
      (lines) => new Set(lines.map(({ variantId }) => variantId)).size === lines.length,
      'Each variant can be chosen once',
    ),
  note: textOfLines(longestSelectionNote),
  /** How long it is reserved; by default as long as the setting says. */
  hours: z.number().int().min(1).max(longestSelectionHours).optional(),
  /** Sent twice under one key, it is one selection. */
  key: z.uuid().optional(),
})

export const adviserSelection = z.object({
  id: z.uuid(),
  state: z.enum(selectionStates),
  note: z.string(),
  adviserName: z.string().nullable(),
  madeAt: instant,
  endsAt: instant,
  items: z.array(selectionItem),
  total: dollars,
  /** The account that it belongs to; null while it is nobody's. */
  customer: z.object({ id: z.uuid(), email: z.string() }).nullable(),
  /** The address that a caller has given, while it is nobody's. */
  callerEmail: z.string().nullable(),
  /** The conversation that it was sent in. */
  roomId: chatRoomId.nullable(),
  /** The order that it became. */
  order: z.object({ id: z.uuid(), orderNumber: z.string(), status: orderStatus }).nullable(),
})
export type AdviserSelection = z.infer<typeof adviserSelection>

const makingErrors = [
  ...errors,
  'ITEM_UNAVAILABLE',
  'SELECTION_KEY_REUSED',
  'TOO_MANY_REQUESTS',
] as const

/** The link is only known now: the database keeps its hash. */
const made = envelope(z.object({ selection: adviserSelection, link: z.url() }))

export const sendAdviserSelection = defineEndpoint('sendAdviserSelection', {
  summary: 'Reserves products for the shopper of a conversation, and sends the link as a message',
  access: 'admin',
  staff: 'SUPPORT',
  status: 201,
  params: z.object({ roomId: chatRoomId }),
  body: wantedSelection,
  response: made,
  errors: [...makingErrors, 'CHAT_ROOM_NOT_FOUND'],
})

export const makeAdviserSelection = defineEndpoint('makeAdviserSelection', {
  summary: 'Reserves products for a customer, and returns the link; e-mails it if wanted',
  access: 'admin',
  staff: 'SUPPORT',
  status: 201,
  params: z.object({ customerId: z.uuid() }),
  body: wantedSelection.extend({ isEmailed: z.boolean() }),
  response: made,
  errors: [...makingErrors, 'CUSTOMER_NOT_FOUND'],
})

export const makeSelectionForCaller = defineEndpoint('makeSelectionForCaller', {
  summary:
    'Reserves products for someone who may have no account, and returns the link; e-mails it to an address that is given',
  access: 'admin',
  staff: 'SUPPORT',
  status: 201,
  body: wantedSelection.extend({ email: email.optional() }),
  response: made,
  errors: makingErrors,
})

export const listAdviserSelections = defineEndpoint('listAdviserSelections', {
  summary:
    'The latest selections, of a conversation or a customer if one is named, the newest first',
  access: 'admin',
  staff: 'SUPPORT',
  query: z.object({ roomId: chatRoomId.optional(), customerId: z.uuid().optional() }),
  response: envelope(
    z.object({
      selections: z.array(adviserSelection),
      /** How many hours one is reserved by default. */
      usualHours: z.number().int().positive(),
    }),
  ),
  errors,
})

export const takeBackAdviserSelection = defineEndpoint('takeBackAdviserSelection', {
  summary: 'Takes an open selection back: its items are for sale again',
  access: 'admin',
  staff: 'SUPPORT',
  params: z.object({ selectionId: z.uuid() }),
  response: envelope(adviserSelection),
  errors: [...errors, 'SELECTION_NOT_FOUND', 'SELECTION_ORDERED'],
})
