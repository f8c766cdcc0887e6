import type { CallOutput } from '@solvane/client/api'
import { formatMoney } from '@solvane/ui/price'

type Coupon = CallOutput<'listMyCoupons'>['data']['data'][number]

/** What a coupon takes off: `10% off the pieces`. */
export function discountInWords({
  discountType,
  discountValue,
}: Pick<Coupon, 'discountType' | 'discountValue'>): string {
  const amount = discountType === 'PERCENTAGE' ? `${discountValue}%` : formatMoney(discountValue)
  return `${amount} off the pieces`
}
