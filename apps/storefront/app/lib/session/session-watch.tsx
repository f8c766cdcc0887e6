import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../api-provider.tsx'
import { mergeGuestCart } from './guest-cart.ts'
import { personalKey, profileQuery, useSessionId } from './use-session.ts'

/**
 * Follows the session from any page: loads the profile when there is one, finishes the merging of a
 * guest's cart that failed before, and drops what belonged to who was here before.
 */
export function SessionWatch() {
  const api = useApi()
  const queryClient = useQueryClient()
  const id = useSessionId()
  useEffect(() => {
    if (id === undefined) return
    const [, own] = personalKey(id)
    queryClient.removeQueries({
      predicate: ({ queryKey: [kind, owner] }) => kind === 'my' && owner !== own,
    })
    if (!id) return
    void queryClient.prefetchQuery(profileQuery(api, id))
    mergeGuestCart(api).then(
      (hasMerged) => {
        if (hasMerged) void queryClient.invalidateQueries({ queryKey: personalKey(id, 'cart') })
      },
      // The guest's cart is kept: the next page or sign-in tries again.
      () => {},
    )
  }, [api, id, queryClient])
  return null
}
