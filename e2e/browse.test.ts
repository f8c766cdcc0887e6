import { expect, test } from 'vitest'
import { expectAccessible, expectAccessibleOnEveryWidth, phone, useJourney } from './journey.ts'

const journey = useJourney()

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

test.each(pages)('the %s page is accessible and calm on every width', async (_name, path) => {
  const page = await journey.open(path)
  await page.getByRole('contentinfo').waitFor()
  await expectAccessibleOnEveryWidth(page)
  journey.expectCalm()
})

test('from the home page through the menu to a piece and back to the same place', async () => {
  const page = await journey.open('/')
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
  journey.expectCalm()
})

test('the menu slides panel by panel on a phone, and Escape gives the focus back', async () => {
  const page = await journey.open('/', { viewport: phone })
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

test('a listing goes on by itself and finds its place again', async () => {
  const page = await journey.open('/filter/women/bags/women-bags')
  const cards = page.locator('main a[href^="/product/"]')
  await expect.poll(() => cards.count()).toBe(16)
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 4000)
        return cards.count()
      },
      { timeout: 15_000 },
    )
    .toBe(39)
  const addresses = await cards.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href')),
  )
  expect(new Set(addresses).size).toBe(39)
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  expect(await cards.count()).toBe(39)
  await cards.nth(30).scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  await cards.nth(30).click()
  await page.getByRole('heading', { level: 2, name: 'Pairs with' }).waitFor()
  await page.goBack()
  await expect.poll(() => cards.count()).toBe(39)
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => scrollY)) - before))
    .toBeLessThan(200)
  await page.getByRole('link', { name: 'SOLVANE', exact: true }).first().click()
  await page.waitForURL(/\/$/)
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog')
  await menu.getByRole('button', { name: 'Women' }).click()
  await menu.getByRole('button', { name: 'Bags', exact: true }).click()
  await menu.getByRole('link', { name: 'All Bags' }).click()
  await page.getByRole('heading', { level: 1, name: /^Bags/ }).waitFor()
  expect(await cards.count()).toBe(16)
})

test('filters narrow the listing, live in the address and are taken back one by one', async () => {
  const page = await journey.open('/filter/women/shoes/women-shoes')
  await page.getByRole('button', { name: /Filter/ }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('checkbox', { name: /Ink Black/ }).check()
  await drawer.getByRole('button', { name: /Show \d+ pieces/i }).click()
  await page.waitForURL('**/women-shoes?color=Ink+Black')
  const cards = page.locator('main a[href^="/product/"]')
  await expect.poll(() => cards.count()).toBe(11)
  await page.reload()
  await expect.poll(() => cards.count()).toBe(11)
  await page
    .getByRole('link', { name: /Ink Black/ })
    .or(page.getByRole('button', { name: /Ink Black/ }))
    .first()
    .click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

test('search finds while typing, says how many, and opens what is found', async () => {
  const page = await journey.open('/')
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
  await overlay.getByText('No Data').waitFor()
  await page.keyboard.press('Escape')
  await expect
    .poll(
      () =>
        page.evaluate(
          () =>
            getComputedStyle(document.documentElement).overflow +
            getComputedStyle(document.body).overflow,
        ),
      { timeout: 5_000 },
    )
    .not.toContain('hidden')
  journey.expectCalm()
})

test('choosing options chooses the variant, and again gives it up', async () => {
  const page = await journey.open('/product/porto-loafer')
  const size = page.getByRole('button', { name: '38', exact: true })
  await size.click()
  await expect.poll(() => size.getAttribute('aria-pressed')).toBe('true')
  await size.click()
  await expect.poll(() => size.getAttribute('aria-pressed')).toBe('false')
  journey.expectCalm()
})

test('the carousel goes on after a press on its arrow', async () => {
  const page = await journey.open('/faq', { reducedMotion: 'no-preference' })
  await page.route('**/api/content/home', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const [slide] = answer.data.banner
    answer.data.banner = [slide, { ...slide, title: 'Second' }, { ...slide, title: 'Third' }]
    await route.fulfill({ response, json: answer })
  })
  await page.getByRole('link', { name: 'SOLVANE', exact: true }).first().click()
  const carousel = page.getByRole('region', { name: 'From the house' })
  await carousel.getByRole('button', { name: 'Next slide' }).click()
  const shown = carousel.locator('[aria-current="true"]')
  await expect.poll(() => shown.getAttribute('aria-label')).toBe('Go to slide 2')
  // Onto the header, off the carousel.
  await page.mouse.move(700, 20)
  await expect
    .poll(() => shown.getAttribute('aria-label'), { timeout: 8_000 })
    .not.toBe('Go to slide 2')
})

test('without a network the search and a page not seen yet say so', async () => {
  const page = await journey.open('/')
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

test('filter and sort are worked with the keyboard alone', async () => {
  const page = await journey.open('/filter/women/shoes/women-shoes')
  const drawer = page.getByRole('dialog')
  await page.getByRole('button', { name: /Filter/ }).press('Enter')
  await drawer.getByLabel('From $').fill('300')
  await page.keyboard.press('Tab')
  const focused = () => page.evaluate(() => document.activeElement?.parentElement?.textContent)
  await expect.poll(focused).toBe('To $')
  await drawer.getByRole('button', { name: /Show \d+ piece/ }).press('Enter')
  await page.waitForURL('**/women-shoes?priceMin=300')
  await expect.poll(() => drawer.count()).toBe(0)
  await page.getByRole('button', { name: /Sort/ }).press('Enter')
  await drawer.getByRole('radio', { name: 'Newest first' }).press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect
    .poll(() => drawer.getByRole('radio', { name: 'Price, high to low' }).isChecked())
    .toBe(true)
  await drawer.getByRole('button', { name: 'Apply' }).press('Enter')
  await page.waitForURL('**/women-shoes?priceMin=300&sort=price-desc')
})

test('text of twice the size stays within the page, however wide the window', async () => {
  const page = await journey.open('/filter/women/bags/women-bags', { viewport: phone })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  /** How far the page runs over, and what of the header lies past its edge or on its neighbour. */
  const outOfPlace = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      const controls = [...document.querySelectorAll<HTMLElement>('header a, header button')]
        .filter((control) => control.offsetWidth > 0 && control.closest('main, noscript') === null)
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
})

test('a page that is long in coming says that it is on its way', async () => {
  const page = await journey.open('/')
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
