import { expect, test } from 'vitest'
import { phone, useJourney } from './journey.ts'
import { owner } from './staff.ts'

const journey = useJourney()

test('a button pressed before the program of the shop has come does what it is for once it has', async () => {
  const page = await journey.open('about:blank', { viewport: phone })
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
  journey.expectCalm()
})

test('Enter in a form pressed before the program of the shop has come sends it once it has', async () => {
  const page = await journey.open('about:blank')
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
  journey.expectCalm()
})
