/** Controls. Of links around pictures only the text counts. */
const controls = 'button, input, select, textarea, summary, label, a:not(:has(img))'
/** Pixels between the sampled points, at most: across, and down, where they are less than a line's height. */
const [across, down] = [22, 14]

/**
 * How far the element may move up to find a free place: per step, and the number of steps, in
 * pixels.
 */
const liftStep = 56
const mostLifts = 6
/** Milliseconds without scrolling after which it looks for a place. */
const rest = 150
/** Milliseconds after which a place is looked at again: what moves it or the text may come without an event. */
const secondLooks = [300, 1_000, 2_500]
/** Pixels to the content above and below: a phone has scrolled the page before this script knows. */
const distance = 12
/** Where there is room for it in the margin beside the page. */
const isWide = () => matchMedia('(width >= 1280px)').matches

/**
 * Keeps `place`, which floats over the page, clear of text and controls: it moves up to the first
 * free position, and is marked with `data-away` if there is none, and while content scrolls under
 * it. On wide screens it never moves up, but steps into the margin, marked with `data-aside`. All is
 * set on the element itself, so that scrolling renders nothing. Returns the function that stops it.
 */
export function keepClear(place: HTMLElement): () => void {
  let frame = 0
  let resting: ReturnType<typeof setTimeout> | undefined
  let seconds: ReturnType<typeof setTimeout>[] = []
  let lift = 0
  const isClear = (at: number) => isFree(place, lift - at)
  const makeWay = (isInTheWay: boolean) => {
    place.toggleAttribute('data-aside', isInTheWay && isWide())
    place.toggleAttribute('data-away', isInTheWay && !isWide())
  }
  /** Goes at once from a place that is not clear any more, and looks for another. */
  const lookAgain = () => {
    if (!isInTransition() && !isClear(lift)) look()
  }
  const look = () => {
    frame = 0
    if (!isClear(lift)) makeWay(true)
    clearTimeout(resting)
    resting = setTimeout(settle, rest)
  }
  /** Tries the lifts from `next` on, each in a task of its own: looking takes long on a slow phone. */
  const settle = (next = 0) => {
    if (isInTransition()) resting = setTimeout(settle, rest)
    else if (isClear(next)) {
      lift = next
      place.style.setProperty('--lift', `${lift}px`)
      makeWay(false)
      for (const second of seconds) clearTimeout(second)
      seconds = secondLooks.map((later) => setTimeout(lookAgain, later))
    } else if (next < (isWide() ? 0 : mostLifts * liftStep)) {
      resting = setTimeout(settle, 0, next + liftStep)
    } else {
      makeWay(true)
    }
  }
  const lookSoon = () => {
    frame ||= requestAnimationFrame(look)
  }
  /** Content that moves comes under it; looking at every step would hold up a slow phone. */
  const onScroll = () => {
    makeWay(true)
    lookSoon()
  }
  const resized = new ResizeObserver(lookSoon)
  const changed = new MutationObserver((changes) => {
    // Another page, of which nothing is known before it is drawn.
    if (changes.some(({ target }) => target === main)) makeWay(true)
    lookSoon()
  })
  const main = document.getElementById('main') ?? document.body
  // With its padding: the bar to buy with makes room for itself there, and moves `place` with it.
  resized.observe(document.body, { box: 'border-box' })
  changed.observe(main, { childList: true, subtree: true })
  addEventListener('scroll', onScroll, { passive: true })
  addEventListener('resize', lookSoon)
  lookSoon()
  return () => {
    for (const timer of [resting, ...seconds]) clearTimeout(timer)
    cancelAnimationFrame(frame)
    resized.disconnect()
    changed.disconnect()
    removeEventListener('scroll', onScroll)
    removeEventListener('resize', lookSoon)
  }
}

const inTransition = ':active-view-transition'

/** Whether the pictures of a view transition cover the page, so that nothing is found under a point. */
function isInTransition(): boolean {
  return CSS.supports(`selector(${inTransition})`) && document.documentElement.matches(inTransition)
}

/** Whether no text or control is under `place`, or close above or below, after moving it down by `offset` pixels. */
function isFree(place: HTMLElement, offset: number): boolean {
  // Where it stands out of the margin.
  const isAside = place.hasAttribute('data-aside')
  place.toggleAttribute('data-aside', false)
  const { left, top, width, height } = place.getBoundingClientRect()
  place.toggleAttribute('data-aside', isAside)
  const box = new DOMRect(left, top + offset - distance, width, height + 2 * distance)
  const seen = new Set<Element>()
  for (const x of points(box.left, box.right, across)) {
    for (const y of points(box.top, box.bottom, down)) {
      const found = document.elementsFromPoint(x, y)
      // Pictures of a transition may still cover the page, so that nothing of it is found.
      if (found.every((element) => element === document.documentElement)) return false
      for (const element of found) {
        if (seen.has(element) || place.contains(element)) continue
        seen.add(element)
        if (element.closest(controls) || hasTextIn(element, box)) return false
      }
    }
  }
  return true
}

/** Points from one edge to the other, inclusive, at most `step` apart. */
function points(from: number, to: number, step: number): number[] {
  const count = Math.max(1, Math.ceil((to - from) / step))
  return Array.from({ length: count + 1 }, (_, index) => from + ((to - from - 1) * index) / count)
}

function hasTextIn(element: Element, box: DOMRect): boolean {
  const range = document.createRange()
  for (const node of element.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim()) continue
    range.selectNodeContents(node)
    for (const line of range.getClientRects()) {
      const isBeside = line.right <= box.left || line.left >= box.right
      if (!isBeside && line.bottom > box.top && line.top < box.bottom) return true
    }
  }
  return false
}
