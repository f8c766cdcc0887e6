import type { Order } from '../../lib/api/order-query.ts'
import type { Outcome } from './payment-channel.ts'

/** The state of a payment after its page was left. */
export type ReturnState = 'paid' | 'confirming' | 'inReview' | 'declined' | 'left' | 'ended'

/** The state by the order; the payment page's own outcome only counts without one. */
export function returnStateOf(
  order: Pick<Order, 'status' | 'paymentStatus' | 'isPaymentInReview'> | null,
  outcome: Outcome,
): ReturnState {
  if (order?.status === 'CANCELLED') return 'ended'
  if (order && order.status !== 'PENDING' && order.status !== 'UNPAID') return 'paid'
  if (order?.isPaymentInReview) return 'inReview'
  if (order?.paymentStatus === 'PROCESSING') return 'confirming'
  if (order?.paymentStatus === 'FAILED') return 'declined'
  return outcome === 'paid' ? 'confirming' : 'left'
}

/** The text for a payment of another amount than was due. */
export const reviewText =
  'Nothing is lost: we look at it, and write to you as soon as it is settled. Please send nothing more until then. If you have a question, ask us in the chat.'

/** The texts of each state. */
export const returnTexts: Record<ReturnState, { title: string; text: string }> = {
  paid: { title: 'Paid, thank you', text: 'Your payment has arrived and your order is confirmed.' },
  confirming: {
    title: 'Your payment is being confirmed',
    text: 'We have not heard of it for certain yet. It can take a few minutes, and your pieces stay held for you.',
  },
  inReview: { title: 'What has arrived is not what was due', text: reviewText },
  declined: {
    title: 'The payment did not go through',
    text: 'Nothing was charged. You can try again, or pay another way, from your order.',
  },
  left: {
    title: 'Nothing was paid',
    text: 'You have left the payment page. Your pieces are still held for you: pay from your order whenever you are ready.',
  },
  ended: {
    title: 'This order is cancelled',
    text: 'Whatever was paid for it is paid back.',
  },
}
