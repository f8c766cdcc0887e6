import type { Cart } from './cart-totals.ts'

/** What one tab tells the others: the cart of `owner` as the house just gave it. */
interface CartNews {
  owner: string
  cart: Cart
}

/** The other tabs of this browser. */
interface CartTabs {
  tell(news: CartNews): void
  close(): void
}

/** Joins the tabs; `onNews` hears what the others tell. */
export function joinCartTabs(onNews: (news: CartNews) => void): CartTabs {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => {}, close: () => {} }
  const channel = new BroadcastChannel('cart')
  channel.onmessage = ({ data }: MessageEvent<CartNews>) => onNews(data)
  return {
    tell: (news) => channel.postMessage(news),
    close: () => channel.close(),
  }
}
