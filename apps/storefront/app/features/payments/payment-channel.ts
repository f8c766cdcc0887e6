/** How the shopper left the payment page. */
export type Outcome = 'paid' | 'cancelled'

/** The news of a tab that comes back from a payment page, and the answer of the one that waits for it. */
type Message = { orderId: string; outcome: Outcome } | { orderId: string; isReceived: true }

const channelName = 'solvane-payments'

/**
 * Tells the shop's other tabs how the payment of an order was left; `onHeard` is called when one of
 * them shows the order. Gives what ends it.
 */
export function publishOutcome(
  orderId: string,
  outcome: Outcome,
  onReceived: () => void,
): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('isHeard' in data && data.orderId === orderId) onReceived()
  }
  channel.postMessage({ orderId, outcome } satisfies Message)
  return () => channel.close()
}

/** Hears how the payment of an order was left, from another tab. Gives what ends it. */
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
