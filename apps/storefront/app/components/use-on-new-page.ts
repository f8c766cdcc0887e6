import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Does `act` when the visitor comes to a page, by a link, also one to where she is, or by going back.
 * An address brought up to date, with a chosen colour say, is still the same page: what she opens
 * while that takes its time must not close again.
 */
export function useOnNewPage(act: () => void): void {
  const { key, search } = useLocation()
  const way = useNavigationType()
  const lastSearch = useRef(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page does it
  useEffect(() => {
    const isSamePage = way === 'REPLACE' && search !== lastSearch.current
    lastSearch.current = search
    if (!isSamePage) act()
  }, [key])
}
