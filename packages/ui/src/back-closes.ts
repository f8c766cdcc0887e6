import { useEffect, useRef } from 'react'

interface Place {
  /** Key of the page. */
  page: string
  /** How many overlays the entry stands for. */
  depth: number
}

/** Key of the entry that is shown, or that the router is on its way to. */
let shownPage: (() => string) | undefined
/** The entry that the browser stands on, as far as entries of overlays are concerned. */
let place: Place = { page: '', depth: 0 }
/** Closes the overlays that are open, the topmost last. */
const open: (() => void)[] = []
/** To be called once the entries of closed overlays are left. */
let onReturned: (() => void) | undefined
/** Milliseconds after which a browser that has not gone back will not. */
const patience = 1_000

function placeOf(state: { key?: string; overlays?: number } | null): Place {
  return { page: state?.key ?? 'default', depth: state?.overlays ?? 0 }
}

/**
 * Lets Back close what lies over a page, in sites whose entry calls this once, after making its router.
 * Each open overlay has a history entry of its own, with the page's address and key, so that the router
 * never learns of it: what passes between such entries is kept from it. The entry of an overlay that was
 * closed by other means serves the next one, and Back passes over it.
 * `shown` gives the key of the history entry that is shown, or that the router is on its way to, as the
 * router writes it into the entry's state.
 */
export function letBackClose(shown: () => string): void {
  shownPage = shown
  place = placeOf(history.state)
  // Before the router's own listener, which would load the page once more.
  addEventListener('popstate', onPop, { capture: true })
}

function onPop(event: PopStateEvent) {
  if (!shownPage) return
  const shown = shownPage()
  const before = place.page === shown ? place.depth : 0
  place = placeOf(event.state)
  const { page, depth } = place
  if (page !== shown || depth === before) return
  event.stopImmediatePropagation()
  if (onReturned) return onReturned()
  // Forward again: what was closed stays closed.
  if (depth > before) return
  // The entry of an overlay that is closed is not worth a press.
  if (open.length === 0) return history.back()
  const closing = open.slice(Math.min(depth, open.length - 1))
  for (const close of closing.reverse()) close()
}

/** Adds the entries of what has been opened. */
function enter() {
  if (!shownPage) return
  place = placeOf(history.state)
  while (place.depth < open.length) {
    place = { ...place, depth: place.depth + 1 }
    history.pushState({ ...history.state, overlays: place.depth }, '')
  }
}

/**
 * Leaves the entries of closed overlays: to be awaited before the entry that is shown is replaced, which
 * else would stay below them as it was.
 */
export async function leaveClosedOverlays(): Promise<void> {
  const surplus = placeOf(history.state).depth - open.length
  if (!shownPage || surplus <= 0) return
  await new Promise<void>((resolve) => {
    onReturned = resolve
    setTimeout(resolve, patience)
    history.go(-surplus)
  })
  onReturned = undefined
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
    }
  }, [isOpen])
}
