import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-provider.tsx'
import { type Order, orderQuery } from '../../lib/api/order-query.ts'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import { isUnpaid } from './order-texts.ts'

/** Milliseconds between two looks at an order whose payment is being confirmed. */
const confirmationInterval = 5_000

/** One of the shopper's orders, looked at again when the shopper comes back to it. */
export function useOrder(orderId: string) {
  const api = useApi()
  const session = useSessionId()
  return useQuery({
    ...orderQuery(api, session, orderId),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) =>
      data && isUnpaid(data.status) && data.paymentStatus === 'PROCESSING'
        ? confirmationInterval
        : false,
  })
}

/** Gives the function that keeps an order just heard of; the lists that show it are asked for anew. */
export function usePutOrder(): (order: Order) => void {
  const api = useApi()
  const session = useSessionId()
  const queryClient = useQueryClient()
  return (order) => {
    queryClient.setQueryData(orderQuery(api, session, order.id).queryKey, order)
    void queryClient.invalidateQueries({ queryKey: personalKey(session, 'orders') })
  }
}
