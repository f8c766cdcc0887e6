import type { EndpointOutput } from '@solvane/client/api'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-provider.tsx'
import { useServerEvent } from '../../lib/api/realtime.ts'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'

export type UsdtPayment = EndpointOutput<'getUsdtPayment'>['data']

/** The stage of a payment in USDT. */
export type UsdtStage = 'waiting' | 'short' | 'late' | 'confirming' | 'paid' | 'over' | 'returned'

/** The stage of a payment by its amounts, its status and whether its time has expired. */
export function usdtStage(
  payment: Pick<UsdtPayment, 'status' | 'amountReceived' | 'amountMissing'>,
  { isOver }: { isOver: boolean },
): UsdtStage {
  switch (payment.status) {
    case 'PAID':
      return 'paid'
    case 'REFUNDED':
    case 'PARTIALLY_REFUNDED':
      return 'returned'
    case 'FAILED':
      return 'over'
    default:
      if (Number(payment.amountReceived) === 0) return isOver ? 'over' : 'waiting'
      if (Number(payment.amountMissing) === 0) return 'confirming'
      return isOver ? 'late' : 'short'
  }
}

/** A decimal string of the token without idle zeros: `120.50`, `0.000001`; two decimals at least. */
export function tokenAmount(amount: string): string {
  const [whole = '0', decimals = ''] = amount.split('.')
  return `${whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`
}

/** The polling interval in milliseconds (spec section 9). */
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
    // Late money still counts: polling continues after the deadline while the page is open.
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
