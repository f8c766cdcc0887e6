import {
  CaptureStatus,
  type Order,
  OrderStatus,
  type OrdersCapture,
  type Refund,
  RefundStatus,
} from '@paypal/paypal-server-sdk'
import type { ProviderRefund, ProviderStatus } from '../provider.ts'

/** The status of an order by its captures; PENDING without any. */
export function readOrder(order: Order): ProviderStatus {
  const payments = order.purchaseUnits?.[0]?.payments
  const capture = payments?.captures?.at(-1)
  if (capture)
    return { ...readCapture(capture), refunds: (payments?.refunds ?? []).map(readRefund) }
  if (order.status === OrderStatus.Voided) return { status: 'FAILED', reason: 'Voided at PayPal' }
  return { status: 'PENDING', reason: 'Not approved yet' }
}

function readCapture(capture: OrdersCapture): ProviderStatus {
  const why = capture.statusDetails?.reason
  switch (capture.status) {
    case CaptureStatus.Completed:
    case CaptureStatus.PartiallyRefunded:
    case CaptureStatus.Refunded:
      return {
        status: 'PAID',
        reason: 'Paid at PayPal',
        captured: {
          cents: toCents(capture.amount?.value),
          currency: capture.amount?.currencyCode ?? '',
          ref: capture.id ?? null,
        },
      }
    case CaptureStatus.Declined:
    case CaptureStatus.Failed:
      return { status: 'FAILED', reason: `PayPal declined${why ? `: ${why}` : ''}` }
    default:
      return { status: 'PROCESSING', reason: `PayPal awaits the money${why ? `: ${why}` : ''}` }
  }
}

/** The status of a refund. */
export function readRefund(refund: Refund): ProviderRefund {
  const isLost = refund.status === RefundStatus.Failed || refund.status === RefundStatus.Cancelled
  return {
    providerRef: refund.id ?? null,
    refundId: refund.customId ?? null,
    amountCents: toCents(refund.amount?.value),
    status: isLost ? 'FAILED' : refund.status === RefundStatus.Completed ? 'SUCCEEDED' : 'PENDING',
    ...(isLost && { failure: `PayPal: ${refund.status}` }),
  }
}

/** `12.3` is 1230; invalid amounts are 0. */
export function toCents(value: string | undefined): number {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(value ?? '') ?? []
  return whole ? Number(whole) * 100 + Number(part.padEnd(2, '0')) : 0
}

/** An amount in PayPal's format. */
export function toValue(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
