import { useEffect, useRef } from 'react'

/** What must be known of the site's router. */
interface Pages {
  /**
   * Key of the history entry that is shown, or that the router is on its way to: it writes it into the
   * entry's state as `key`.
   */
  shown: () => string
  /** A link was followed, and the page it leads to is not there yet. */
  isLeaving: () => boolean
}

interface Place {
  page: string
  /** How many overlays the entry stands for. */
  depth: number
}

let pages: Pages | undefined
/** The entry that the browser stands on, as far as entries of overlays are concerned. */
let place: Place = { page: '', depth: 0 }
/** Closes the overlays that are open, the topmost last. */
const open: (() => void)[] = []
/** Entries of closed overlays are being left. */
let isReturning = false

function placeOf(state: { key?: string; overlays?: number } | null): Place {
  return { page: state?.key ?? 'default', depth: state?.overlays ?? 0 }
}

/**
 * Lets Back close what lies over a page, in sites whose entry calls this once, after making its router.
 * Each open overlay has a history entry of its own, with the page's address and key, so that the router
 * never learns of it: what passes between such entries is kept from it.
 */
export function letBackClose(followed: Pages): void {
  pages = followed
  place = placeOf(history.state)
  // Before the router's own listener, which would load the page once more.
  addEventListener('popstate', onPop, { capture: true })
}

function onPop(event: PopStateEvent) {
  if (!pages) return
  const shown = pages.shown()
  const before = place.page === shown ? place.depth : 0
  place = placeOf(event.state)
  const { page, depth } = place
  const wasReturning = isReturning
  isReturning = false
  if (page !== shown || depth === before) return
  event.stopImmediatePropagation()
  if (wasReturning) return enter()
  // Forward again: what was closed stays closed.
  if (depth > before) return
  // The entry of an overlay that closed as a link in it was followed: it is not worth a press.
  if (open.length === 0) return history.back()
  const closing = open.slice(Math.min(depth, open.length - 1))
  for (const close of closing.reverse()) close()
}

/** Adds the entries of what has been opened. */
function enter() {
  if (!pages || isReturning) return
  place = placeOf(history.state)
  while (place.depth < open.length) {
    place = { ...place, depth: place.depth + 1 }
    history.pushState({ ...history.state, overlays: place.depth }, '')
  }
}

/** Takes the entries of what was closed by other means than Back, unless a link was followed. */
function leave() {
  if (!pages || isReturning || pages.isLeaving()) return
  const surplus = placeOf(history.state).depth - open.length
  if (surplus <= 0) return
  isReturning = true
  history.go(-surplus)
}

/** While `isOpen`, the browser's Back calls `onClose` instead of leaving the page. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!isOpen) return
    const closeThis = () => close.current()
    open.push(closeThis)
    enter()
    return () => {
      open.splice(open.indexOf(closeThis), 1)
      // Once the router has heard of the link that may have been followed.
      setTimeout(leave)
    }
  }, [isOpen])
}
