import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-provider.tsx'

/** The ways to pay that the shop takes, and whether payments are only played. */
export function usePaymentMethods() {
  const api = useApi()
  return useQuery({
    queryKey: ['payment-methods'],
    queryFn: async ({ signal }) => (await api.call('listPaymentMethods', {}, { signal })).data,
  })
}
