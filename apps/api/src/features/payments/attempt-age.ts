import type { PaymentRow } from './payments.queries.ts'

const minute = 60_000

/** How long a provider takes the money of an attempt; Stripe asks for thirty minutes at least. */
const openMinutes = 36
/** How long a provider that did not answer is asked for the same attempt again. */
const retryMinutes = 5

/** Until when the money of an attempt that begins now is wanted. */
export function wantedUntil(now: Date): Date {
  return new Date(now.getTime() + openMinutes * minute)
}

/** Whether an attempt that its provider has not answered is too old to be asked for again. */
export function isForgotten(
  { provider_ref, created_at }: Pick<PaymentRow, 'provider_ref' | 'created_at'>,
  now: Date,
): boolean {
  return !provider_ref && now.getTime() >= created_at.getTime() + retryMinutes * minute
}
