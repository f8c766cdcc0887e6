import { isApiFailure } from '@solvane/client/api'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApi } from '../../lib/api/api-provider.tsx'
import type { Order } from '../../lib/api/order-query.ts'
import { useServerEvent } from '../../lib/api/realtime.ts'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import { subscribeToOutcome } from './payment-channel.ts'
import { isSettled, type PaymentMethod } from './payment-texts.ts'

/** What paying needs to know of an order. */
export type PayableOrder = Pick<
  Order,
  | 'id'
  | 'status'
  | 'totalAmount'
  | 'paymentMethod'
  | 'paymentStatus'
  | 'isPaymentInReview'
  | 'paymentUrl'
  | 'holdEndsAt'
  | 'canPay'
  | 'closedPaymentMethods'
>

interface Start {
  paymentMethod: PaymentMethod
  /** The tab for the payment page; null when there is none, or the browser opened none. */
  tab: PaymentTab | null
}

/** The payment page that was opened and is waited for. */
interface Waiting {
  providerOrderId: string
  approvalUrl: string
  /** The browser did not let us open it: the shopper does. */
  isBlocked: boolean
}

/**
 * Pays an order: opens the payment page in a tab of its own and follows how it stands, by itself, by
 * what the house tells, and by the tab that comes back. `reload` brings the order up to date.
 */
export function usePayment(order: PayableOrder, reload: () => Promise<unknown>) {
  const api = useApi()
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const attempt = useAttempt(waiting?.providerOrderId ?? null)
  const { state } = attempt

  const initiate = useMutation({
    mutationFn: async ({ paymentMethod, tab }: Start) => {
      try {
        const input = { params: { orderId: order.id }, body: { paymentMethod } }
        const { approvalUrl, providerOrderId } = (await api.call('initiatePayment', input)).data
        if (approvalUrl) {
          tab?.lead(approvalUrl)
          setWaiting({ approvalUrl, providerOrderId, isBlocked: !tab })
        } else tab?.close()
      } catch (error) {
        tab?.close()
        throw error
      }
    },
    // Also after a refusal: the order is not what this page takes it for.
    onSettled: (_, error) => (isApiFailure(error) && error.status === 0 ? undefined : reload()),
  })

  const stop = () => {
    setWaiting(null)
    void reload()
  }
  const isOver = state !== undefined && isSettled(state)
  const onOver = useEffectEvent(stop)
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver])

  const refresh = () => {
    void reload()
    if (waiting) attempt.refresh()
  }
  useServerEvent('order:changed', ({ orderId }) => orderId === order.id && refresh(), refresh)

  const onReturn = useEffectEvent(() => (waiting ? attempt.check() : refresh()))
  useEffect(() => subscribeToOutcome(order.id, () => onReturn()), [order.id])

  return {
    /** To be called inside the press: see `openPaymentTab`. */
    pay: (paymentMethod: PaymentMethod) => {
      const opensPage = paymentMethod !== 'COD' && order.totalAmount > 0
      initiate.mutate({ paymentMethod, tab: opensPage ? openPaymentTab() : null })
    },
    isStarting: initiate.isPending,
    error: initiate.error,
    waiting,
    isConfirming: state?.status === 'PROCESSING',
    attempt,
    /** The shopper waits no longer; neither the order nor the payment page is ended (decision O6). */
    stop,
  }
}

export type OrderPayment = ReturnType<typeof usePayment>

/** A tab that waits for the address of the payment page. */
interface PaymentTab {
  lead(url: string): void
  close(): void
}

/**
 * Opens an empty tab for a payment page. To be called inside the press itself: later, browsers take it
 * for an advertisement. Null when the browser does not allow it.
 */
function openPaymentTab(): PaymentTab | null {
  const tab = window.open('', '_blank')
  if (!tab || tab.closed) return null
  // The page that comes there is somebody else's and gets no hold on this one.
  tab.opener = null
  tab.document.title = 'Solvane'
  tab.document.body.textContent = 'Your payment page is on its way.'
  return {
    lead: (url) => tab.location.replace(url),
    close: () => tab.close(),
  }
}

/** Milliseconds between two questions how a payment stands, and that a press rests (spec section 9). */
const pollingInterval = 5_000
const checkDebounce = 300

/**
 * Follows an attempt to pay: asks how it stands every five seconds, also while the shopper is in
 * another tab, until it is settled. Null: there is nothing to follow.
 */
function useAttempt(providerOrderId: string | null) {
  const api = useApi()
  const queryClient = useQueryClient()
  const queryKey = personalKey(useSessionId(), 'payment', providerOrderId)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A press that still rests is about this attempt and no other.
  // biome-ignore lint/correctness/useExhaustiveDependencies: ended with the attempt
  useEffect(() => () => clearTimeout(timer.current), [providerOrderId])

  const ask = async (check: boolean, signal?: AbortSignal) => {
    const params = { providerOrderId: providerOrderId ?? '' }
    const query = check ? { check: 'true' as const } : {}
    return (await api.call('getPaymentStatus', { params, query }, { signal })).data
  }
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(false, signal),
    enabled: providerOrderId !== null,
    refetchInterval: ({ state }) => (state.data && isSettled(state.data) ? false : pollingInterval),
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
    // The next question comes soon enough.
    retry: false,
  })
  const check = useMutation({
    mutationFn: () => ask(true),
    onSuccess: (status) => queryClient.setQueryData(queryKey, status),
  })
  return {
    state: query.data,
    /** Has the provider asked. */
    isChecking: check.isPending,
    /** The provider was asked and there is nothing new. */
    hasChecked: check.isSuccess,
    checkError: check.error,
    check: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => check.mutate(), checkDebounce)
    },
    refresh: () => void queryClient.invalidateQueries({ queryKey }),
  }
}
