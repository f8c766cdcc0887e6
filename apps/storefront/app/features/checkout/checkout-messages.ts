/** Texts of the checkout (spec sections 5 and 8), word for word. */
export const checkoutMessages = {
  loading: 'Loading order information...',
  loadFailed: 'Loading failed:',
  nothingSelected: 'Please select an item to checkout.',
  noAddress: 'We need your address to deliver your order.',
  addressMissing: 'Please select a shipping address.',
  placeFailed: 'Failed to create order.',
  couponRejected: 'The coupon code is invalid or does not apply.',
  unavailable: 'Item is unavailable',
  noExpiration: 'No expiration',
} as const
