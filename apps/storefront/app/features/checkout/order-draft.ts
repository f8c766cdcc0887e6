import type { EndpointInput } from '@solvane/client/api'
import { useSyncExternalStore } from 'react'

/** A line of the order. */
export interface DraftItem {
  variantId: string
  quantity: number
}

type PaymentMethod = EndpointInput<'initiatePayment'>['body']['paymentMethod']

/** The body of the request that places an order. */
export type OrderRequest = EndpointInput<'placeOrder'>['body']

/** A gift as it is being prepared. */
export interface GiftDraft {
  isWrapped: boolean
  message: string
  sender: string
  hidesPrices: boolean
}

/** An order that is being prepared. */
export interface OrderDraft {
  items: readonly DraftItem[]
  /** An order from the cart removes its items there. */
  source: 'cart' | 'buyNow'
  /** Where 'Buy now' was pressed, with the chosen options; null for an order from the cart. */
  productPath: string | null
  /** The token of an adviser's selection, whose reservation the order takes over. */
  selection: string | null
  /** The requested coupon; the preview says whether it applies. */
  couponCode: string
  selectedAddressId: string | null
  /** Null: the first for the address. */
  deliveryMethodId: string | null
  remark: string
  /** The company of a business, for its invoice. */
  company: string
  taxNumber: string
  /** Null unless the order is a gift. */
  gift: GiftDraft | null
  selectedPaymentMethod: PaymentMethod
  /** Id of the shopper who filled it in. */
  owner: string | null
  /** An unanswered request to place it, and its key: sent again, it is the same order. */
  request: { key: string; body: string } | null
}

const emptyGift: GiftDraft = { isWrapped: false, message: '', sender: '', hidesPrices: false }

/** A draft without items. */
export const emptyDraft: OrderDraft = {
  items: [],
  source: 'cart',
  productPath: null,
  selection: null,
  couponCode: '',
  selectedAddressId: null,
  deliveryMethodId: null,
  remark: '',
  company: '',
  taxNumber: '',
  gift: null,
  selectedPaymentMethod: 'STRIPE',
  owner: null,
  request: null,
}

/** A stored object; empty when it is none. */
function readObject(kept: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(kept ?? '{}'))
  } catch {
    return {}
  }
}

/** The strings and booleans that `stored` has for the fields of `empty`; the other fields are as there. */
function readFields<Fields extends object>(empty: Fields, stored: Record<string, unknown>): Fields {
  const read = Object.entries(empty).map(([name, otherwise]) => {
    const kind = typeof otherwise === 'boolean' ? 'boolean' : 'string'
    return [name, typeof stored[name] === kind ? stored[name] : otherwise]
  })
  return Object.fromEntries(read)
}

function isItem(value: unknown): value is DraftItem {
  const { variantId, quantity } = (value ?? {}) as Partial<DraftItem>
  return typeof variantId === 'string' && Number.isInteger(quantity) && Number(quantity) > 0
}

/** A stored request; null when it is not one that this page has written. */
function readRequest(value: unknown): OrderDraft['request'] {
  const { key, body } = Object(value) as Partial<Record<'key' | 'body', unknown>>
  if (typeof key !== 'string' || typeof body !== 'string') return null
  return Array.isArray(readObject(body).items) ? { key, body } : null
}

/** Reads a stored draft; invalid parts are left out. */
export function readDraft(kept: string | null): OrderDraft {
  const stored = readObject(kept)
  const { items, gift } = stored
  // A method that is not offered is replaced where the methods are shown.
  const draft = readFields(emptyDraft, stored)
  return {
    ...draft,
    items: Array.isArray(items) ? items.filter(isItem) : [],
    source: draft.source === 'buyNow' ? 'buyNow' : 'cart',
    productPath: draft.productPath?.startsWith('/product/') ? draft.productPath : null,
    gift: gift && typeof gift === 'object' ? readFields(emptyGift, { ...gift }) : null,
    request: readRequest(stored.request),
  }
}

const storageKey = 'orderDraft'

const listeners = new Set<() => void>()
let draft: OrderDraft | null = null

/** The draft of this tab; survives a reload and signing in. Only in the browser. */
export function currentDraft(): OrderDraft {
  if (draft) return draft
  let kept: string | null = null
  try {
    kept = sessionStorage.getItem(storageKey)
  } catch {
    // Storage is forbidden: the draft lasts as long as the page.
  }
  draft = readDraft(kept)
  return draft
}

/** Changes the draft. */
export function changeDraft(change: (before: OrderDraft) => OrderDraft): void {
  draft = change(currentDraft())
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft))
  } catch {
    // Storage is forbidden or full.
  }
  for (const listener of listeners) listener()
}

/** Starts an order of these items; entries of an order that was not placed stay. */
export function beginDraft(
  begun: Pick<OrderDraft, 'items' | 'source' | 'productPath'> & { selection?: string },
): void {
  changeDraft((before) => ({ ...before, selection: null, ...begun }))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The draft of this tab, up to date. */
export function useOrderDraft(): OrderDraft {
  return useSyncExternalStore(subscribe, currentDraft, () => emptyDraft)
}
