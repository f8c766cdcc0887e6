import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-provider.tsx'
import { useServerEvent } from '../../lib/api/realtime.ts'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'

/** Milliseconds between two questions how it stands (spec section 9). */
const pollingInterval = 5_000

/** A payment in USDT, kept up to date until it is settled. */
export function useUsdtPayment(paymentId: string) {
  const api = useApi()
  const session = useSessionId()
  const query = useQuery({
    queryKey: personalKey(session, 'usdt', paymentId),
    queryFn: async ({ signal }) =>
      (await api.call('getUsdtPayment', { params: { paymentId } }, { signal })).data,
    enabled: Boolean(session),
    staleTime: 0,
    // Late money still counts: after its time too it is looked for while the page is open.
    refetchInterval: ({ state }) => (state.data?.status === 'PAID' ? false : pollingInterval),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
  })
  const refresh = () => void query.refetch()
  useServerEvent(
    'order:changed',
    ({ orderId }) => orderId === query.data?.orderId && refresh(),
    refresh,
  )
  return query
}
