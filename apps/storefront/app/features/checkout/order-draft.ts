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

const textOf = (value: unknown, otherwise = '') => (typeof value === 'string' ? value : otherwise)

function isItem(value: unknown): value is DraftItem {
  const { variantId, quantity } = (value ?? {}) as Partial<DraftItem>
  return typeof variantId === 'string' && Number.isInteger(quantity) && Number(quantity) > 0
}

/** A stored gift; null when it is not one that this page has written. */
function readGift(value: unknown): GiftDraft | null {
  if (!value || typeof value !== 'object') return null
  const { isWrapped, message, sender, hidesPrices } = value as Partial<Record<string, unknown>>
  return {
    isWrapped: isWrapped === true,
    message: textOf(message),
    sender: textOf(sender),
    hidesPrices: hidesPrices === true,
  }
}

/** A stored request; null when it is not one that this page has written. */
function readRequest(value: unknown): OrderDraft['request'] {
  const { key, body } = Object(value) as Partial<Record<'key' | 'body', unknown>>
  if (typeof key !== 'string' || typeof body !== 'string') return null
  try {
    return Array.isArray(JSON.parse(body)?.items) ? { key, body } : null
  } catch {
    return null
  }
}

/** Reads a stored draft; invalid parts are left out. */
export function readDraft(kept: string | null): OrderDraft {
  let draft: Partial<Record<keyof OrderDraft, unknown>>
  try {
    draft = Object(JSON.parse(kept ?? '{}'))
  } catch {
    return emptyDraft
  }
  const productPath = textOf(draft.productPath)
  return {
    items: Array.isArray(draft.items) ? draft.items.filter(isItem) : [],
    source: draft.source === 'buyNow' ? 'buyNow' : 'cart',
    productPath: productPath.startsWith('/product/') ? productPath : null,
    selection: textOf(draft.selection) || null,
    couponCode: textOf(draft.couponCode),
    selectedAddressId: textOf(draft.selectedAddressId) || null,
    deliveryMethodId: textOf(draft.deliveryMethodId) || null,
    remark: textOf(draft.remark),
    company: textOf(draft.company),
    taxNumber: textOf(draft.taxNumber),
    gift: readGift(draft.gift),
    // A method that is not offered is replaced where the methods are shown.
    selectedPaymentMethod: textOf(draft.selectedPaymentMethod, 'STRIPE') as PaymentMethod,
    owner: textOf(draft.owner) || null,
    request: readRequest(draft.request),
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
