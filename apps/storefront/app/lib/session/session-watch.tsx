import { useEffect, useRef } from 'react'
import { useApi } from '../api/api-provider.tsx'
import { useSessionId } from './use-session.ts'

/** Follows the session from any page; see `followSession`, whose code comes with the first one. */
export function SessionWatch() {
  const api = useApi()
  const id = useSessionId()
  const hasBegun = useRef(false)
  useEffect(() => {
    // A shopper who has always been a guest has no data to drop.
    if (!id && !hasBegun.current) return
    hasBegun.current = true
    import('./follow-session.ts')
      .then(({ followSession }) => followSession(api, id ?? null))
      // Offline: cached data is keyed by its owner, and the next page tries again.
      .catch(() => {})
  }, [api, id])
  return null
}
