import { useEffect, useEffectEvent, useRef } from 'react'

/** How much of the sentinel is to be in sight, and how long (spec section 9). */
const threshold = 0.2
const debounce = 300

/**
 * Calls `onReached` when the element of the returned ref is at least a fifth in sight, after 300 ms
 * of calm. Looks anew whenever `watch` changes, for a page of few pieces leaves the sentinel in
 * sight. Rests while `isActive` is false.
 */
export function useSentinel(isActive: boolean, watch: unknown, onReached: () => void) {
  const sentinel = useRef<HTMLDivElement>(null)
  const reached = useEffectEvent(onReached)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `watch` is what asks to look anew
  useEffect(() => {
    const element = sentinel.current
    if (!element || !isActive) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        const isInSight = entries.some(({ intersectionRatio }) => intersectionRatio >= threshold)
        if (isInSight) timer = setTimeout(() => reached(), debounce)
      },
      { threshold },
    )
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [isActive, watch])

  return sentinel
}
