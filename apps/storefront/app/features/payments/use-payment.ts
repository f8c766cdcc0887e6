import { isApiFailure } from '@solvane/client/api'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '../../lib/api/api-provider.tsx'
import type { Order } from '../../lib/api/order-query.ts'
import { useServerEvent } from '../../lib/api/realtime.ts'
import { hearOutcome } from './payment-news.ts'
import { openPaymentTab, type PaymentTab } from './payment-tab.ts'
import { isSettled, type PaymentMethod } from './payment-words.ts'
import { useAttempt } from './use-attempt.ts'

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
  useEffect(() => hearOutcome(order.id, () => onReturn()), [order.id])

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
