import type { Order } from '../../lib/api/order-query.ts'

/** How the shopper left the payment page. */
export type Outcome = 'paid' | 'cancelled'

/** The message of a tab that returns from a payment page, and the answer of the waiting one. */
type Message = { orderId: string; outcome: Outcome } | { orderId: string; isReceived: true }

const channelName = 'solvane-payments'

/**
 * Publishes to other tabs how the payment of an order was left; `onReceived` is called when one of
 * them shows the order. Returns what closes the channel.
 */
export function publishOutcome(
  orderId: string,
  outcome: Outcome,
  onReceived: () => void,
): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('isReceived' in data && data.orderId === orderId) onReceived()
  }
  channel.postMessage({ orderId, outcome } satisfies Message)
  return () => channel.close()
}

/** Receives from another tab how the payment of an order was left. Returns what closes the channel. */
export function subscribeToOutcome(
  orderId: string,
  handle: (outcome: Outcome) => void,
): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (!('outcome' in data) || data.orderId !== orderId) return
    channel.postMessage({ orderId, isReceived: true } satisfies Message)
    handle(data.outcome)
  }
  return () => channel.close()
}

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
  'Nothing is lost: we are looking at it, and will e-mail you as soon as it is settled. Please send nothing more until then. If you have a question, ask us in the chat.'

/** The texts of each state. */
export const returnTexts: Record<ReturnState, { title: string; text: string }> = {
  paid: { title: 'Paid, thank you', text: 'Your payment has arrived and your order is confirmed.' },
  confirming: {
    title: 'Your payment is being confirmed',
    text: 'Your payment is still being confirmed. It can take a few minutes, and your pieces stay reserved for you.',
  },
  inReview: { title: 'The amount received differs from the total', text: reviewText },
  declined: {
    title: 'The payment did not go through',
    text: 'Nothing was charged. You can try again, or pay another way, from your order.',
  },
  left: {
    title: 'Nothing was paid',
    text: 'You have left the payment page. Your pieces are still reserved for you: pay from your order whenever you are ready.',
  },
  ended: {
    title: 'This order is cancelled',
    text: 'Any payment will be refunded.',
  },
}
