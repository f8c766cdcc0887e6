/** What is pressed. Of links around pictures only the words count. */
const controls = 'button, input, select, textarea, summary, label, a:not(:has(img))'
/** Pixels between the points that are looked at: less than the height of a line. */
const step = 7

/**
 * Marks `place`, which lies over the page, with `data-away` while there are words or controls under it.
 * The mark is set on the element itself, so that scrolling renders nothing. Gives the function that
 * ends it.
 */
export function keepClear(place: HTMLElement): () => void {
  let frame = 0
  const look = () => {
    frame = 0
    place.toggleAttribute('data-away', !isClear(place))
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
    cancelAnimationFrame(frame)
    resized.disconnect()
    changed.disconnect()
    removeEventListener('scroll', lookSoon)
    removeEventListener('resize', lookSoon)
  }
}

function isClear(place: HTMLElement): boolean {
  const box = place.getBoundingClientRect()
  const under = new Set<Element>()
  for (const x of points(box.left, box.right)) {
    for (const y of points(box.top, box.bottom)) {
      for (const element of document.elementsFromPoint(x, y)) under.add(element)
    }
  }
  for (const element of under) {
    if (place.contains(element)) continue
    if (element.closest(controls) || hasWordsIn(element, box)) return false
  }
  return true
}

/** From the one edge to the other, both of them included. */
function points(from: number, to: number): number[] {
  const count = Math.max(1, Math.ceil((to - from) / step))
  return Array.from({ length: count + 1 }, (_, index) => from + ((to - from - 1) * index) / count)
}

function hasWordsIn(element: Element, box: DOMRect): boolean {
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
