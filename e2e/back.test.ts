import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { phone, useBrowser } from './use-browser.ts'

const browser = useBrowser()

const tote = '/product/calvi-tote'
const bags = '/filter/women/bags/women-bags'
const pathOf = (page: Page) => new URL(page.url()).pathname

/** Overlays, and how each is opened. */
const overlays: [string, string, (page: Page) => Promise<void>][] = [
  ['the search', bags, (page) => page.getByRole('button', { name: 'Search', exact: true }).click()],
  ['the menu', bags, (page) => page.getByRole('button', { name: 'Menu' }).click()],
  ['the filters', bags, (page) => page.getByRole('button', { name: /Filter/ }).click()],
  [
    'a picture seen large',
    tote,
    (page) => page.getByRole('region', { name: 'Pictures' }).getByRole('link').first().click(),
  ],
  ['the cart', tote, (page) => page.getByRole('button', { name: 'Add to cart' }).first().click()],
  ['the chat', '/', (page) => page.getByRole('button', { name: /^Online Support/ }).click()],
]

test.each(overlays)('Back closes %s and stays on the page', async (_, path, open) => {
  // Reached from another page, so that an extra Back would be noticed.
  const page = await browser.open('/faq', { viewport: phone })
  await page.goto(path)
  const dialog = page.getByRole('dialog')
  await open(page)
  await dialog.waitFor()
  await page.goBack()
  await expect.poll(() => dialog.count()).toBe(0)
  expect(pathOf(page)).toBe(path)

  // However often it was opened and closed with its cross, no press of Back is without effect.
  const entries: number[] = []
  for (const _again of [1, 2]) {
    await open(page)
    await dialog.getByRole('button', { name: /^Close/ }).click()
    await expect.poll(() => dialog.count()).toBe(0)
    entries.push(await page.evaluate(() => history.length))
  }
  expect(entries[0]).toBe(entries[1])
  await page.goBack()
  await page.waitForURL('**/faq')
  await page.goForward()
  await page.waitForURL(`**${path}`)
  await page.getByRole('main').waitFor()
  browser.expectNoErrors()
})

test('one Back from a page chosen in the menu leads to where the menu was opened', async () => {
  const page = await browser.open('/about-us', { viewport: phone })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await page.waitForURL('**/privacy')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog')
  await menu.getByRole('button', { name: 'Women' }).click()
  await menu.getByRole('button', { name: 'Bags', exact: true }).click()
  await menu.getByRole('link', { name: 'All Bags' }).click()
  await page.getByRole('heading', { level: 1, name: /^Bags/ }).waitFor()
  await page.goBack()
  await page.waitForURL('**/privacy')
  expect(await menu.count()).toBe(0)
  await page.goBack()
  await page.waitForURL('**/about-us')
  browser.expectNoErrors()
})

test('choosing a colour after closing an overlay adds no history entry', async () => {
  const page = await browser.open('/faq', { viewport: phone })
  await page.goto(tote)
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('button', { name: 'Night Navy' }).click()
  await page.waitForURL('**/calvi-tote?color=Night+Navy')
  await page.goBack()
  await page.waitForURL('**/faq')
  browser.expectNoErrors()
})

test('Back closes a confirmation over the cart first, then the cart', async () => {
  const page = await browser.open(tote, { viewport: phone })
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  const cart = page.getByRole('dialog', { name: 'Cart' })
  await cart.getByRole('button', { name: 'Remove Calvi Tote' }).click()
  const question = page.getByRole('dialog', { name: 'Remove from your cart?' })
  await question.waitFor()
  await page.goBack()
  await expect.poll(() => question.count()).toBe(0)
  await cart.waitFor()
  await page.goBack()
  await expect.poll(() => cart.count()).toBe(0)
  expect(pathOf(page)).toBe(tote)
  browser.expectNoErrors()
})

test('after a reload under an open overlay, the first Back leaves the page', async () => {
  const page = await browser.open('/faq', { viewport: phone })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await page.waitForURL('**/privacy')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Menu' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  // Works only once the page is hydrated.
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.goBack()
  await page.waitForURL('**/faq')
  browser.expectNoErrors()
})

test('Back from a product found by search restores the search', async () => {
  const page = await browser.open('/faq')
  await page.goto(bags)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const search = page.getByRole('dialog', { name: 'Search' })
  await search.getByPlaceholder('search...').fill('tote')
  const heading = search.getByRole('heading', { name: /^\d+ Search Results$/ })
  await heading.waitFor()
  const found = search.getByRole('article').last()
  await found.scrollIntoViewIfNeeded()
  const place = () => search.locator('[tabindex="-1"]').evaluate((content) => content.scrollTop)
  const before = await place()
  expect(before).toBeGreaterThan(0)
  await found.getByRole('link').click()
  await page.waitForURL('**/product/**')
  await expect.poll(() => search.count()).toBe(0)
  await page.goBack()
  await heading.waitFor()
  expect(await search.getByPlaceholder('search...').inputValue()).toBe('tote')
  await expect.poll(place).toBe(before)
  expect(pathOf(page)).toBe(bags)

  // A reload searches again.
  await page.reload()
  await heading.waitFor()
  await page.goBack()
  await expect.poll(() => search.count()).toBe(0)
  expect(pathOf(page)).toBe(bags)
  await page.goBack()
  await page.waitForURL('**/faq')
  browser.expectNoErrors()
})

test('a link to the page itself adds no history entry', async () => {
  const page = await browser.open('/faq')
  const themes = page.getByRole('main').getByRole('link')
  const path = await themes.first().getAttribute('href')
  await themes.first().click()
  await expect.poll(() => pathOf(page)).toBe(path)
  await page.locator(`main a[href="${path}"]`).first().click()
  // Only a later page shows what the click added: it may still be loading.
  await page.locator('footer a[href="/terms"]').click()
  await expect.poll(() => pathOf(page)).toBe('/terms')
  await page.goBack()
  await expect.poll(() => pathOf(page)).toBe(path)
  await page.goBack()
  await expect.poll(() => pathOf(page)).toBe('/faq')
})

// On a page that was just loaded: right after going back, Chromium now and then opens no tab.
test('a link pressed with a modifier opens a new tab', async () => {
  const page = await browser.open('/faq')
  const opened = page.context().waitForEvent('page')
  await page.locator('footer a[href="/privacy"]').click({ modifiers: ['ControlOrMeta'] })
  await expect.poll(async () => pathOf(await opened)).toBe('/privacy')
  expect(pathOf(page)).toBe('/faq')
})
