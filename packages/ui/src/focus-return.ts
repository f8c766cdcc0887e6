import type { RefObject } from 'react'

/**
 * The element that gets the focus when an overlay closes: `target`, unless the focus has already
 * moved outside `overlay`, to the page that a link in it led to, for example.
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
