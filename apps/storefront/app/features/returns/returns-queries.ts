import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-provider.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'

/** What can be returned of an order, and its returns. */
export function useReturnOptions(orderId: string) {
  const api = useApi()
  const session = useSessionId()
  return useQuery({
    queryKey: personalKey(session, 'returns', orderId),
    queryFn: async ({ signal }) =>
      (await api.call('getReturnOptions', { params: { orderId } }, { signal })).data,
    enabled: Boolean(session),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

/** One of the shopper's returns. */
export function useReturn(returnId: string) {
  const api = useApi()
  const session = useSessionId()
  return useQuery({
    queryKey: personalKey(session, 'return', returnId),
    queryFn: async ({ signal }) =>
      (await api.call('getMyReturn', { params: { returnId } }, { signal })).data,
    enabled: Boolean(session),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

/** Returns the function that has the returns of an order, and a return, fetched again. */
export function useRefreshReturns() {
  const session = useSessionId()
  const queryClient = useQueryClient()
  return async (orderId: string, returnId?: string) => {
    await queryClient.invalidateQueries({ queryKey: personalKey(session, 'returns', orderId) })
    if (returnId)
      await queryClient.invalidateQueries({ queryKey: personalKey(session, 'return', returnId) })
  }
}
