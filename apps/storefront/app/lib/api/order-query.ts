import type { Api, EndpointOutput } from '@solvane/client/api'
import { queryOptions } from '@tanstack/react-query'
import { personalKey, type SessionId } from '../session/use-session.ts'

/** An order of the shopper's. */
export type Order = EndpointOutput<'getMyOrder'>['data']

/** The query of one of the shopper's orders. */
export function orderQuery(api: Api, session: SessionId, orderId: string) {
  return queryOptions({
    queryKey: personalKey(session, 'order', orderId),
    queryFn: async ({ signal }): Promise<Order> =>
      (await api.call('getMyOrder', { params: { orderId } }, { signal })).data,
    enabled: Boolean(session),
    staleTime: 0,
  })
}
