import { type EndpointOutput, isApiFailure } from '@solvane/client/api'
import { randomUuid } from '@solvane/client/random-uuid'
import { idempotencyKeyHeader } from '@solvane/contract/paths'
import { formatMoney } from '@solvane/ui/price'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useApi } from '../../lib/api/api-provider.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import {
  changeDraft,
  currentDraft,
  emptyDraft,
  type GiftDraft,
  type OrderDraft,
  type OrderRequest,
} from './order-draft.ts'

/** Texts of the checkout (spec sections 5 and 8), word for word. */
export const checkoutMessages = {
  loading: 'Loading order information...',
  loadFailed: 'Loading failed:',
  noAddress: 'We need your address to deliver your order.',
  addressMissing: 'Please select a shipping address.',
  placeFailed: 'Failed to create order.',
  couponRejected: 'The coupon code is invalid or does not apply.',
  unavailable: 'Item is unavailable',
  noExpiration: 'No expiration',
} as const

export type Preview = EndpointOutput<'previewOrder'>['data']

/**
 * The preview of an order of `items`, recomputed when they, the coupon or the delivery change,
 * also when the address was edited. It waits for the first address.
 * Meanwhile, and after a failure, the last preview stays.
 */
export function usePreview(
  {
    items,
    couponCode,
    deliveryMethodId,
    selection,
    isWrapped,
  }: Pick<OrderDraft, 'items' | 'couponCode' | 'deliveryMethodId' | 'selection'> & {
    isWrapped: boolean
  },
  address: { id: string } | null,
  isAddressPending: boolean,
) {
  const api = useApi()
  const session = useSessionId()
  const queryClient = useQueryClient()
  const delivery = { addressId: address?.id ?? null, deliveryMethodId }
  const gift = isWrapped ? { gift: { isWrapped } } : {}
  const wanted = { ...delivery, ...gift, ...(selection && { selection }) }
  const coupon = couponCode.toLowerCase()
  const queryKey = personalKey(session, 'order-preview', items, coupon, wanted, address)
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const body = { items: [...items], couponCode: couponCode || null, ...wanted }
      return (await api.call('previewOrder', { body }, { signal })).data
    },
    enabled: Boolean(session) && items.length > 0 && !isAddressPending,
    placeholderData: keepPreviousData,
    staleTime: 0,
    // An old preview is never valid for the current prices.
    gcTime: 0,
  })
  const last = useRef<Preview>(undefined)
  last.current = query.data ?? last.current
  return {
    preview: last.current,
    /** The preview is not yet the one of `items` and `couponCode`. */
    isLoading: query.isFetching,
    error: query.isFetching ? null : query.error,
    /** Fetches the preview again; undefined when that fails. */
    reload: async () => (await query.refetch()).data,
    /** Stores a preview that came with a rejection. */
    put: (preview: Preview) => queryClient.setQueryData<Preview>(queryKey, preview),
  }
}

/**
 * The draft for the shopper with the id `owner`: of a draft that another shopper has filled in
 * only the items stay.
 */
export function draftFor(draft: OrderDraft, owner: string): OrderDraft {
  if (draft.owner === owner) return draft
  if (draft.owner === null) return { ...draft, owner }
  const { items, source, productPath, selection } = draft
  return { ...emptyDraft, items, source, productPath, selection, owner }
}

/** The draft with another quantity of a variant; 0 removes it. */
export function withQuantity(draft: OrderDraft, variantId: string, quantity: number): OrderDraft {
  const items = draft.items.map((item) =>
    item.variantId === variantId ? { ...item, quantity } : item,
  )
  return { ...draft, items: items.filter((item) => item.quantity > 0) }
}

/** The address of an order: the chosen one, else the default, else the first. */
export function addressChoice<Address extends { id: string; isDefault: boolean }>(
  addresses: readonly Address[],
  selectedId: string | null,
): Address | null {
  return (
    addresses.find(({ id }) => id === selectedId) ??
    addresses.find(({ isDefault }) => isDefault) ??
    addresses[0] ??
    null
  )
}

/** The gift options to send; null if none is chosen. */
export function giftOf(gift: GiftDraft | null): NonNullable<OrderRequest['gift']> | null {
  if (!gift) return null
  const { isWrapped, hidesPrices } = gift
  const message = gift.message.trim() || null
  const sender = gift.sender.trim() || null
  return isWrapped || hidesPrices || message || sender
    ? { isWrapped, message, sender, hidesPrices }
    : null
}

/**
 * The request that may have placed the order of this draft without an answer: it was
 * not answered, and nothing of the draft has been changed since.
 */
export function unansweredRequest(
  draft: OrderDraft,
  addressId: string | null,
): OrderRequest | null {
  const { request, items, deliveryMethodId, remark, gift, source, selection } = draft
  if (!request) return null
  const sent: OrderRequest = JSON.parse(request.body)
  const isSame =
    JSON.stringify(sent.items) === JSON.stringify(items) &&
    sent.addressId === addressId &&
    (deliveryMethodId === null || sent.deliveryMethodId === deliveryMethodId) &&
    sent.source === source &&
    (sent.selection ?? null) === selection &&
    (sent.remark ?? '') === remark.trim() &&
    (sent.company ?? '') === draft.company.trim() &&
    (sent.taxNumber ?? '') === draft.taxNumber.trim() &&
    JSON.stringify(sent.gift ?? null) === JSON.stringify(giftOf(gift))
  return isSame ? sent : null
}

export type PlacedOrder = EndpointOutput<'placeOrder'>['data']

/**
 * Places an order. The idempotency key belongs to the request and is stored until there is a
 * response: sent again after a network failure or a reload, it is the same order.
 */
export function usePlaceOrder() {
  const api = useApi()
  return useMutation({
    mutationFn: async (body: OrderRequest): Promise<PlacedOrder> => {
      const asked = JSON.stringify(body)
      const { request } = currentDraft()
      const key = request?.body === asked ? request.key : randomUuid()
      changeDraft((before) => ({ ...before, request: { key, body: asked } }))
      const headers = { [idempotencyKeyHeader]: key }
      return (await api.call('placeOrder', { body }, { headers })).data
    },
    // Empties the draft even if the page was left meanwhile.
    onSuccess: () => changeDraft(() => emptyDraft),
    onError: (error) => {
      const isAnswered = isApiFailure(error) && error.status >= 400 && error.status < 500
      if (isAnswered) changeDraft((before) => ({ ...before, request: null }))
    },
  })
}

type Compared = Pick<
  Preview,
  | 'items'
  | 'shippingFee'
  | 'deliveryMethodId'
  | 'gift'
  | 'couponDiscountAmount'
  | 'finalAmount'
  | 'appliedCouponInfo'
>

/** The changes of an order since the shopper saw it, a sentence each. */
export function previewChanges(before: Compared, after: Compared): string[] {
  const changes: string[] = []
  for (const item of after.items) {
    const seen = before.items.find(({ variantId }) => variantId === item.variantId)
    if (!seen) continue
    if (seen.isAvailable && !item.isAvailable) changes.push(`${item.name} is no longer available.`)
    if (!seen.isAvailable && item.isAvailable) changes.push(`${item.name} is available again.`)
    if (seen.unitPrice !== item.unitPrice) {
      changes.push(`${item.name}: ${changeText(item.unitPrice, seen.unitPrice)}`)
    }
  }
  if (before.appliedCouponInfo && !after.appliedCouponInfo) {
    changes.push(`The coupon ${before.appliedCouponInfo.code} no longer applies.`)
  } else if (before.couponDiscountAmount !== after.couponDiscountAmount) {
    changes.push(`Discount: ${changeText(after.couponDiscountAmount, before.couponDiscountAmount)}`)
  }
  // Without delivery to the address there is no fee to compare.
  if (after.deliveryMethodId !== null && before.shippingFee !== after.shippingFee) {
    changes.push(`Delivery: ${changeText(after.shippingFee, before.shippingFee)}`)
  }
  const [seenFee, fee] = [before.gift?.wrapFee ?? 0, after.gift?.wrapFee ?? 0]
  if (seenFee !== fee) changes.push(`Gift wrapping: ${changeText(fee, seenFee)}`)
  if (before.finalAmount !== after.finalAmount) {
    changes.push(`Total: ${changeText(after.finalAmount, before.finalAmount)}`)
  }
  return changes
}

function changeText(now: number, before: number): string {
  return `${formatMoney(now)} instead of ${formatMoney(before)}.`
}

/**
 * The gift settings: whether orders can be gifts, and the price of wrapping; undefined until they
 * are known.
 */
export function useGiftOptions() {
  const api = useApi()
  return useQuery({
    queryKey: ['gift-options'],
    queryFn: async ({ signal }) => (await api.call('getGiftOptions', {}, { signal })).data,
  })
}
