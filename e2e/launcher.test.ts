import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, openAccountWithAddress, placeOrder, plentyOf } from './ordering.ts'
import { boxOf, desktop, phone, pressEscape, tablet, useBrowser } from './use-browser.ts'

const browser = useBrowser()

/** Visible text and controls of the page under the chat button. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const button = document.querySelector('button[aria-label^="Online Support"]')
    const launcher = button?.getBoundingClientRect()
    if (!button || !launcher || button.closest('[data-away]')) return []
    const isUnder = ({ left, right, top, bottom, width, height }: DOMRect) =>
      width > 1 &&
      height > 1 &&
      left < launcher.right &&
      right > launcher.left &&
      top < launcher.bottom &&
      bottom > launcher.top
    const found: string[] = []
    const isSeen = (element: Element | null) =>
      element !== null &&
      !button.contains(element) &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    for (const control of document.querySelectorAll(
      'button, input, select, textarea, summary, a:not(:has(img))',
    )) {
      if (isSeen(control) && isUnder(control.getBoundingClientRect()))
        found.push(control.textContent || control.ariaLabel || control.tagName)
    }
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const { currentNode: node } = words
      if (!node.nodeValue?.trim() || !isSeen(node.parentElement)) continue
      // Visually hidden text has a box of one pixel.
      if ((node.parentElement?.offsetWidth ?? 2) <= 1) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      if ([...range.getClientRects()].some(isUnder)) found.push(node.nodeValue)
    }
    return found
  })
}

/** Scrolls from the top to the end of a page in steps. */
async function expectNothingCovered(page: Page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const step = Math.max(230, Math.ceil(height / 24))
  for (let top = 0; top < height; top += step) {
    await page.evaluate(
      (to) =>
        new Promise((drawn) => {
          scrollTo({ top: to, behavior: 'instant' })
          requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(drawn)))
        }),
      top,
    )
    // Products and pictures load while scrolling, and the button moves away from them.
    await expect.poll(() => covered(page), { message: `${page.url()} at ${top}` }).toEqual([])
  }
}

test.each([
  ['phone', phone],
  ['tablet', tablet],
  ['desktop', desktop],
])('on a %s the chat button covers no text and no controls', async (_, viewport) => {
  const shopper = await openAccountWithAddress()
  const { id } = await plentyOf('calvi-tote')
  await callApi(shopper.accessToken, 'POST /cart/items', { variantId: id, quantity: 1 })
  const order = await placeOrder(shopper)
  const page = await browser.open('about:blank', { ...shopper.signedIn, viewport })
  const paths = [
    '/',
    '/filter/women/bags/women-bags',
    '/product/porto-loafer',
    '/cart',
    `/profile/orders/${order.id}`,
  ]
  for (const path of paths) {
    await page.goto(path)
    await page.getByRole('contentinfo').waitFor()
    await expectNothingCovered(page)
  }
  browser.expectNoErrors()
})

test('on a phone the button moves up before it covers a name, and the keyboard always reaches it', async () => {
  const page = await browser.open('/filter/women/bags/women-bags', { viewport: phone })
  const button = page.getByRole('button', { name: 'Online Support' })
  const height = phone.height
  const isInSight = () =>
    button.evaluate(
      (node) =>
        node.checkVisibility({ opacityProperty: true }) &&
        node.getBoundingClientRect().bottom <= innerHeight,
    )
  for (const top of [0, 700, 1050, 1400, 1750]) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top)
    await expect.poll(isInSight, { message: `at ${top}` }).toBe(true)
  }
  await page.goto('/product/porto-loafer')
  await expect.poll(isInSight).toBe(true)
  expect((await boxOf(button)).y).toBeLessThan(height)
  await page.goto('/faq')
  await button.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect.poll(isInSight).toBe(true)
})

test('on a phone the button appears where it stands, and leaves the hearts it is away from within reach', async () => {
  const page = await browser.open('/filter/women/bags/women-bags', {
    viewport: phone,
    reducedMotion: 'no-preference',
  })
  const place = page.getByRole('complementary', { name: 'Support' })
  await expect.poll(() => place.getAttribute('data-away')).toBeNull()
  const box = await boxOf(place)
  // A heart under the button, and what a finger then touches there.
  const touched = await page.evaluate(
    ({ x, y, middle }) =>
      new Promise((found) => {
        const heart = [...document.querySelectorAll('main article button')].find(
          (button) =>
            button.getBoundingClientRect().right > x && button.getBoundingClientRect().top > y,
        )
        const { top = 0, height = 0 } = heart?.getBoundingClientRect() ?? {}
        // In the frame of the scroll: soon after, the button looks for another place.
        const look = () => {
          const isHeart = document.elementFromPoint(x + 22, middle)?.closest('button') === heart
          found({ isHeart, isAway: Boolean(document.querySelector('aside[data-away]')) })
        }
        addEventListener('scroll', () => requestAnimationFrame(look), { once: true })
        scrollBy({ top: top + height / 2 - middle, behavior: 'instant' })
      }),
    { x: box.x, y: box.y, middle: box.y + box.height / 2 },
  )
  expect(touched).toEqual({ isHeart: true, isAway: true })
  // Back again, it never moves: it is where it ends from the first moment.
  await expect.poll(() => place.getAttribute('data-away')).toBeNull()
  const [first, last] = await place.getByRole('button').evaluate(async (button) => {
    const before = button.getBoundingClientRect().y
    await Promise.allSettled(button.getAnimations().map(({ finished }) => finished))
    return [before, button.getBoundingClientRect().y]
  })
  expect(first).toBe(last)
})

test('the footer opens the chat as well', async () => {
  const page = await browser.open('/about-us')
  await page.getByRole('contentinfo').getByRole('button', { name: 'Chat with us' }).click()
  await page.getByRole('dialog', { name: 'Online Support' }).waitFor()
  await pressEscape(page)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Chat with us')
})

test.for([
  { path: '/faq', stands: 'where nothing is under it' },
  { path: '/filter/women/women', stands: 'in the margin, where text is under it' },
])(
  'on a desktop the chat button does not shift while $path opens, and stands $stands',
  async ({ path, stands }) => {
    const page = await browser.open(path, { viewport: { width: 1350, height: 940 } })
    const place = page.getByRole('complementary', { name: 'Support' })
    const isAside = stands.includes('margin')
    await expect
      .poll(() => place.evaluate((aside) => ({ ...aside.dataset })))
      .toEqual(isAside ? { aside: '' } : {})
    const shifts = await place.evaluate(
      (aside) =>
        new Promise<number>((found) => {
          type Shift = PerformanceEntry & { sources: { node: Node | null }[] }
          new PerformanceObserver((list) => {
            const ofButton = ({ sources }: Shift) =>
              sources.some(({ node }) => aside.contains(node))
            found((list.getEntries() as Shift[]).filter(ofButton).length)
          }).observe({ type: 'layout-shift', buffered: true })
          // The observer is called only if something has moved.
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => found(0))))
        }),
    )
    expect(shifts).toBe(0)
  },
)
