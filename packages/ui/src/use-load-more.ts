import { useEffect, useEffectEvent, useState } from 'react'

/** How much of the mark must be in sight, and for how long in milliseconds. */
const threshold = 0.2
const debounce = 300
/** Also what lies above the window counts: who has jumped to the foot of the page is past the mark. */
const rootMargin = '100000px 0px 0px'

interface LoadMoreProps {
  /** There is more, and nothing is being loaded. */
  isReady: boolean
  /** How much is there: after each change the mark is looked at anew. */
  count: number
  onLoadMore: () => void
}

/**
 * Loads more when the end of a list comes into sight. Gives the ref of the mark to put there; the
 * mark needs a height.
 */
export function useLoadMore({ isReady, count, onLoadMore }: LoadMoreProps) {
  const [mark, setMark] = useState<Element | null>(null)
  const loadMore = useEffectEvent(onLoadMore)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a mark that stays in sight reports nothing by itself, so more items need another look
  useEffect(() => {
    if (!mark || !isReady) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        // The first report comes below the threshold too.
        const ratio = entries.at(-1)?.intersectionRatio ?? 0
        if (ratio >= threshold) timer = setTimeout(loadMore, debounce)
      },
      { threshold, rootMargin },
    )
    observer.observe(mark)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [mark, isReady, count])

  return setMark
}

/** The items of all pages, each once: a list that changes between two requests may repeat one. */
export function uniqueItems<Item extends { id: string }>(
  pages: readonly (readonly Item[])[],
): Item[] {
  return [...new Map(pages.flat().map((item) => [item.id, item] as const)).values()]
}
