import { z } from 'zod'
import { picture } from './catalog.ts'
import { appliedCoupon } from './coupons.ts'
import { orderDelivery, parcel } from './delivery.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { orderGift } from './gifts.ts'
import { orderDocument } from './invoices.ts'
import { dollars, instant } from './money.ts'
import { staffPayment, who } from './order-payments.admin.ts'
import { orderEmails } from './order-workflow.ts'
import {
  attributeValues,
  orderBuyer,
  orderEditSide,
  orderLinks,
  orderStatus,
  refundState,
  shippingAddress,
} from './orders.ts'
import { taxFields } from './tax.ts'
import { textOfLines } from './text.ts'

/** The actions that staff can take on the order now; the workflow's endpoints check them again. */
export const orderActions = [
  'ship',
  'sendParcel',
  'deliver',
  'complete',
  'cancel',
  'markRefused',
  'correctTracking',
  'correctContact',
  'edit',
  'markPaid',
  'collectCash',
] as const

/** The correctable parts of an order: its tracking, its address, its e-mail address. */
export const correctionKinds = ['TRACKING', 'ADDRESS', 'EMAIL'] as const
export type CorrectionKind = (typeof correctionKinds)[number]

export const orderNote = z.object({ id: z.uuid(), text: z.string(), by: who, at: instant })

export const staffOrder = z.object({
  id: z.uuid(),
  orderNumber: z.string(),
  /** Raised by each correction; the next one names it. */
  version: z.number().int(),
  status: orderStatus,
  createdAt: instant,
  /** Null once the account is closed. */
  customer: z
    .object({
      id: z.uuid(),
      email: z.string(),
      name: z.string().nullable(),
      isBlocked: z.boolean(),
      isEmailVerified: z.boolean(),
      /** The number of the customer's orders, including this one. */
      orders: z.number().int(),
    })
    .nullable(),
  lines: z.array(
    z.object({
      variantId: z.uuid(),
      productId: z.uuid(),
      identifier: z.string(),
      name: z.string(),
      attributeValues,
      picture,
      quantity: z.number().int(),
      unitPrice: dollars,
      /** Its share of the coupon's discount. */
      discount: dollars,
      totalPrice: dollars,
    }),
  ),
  itemsTotalPrice: dollars,
  shippingFee: dollars,
  couponDiscountAmount: dollars,
  totalAmount: dollars,
  ...taxFields,
  /** The sum of all payments received. */
  capturedAmount: dollars,
  /** The refunded part of the total, as shoppers see it. */
  refundedAmount: dollars,
  refundState,
  appliedCoupon: appliedCoupon.nullable(),
  couponId: z.uuid().nullable(),
  remark: z.string().nullable(),
  buyer: orderBuyer.optional(),
  /** Missing unless it is a gift. */
  gift: orderGift.optional(),
  /** Sends an exchange to the recipient of a gift: address and e-mail address are theirs. */
  isForRecipient: z.boolean(),
  /** The e-mail address of the order; null once the account is closed. */
  email: z.string().nullable(),
  address: shippingAddress,
  delivery: orderDelivery.nullable(),
  parcels: z.array(parcel),
  tracking: z
    .object({ carrier: z.string(), number: z.string(), url: z.string().nullable() })
    .nullable(),
  holdEndsAt: instant.nullable(),
  givenUpAt: instant.nullable(),
  completesAt: instant.nullable(),
  /** The return that this order sends the exchange of. */
  exchangeOf: z.uuid().nullable(),
  /**
   * The price paid for the goods of that return: if this order is cancelled, it is refunded from
   * the return, which is due until then.
   */
  exchangeRefund: z
    .object({ returnNumber: z.string(), amount: dollars, isDue: z.boolean() })
    .nullable(),
  /**
   * The withdrawal from it, made before all of it was sent: nothing is sent unless it is declined, and once it is
   * refunded nothing at all.
   */
  withdrawal: z
    .object({ returnId: z.uuid(), returnNumber: z.string(), isRefunded: z.boolean() })
    .nullable(),
  ...orderLinks,
  /** A supplementary order was not paid: staff put the change back, or send the order as it is. */
  lacksSupplement: z.boolean(),
  /** The changes of its lines by staff, oldest first. */
  edits: z.array(
    z.object({
      id: z.uuid(),
      before: orderEditSide,
      after: orderEditSide,
      /** The number of the order that bills the difference. */
      supplementNumber: z.string().nullable(),
      refundAmount: dollars,
      by: who,
      at: instant,
    }),
  ),
  /** The available actions, the next one first. */
  actions: z.array(z.enum(orderActions)),
  transitions: z.array(
    z.object({
      from: orderStatus.nullable(),
      to: orderStatus,
      actor: z.enum(['SHOPPER', 'STAFF', 'PROVIDER', 'SYSTEM']),
      by: who,
      reason: z.string(),
      at: instant,
    }),
  ),
  /** The corrections by staff, oldest first: the changed fields, before and after. */
  corrections: z.array(
    z.object({
      kind: z.enum(correctionKinds),
      before: z.record(z.string(), z.string().nullable()),
      after: z.record(z.string(), z.string().nullable()),
      by: who,
      at: instant,
    }),
  ),
  /** The invoice, and the credit notes for refunds. */
  documents: z.array(orderDocument),
  payments: z.array(staffPayment),
  /** The e-mails that can be sent again. */
  resendableEmails: z.array(z.enum(orderEmails)),
  emails: z.array(
    z.object({
      id: z.uuid(),
      kind: z.string(),
      subject: z.string(),
      createdAt: instant,
      sentAt: instant.nullable(),
      lastError: z.string().nullable(),
      /** Why it is never sent. */
      droppedReason: z.string().nullable(),
    }),
  ),
  notes: z.array(orderNote),
  movements: z.array(
    z.object({
      id: z.number().int(),
      variantId: z.uuid(),
      /** `OFFER_END`: the order took a unit that the waiting list had reserved for its shopper. */
      cause: z.enum(['HOLD', 'RELEASE', 'RESTOCK', 'ADJUSTMENT', 'OFFER_END']),
      delta: z.number().int(),
      stockAfter: z.number().int(),
      at: instant,
    }),
  ),
})
export type StaffOrder = z.infer<typeof staffOrder>

const orderId = z.object({ orderId: z.uuid() })

export const getOrder = defineEndpoint('getOrder', {
  summary: 'An order with payments, refunds, e-mails, stock movements, notes and timeline',
  access: 'admin',
  staff: 'SUPPORT',
  params: orderId,
  response: envelope(staffOrder),
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'ORDER_NOT_FOUND'],
})

/** The most characters of a note. */
export const longestNote = 2_000

export const addOrderNote = defineEndpoint('addOrderNote', {
  summary: 'Adds a note for other staff; shoppers never see it',
  access: 'admin',
  staff: 'SUPPORT',
  status: 201,
  params: orderId,
  body: z.strictObject({ text: textOfLines(longestNote) }),
  response: envelope(orderNote),
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'ORDER_NOT_FOUND'],
})

export const resolvePaymentReview = defineEndpoint('resolvePaymentReview', {
  summary: 'Ends that an attempt waits for staff, with what was done about it',
  access: 'admin',
  params: z.object({ orderId: z.uuid(), paymentId: z.uuid() }),
  body: z.strictObject({ reason: textOfLines(500) }),
  response: envelope(staffOrder),
  errors: [
    'UNAUTHENTICATED',
    'FORBIDDEN',
    'ORDER_NOT_FOUND',
    'PAYMENT_NOT_FOUND',
    'ORDER_STATE',
    'REVIEW_UNSETTLED',
  ],
})
