import type { Capture, Money, Order } from './paypal-objects.ts'

/** A rejected request, with PayPal's name of the error and its reason. */
export class PayPalRejection extends Error {
  readonly status: number
  readonly issue: string

  constructor(status: number, issue: string, description: string) {
    super(description)
    this.status = status
    this.issue = issue
  }
}

/** A rejection of the request's content. */
export function unprocessable(issue: string, description: string): PayPalRejection {
  return new PayPalRejection(422, issue, description)
}

/** The error for an unknown resource. */
export function unknownResource(): PayPalRejection {
  return new PayPalRejection(404, 'INVALID_RESOURCE_ID', 'Specified resource ID does not exist.')
}

/** Checks a refund of an order's capture and returns its amount. Throws for what PayPal rejects. */
export function checkRefund(
  order: Order | undefined,
  amount: Money | undefined,
): { order: Order; capture: Capture; cents: number; isAll: boolean } {
  const payments = order?.purchase_units[0].payments
  const capture = payments?.captures[0]
  if (!order || !capture) throw unknownResource()
  if (capture.status === 'REFUNDED')
    throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded')
  if (capture.status === 'PENDING' || capture.status === 'DECLINED')
    throw unprocessable('REFUND_NOT_ALLOWED', 'The capture is not completed.')
  const gone = (payments.refunds ?? []).reduce((sum, done) => sum + toCents(done.amount), 0)
  const rest = toCents(capture.amount) - gone
  const cents = amount ? toCents(amount) : rest
  if (cents <= 0 || cents > rest)
    throw unprocessable(
      'REFUND_AMOUNT_EXCEEDED',
      'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
    )
  return { order, capture, cents, isAll: cents === rest }
}

function toCents({ value }: Money): number {
  return Math.round(Number(value) * 100)
}
