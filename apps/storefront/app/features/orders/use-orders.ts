import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-provider.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import { type OrderFilter, orderInput } from './order-filter.ts'

/** A page of the shopper's orders; the one before stays until it is here. */
export function useOrders(filter: OrderFilter, page: number) {
  const api = useApi()
  const session = useSessionId()
  return useQuery({
    queryKey: personalKey(session, 'orders', filter, page),
    queryFn: async ({ signal }) =>
      (await api.call('listMyOrders', orderInput(filter, page), { signal })).data,
    enabled: Boolean(session),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })
}
