import { isApiFailure } from '@solvane/client/api'
import type { PaymentMethod } from '@solvane/contract/payment-methods'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApi } from '../../lib/api/api-provider.tsx'
import type { Order } from '../../lib/api/order-query.ts'
import { useServerEvent } from '../../lib/api/realtime.ts'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import { subscribeToOutcome } from './payment-return-state.ts'
import { isSettled } from './payment-texts.ts'

/** The fields of an order that its payment needs. */
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
  | 'supplementOf'
>

interface Start {
  paymentMethod: PaymentMethod
  /** The tab for the payment page; null when there is none, or the browser opened none. */
  tab: PaymentTab | null
}

/** The opened payment page whose result is awaited. */
interface Waiting {
  providerOrderId: string
  approvalUrl: string
  /** The browser did not let us open it: the shopper does. */
  isBlocked: boolean
}

/**
 * Pays an order: opens the payment page in a new tab and follows its status by polling, by
 * socket events, and by the returning tab. `reload` fetches the order again.
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
    // A rejection reloads, too: the order has changed since this page loaded it.
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
    /** Null while it is starting: the mask over the page would keep the focus from the dialog. */
    waiting: initiate.isPending ? null : waiting,
    isConfirming: state?.status === 'PROCESSING',
    attempt,
    /** Stops waiting; neither the order nor the provider's page is cancelled. */
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
 * Opens an empty tab for a payment page. Call it inside the click handler: later, browsers block it
 * as a pop-up. Null when the browser does not allow it.
 */
function openPaymentTab(): PaymentTab | null {
  const tab = window.open('', '_blank')
  if (!tab || tab.closed) return null
  // The provider's page gets no access to this one.
  tab.opener = null
  tab.document.title = 'Solvane'
  tab.document.body.textContent = 'Your payment page is on its way.'
  return {
    lead: (url) => tab.location.replace(url),
    close: () => tab.close(),
  }
}

/** The polling interval and the debounce of a check, in milliseconds (spec section 9). */
const pollingInterval = 5_000
const checkDebounce = 300

/**
 * Follows a payment attempt: polls its status every five seconds, also while the shopper is in
 * another tab, until it is settled. Null: nothing to follow.
 */
function useAttempt(providerOrderId: string | null) {
  const api = useApi()
  const queryClient = useQueryClient()
  const queryKey = personalKey(useSessionId(), 'payment', providerOrderId)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
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
    // The next poll comes soon enough.
    retry: false,
  })
  const check = useMutation({
    mutationFn: () => ask(true),
    onSuccess: (status) => queryClient.setQueryData(queryKey, status),
  })
  const { reset } = check
  // A check and its result belong to this attempt only.
  // biome-ignore lint/correctness/useExhaustiveDependencies: ended with the attempt
  useEffect(() => {
    return () => {
      clearTimeout(timer.current)
      reset()
    }
  }, [providerOrderId, reset])
  return {
    state: query.data,
    /** The provider is being queried. */
    isChecking: check.isPending,
    /** The provider was queried without a new status. */
    hasChecked: check.isSuccess,
    checkError: check.error,
    check: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => check.mutate(), checkDebounce)
    },
    refresh: () => void queryClient.invalidateQueries({ queryKey }),
  }
}
