/** The promises of the shop, stated once. Amounts are in cents of the US dollar, days are business days unless named otherwise. */
export const policy = {
  preparationDays: { min: 1, max: 3 },
  transitDays: { min: 5, max: 10 },
  totalDays: { min: 7, max: 11 },
  /** Calendar days after delivery. */
  returnNoticeDays: 3,
  /** Calendar days after the notice. */
  returnReceivedDays: 7,
  restockingFeePercent: { min: 30, max: 45 },
  brandedPackagingCents: { min: 2_000, max: 3_000 },
  bankWireDiscountPercentUpTo: 10,
  shippingFeeCents: 1_599,
  freeShippingFromCents: 30_000,
} as const

/**
 * Left open in the texts, because staff can change them: whoever renders a page writes
 * '$15.99', '$300', '1–3', '5–10' and '7–11' (or what the settings say then) in their place.
 */
export const policyPlaceholders = [
  'shippingFee',
  'freeShippingFrom',
  'preparationDays',
  'transitDays',
  'totalDays',
  'contactUrl',
] as const

/** The fixed promises as the texts say them. */
export const policyWords = {
  returnNotice: `${policy.returnNoticeDays} days`,
  returnReceived: `${policy.returnReceivedDays} days`,
  restockingFee: `${policy.restockingFeePercent.min}%–${policy.restockingFeePercent.max}%`,
  brandedPackaging: `$${policy.brandedPackagingCents.min / 100}–${policy.brandedPackagingCents.max / 100}`,
  bankWireDiscount: `up to ${policy.bankWireDiscountPercentUpTo}%`,
}
