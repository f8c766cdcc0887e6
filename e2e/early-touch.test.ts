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
