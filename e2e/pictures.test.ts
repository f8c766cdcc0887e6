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

test('the picture of a chosen card flies to its place without the page being laid out for it', async () => {
  const page = await browser.open('/filter/women/bags/women-bags', {
    reducedMotion: 'no-preference',
  })
  await page.evaluate(() => {
    const startViewTransition = document.startViewTransition.bind(document)
    document.startViewTransition = (options) => {
      const transition = startViewTransition(options)
      void transition.finished.then(() => document.body.toggleAttribute('data-landed', true))
      void transition.ready.then(() =>
        requestAnimationFrame(() => {
          const [flight] = document.documentElement
            .getAnimations({ subtree: true })
            .map(({ effect }) => effect as KeyframeEffect)
            .filter(({ pseudoElement }) => pseudoElement?.includes('group(product-'))
          document.body.dataset.flight = JSON.stringify(flight?.getKeyframes())
        }),
      )
      return transition
    }
  })
  const card = page.locator('main article a[href^="/product/"]').nth(1)
  const from = await card.locator('img').first().boundingBox()
  await card.click()
  await page.locator('[data-landed]').waitFor()
  const to = await page
    .getByRole('region', { name: 'Pictures' })
    .locator('img')
    .first()
    .boundingBox()
  const keyframes: ComputedKeyframe[] = JSON.parse(
    (await page.locator('body').getAttribute('data-flight')) ?? '[]',
  )
  expect(keyframes).toHaveLength(2)
  expect(keyframes[0]).not.toHaveProperty('width')
  expect(keyframes[1]).not.toHaveProperty('height')
  const places = keyframes.map(({ transform }) =>
    String(transform)
      .match(/-?[\d.]+/g)
      ?.map(Number),
  )
  const scale = (from?.width ?? 0) / (to?.width ?? 1)
  const near = (place: number) => expect.closeTo(place, -1)
  expect(places).toEqual([
    [1, 0, 0, 1, near(from?.x ?? 0), near(from?.y ?? 0), expect.closeTo(scale, 2)],
    [1, 0, 0, 1, near(to?.x ?? 0), near(to?.y ?? 0), 1],
  ])
})
