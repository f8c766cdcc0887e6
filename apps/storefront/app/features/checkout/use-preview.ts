import type { CallOutput } from '@solvane/client/api'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useApi } from '../../lib/api/api-provider.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import type { DraftItem } from './order-draft.ts'

export type Preview = CallOutput<'previewOrder'>['data']

/**
 * What an order of `items` would come to, worked out anew with every change of them and of the
 * coupon. While that goes on, and when it fails, the last answer stays.
 */
export function usePreview(items: readonly DraftItem[], couponCode: string) {
  const api = useApi()
  const session = useSessionId()
  const queryClient = useQueryClient()
  const queryKey = personalKey(session, 'order-preview', items, couponCode.toLowerCase())
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const body = { items: [...items], couponCode: couponCode || null }
      return (await api.call('previewOrder', { body }, { signal })).data
    },
    enabled: Boolean(session) && items.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    // What it came to before is no answer to what it comes to now.
    gcTime: 0,
  })
  const last = useRef<Preview>(undefined)
  last.current = query.data ?? last.current
  return {
    preview: last.current,
    /** Not yet what `items` and `couponCode` come to. */
    isLoading: query.isFetching,
    error: query.isFetching ? null : query.error,
    /** Works it out anew; gives what it comes to, undefined when that fails. */
    reload: async () => (await query.refetch()).data,
    /** What the house has told unasked. */
    put: (preview: Preview) => queryClient.setQueryData<Preview>(queryKey, preview),
  }
}
