import { z } from 'zod'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { dollars, hundredths, instant } from './money.ts'
import { shippingAddress } from './orders.ts'
import { flag, staffListQuery, unlessEmpty } from './query.ts'
import {
  returnLine,
  returnPhoto,
  returnPhotoFile,
  returnStatus,
  returnStatuses,
  returnTerms,
  returnWish,
} from './returns.ts'
import { lineOfText, linesOfText, requiredLine, textOfLines } from './text.ts'

const errors = ['UNAUTHENTICATED', 'FORBIDDEN', 'RETURN_NOT_FOUND', 'RETURN_STATE'] as const
const returnId = z.object({ returnId: z.uuid() })
/** The most characters of staff's answer to the shopper. */
const answer = 1_000
const who = z.object({ id: z.uuid(), name: z.string() }).nullable()

/** The disposition of returned goods: for sale again, kept back, or written off as damaged. */
export const returnConditions = ['RESTOCK', 'NOT_RESTOCKED', 'DAMAGED'] as const
export const returnCondition = z.enum(returnConditions)
export type ReturnCondition = z.infer<typeof returnCondition>

export const staffReturnRow = z.object({
  id: z.uuid(),
  returnNumber: z.string(),
  orderId: z.uuid(),
  orderNumber: z.string(),
  status: returnStatus,
  wish: returnWish,
  isWithdrawal: z.boolean(),
  /** The recipient of a gift has requested it. */
  isGift: z.boolean(),
  createdAt: instant,
  /** Null once the account is closed. */
  name: z.string().nullable(),
  country: z.string(),
  units: z.number().int(),
  /** The name of the first line. */
  firstItem: z.string(),
  value: dollars,
  refundedAmount: dollars.nullable(),
})
export type StaffReturnRow = z.infer<typeof staffReturnRow>

const filters = {
  orderId: unlessEmpty(z.uuid()),
  wish: unlessEmpty(returnWish),
  isGift: flag,
}

export const listReturns = defineEndpoint('listReturns', {
  summary:
    'Lists returns, by state; `q` searches the numbers of returns and orders, name and e-mail',
  access: 'admin',
  staff: 'SUPPORT',
  query: z.object({
    ...staffListQuery(['createdAt']),
    ...filters,
    status: unlessEmpty(returnStatus),
  }),
  response: listEnvelope(staffReturnRow),
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
})

export const countReturns = defineEndpoint('countReturns', {
  summary: 'The number of returns in each state',
  access: 'admin',
  staff: 'SUPPORT',
  query: z.object({ q: z.string().trim().max(100).optional(), ...filters }),
  response: envelope(
    z.object({
      byStatus: z.record(z.enum(returnStatuses), z.number().int()),
      total: z.number().int(),
    }),
  ),
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
})

/** The steps of a return that staff can take. */
export const returnActions = [
  'approve',
  'receive',
  'inspect',
  'refund',
  'exchange',
  'sendBack',
  'cancelOrder',
  'decline',
] as const

export const staffReturn = z.object({
  id: z.uuid(),
  returnNumber: z.string(),
  orderId: z.uuid(),
  orderNumber: z.string(),
  /** The order whose payment is refunded; another one if the order is an exchange itself. */
  paidOrderId: z.uuid(),
  status: returnStatus,
  wish: returnWish,
  isWithdrawal: z.boolean(),
  /**
   * The address for the exchange and the e-mails about it, which contain no prices. Missing unless
   * the recipient of a gift has requested it; null once they are removed.
   */
  gift: z
    .object({ recipient: z.object({ email: z.string(), address: shippingAddress }).nullable() })
    .optional(),
  createdAt: instant,
  arrivesBy: instant,
  name: z.string().nullable(),
  email: z.string().nullable(),
  country: z.string(),
  lines: z.array(returnLine.extend({ condition: returnCondition.nullable() })),
  note: z.string().nullable(),
  photos: z.array(returnPhoto),
  answer: z.string().nullable(),
  tracking: z.object({ carrier: z.string(), number: z.string() }).nullable(),
  terms: returnTerms.extend({ source: z.string(), validFrom: z.iso.date() }),
  value: dollars,
  /** The chosen restocking fee in percent; null until the goods are inspected. */
  feePercent: z.number().nullable(),
  /** The refund, due or made. */
  refund: z.object({
    goods: dollars,
    fee: dollars,
    delivery: dollars,
    /** The fee for gift wrapping, once everything has come back. */
    wrapping: dollars,
    amount: dollars,
    /**
     * The rest of the payment that can be refunded; if it is less than the sum above, it limits the
     * amount.
     */
    refundable: dollars,
    isByProvider: z.boolean(),
    /** The cash of the order is still to be recorded, before anything is refunded. */
    awaitsCash: z.boolean(),
    /** Everything of the order has come back. */
    isBack: z.boolean(),
  }),
  /** The order that sends the exchange; if it was cancelled, the return can be refunded. */
  exchangeOrder: z
    .object({ id: z.uuid(), orderNumber: z.string(), isCancelled: z.boolean() })
    .nullable(),
  transitions: z.array(
    z.object({
      from: returnStatus.nullable(),
      to: returnStatus,
      actor: z.enum(['SHOPPER', 'STAFF', 'SYSTEM']),
      by: who,
      at: instant,
    }),
  ),
  actions: z.array(z.enum(returnActions)),
})
export type StaffReturn = z.infer<typeof staffReturn>

export const getReturn = defineEndpoint('getReturn', {
  summary: 'A return with its lines, terms, amounts and timeline',
  access: 'admin',
  staff: 'SUPPORT',
  params: returnId,
  response: envelope(staffReturn),
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'RETURN_NOT_FOUND'],
})

export const getStaffReturnPhoto = defineEndpoint('getStaffReturnPhoto', {
  summary: 'A photo of a return',
  access: 'admin',
  staff: 'SUPPORT',
  params: z.object({ returnId: z.uuid(), photoId: z.uuid() }),
  response: envelope(returnPhotoFile),
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'RETURN_NOT_FOUND'],
})

export const approveReturn = defineEndpoint('approveReturn', {
  summary: 'REQUESTED → APPROVED; the shopper gets an e-mail',
  access: 'admin',
  params: returnId,
  body: z.strictObject({ answer: linesOfText(answer).nullish() }),
  response: envelope(staffReturn),
  errors,
})

export const declineReturn = defineEndpoint('declineReturn', {
  summary: 'Declines a return that was not received; the shopper gets an e-mail with the reason',
  access: 'admin',
  params: returnId,
  body: z.strictObject({ answer: textOfLines(answer) }),
  response: envelope(staffReturn),
  errors,
})

export const receiveReturn = defineEndpoint('receiveReturn', {
  summary: 'Records that the returned goods have arrived',
  access: 'admin',
  params: returnId,
  response: envelope(staffReturn),
  errors,
})

export const inspectReturn = defineEndpoint('inspectReturn', {
  summary:
    'Records the condition of each line, and the restocking fee within the terms; an exchange has none',
  access: 'admin',
  params: returnId,
  body: z.strictObject({
    lines: z.array(z.strictObject({ variantId: z.uuid(), condition: returnCondition })).min(1),
    feePercent: hundredths.min(0).max(100),
  }),
  response: envelope(staffReturn),
  errors: [...errors, 'RETURN_LINES', 'RETURN_FEE'],
})

export const refundReturn = defineEndpoint('refundReturn', {
  summary:
    'Refunds an inspected return and puts its goods back into stock, as inspected; or one whose exchange was cancelled',
  access: 'admin',
  needsConfirmation: true,
  params: returnId,
  body: z.strictObject({
    /** The amount that was shown; another one by now is rejected. */
    amount: dollars,
    /** The reference of a refund that staff have made by hand, if no provider can. */
    reference: lineOfText(500).optional(),
    /**
     * The cash that is still to be recorded was never collected, and is no longer expected: nothing is
     * refunded. Only once everything of the order has come back.
     */
    isUnpaid: z.boolean().optional(),
    /** The payment for a cancelled exchange was refunded with its order: nothing is refunded now. */
    isPaidBack: z.boolean().optional(),
  }),
  response: envelope(staffReturn),
  errors: [
    ...errors,
    'CASH_NOT_RECORDED',
    'RETURN_AMOUNT_CHANGED',
    'REFUND_TOO_LARGE',
    'REFUND_REFERENCE_MISSING',
    'CONFIRMATION_REQUIRED',
  ],
})

export const exchangeReturn = defineEndpoint('exchangeReturn', {
  summary:
    'INSPECTED → EXCHANGED: restocks the goods, and places an order at no charge with what was wished for',
  access: 'admin',
  needsConfirmation: true,
  params: returnId,
  response: envelope(staffReturn),
  errors: [...errors, 'EXCHANGE_UNAVAILABLE', 'ORDER_REFUNDED', 'CONFIRMATION_REQUIRED'],
})

export const cancelWithdrawnOrder = defineEndpoint('cancelWithdrawnOrder', {
  summary: 'Cancels and refunds an order that was withdrawn from before anything of it was sent',
  access: 'admin',
  needsConfirmation: true,
  params: returnId,
  response: envelope(staffReturn),
  errors: [...errors, 'ORDER_STATE', 'PAYMENT_IN_PROGRESS', 'CONFIRMATION_REQUIRED'],
})

export const sendReturnBack = defineEndpoint('sendReturnBack', {
  summary: 'INSPECTED → SENT_BACK: the goods go back to the shopper, nothing is refunded',
  access: 'admin',
  params: returnId,
  body: z.strictObject({
    answer: textOfLines(answer),
    carrier: requiredLine('Please name the carrier', 100),
    trackingNumber: requiredLine('Please write the number', 100),
  }),
  response: envelope(staffReturn),
  errors,
})
