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
