import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'

/** What the colours of the house are kept under between pages. */
export const colorsKey = ['staff-colors']

/** The colours of the house; none while they are not known. */
export function useColors() {
  const { data } = useQuery({ queryKey: colorsKey, queryFn: () => api.call('listColors', {}) })
  return data?.data ?? []
}
