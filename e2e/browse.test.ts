import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  boxOf,
  desktop,
  expectAccessible,
  expectAccessibleOnEveryWidth,
  overflowOf,
  phone,
  tablet,
  useBrowser,
} from './use-browser.ts'

const browser = useBrowser()

const pages = [
  ['home', '/'],
  ['listing', '/filter/women/bags/women-bags'],
  ['product', '/product/calvi-tote'],
  ['shoes in sizes', '/product/porto-loafer'],
  ['about', '/about-us'],
  ['questions', '/faq/delivery'],
  ['shipping', '/shipping'],
  ['size guide', '/size-guide'],
  ['coming soon', '/coming-soon'],
] as const

test.each(pages)(
  'the %s page is accessible at every width, without console errors',
  async (_name, path) => {
    const page = await browser.open(path)
    await page.getByRole('contentinfo').waitFor()
    await expectAccessibleOnEveryWidth(page)
    browser.expectNoErrors()
  },
)

test.each([phone, tablet, desktop])(
  'with text twice as large everything on the home page stays within a width of $width px',
  async (viewport) => {
    const page = await browser.open('/', { viewport })
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expect.poll(() => overflowOf(page)).toBe(0)
    const services = page.locator('section', { hasText: 'iconic boxes' })
    await services.getByRole('link', { name: 'Explore' }).waitFor()
    for (const button of await services.getByRole('link').all()) {
      const tile = await boxOf(button.locator('xpath=ancestor::li'))
      const { x, width } = await boxOf(button)
      expect(x + width).toBeLessThanOrEqual(tile.x + tile.width)
    }
    browser.expectNoErrors()
  },
)

test('from the home page through the menu to a product, and back to the same scroll position', async () => {
  const page = await browser.open('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog')
  await menu.getByText('All Categories').waitFor()
  await menu.getByRole('button', { name: 'Women' }).click()
  await menu.getByRole('button', { name: 'Bags', exact: true }).click()
  await menu.getByRole('link', { name: /Tote/ }).click()
  await page.waitForURL('**/women-bags-tote')
  await expect.poll(() => menu.count()).toBe(0)
  await page
    .getByRole('link', { name: /Calvi Tote/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Calvi Tote' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/filter/women/bags/tote-bags/women-bags-tote')
  browser.expectNoErrors()
})

test('the menu slides panel by panel on a phone, and Escape returns the focus', async () => {
  const page = await browser.open('/', { viewport: phone })
  const opener = page.getByRole('button', { name: 'Menu' })
  await opener.click()
  const menu = page.getByRole('dialog')
  await menu.getByRole('button', { name: 'Men', exact: true }).click()
  await menu.getByRole('button', { name: 'Shoes' }).click()
  await menu.getByRole('link', { name: 'Derbies' }).waitFor()
  await menu.getByRole('button', { name: /Back/ }).click()
  await menu.getByRole('button', { name: 'Shoes' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.count()).toBe(0)
  await expect.poll(() => opener.evaluate((node) => node === document.activeElement)).toBe(true)
})

test.each([phone, desktop])(
  'beside the categories the menu leads to new products, gifts, best sellers and the house at a width of $width px',
  async (viewport) => {
    const page = await browser.open('/faq', { viewport })
    for (const [name, heading] of [
      ['New In', /./],
      ['Gifts', 'The Art of Gifting'],
      ['The House', /./],
      ['Best Sellers', 'Trending Now: Destination-Ready Handbags'],
    ] as const) {
      await page.getByRole('button', { name: 'Menu' }).click()
      const menu = page.getByRole('dialog', { name: 'All Categories' })
      const link = menu.getByRole('link', { name, exact: true })
      const path = await link.getAttribute('href')
      await link.click()
      await page.waitForURL(`**${path}`)
      await menu.waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: heading }).first().waitFor()
    }
    await expect
      .poll(async () => (await boxOf(page.locator('#best-sellers'))).y)
      .toBeLessThan(viewport.height / 2)
    browser.expectNoErrors()
  },
)

test('a menu opened while the next page is on its way stays open', async () => {
  const page = await browser.open('/faq', { viewport: phone })
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'All Categories' })
  await menu.waitFor()
  // On a slow phone a press comes between the change of the address and the page.
  await page.evaluate(() => {
    const { pushState } = history
    history.pushState = (...entry) => {
      pushState.apply(history, entry)
      if (entry[2] === '/gifting')
        document.querySelector<HTMLElement>('button[aria-haspopup=dialog]')?.click()
    }
  })
  await menu.getByRole('link', { name: 'Gifts', exact: true }).click()
  await page.getByText('The Art of Gifting').first().waitFor()
  await menu.getByRole('link', { name: 'The House', exact: true }).waitFor()
  await page.goBack()
  await menu.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/gifting')
  browser.expectNoErrors()
})

test('the menu on a wide screen shows a picture of the category that is pointed at', async () => {
  const page = await browser.open('/faq', { viewport: desktop })
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'All Categories' })
  const shown = () => menu.locator('picture img').getAttribute('src')
  const first = await shown()
  await menu.getByRole('button', { name: 'Men', exact: true }).hover()
  await expect.poll(shown).not.toBe(first)
  await menu.getByRole('button', { name: 'Women', exact: true }).hover()
  await expect.poll(shown).toBe(first)
  browser.expectNoErrors()
})

test('on a phone a picture fills the menu where its entries leave room for it', async () => {
  const page = await browser.open('/faq', { viewport: phone })
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog')
  const panel = menu.getByRole('list')
  await panel.locator('picture img').waitFor()
  const isScrolled = () => panel.evaluate((list) => list.scrollHeight > list.clientHeight)
  expect(await isScrolled()).toBe(false)
  await page.setViewportSize({ width: 320, height: 568 })
  await panel.locator('picture img').waitFor({ state: 'hidden' })
  expect(await isScrolled()).toBe(false)
  browser.expectNoErrors()
})

test('no level of the menu on a wide screen scrolls sideways', async () => {
  const page = await browser.open('/', { viewport: { width: 844, height: 390 } })
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog')
  await menu.getByRole('button', { name: 'Women' }).click()
  await menu.getByRole('button', { name: 'Bags', exact: true }).click()
  await menu.getByRole('link', { name: /Tote/ }).waitFor()
  const overflows = () =>
    menu
      .getByRole('list')
      .evaluateAll((lists) => lists.map((list) => list.scrollWidth - list.clientWidth))
  await expect.poll(overflows).toEqual([0, 0, 0])
})

test('search finds while typing, shows the count, and opens a result', async () => {
  const page = await browser.open('/')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const overlay = page.getByRole('dialog')
  await overlay.getByRole('heading', { name: 'Popular' }).waitFor()
  await overlay.getByPlaceholder('search...').fill('quiltd')
  await overlay.getByRole('heading', { name: /^\d+ Search Results?$/ }).waitFor()
  await expectAccessible(page)
  await overlay
    .getByRole('link', { name: /Celestine Quilted/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: /Celestine/ }).waitFor()
  await expect.poll(() => overlay.count()).toBe(0)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await overlay.getByPlaceholder('search...').fill('zzzzqqqq')
  await overlay.getByText('No Data', { exact: true }).waitFor()
  await overlay.getByRole('heading', { name: 'Popular' }).waitFor()
  await overlay.getByRole('article').first().waitFor()
  await page.keyboard.press('Escape')
  await expect
    .poll(
      () =>
        page.evaluate(
          () =>
            getComputedStyle(document.documentElement).overflow +
            getComputedStyle(document.body).overflow,
        ),
      { timeout: 60_000 },
    )
    .not.toContain('hidden')
  browser.expectNoErrors()
})

/** Makes the home page that is opened next show three slides. */
const threeSlides = (page: Page) =>
  page.route('**/api/content/home', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const [slide] = answer.data.banner
    answer.data.banner = [slide, { ...slide, title: 'Second' }, { ...slide, title: 'Third' }]
    await route.fulfill({ response, json: answer })
  })

test('the carousel continues after its arrow was pressed', async () => {
  const page = await browser.open('/faq', { reducedMotion: 'no-preference' })
  await threeSlides(page)
  // The page's clock stands still, or on a slow machine it moves on before the press.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.getByRole('link', { name: 'SOLVANE', exact: true }).first().click()
  const carousel = page.getByRole('region', { name: 'From the house' })
  await carousel.getByRole('button', { name: 'Next slide' }).click()
  const shown = carousel.locator('[aria-current="true"]')
  await expect.poll(() => shown.getAttribute('aria-label')).toBe('Go to slide 2')
  // Onto the header, off the carousel.
  await page.mouse.move(700, 20)
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      return shown.getAttribute('aria-label')
    })
    .not.toBe('Go to slide 2')
})

test('with reduced motion the carousel starts paused and can be started', async () => {
  const page = await browser.open('/faq', { reducedMotion: 'reduce' })
  await threeSlides(page)
  await page.clock.install()
  await page.getByRole('link', { name: 'SOLVANE', exact: true }).first().click()
  const carousel = page.getByRole('region', { name: 'From the house' })
  await carousel.getByRole('button', { name: 'Play the slides' }).click()
  await carousel.getByRole('button', { name: 'Pause the slides' }).waitFor()
  await page.mouse.move(700, 20)
  const shown = carousel.locator('[aria-current="true"]')
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      return shown.getAttribute('aria-label')
    })
    .toBe('Go to slide 2')
})

test('offline, the search and a page not visited yet show an error', async () => {
  const page = await browser.open('/')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const overlay = page.getByRole('dialog')
  await overlay.getByRole('heading', { name: 'Popular' }).waitFor()
  await page.context().setOffline(true)
  await overlay.getByPlaceholder('search...').fill('tote')
  await overlay.getByText('网络请求失败，请稍后重试').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => overlay.count()).toBe(0)
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).first().click()
  await page.getByRole('main').getByText('网络请求失败，请稍后重试').waitFor()
})

test.each(['/filter/women/bags/women-bags', '/coming-soon'])(
  'text at twice the size stays within %s at every width',
  async (path) => {
    const page = await browser.open(path, { viewport: phone })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    /**
     * The page's horizontal overflow, and header elements that cross its edge or their neighbors.
     */
    const outOfPlace = () =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        const controls = [...document.querySelectorAll<HTMLElement>('header a, header button')]
          .filter(
            (control) => control.offsetWidth > 0 && control.closest('main, noscript') === null,
          )
          .map((control) => ({ control, box: control.getBoundingClientRect() }))
        const misplaced = controls.filter(({ box }, index) => {
          const before = controls[index - 1]?.box.right ?? 0
          return box.left < before - 1 || box.right > clientWidth
        })
        return {
          overflow: scrollWidth - clientWidth,
          controls: controls.length > 0,
          misplaced: misplaced.map(({ control }) => control.ariaLabel ?? control.textContent),
        }
      })
    for (const width of [320, 390, 768, 1024, 1440]) {
      await page.setViewportSize({ ...phone, width })
      await expect.poll(outOfPlace).toEqual({ overflow: 0, controls: true, misplaced: [] })
    }
  },
)

test('a slow page shows that it is loading', async () => {
  const page = await browser.open('/')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/content/faq', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).first().click()
  const main = page.getByRole('main')
  await expect.poll(() => main.getAttribute('aria-busy')).toBe('true')
  const line = page.locator('main').locator('xpath=preceding-sibling::span[1]')
  await expect.poll(() => line.isVisible()).toBe(true)
  held.resolve()
  await page.waitForURL('**/faq')
  await expect.poll(() => main.getAttribute('aria-busy')).toBe(null)
  expect(await line.isVisible()).toBe(false)
})
