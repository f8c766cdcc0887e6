import { z } from 'zod'
import { email } from './auth.ts'
import { picture } from './catalog.ts'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { dollars, instant } from './money.ts'
import { staffListQuery } from './query.ts'

/** The waiting list of variants that are sold out. */

/** EXPIRED: the reservation ended without an order. */
export const waitingStates = [
  'UNCONFIRMED',
  'WAITING',
  'OFFERED',
  'ORDERED',
  'EXPIRED',
  'LEFT',
] as const
export type WaitingState = (typeof waitingStates)[number]

/** A place on the list, with what it is for. */
export const waitingEntry = z.object({
  id: z.uuid(),
  state: z.enum(waitingStates),
  variantId: z.uuid(),
  identifier: z.string(),
  name: z.string(),
  attributeValues: z.record(z.string(), z.string()),
  picture,
  price: dollars,
  askedAt: instant,
  /** Until when one is reserved; OFFERED only. */
  offerEndsAt: instant.nullable(),
})
export type WaitingEntry = z.infer<typeof waitingEntry>

const token = z.strictObject({ token: z.string().min(1).max(200) })

export const joinWaitingList = defineEndpoint('joinWaitingList', {
  summary:
    'Joins the waiting list of a variant that is sold out: with the account, or with an e-mail address that its owner then confirms',
  body: z.strictObject({ variantId: z.uuid(), email: email.optional() }),
  /** WAITING: on the list. UNCONFIRMED: an e-mail with a link is on its way. */
  response: envelope(z.object({ state: z.enum(['UNCONFIRMED', 'WAITING']) })),
  errors: [
    'VARIANT_NOT_FOUND',
    'WAITING_LIST_NEEDS_EMAIL',
    'WAITING_LIST_IN_STOCK',
    'TOO_MANY_REQUESTS',
  ],
})

export const getWaitingLink = defineEndpoint('getWaitingLink', {
  summary: 'What the link of an e-mail about the waiting list is for',
  body: token,
  response: envelope(waitingEntry),
  errors: ['LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
})

export const confirmWaiting = defineEndpoint('confirmWaiting', {
  summary: 'Confirms an address, by the link of its e-mail: it is on the list, from when it asked',
  body: token,
  response: envelope(waitingEntry),
  errors: ['LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
})

export const leaveWaitingList = defineEndpoint('leaveWaitingList', {
  summary: 'Leaves the list, or gives a reservation up, by the link of an e-mail',
  body: token,
  response: envelope(z.null()),
  errors: ['LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
})

export const claimOffer = defineEndpoint('claimOffer', {
  summary: 'Takes a reservation into the account, by the link of its e-mail, to order it',
  access: 'user',
  body: token,
  response: envelope(waitingEntry),
  errors: ['UNAUTHENTICATED', 'LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
})

export const listMyWaiting = defineEndpoint('listMyWaiting', {
  summary: 'What the shopper waits for, and what is reserved for them',
  access: 'user',
  response: listEnvelope(waitingEntry),
  errors: ['UNAUTHENTICATED'],
})

export const leaveMyWaiting = defineEndpoint('leaveMyWaiting', {
  summary: 'Leaves a list that the shopper is on, or gives a reservation up',
  access: 'user',
  params: z.object({ id: z.uuid() }),
  response: envelope(z.null()),
  errors: ['UNAUTHENTICATED', 'WAITING_NOT_FOUND'],
})

/** Wanted and sold out: how many wait for which variant. */
export const demandSorts = ['waiting', 'name', 'since'] as const

export const demandRow = z.object({
  /** The id of the variant. */
  id: z.uuid(),
  productId: z.uuid(),
  name: z.string(),
  attributeValues: z.record(z.string(), z.string()),
  picture: picture.nullable(),
  stock: z.number().int().nonnegative(),
  /** Whose address is confirmed. */
  waiting: z.number().int().nonnegative(),
  unconfirmed: z.number().int().nonnegative(),
  /** Reserved now, each for one of the list. */
  offered: z.number().int().nonnegative(),
  /** The offers so far that became orders. */
  ordered: z.number().int().nonnegative(),
  expired: z.number().int().nonnegative(),
  /** When the first of those in line joined; null for an empty list. */
  since: instant.nullable(),
})
export type DemandRow = z.infer<typeof demandRow>

export const listDemand = defineEndpoint('listDemand', {
  summary: 'Variants that shoppers wait for, or that are reserved for them',
  access: 'admin',
  staff: 'SUPPORT',
  query: z.object(staffListQuery(demandSorts)),
  response: listEnvelope(demandRow),
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
})
