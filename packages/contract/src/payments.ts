import { z } from 'zod'
import { defineEndpoint, envelope } from './endpoint.ts'
import { instant } from './money.ts'
import { paymentMethods } from './payment-methods.ts'
import { flag } from './query.ts'

export const paymentMethod = z.enum(paymentMethods)

/** The states of a payment attempt. */
export const paymentStatuses = [
  'PENDING',
  'PROCESSING',
  'PAID',
  'FAILED',
  'REFUNDED',
  'PARTIALLY_REFUNDED',
] as const
export const paymentStatus = z.enum(paymentStatuses)
export type PaymentStatus = z.infer<typeof paymentStatus>

export const paymentInitiation = z.object({
  orderId: z.uuid(),
  paymentId: z.uuid(),
  /** The payment page; null if there is none (cash on delivery, a total of zero). */
  approvalUrl: z.string().nullable(),
  /** For `getPaymentStatus`. */
  providerOrderId: z.string(),
})
export type PaymentInitiation = z.infer<typeof paymentInitiation>

export const initiatePayment = defineEndpoint('initiatePayment', {
  summary:
    'Starts a payment of my order, or continues the open attempt; an UNPAID order is reserved again first',
  access: 'user',
  params: z.object({ orderId: z.uuid() }),
  body: z.strictObject({ paymentMethod }),
  response: envelope(paymentInitiation),
  errors: [
    'UNAUTHENTICATED',
    'ORDER_NOT_FOUND',
    'ORDER_NOT_PAYABLE',
    'PAYMENT_IN_PROGRESS',
    'PAYMENT_METHOD_UNAVAILABLE',
    'COD_TOTAL_TOO_HIGH',
    'COD_FOR_SUPPLEMENT',
    'COD_NEEDS_CONFIRMED_EMAIL',
    'COD_SHOWS_PRICE',
    'TOO_MANY_UNPAID_ORDERS',
    'TOO_MANY_RESERVED_UNITS',
    'ORDER_NEEDS_CONFIRMED_EMAIL',
    'PAYMENT_FAILED',
    'ITEM_UNAVAILABLE',
    'COUPON_REFUSED',
    'TOO_MANY_REQUESTS',
  ],
})

export const getPaymentStatus = defineEndpoint('getPaymentStatus', {
  summary: 'How an attempt to pay my order stands; with `check` the provider is asked first',
  access: 'user',
  params: z.object({ providerOrderId: z.string().min(1).max(255) }),
  query: z.object({ check: flag.optional() }),
  response: envelope(
    z.object({
      orderId: z.uuid(),
      paymentId: z.uuid(),
      paymentMethod,
      status: paymentStatus,
      orderStatus: z.string(),
    }),
  ),
  errors: ['UNAUTHENTICATED', 'PAYMENT_NOT_FOUND'],
})

/** The data of the USDT payment page. Amounts of the token as decimal strings. */
export const usdtPayment = z.object({
  orderId: z.uuid(),
  orderNumber: z.string(),
  status: paymentStatus,
  /** The chain's name, as in wallets. */
  network: z.string(),
  chainId: z.number().int(),
  tokenSymbol: z.string(),
  tokenAddress: z.string(),
  /** The address to send to, with checksum capitals. */
  address: z.string(),
  amountDue: z.string(),
  /** Seen on the chain so far, confirmed or not. */
  amountReceived: z.string(),
  /** The missing amount; "0" if enough has been seen. */
  amountMissing: z.string(),
  /** Of the latest transfer. */
  confirmations: z.number().int().nonnegative(),
  confirmationsNeeded: z.number().int().positive(),
  expiresAt: instant,
  /** The payment URI for wallets (EIP-681); also in the QR code. */
  paymentUri: z.string(),
  /** The page of the simulated wallet; null if payments are real. */
  testWalletUrl: z.string().nullable(),
})
export type UsdtPayment = z.infer<typeof usdtPayment>

export const getUsdtPayment = defineEndpoint('getUsdtPayment', {
  summary: 'Address, amount and progress of my attempt to pay in USDT',
  access: 'user',
  params: z.object({ paymentId: z.uuid() }),
  response: envelope(usdtPayment),
  errors: ['UNAUTHENTICATED', 'PAYMENT_NOT_FOUND'],
})

export const listPaymentMethods = defineEndpoint('listPaymentMethods', {
  summary: 'The payment methods this shop takes, and whether payments are simulated',
  response: envelope(z.object({ methods: z.array(paymentMethod), areTestPayments: z.boolean() })),
})
