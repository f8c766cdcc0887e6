import type { Api } from '@solvane/client/api'
import type { Profile } from '@solvane/contract/user'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useApi } from '../api/api-provider.tsx'
import { messageOf } from '../api/failure.tsx'
import { personalKey, type SessionId, useSessionId } from './use-session.ts'

/** Who is at the shop. */
export interface Session {
  id: SessionId
  isSignedIn: boolean
  /** Who is signed in; null for a guest and until it is loaded. */
  profile: Profile | null
  /** Whether it is known who it is: a guest, or the shopper of `profile`. */
  isLoaded: boolean
  /** Why the profile could not be loaded, fit for a shopper. */
  failure: string | null
  /** Tries again to load it. */
  reload: () => void
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

/** Who is at the shop, with the profile. Where being signed in is enough, use `useSessionId`. */
export function useSession(): Session {
  const id = useSessionId()
  const profile = useQuery(profileQuery(useApi(), id))
  return {
    id,
    isSignedIn: Boolean(id),
    profile: profile.data ?? null,
    isLoaded: id === null || profile.isSuccess,
    failure:
      id && !profile.isFetching && profile.error
        ? messageOf(profile.error, 'An unexpected error occurred.')
        : null,
    reload: () => void profile.refetch(),
  }
}
