import { useEffect } from 'react'

let locks = 0
let release: ReturnType<typeof setTimeout> | undefined

function apply() {
  document.documentElement.toggleAttribute('data-scroll-locked', locks > 0)
}

/**
 * Prevents the page from scrolling while `isLocked`, and for `releaseDelay` milliseconds longer,
 * while the overlay's closing animation runs.
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
