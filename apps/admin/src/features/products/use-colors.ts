import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'

/** The query key of the shop's colours. */
export const colorsKey = ['staff-colors']

/** The shop's colours; empty while they are loaded. */
export function useColors() {
  const { data } = useQuery({ queryKey: colorsKey, queryFn: () => api.call('listColors', {}) })
  return data?.data ?? []
}
