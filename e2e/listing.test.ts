import { expect, test } from 'vitest'
import { callApi } from './ordering.ts'
import { boxOf, desktop, overflowOf, phone, scrollBy, tablet, useBrowser } from './use-browser.ts'

const browser = useBrowser()

test('more products load before the end is reached, so that the layout below does not jump', async () => {
  const page = await browser.open('/filter/women/bags/women-bags')
  const cards = page.locator('main a[href^="/product/"]')
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) document.title = `jumped ${entry.startTime}`
    }).observe({ type: 'layout-shift' })
  })
  const more = await boxOf(page.getByRole('link', { name: 'More pieces' }))
  // Half a window above the end.
  await scrollBy(page, more.y - 900 - 450)
  await expect.poll(() => cards.count()).toBe(32)
  expect(await page.title()).not.toContain('jumped')
})

test('on a phone the parts of a category are one line that scrolls', async () => {
  const page = await browser.open('/filter/women/bags/women-bags', { viewport: phone })
  const parts = page.getByRole('navigation', { name: 'Parts of Bags' }).getByRole('link')
  const tops = await Promise.all((await parts.all()).map(async (part) => (await boxOf(part)).y))
  expect(tops.length).toBeGreaterThan(5)
  expect(new Set(tops).size).toBe(1)
  const last = await parts.last().getAttribute('href')
  await parts.last().click()
  await page.waitForURL(`**${last}`)
})

test('Back restores a removed filter', async () => {
  const page = await browser.open('/filter/women/bags/women-bags?inStock=true')
  const chips = page.getByRole('list', { name: 'Applied filters' })
  await chips.getByRole('link', { name: /^Remove/ }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await expect.poll(() => chips.count()).toBe(0)
  await page.goBack()
  await chips.getByRole('link', { name: /^Remove/ }).waitFor()
  expect(new URL(page.url()).search).toBe('?inStock=true')
  browser.expectNoErrors()
})

test('products that fail to load are requested once more, then an error is shown', async () => {
  const page = await browser.open('/filter/women/bags/women-bags')
  const cards = page.locator('main a[href^="/product/"]')
  let asked = 0
  let losses = 1
  await page.route('**/api/products?*', async (route) => {
    asked += 1
    losses -= 1
    if (losses >= 0) await route.abort()
    else await route.continue()
  })
  const more = page.getByRole('link', { name: 'More pieces' })
  await more.click()
  await expect.poll(() => cards.count()).toBe(32)
  expect(asked).toBe(2)
  losses = 2
  await more.click()
  await page.getByRole('main').getByRole('alert').waitFor()
  expect(await cards.count()).toBe(32)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => cards.count()).toBe(39)
  browser.expectNoErrors(/Failed to load resource/)
})

test('a listing loads more by itself and restores its scroll position', async () => {
  const page = await browser.open('/filter/women/bags/women-bags')
  const cards = page.locator('main a[href^="/product/"]')
  await expect.poll(() => cards.count()).toBe(16)
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 4000)
        return cards.count()
      },
      { timeout: 60_000 },
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

test('filters narrow the listing, are part of the URL and are removed one by one', async () => {
  const page = await browser.open('/filter/women/shoes/women-shoes')
  await page.getByRole('button', { name: /Filter/ }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('checkbox', { name: /Ink Black/ }).check()
  await drawer.getByRole('button', { name: /Show \d+ pieces/i }).click()
  await page.waitForURL('**/women-shoes?color=Ink+Black')
  const cards = page.locator('main a[href^="/product/"]')
  await expect.poll(() => cards.count()).toBe(11)
  await page.reload()
  await expect.poll(() => cards.count()).toBe(11)
  // Each product is shown in this color, and its link names it.
  const sources = await cards
    .locator('img')
    .evaluateAll((all) => all.map((picture) => (picture as HTMLImageElement).src))
  expect(sources.filter((source) => !/\/(ink|black)/.test(source))).toEqual([])
  const addresses = await cards.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(addresses.filter((address) => !address?.endsWith('?color=Ink%20Black'))).toEqual([])
  await page
    .getByRole('link', { name: /Ink Black/ })
    .or(page.getByRole('button', { name: /Ink Black/ }))
    .first()
    .click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

test('a filter applied far down shows the results from the first, and Back restores the scroll position', async () => {
  const page = await browser.open('/filter/women/bags/women-bags')
  const cards = page.locator('main a[href^="/product/"]')
  await scrollBy(page, 1500)
  await page.getByRole('button', { name: 'Filter' }).click()
  const filter = page.getByRole('dialog', { name: 'Filter' })
  await filter.getByRole('checkbox', { name: /^Saffron/ }).check()
  const before = await page.evaluate(() => scrollY)
  await filter.getByRole('button', { name: /^Show \d/ }).click()
  await page.waitForURL(/color=Saffron/)
  await expect.poll(async () => (await boxOf(cards.first())).y).toBeGreaterThan(0)
  await page.goBack()
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => scrollY)) - before))
    .toBeLessThan(4)
})

test('an empty listing says so within the page’s margins and offers to clear the filters', async () => {
  const page = await browser.open('/filter/women/bags/women-bags?color=Dune&priceMin=9000')
  const title = page.getByRole('heading', { level: 1 })
  const empty = page.getByRole('main').getByText('No Data')
  expect((await boxOf(empty)).x).toBe((await boxOf(title)).x)
  await page.getByRole('main').getByRole('link', { name: 'Clear all' }).last().click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await expect.poll(() => page.locator('main a[href^="/product/"]').count()).toBe(16)
})

test('New and Sold out belong to their own product, and the focus ring surrounds the whole card', async () => {
  const page = await browser.open('/filter/women/bags/women-bags')
  const card = page.getByRole('article').first()
  const [name, note, whole] = [
    await boxOf(card.getByRole('heading')),
    await boxOf(card.getByText('New', { exact: true })),
    await boxOf(card),
  ]
  expect(note.x - (name.x + name.width)).toBeLessThan(16)
  expect(note.x + note.width).toBeLessThan(whole.x + whole.width / 2)
  await page.getByRole('button', { name: /Sort/ }).focus()
  await page.keyboard.press('Tab')
  await expect
    .poll(() => card.getByRole('link').evaluate((link) => link.matches(':focus-visible')))
    .toBe(true)
  // Nothing of the card is drawn over the ring.
  const ring = await card.getByRole('link').evaluate((link) => {
    const { position, outlineStyle, top, bottom } = getComputedStyle(link, '::after')
    return { position, outlineStyle, top, bottom }
  })
  expect(ring).toEqual({ position: 'absolute', outlineStyle: 'solid', top: '0px', bottom: '0px' })
})

test('a sold-out product says so beside its own price', async () => {
  const page = await browser.open('/filter/women/bags/women-bags', { viewport: phone })
  await page.route('**/api/products?*page=2*', async (route) => {
    const answer = await (await route.fetch()).json()
    for (const card of answer.data) card.isAvailable = false
    await route.fulfill({ json: answer })
  })
  await page.getByRole('link', { name: 'More pieces' }).click()
  const cards = page.getByRole('article').filter({ hasText: 'Sold out' })
  await cards.first().waitFor()
  for (const card of (await cards.all()).slice(0, 2)) {
    const [whole, note] = [await boxOf(card), await boxOf(card.getByText('Sold out'))]
    expect(note.x).toBeGreaterThanOrEqual(whole.x)
    expect(note.x + note.width).toBeLessThanOrEqual(whole.x + whole.width)
  }
  browser.expectNoErrors()
})

test('the count of a filter stays with the last word of its name', async () => {
  const page = await browser.open('/filter/women/bags/women-bags', { viewport: phone })
  const long = 'Raffia woven by hand with a band of chestnut calf'
  await page.route('**/api/products/facets?*', async (route) => {
    const answer = await (await route.fetch()).json()
    answer.data.materials[0].label = long
    await route.fulfill({ json: answer })
  })
  await page.getByRole('button', { name: /Filter/ }).click()
  const name = page.getByRole('dialog').getByText(long)
  const lines = await name.evaluate((element) => {
    const [text, , count] = element.childNodes
    const bottomsOf = (node: Node | undefined) => {
      const range = document.createRange()
      range.selectNodeContents(node as Node)
      return [...range.getClientRects()].map(({ top, bottom }) => (top + bottom) / 2)
    }
    return { name: bottomsOf(text), count: bottomsOf(count) }
  })
  expect(lines.name.length).toBeGreaterThan(1)
  expect(Math.abs((lines.name.at(-1) ?? 0) - (lines.count[0] ?? 0))).toBeLessThan(4)
  browser.expectNoErrors()
})

test('filter and sort can be used with the keyboard alone', async () => {
  const page = await browser.open('/filter/women/shoes/women-shoes')
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

test('a listing restores its scroll position after a reload', async () => {
  const page = await browser.open('/filter/women/bags/women-bags')
  const cards = page.locator('main a[href^="/product/"]')
  const more = page.getByRole('link', { name: 'More pieces' })
  await more.click()
  await expect.poll(() => cards.count()).toBe(32)
  await cards.nth(25).scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  const expectPlace = async () => {
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(32)
    await expect
      .poll(async () => Math.abs((await page.evaluate(() => scrollY)) - before))
      .toBeLessThan(100)
  }
  await page.reload()
  await expectPlace()
  await cards.nth(25).click()
  await page.getByRole('heading', { level: 2, name: 'Pairs with' }).waitFor()
  await page.reload()
  await page.goBack()
  await expectPlace()
  // Opened again it starts at the top.
  await page.goto('/filter/women/bags/women-bags')
  expect(await cards.count()).toBe(16)
  browser.expectNoErrors()
})

test('the filter counts products while a price is typed, in either order of the bounds', async () => {
  const page = await browser.open('/filter/women/bags/women-bags')
  await page.getByRole('button', { name: /Filter/ }).click()
  const drawer = page.getByRole('dialog')
  const show = drawer.getByRole('button', { name: /^Show \d+ piece/ })
  const shown = async () => Number.parseInt((await show.innerText()).replace(/\D+/, ''), 10)
  const countOf = async (prices: string) =>
    (
      await callApi<{ total: number }>(
        null,
        `GET /products/facets?cIdentifiers=women-bags${prices}`,
      )
    ).total
  const [whole, cheap, between] = [
    await countOf(''),
    await countOf('&priceMax=900'),
    await countOf('&priceMin=900&priceMax=2000'),
  ]
  expect(new Set([whole, cheap, between, 0]).size).toBe(4)
  await expect.poll(shown).toBe(whole)
  const to = drawer.getByLabel('To $')
  await to.pressSequentially('900')
  await expect.poll(shown).toBe(cheap)
  await drawer.getByLabel('From $').fill('2000')
  await drawer.getByLabel('From $').press('Tab')
  expect(await to.inputValue()).toBe('2000')
  await expect.poll(shown).toBe(between)
  await show.click()
  await page.waitForURL('**/women-bags?priceMin=900&priceMax=2000')
  const cards = page.locator('main a[href^="/product/"]')
  await expect.poll(() => cards.count()).toBe(Math.min(between, 16))
  browser.expectNoErrors()
})

test('stories that lead below a listing stand among its products, unless they are narrowed', async () => {
  const page = await browser.open('/filter/women/bags/women-bags')
  const headings = page.getByRole('region', { name: 'Pieces' }).getByRole('heading', { level: 2 })
  const storyAt = async (place: number) => {
    await headings.nth(place).waitFor()
    return headings.nth(place).textContent()
  }
  const [first, second] = ['Two days on the Atlantic', 'The bag the house began with']
  expect(await storyAt(8)).toBe(first)
  // Twelve products later, which come with the next page.
  await scrollBy(page, 2_000)
  expect(await storyAt(21)).toBe(second)
  for (const viewport of [phone, tablet, desktop]) {
    await page.setViewportSize(viewport)
    const story = await boxOf(headings.filter({ hasText: first }).locator('xpath=ancestor::li'))
    const card = await boxOf(page.locator('main li:has(a[href^="/product/"])').first())
    expect(story.width, `${viewport.width}`).toBeGreaterThan(card.width * 1.9)
    expect(await overflowOf(page)).toBe(0)
  }
  await page.getByRole('link', { name: 'See the totes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tote Bags' }).waitFor()
  const story = page.getByRole('main').getByRole('heading', { name: first })
  expect(await story.count()).toBe(0)
  for (const path of ['?sort=new', '?page=2']) {
    await page.goto(`/filter/women/bags/women-bags${path}`)
    expect(await story.count(), path).toBe(0)
  }
  await page.goto('/filter/women/shoes/women-shoes')
  await page.getByRole('heading', { level: 2, name: 'A week on foot' }).waitFor()
  expect(await story.count()).toBe(0)
  browser.expectNoErrors()
})
