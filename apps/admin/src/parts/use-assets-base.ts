import { useQuery } from '@tanstack/react-query'
import { api } from '../data/api.ts'

/** Where pictures are kept; undefined while that is not known. */
export function useAssetsBase(): string | undefined {
  const { data } = useQuery({
    queryKey: ['site-settings'],
    queryFn: () => api.call('getSiteSettings', {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.data.assetsBaseUrl
}
