import type { Api } from '@solvane/client/api'
import type { Profile } from '@solvane/contract/user'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useApi } from '../api/api-provider.tsx'
import { messageOf } from '../api/failure.tsx'
import { personalKey, type SessionId, useSessionId } from './use-session.ts'

/** The current shopper. */
export interface Session {
  id: SessionId
  isSignedIn: boolean
  /** The signed-in shopper; null for a guest and until it is loaded. */
  profile: Profile | null
  /** Whether the shopper is known: a guest, or the owner of `profile`. */
  isLoaded: boolean
  /** Why the profile could not be loaded, fit for a shopper. */
  failure: string | null
  /** Loads it again. */
  reload: () => void
}

/** The query of the signed-in shopper's profile. */
export function profileQuery(api: Api, session: SessionId) {
  return queryOptions({
    queryKey: personalKey(session, 'profile'),
    queryFn: async ({ signal }): Promise<Profile> =>
      (await api.call('getProfile', {}, { signal })).data.profile,
    enabled: Boolean(session),
  })
}

/** The session with the profile. Where only the sign-in matters, use `useSessionId`. */
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
