import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desktop, phone, tablet, useBrowser } from './use-browser.ts'

const browser = useBrowser()

/** Wider than shown by more, a picture is larger than it need be. */
const mostTooWide = 1.35

const screens = [
  { viewport: phone, deviceScaleFactor: 3 },
  { viewport: tablet, deviceScaleFactor: 2 },
  { viewport: desktop, deviceScaleFactor: 1 },
  { viewport: desktop, deviceScaleFactor: 2 },
]

/** The pictures of the page: how wide each is shown and chosen, in pixels of the screen. */
async function picturesOf(page: Page) {
  // Lazy ones are chosen when they are near.
  // A hidden one is not loaded at all.
  const images = page.locator('main img').filter({ visible: true })
  for (const image of await images.all()) await image.scrollIntoViewIfNeeded()
  return images.evaluateAll((images) =>
    (images as HTMLImageElement[]).flatMap((image) => {
      const shown = image.getBoundingClientRect().width * devicePixelRatio
      const chosen = Number(/-(\d+)\.avif$/.exec(image.currentSrc)?.[1])
      return shown > 0 && image.currentSrc ? [{ shown, chosen, src: image.currentSrc }] : []
    }),
  )
}

test.each(screens)('pictures are chosen hardly wider than shown: %j', async (screen) => {
  const page = await browser.open('/', screen)
  for (const path of ['/', '/filter/women/bags/women-bags', '/product/alba-ankle-boot']) {
    if (path !== '/') await page.goto(path)
    const pictures = await picturesOf(page)
    expect(pictures.length, path).toBeGreaterThan(0)
    // A file that another place of the page shows larger is not loaded again.
    for (const [src, places] of Map.groupBy(pictures, (picture) => picture.src)) {
      const shown = Math.max(...places.map((place) => place.shown))
      expect((places[0]?.chosen ?? 0) / shown, `${src} on ${path}`).toBeLessThanOrEqual(mostTooWide)
    }
  }
})

test('the first row of a listing loads at once, later ones when they are near', async () => {
  const page = await browser.open('/filter/women/bags/women-bags')
  const images = page.locator('main article img')
  const attributes = await images.evaluateAll((found) =>
    (found as HTMLImageElement[]).map(
      ({ loading, fetchPriority }) => `${loading} ${fetchPriority}`,
    ),
  )
  const [first, second, third, fourth, ...others] = attributes
  expect([first, second]).toEqual(['eager high', 'eager high'])
  expect([third, fourth]).toEqual(['eager auto', 'eager auto'])
  expect(new Set(others)).toEqual(new Set(['lazy auto']))
})
