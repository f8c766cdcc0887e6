import type { CallOutput } from '@solvane/client/api'
import { formatDay } from '@solvane/ui/dates.ts'
import { formatMoney } from '@solvane/ui/price'
import { checkoutMessages } from './checkout-messages.ts'

export type Coupon = CallOutput<'listMyCoupons'>['data']['data'][number]

/** From how much and until when a coupon counts. */
export function limitsInWords({
  minimumAmount,
  validUntil,
}: Pick<Coupon, 'minimumAmount' | 'validUntil'>): string[] {
  return [
    ...(minimumAmount > 0 ? [`From ${formatMoney(minimumAmount)}`] : []),
    validUntil ? `Until ${formatDay(validUntil)}` : checkoutMessages.noExpiration,
  ]
}

/** Whether two codes mean the same coupon. */
export function isSameCode(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
