import type { Api } from '@solvane/client/api'
import { browserQueryClient } from '../api/query-client.tsx'
import { mergeGuestCart } from './guest-cart.ts'
import { profileQuery } from './session-profile.ts'
import { personalKey } from './use-session.ts'

/**
 * Drops the data of the shopper before `id`, null for a guest; for a signed-in shopper loads the
 * profile and merges the guest's cart, if there still is one. Resolves once both have ended;
 * rejects if the cart could not be merged: it stays stored, and the next page or sign-in tries
 * again.
 */
export async function followSession(api: Api, id: string | null): Promise<void> {
  const queryClient = browserQueryClient()
  const [, own] = personalKey(id)
  queryClient.removeQueries({
    predicate: ({ queryKey: [kind, owner] }) => kind === 'my' && owner !== own,
  })
  if (!id) return
  const profile = queryClient.prefetchQuery(profileQuery(api, id))
  const merge = mergeGuestCart(api).then((hasMerged) => {
    if (hasMerged) void queryClient.invalidateQueries({ queryKey: personalKey(id, 'cart') })
  })
  const [, merged] = await Promise.allSettled([profile, merge])
  if (merged.status === 'rejected') throw merged.reason
}
