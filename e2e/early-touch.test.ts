import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { owner } from './staff.ts'
import { phone, useBrowser } from './use-browser.ts'

const browser = useBrowser()

test('a click before hydration takes effect after it', async () => {
  const page = await browser.open('about:blank', { viewport: phone })
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route(/entry-client.*\.js/, async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await asked.promise
  expect(await page.getByPlaceholder('search...').count()).toBe(0)
  await page.locator('button[aria-busy=true][aria-label=Search]').waitFor()

  held.resolve()
  await page.getByPlaceholder('search...').waitFor()
  browser.expectNoErrors()
})

test('a form submitted with Enter before hydration is sent after it', async () => {
  const page = await browser.open('about:blank')
  const held = Promise.withResolvers<void>()
  await page.route(/entry-client.*\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'domcontentloaded' })
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(owner.email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await page.locator('button[aria-busy=true]', { hasText: 'Sign in' }).waitFor()

  held.resolve()
  await page.waitForURL('**/profile')
  browser.expectNoErrors()
})

/** Controls that a shopper may press first, and the page of each. */
const early: [string, string, (page: Page) => Locator][] = [
  ['the menu', '/', (page) => page.getByRole('button', { name: 'Menu' })],
  [
    'a heart',
    '/filter/women/bags/women-bags',
    (page) => page.locator('main article button').first(),
  ],
  ['a picker', '/product/calvi-tote', (page) => page.getByRole('button', { name: 'Night Navy' })],
  [
    'add to cart',
    '/product/calvi-tote',
    (page) => page.getByRole('button', { name: 'Add to cart' }).first(),
  ],
]

test.each(early)(
  '%s pressed before the program is there shows at once that it was taken',
  async (_, path, find) => {
    const page = await browser.open('about:blank', { viewport: phone })
    const held = Promise.withResolvers<void>()
    await page.route(/entry-client.*\.js/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    const control = find(page)
    await control.click()
    await expect.poll(() => control.getAttribute('aria-busy')).toBe('true')
    expect(await control.evaluate((element) => getComputedStyle(element).opacity)).not.toBe('1')
    held.resolve()
  },
)
