import type { Api } from '@solvane/client/api'
import { browserQueryClient } from '../api/query-client.tsx'
import { mergeGuestCart } from './guest-cart.ts'
import { profileQuery } from './session-profile.ts'
import { personalKey } from './use-session.ts'

/**
 * Drops the data of the shopper before `id`, null for a guest; for a signed-in shopper loads the
 * profile and retries the merge of a guest's cart that failed before.
 */
export function followSession(api: Api, id: string | null): void {
  const queryClient = browserQueryClient()
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
}
