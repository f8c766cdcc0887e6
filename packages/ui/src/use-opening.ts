import { useEffect, useState } from 'react'

/**
 * `isOpen`, but false in the first render: Base UI animates only what opens after it, and most overlays
 * are loaded, and first rendered, by the press that opens them.
 */
export function useOpening(isOpen: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => setIsMounted(true), [])
  return isOpen && isMounted
}
