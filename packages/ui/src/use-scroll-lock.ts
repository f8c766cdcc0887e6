import { useEffect } from 'react'

let locks = 0
let release: ReturnType<typeof setTimeout> | undefined

function apply() {
  document.documentElement.toggleAttribute('data-scroll-locked', locks > 0)
}

/**
 * Keeps the page from scrolling while `isLocked`, and for `releaseDelay` milliseconds longer, so
 * that the page lies still while what covered it animates away.
 */
export function useScrollLock(isLocked: boolean, releaseDelay = 0): void {
  useEffect(() => {
    if (!isLocked) return
    clearTimeout(release)
    locks += 1
    apply()
    return () => {
      locks -= 1
      clearTimeout(release)
      release = setTimeout(apply, releaseDelay)
    }
  }, [isLocked, releaseDelay])
}
