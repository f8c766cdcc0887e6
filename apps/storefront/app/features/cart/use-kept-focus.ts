import { type RefObject, useEffect, useRef } from 'react'

/**
 * Gives the focus to `target` when lines have gone and the focus went with them: its control was in
 * one of them, or in the question whether to remove them.
 */
export function useKeptFocus(lines: number | undefined, target: RefObject<HTMLElement | null>) {
  const before = useRef(lines)
  useEffect(() => {
    const haveGone = lines !== undefined && before.current !== undefined && lines < before.current
    before.current = lines
    const focused = document.activeElement
    const isLost = focused === null || focused === document.body
    if (haveGone && (isLost || focused.closest('[role="dialog"]'))) {
      target.current?.focus({ preventScroll: true })
    }
  }, [lines, target])
}
