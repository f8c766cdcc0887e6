import { formatMoney } from '@solvane/ui/price'
import type { Preview } from './checkout-requests.ts'

type Compared = Pick<
  Preview,
  'items' | 'shippingFee' | 'couponDiscountAmount' | 'finalAmount' | 'appliedCouponInfo'
>

/** The changes of an order since the shopper saw it, a sentence each. */
export function previewChanges(before: Compared, after: Compared): string[] {
  const changes: string[] = []
  for (const item of after.items) {
    const seen = before.items.find(({ variantId }) => variantId === item.variantId)
    if (!seen) continue
    if (seen.isAvailable && !item.isAvailable) changes.push(`${item.name} is no longer available.`)
    if (!seen.isAvailable && item.isAvailable) changes.push(`${item.name} is available again.`)
    if (seen.unitPrice !== item.unitPrice) {
      changes.push(`${item.name}: ${changeText(item.unitPrice, seen.unitPrice)}`)
    }
  }
  if (before.appliedCouponInfo && !after.appliedCouponInfo) {
    changes.push(`The coupon ${before.appliedCouponInfo.code} no longer applies.`)
  } else if (before.couponDiscountAmount !== after.couponDiscountAmount) {
    changes.push(`Discount: ${changeText(after.couponDiscountAmount, before.couponDiscountAmount)}`)
  }
  if (before.shippingFee !== after.shippingFee) {
    changes.push(`Delivery: ${changeText(after.shippingFee, before.shippingFee)}`)
  }
  if (before.finalAmount !== after.finalAmount) {
    changes.push(`Total: ${changeText(after.finalAmount, before.finalAmount)}`)
  }
  return changes
}

function changeText(now: number, before: number): string {
  return `${formatMoney(now)} instead of ${formatMoney(before)}.`
}
