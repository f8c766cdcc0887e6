import { checkoutMessages } from './checkout-messages.ts'

/** What stands in the way of an order, in a sentence; null when nothing does or it is not known yet. */
export function hindranceOf(order: {
  /** Whether addresses and ways to pay are known. */
  isLoaded: boolean
  hasAddress: boolean
  hasUnavailable: boolean
  canBePaid: boolean
}): string | null {
  if (order.hasUnavailable) return 'Please take out what is unavailable first.'
  if (!order.isLoaded) return null
  if (!order.hasAddress) return checkoutMessages.addressMissing
  return order.canBePaid ? null : 'No payment can be taken at the moment. Please try again later.'
}
