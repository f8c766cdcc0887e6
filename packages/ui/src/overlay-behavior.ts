import { type RefObject, useEffect, useRef } from 'react'

interface Place {
  /** Key of the page. */
  page: string
  /** How many overlays the entry stands for. */
  depth: number
}

/** Returns the key of the history entry that is shown, or that the router is navigating to. */
let shownPage: (() => string) | undefined
/** The browser's current entry, as far as overlays are concerned. */
let place: Place = { page: '', depth: 0 }
/** The callbacks that close the open overlays, topmost last. */
const open: (() => void)[] = []
/** Called once the entries of closed overlays have been left. */
let onReturned: (() => void) | undefined
/** How long to wait for the browser to go back, in milliseconds. */
const patience = 1_000

function placeOf(state: { key?: string; overlays?: number } | null): Place {
  return { page: state?.key ?? 'default', depth: state?.overlays ?? 0 }
}

/**
 * Lets Back close overlays, in sites whose entry calls this once after creating its router. Each
 * open overlay has a history entry with the page's URL and key; navigation between such entries is
 * hidden from the router. An overlay closed by other means leaves its entry for the next one, and
 * Back skips it. `shown` returns the key of the history entry that is shown, or that the router is
 * navigating to, as the router writes it into the entry's state.
 */
export function letBackClose(shown: () => string): void {
  shownPage = shown
  place = placeOf(history.state)
  // Before the router's own listener, which would load the page again.
  addEventListener('popstate', onPop, { capture: true })
}

/**
 * The key of the history entry that is shown, or that the router is navigating to: known before the
 * page is. Undefined in sites that did not call `letBackClose`.
 */
export function keyOfShownPage(): string | undefined {
  return shownPage?.()
}

function onPop(event: PopStateEvent) {
  if (!shownPage) return
  const shown = shownPage()
  const before = place.page === shown ? place.depth : 0
  place = placeOf(event.state)
  const { page, depth } = place
  // Even if the router has begun to navigate to another page meanwhile.
  if (onReturned) {
    event.stopImmediatePropagation()
    return onReturned()
  }
  if (page !== shown || depth === before) return
  event.stopImmediatePropagation()
  // Forward does not open an overlay again.
  if (depth > before) return
  // Skip the entry of a closed overlay.
  if (open.length === 0) return history.back()
  const closing = open.slice(Math.min(depth, open.length - 1))
  for (const close of closing.reverse()) close()
}

/** Adds the entries of newly opened overlays. */
function enter() {
  if (!shownPage) return
  place = placeOf(history.state)
  while (place.depth < open.length) {
    place = { ...place, depth: place.depth + 1 }
    history.pushState({ ...history.state, overlays: place.depth }, '')
  }
}

/**
 * Leaves the entries of closed overlays. Await it before replacing the current entry, which would
 * otherwise stay unchanged below them.
 */
export async function leaveClosedOverlays(): Promise<void> {
  const excess = placeOf(history.state).depth - open.length
  if (!shownPage || excess <= 0) return
  await new Promise<void>((resolve) => {
    onReturned = resolve
    setTimeout(resolve, patience)
    history.go(-excess)
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

let locks = 0
/** Of them, those of overlays that cover the window's scroll bar, too. */
let wholeLocks = 0
let unlocking: ReturnType<typeof setTimeout> | undefined

function applyLocks() {
  const root = document.documentElement
  if (locks === 0) root.removeAttribute('data-scroll-locked')
  else root.setAttribute('data-scroll-locked', wholeLocks > 0 ? 'whole' : '')
}

interface ScrollLock {
  /** Milliseconds that the lock stays longer, while the overlay's closing animation runs. */
  releaseDelay?: number
  /** The overlay fills the window, the place of its scroll bar as well. */
  isWhole?: boolean
}

/** Prevents the page from scrolling while `isLocked`. */
export function useScrollLock(
  isLocked: boolean,
  { releaseDelay = 0, isWhole = false }: ScrollLock = {},
): void {
  useEffect(() => {
    if (!isLocked) return
    const root = document.documentElement
    clearTimeout(unlocking)
    // The page keeps its width below the overlay.
    if (locks === 0 && !root.hasAttribute('data-scroll-locked'))
      root.style.setProperty('--scroll-bar', `${innerWidth - root.clientWidth}px`)
    locks += 1
    if (isWhole) wholeLocks += 1
    applyLocks()
    return () => {
      locks -= 1
      if (isWhole) wholeLocks -= 1
      clearTimeout(unlocking)
      // Until then it stays as it is.
      unlocking = setTimeout(applyLocks, releaseDelay)
    }
  }, [isLocked, releaseDelay, isWhole])
}
