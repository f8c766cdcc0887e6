import type { Api } from '@solvane/client/api'
import { currentSessionId, subscribeToSession } from '@solvane/client/tokens'
import type { Profile } from '@solvane/contract/user'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Names who is signed in: null for a guest, undefined until the page is hydrated. */
export type SessionId = string | null | undefined

/**
 * The session's id, known without a call. Undefined on the server and in the first render, so that
 * the same HTML serves everyone.
 */
export function useSessionId(): SessionId {
  return useSyncExternalStore(subscribeToSession, currentSessionId, () => undefined)
}

/**
 * The key of a query about what belongs to one shopper: never found by the next who signs in, and
 * dropped when the session ends.
 */
export function personalKey(session: SessionId, ...subject: QueryKey): QueryKey {
  return ['my', session ?? 'guest', ...subject]
}

/** The query of who is signed in. */
export function profileQuery(api: Api, session: SessionId) {
  return queryOptions({
    queryKey: personalKey(session, 'profile'),
    queryFn: async ({ signal }): Promise<Profile> =>
      (await api.call('getProfile', {}, { signal })).data.profile,
    enabled: Boolean(session),
  })
}
