import { useEffect, useState } from 'react'

/**
 * `isOpen`, but false in the first render: Base UI moves only what opens later into place, and most
 * overlays are loaded by the press that opens them.
 */
export function useOpening(isOpen: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => setIsMounted(true), [])
  return isOpen && isMounted
}
