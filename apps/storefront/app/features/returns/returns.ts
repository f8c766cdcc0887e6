import type { EndpointOutput } from '@solvane/client/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-provider.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'

/** One of the shopper's returns. */
export type Return = EndpointOutput<'getMyReturn'>['data']
/** The returnable lines of an order, and its returns. */
export type ReturnOptions = EndpointOutput<'getReturnOptions'>['data']

/** The states of a return as a shopper reads them. */
const statusNames: Readonly<Record<Return['status'], string>> = {
  REQUESTED: 'Requested',
  APPROVED: 'Approved',
  IN_TRANSIT: 'On its way to us',
  RECEIVED: 'With us',
  INSPECTED: 'Inspected',
  REFUNDED: 'Refunded',
  EXCHANGED: 'Exchanged',
  SENT_BACK: 'Sent back to you',
  DECLINED: 'Declined',
  CANCELLED: 'Cancelled',
}

/** The state of a return. */
export function returnStatusName({
  status,
  isExchangeCancelled = false,
}: Pick<Return, 'status'> & Partial<Pick<Return, 'isExchangeCancelled'>>): string {
  return isExchangeCancelled ? 'Exchange cancelled' : statusNames[status]
}

/** The returnable lines of an order, and its returns. */
export function useReturnOptions(orderId: string, isWanted = true) {
  const api = useApi()
  const session = useSessionId()
  return useQuery({
    queryKey: personalKey(session, 'returns', orderId),
    queryFn: async ({ signal }) =>
      (await api.call('getReturnOptions', { params: { orderId } }, { signal })).data,
    enabled: Boolean(session) && isWanted,
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
