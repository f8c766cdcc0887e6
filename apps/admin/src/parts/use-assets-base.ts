import { useQuery } from '@tanstack/react-query'
import { api } from '../data/api.ts'

/** The base address of pictures; undefined while it is loaded. */
export function useAssetsBase(): string | undefined {
  const { data } = useQuery({
    queryKey: ['site-settings'],
    queryFn: () => api.call('getSiteSettings', {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.data.assetsBaseUrl
}
