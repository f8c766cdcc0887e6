import { useEffect, useEffectEvent, useRef } from 'react'

/** How much of the sentinel must be visible, and for how many milliseconds. */
const threshold = 0.2
const debounce = 300
/**
 * Includes everything above the window: after a jump to the end of the page the sentinel is above
 * it.
 */
const rootMargin = '100000px 0px 0px'

interface LoadMoreProps {
  /** There is more, and nothing is being loaded. */
  isReady: boolean
  /** The number of items: after each change the sentinel is observed again. */
  count: number
  onLoadMore: () => void
}

/**
 * Loads more when the end of a list becomes visible. Returns the ref of a sentinel to render there
 * while there is more; it needs a height.
 */
export function useLoadMore({ isReady, count, onLoadMore }: LoadMoreProps) {
  const mark = useRef<HTMLDivElement>(null)
  const loadMore = useEffectEvent(onLoadMore)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a mark that stays in sight reports nothing by itself, so more items need another look
  useEffect(() => {
    if (!mark.current || !isReady) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        // The first report comes below the threshold, too.
        const ratio = entries.at(-1)?.intersectionRatio ?? 0
        if (ratio >= threshold) timer = setTimeout(loadMore, debounce)
      },
      { threshold, rootMargin },
    )
    observer.observe(mark.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [isReady, count])

  return mark
}

/**
 * The items of all pages without duplicates: a list that changes between two requests may repeat
 * one.
 */
export function uniqueItems<Item extends { id: string }>(
  pages: readonly (readonly Item[])[],
): Item[] {
  return [...new Map(pages.flat().map((item) => [item.id, item] as const)).values()]
}
