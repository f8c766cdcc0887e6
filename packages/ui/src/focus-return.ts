import type { RefObject } from 'react'

/**
 * What an overlay that closes gives the focus to: `target`, unless the focus has meanwhile gone to
 * something outside `overlay`, such as the page that a link in it led to.
 */
export function focusReturn(
  overlay: RefObject<HTMLElement | null>,
  target: RefObject<HTMLElement | null>,
): HTMLElement | false {
  const focused = document.activeElement
  const hasMovedOn =
    focused !== null && focused !== document.body && !overlay.current?.contains(focused)
  return hasMovedOn ? false : (target.current ?? false)
}
