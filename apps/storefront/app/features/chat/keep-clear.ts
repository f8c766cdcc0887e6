/** Controls. Of links around pictures only the text counts. */
const controls = 'button, input, select, textarea, summary, label, a:not(:has(img))'
/** Pixels between the sampled points: less than a line's height. */
const step = 7

/**
 * How far the element may move up to find a free place: per step, and the number of steps, in
 * pixels.
 */
const liftStep = 56
const mostLifts = 6
/** Milliseconds without scrolling after which it looks for a place. */
const rest = 150

/**
 * Keeps `place`, which floats over the page, clear of text and controls: it moves up to the first
 * free position, and is marked with `data-away` if there is none, and while content scrolls under
 * it. Both are set on the element itself, so that scrolling renders nothing. Returns the function
 * that stops it.
 */
export function keepClear(place: HTMLElement): () => void {
  let frame = 0
  let resting: ReturnType<typeof setTimeout> | undefined
  let lift = 0
  const isClear = (at: number) => isFree(place, lift - at)
  const look = () => {
    frame = 0
    if (!isClear(lift)) place.toggleAttribute('data-away', true)
    clearTimeout(resting)
    resting = setTimeout(settle, rest)
  }
  const settle = () => {
    const lifts = Array.from({ length: mostLifts + 1 }, (_, index) => index * liftStep)
    const free = lifts.find(isClear)
    if (free !== undefined) {
      lift = free
      place.style.setProperty('--lift', `${lift}px`)
    }
    place.toggleAttribute('data-away', free === undefined)
  }
  const lookSoon = () => {
    frame ||= requestAnimationFrame(look)
  }
  const resized = new ResizeObserver(lookSoon)
  const changed = new MutationObserver(lookSoon)
  resized.observe(document.body)
  changed.observe(document.getElementById('main') ?? document.body, {
    childList: true,
    subtree: true,
  })
  addEventListener('scroll', lookSoon, { passive: true })
  addEventListener('resize', lookSoon)
  lookSoon()
  return () => {
    clearTimeout(resting)
    cancelAnimationFrame(frame)
    resized.disconnect()
    changed.disconnect()
    removeEventListener('scroll', lookSoon)
    removeEventListener('resize', lookSoon)
  }
}

/** Whether there is no text or control under `place` after moving it down by `down` pixels. */
function isFree(place: HTMLElement, down: number): boolean {
  const { left, top, width, height } = place.getBoundingClientRect()
  const box = new DOMRect(left, top + down, width, height)
  const under = new Set<Element>()
  for (const x of points(box.left, box.right)) {
    for (const y of points(box.top, box.bottom)) {
      for (const element of document.elementsFromPoint(x, y)) under.add(element)
    }
  }
  for (const element of under) {
    if (place.contains(element)) continue
    if (element.closest(controls) || hasTextIn(element, box)) return false
  }
  return true
}

/** Points from one edge to the other, inclusive. */
function points(from: number, to: number): number[] {
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
