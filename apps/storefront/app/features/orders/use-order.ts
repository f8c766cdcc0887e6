import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-provider.tsx'
import { type Order, orderQuery } from '../../lib/api/order-query.ts'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import { isUnpaid } from './order-texts.ts'

/** The polling interval of an order whose payment is being confirmed, in milliseconds. */
const confirmationInterval = 5_000

/** One of the shopper's orders, fetched again when the window regains the focus. */
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

/** Returns the function that caches a received order; the lists that show it are fetched again. */
export function usePutOrder(): (order: Order) => void {
  const api = useApi()
  const session = useSessionId()
  const queryClient = useQueryClient()
  return (order) => {
    queryClient.setQueryData(orderQuery(api, session, order.id).queryKey, order)
    void queryClient.invalidateQueries({ queryKey: personalKey(session, 'orders') })
  }
}
