import { z } from 'zod'
import { deliveryAddress } from './addresses.ts'
import { email } from './auth.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { dollars, hundredths } from './money.ts'
import { wantedLines } from './order-placing.ts'
import { order, orderEditSide } from './orders.ts'

/** Staff's changes of what is in an order, before anything of it is sent (docs/order-changes.md). */
const orderId = z.object({ orderId: z.uuid() })

/**
 * The financial effect of a change. `TOTAL`: the order is not paid yet, and its total changes.
 * `CASH`: the amount to collect on delivery changes. `SUPPLEMENT`: a supplementary order bills the
 * difference. `REFUND`: the difference is refunded. `NONE`: no effect.
 */
export const editEffects = ['NONE', 'TOTAL', 'CASH', 'SUPPLEMENT', 'REFUND'] as const

const wantedEdit = {
  /** The order's version that is changed; rejected if somebody else has changed it since. */
  version: z.number().int().nonnegative(),
  /** All lines of the changed order. */
  items: wantedLines.min(1, 'Please leave an item, or cancel the order'),
  email: email.optional(),
  address: deliveryAddress.optional(),
  /** Charges the current delivery fee of the address instead of the agreed one. */
  takesNewDelivery: z.boolean().default(false),
}

export const orderEditPreview = z.object({
  before: orderEditSide,
  after: orderEditSide,
  effect: z.enum(editEffects),
  /** The additional amount due; below zero the amount to refund, or no longer to pay. */
  difference: hundredths,
  /**
   * What is refunded of a difference below zero: less, where the payment was partly refunded before.
   * Staff make a refund that is not made by the provider.
   */
  refund: z.object({ amount: dollars, isByProvider: z.boolean() }),
  /** How these items would be delivered to the address now, with the fee; null: not at all. */
  deliveryNow: z.object({ method: z.string(), fee: dollars }).nullable(),
  /** Variants that are not in stock in this quantity, or not for sale. */
  unavailableItems: z.array(z.uuid()),
  /** The numbers of the unpaid supplementary orders that this change replaces. */
  replacedSupplements: z.array(z.string()),
})
export type OrderEditPreview = z.infer<typeof orderEditPreview>

const errors = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'ORDER_NOT_FOUND',
  'ORDER_STATE',
  'STALE_EDIT',
  'VARIANT_NOT_FOUND',
  'COUNTRY_NOT_DELIVERED',
  'ORDER_TOO_LARGE',
  'PAYMENT_IN_PROGRESS',
] as const

export const previewOrderEdit = defineEndpoint('previewOrderEdit', {
  summary:
    'What a change of an order would come to, by the function that makes it; changes nothing',
  access: 'admin',
  params: orderId,
  body: z.strictObject(wantedEdit),
  response: envelope(orderEditPreview),
  errors,
})

export const editOrder = defineEndpoint('editOrder', {
  summary:
    'Changes lines, address and e-mail of an order of which nothing is sent: stock, totals and the difference in money in one transaction; the shopper gets an e-mail',
  access: 'admin',
  needsConfirmation: true,
  params: orderId,
  body: z.strictObject({
    ...wantedEdit,
    /** The difference that staff have seen; another one is rejected with the new preview. */
    difference: hundredths,
  }),
  response: envelope(order),
  errors: [...errors, 'ITEM_UNAVAILABLE', 'ORDER_EDIT_CHANGED', 'CONFIRMATION_REQUIRED'],
})
