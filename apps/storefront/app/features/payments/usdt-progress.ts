import type { CallOutput } from '@solvane/client/api'

export type UsdtPayment = CallOutput<'getUsdtPayment'>['data']

/** How far a payment in USDT has come. */
export type UsdtStage = 'waiting' | 'short' | 'late' | 'confirming' | 'paid' | 'over' | 'returned'

/** The stage that the amounts and the state of a payment tell, and whether the time to send it is over. */
export function usdtStage(
  payment: Pick<UsdtPayment, 'status' | 'amountReceived' | 'amountMissing'>,
  { isOver }: { isOver: boolean },
): UsdtStage {
  switch (payment.status) {
    case 'PAID':
      return 'paid'
    case 'REFUNDED':
    case 'PARTIALLY_REFUNDED':
      return 'returned'
    case 'FAILED':
      return 'over'
    default:
      if (Number(payment.amountReceived) === 0) return isOver ? 'over' : 'waiting'
      if (Number(payment.amountMissing) === 0) return 'confirming'
      return isOver ? 'late' : 'short'
  }
}

/** A decimal string of the token without idle zeros: `120.50`, `0.000001`; two decimals at least. */
export function tokenAmount(amount: string): string {
  const [whole = '0', decimals = ''] = amount.split('.')
  return `${whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`
}
