import { useHydrated } from '@solvane/ui/use-hydrated.ts'
import { useLocation } from 'react-router'

/**
 * The token of the letter's link that led here, from behind the `#`; null when there is none, and
 * undefined until the page is hydrated, because the server never sees it.
 */
export function useLinkToken(): string | null | undefined {
  const isHydrated = useHydrated()
  const { hash } = useLocation()
  return isHydrated ? new URLSearchParams(hash.slice(1)).get('token') : undefined
}
