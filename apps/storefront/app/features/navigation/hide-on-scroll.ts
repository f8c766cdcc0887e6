/** Movements of fewer pixels are a trembling finger, not a direction. */
const smallestMove = 6

/**
 * Marks `header` with `data-scrolled` away from the top of the page, and with `data-hidden` while
 * the reader moves down it. The marks are set on the element itself, so that scrolling renders
 * nothing. Gives the function that ends it.
 */
export function hideOnScroll(header: HTMLElement): () => void {
  let lastY = window.scrollY

  function onScroll() {
    // Safari reports places beyond both ends while the page bounces.
    const bottom = document.documentElement.scrollHeight - window.innerHeight
    const y = Math.min(Math.max(0, window.scrollY), bottom)
    header.toggleAttribute('data-scrolled', y > 8)
    if (Math.abs(y - lastY) < smallestMove && y > 8) return
    header.toggleAttribute('data-hidden', y > lastY && y > header.offsetHeight * 2)
    lastY = y
  }

  onScroll()
  window.addEventListener('scroll', onScroll, { passive: true })
  return () => window.removeEventListener('scroll', onScroll)
}
