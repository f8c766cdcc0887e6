import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'

/** A coupon; with `isKept` it is not refreshed, for editing. */
export function useCoupon(couponId: string, { isKept = false } = {}) {
  return useQuery({
    queryKey: ['coupon', couponId, isKept],
    queryFn: async () => (await api.call('getCoupon', { params: { couponId } })).data,
    ...(isKept && { refetchOnWindowFocus: false, refetchOnReconnect: false, gcTime: 0 }),
  })
}
