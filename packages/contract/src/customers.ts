import { z } from 'zod'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { dollars, instant } from './money.ts'
import { staffListQuery, unlessEmpty } from './query.ts'
import { textOfLines } from './text.ts'

/** The sort keys of the list of customers. */
export const customerSorts = ['createdAt', 'email'] as const
export const customerStates = ['ACTIVE', 'BLOCKED', 'UNVERIFIED'] as const

export const customerRow = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string().nullable(),
  createdAt: instant,
  isEmailVerified: z.boolean(),
  blockedAt: instant.nullable(),
  orders: z.number().int(),
  /** Paid less refunds. */
  spent: dollars,
  lastOrderAt: instant.nullable(),
})
export type CustomerRow = z.infer<typeof customerRow>

export const customer = z.object({
  ...customerRow.shape,
  /** A staff account, which cannot be changed here. */
  isStaff: z.boolean(),
  blockedReason: z.string().nullable(),
  /** When the limits on orders were lifted for this account; null: they apply. */
  orderLimitsLiftedAt: instant.nullable(),
  /** In the address book. */
  addresses: z.number().int(),
  /** Active sessions. */
  sessions: z.number().int(),
  /** Why the account cannot be closed now: the number of orders under way. */
  ordersUnderWay: z.number().int(),
  coupons: z.array(
    z.object({
      code: z.string(),
      orderId: z.uuid(),
      redeemedAt: instant,
      releasedAt: instant.nullable(),
    }),
  ),
})
export type Customer = z.infer<typeof customer>

const staffErrors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const actErrors = [...staffErrors, 'CUSTOMER_NOT_FOUND', 'STAFF_ACCOUNT'] as const
const params = z.object({ customerId: z.uuid() })

export const listCustomers = defineEndpoint('listCustomers', {
  summary: 'Lists customers; `q` searches e-mail and name',
  access: 'admin',
  staff: 'SUPPORT',
  query: z.object({
    ...staffListQuery(customerSorts),
    state: unlessEmpty(z.enum(customerStates)),
  }),
  response: listEnvelope(customerRow),
  errors: staffErrors,
})

export const getCustomer = defineEndpoint('getCustomer', {
  summary: 'A customer with orders, addresses and sessions',
  access: 'admin',
  staff: 'SUPPORT',
  params,
  response: envelope(customer),
  errors: [...staffErrors, 'CUSTOMER_NOT_FOUND'],
})

export const blockCustomer = defineEndpoint('blockCustomer', {
  summary: 'Ends every session of an account and lets none begin; its orders go on',
  access: 'admin',
  params,
  body: z.strictObject({ reason: textOfLines(500) }),
  response: envelope(customer),
  errors: actErrors,
})

export const unblockCustomer = defineEndpoint('unblockCustomer', {
  summary: 'Lets an account sign in again',
  access: 'admin',
  params,
  response: envelope(customer),
  errors: actErrors,
})

export const liftOrderLimits = defineEndpoint('liftOrderLimits', {
  summary:
    'Lets an account reserve and order beyond the limits, and pay on delivery, until they are restored',
  access: 'admin',
  params,
  body: z.strictObject({ reason: textOfLines(500) }),
  response: envelope(customer),
  errors: actErrors,
})

export const restoreOrderLimits = defineEndpoint('restoreOrderLimits', {
  summary: 'Makes the limits on orders hold for an account again',
  access: 'admin',
  params,
  response: envelope(customer),
  errors: actErrors,
})

export const sendCustomerVerification = defineEndpoint('sendCustomerVerification', {
  summary: 'Writes again to an address that is not confirmed',
  access: 'admin',
  params,
  response: envelope(z.null()),
  errors: [...actErrors, 'EMAIL_VERIFIED', 'TOO_MANY_REQUESTS', 'EMAIL_LIMIT_REACHED'],
})

export const exportCustomer = defineEndpoint('exportCustomer', {
  // A POST, because the audit log records who has exported a customer's data.
  summary: 'All data of a customer, the same as the customer’s own export',
  access: 'admin',
  needsConfirmation: true,
  params,
  response: envelope(z.record(z.string(), z.unknown())),
  errors: [...actErrors, 'CONFIRMATION_REQUIRED'],
})

export const deleteCustomer = defineEndpoint('deleteCustomer', {
  summary:
    'Closes an account at its owner’s request; orders stay for the books, without the person',
  access: 'admin',
  params,
  body: z.strictObject({
    /** The customer's request. */
    reason: textOfLines(500),
  }),
  response: envelope(z.null()),
  errors: [...actErrors, 'ORDERS_UNDER_WAY'],
})
