import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, openAccountWithAddress, placeOrder, plentyOf, writeAddress } from './ordering.ts'
import { desktop, overflowOf, phone, tablet, useBrowser } from './use-browser.ts'

const browser = useBrowser()

const word = 'Unbreakable'.repeat(12)

/** Properties with texts of people, in responses and embedded data. */
const written = [
  /Calvi Tote/g,
  /(?<="(?:description|body|value|text|hint|title|caption|material|measurements)":")[^"<>\\]+(?=")/g,
]

/** Replaces every text of people by one word that fits on no line. */
async function lengthenWords(page: Page) {
  await page.route(
    /\/(api\/|product\/|filter\/|cart$|profile|order\/|about-us|faq)/,
    async (route) => {
      const response = await route.fetch()
      const type = response.headers()['content-type'] ?? ''
      if (!/json|html/.test(type)) return route.fulfill({ response })
      const text = await response.text()
      // In HTML only the name: the rest must match what hydration expects.
      const patterns =
        /json/.test(type) && !/auth|settings/.test(route.request().url())
          ? written
          : written.slice(0, 1)
      const body = patterns.reduce((changed, pattern) => changed.replace(pattern, word), text)
      return route.fulfill({ response, body })
    },
  )
}

test('a word longer than its line causes no horizontal scrolling', async () => {
  const shopper = await openAccountWithAddress()
  await writeAddress(shopper, {
    title: word.slice(0, 60),
    fullName: word.slice(0, 100),
    streetAddress: word.slice(0, 120),
  })
  const { id } = await plentyOf('calvi-tote')
  await callApi(shopper.accessToken, 'POST /cart/items', { variantId: id, quantity: 1 })
  const order = await placeOrder(shopper, [{ variantId: id, quantity: 1 }])
  const page = await browser.open('/privacy', shopper.signedIn)
  await lengthenWords(page)
  const fits = async () => {
    for (const viewport of [phone, tablet, desktop]) {
      await page.setViewportSize(viewport)
      await expect
        .poll(() => overflowOf(page), { message: `${page.url()} ${viewport.width}` })
        .toBe(0)
    }
  }
  const paths = [
    '/product/calvi-tote',
    '/cart',
    '/profile',
    '/profile/account',
    `/profile/orders/${order.id}`,
    '/profile/orders',
    '/filter/women/bags/tote-bags/women-bags-tote',
    '/faq/delivery',
    '/about-us',
  ]
  for (const path of paths) {
    await page.goto(path)
    await page.getByRole('contentinfo').waitFor()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await fits()
  }
  // Opened by the client, so all texts of its products are such words.
  await page.goto('/filter/women/bags/tote-bags/women-bags-tote')
  await page.locator('main a[href^="/product/calvi-tote"]').first().click()
  await page.getByRole('heading', { level: 1, name: word }).waitFor()
  for (const summary of await page.locator('main summary').all()) await summary.click()
  await fits()
  await page.getByRole('button', { name: 'Buy now' }).click()
  await page.getByRole('button', { name: 'Place Order' }).waitFor()
  await page.getByRole('heading', { name: word }).waitFor()
  await fits()
})
