import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chooseOptions, openAccountWithAddress } from './ordering.ts'
import { openAccount } from './shopper.ts'
import { pressEscape, useBrowser } from './use-browser.ts'

const browser = useBrowser()

/** Console errors of requests that a proxy answers. */
const proxied = /status of 502/
const proxyPage = '<html><body><center><h1>502 Bad Gateway</h1></center><hr>nginx</body></html>'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const fill = (page: Page, name: string, text: string) =>
  page.getByRole('textbox', { name, exact: true }).fill(text)

const proxyWords = /Bad Gateway|nginx|<html|API Error/

/** From now on a proxy answers the requests that match. */
async function answerAsProxy(page: Page, calls: RegExp, status = 502) {
  await page.route(calls, (route) =>
    route.fulfill({ status, contentType: 'text/html', body: proxyPage }),
  )
}

/** Waits for a text, and checks that nothing of the proxy's page is shown. */
async function says(page: Page, text: string) {
  await page.getByText(text, { exact: true }).first().waitFor()
  expect(await page.locator('body').innerText()).not.toMatch(proxyWords)
}

test('a guest sees the shop’s own message when a proxy answers with its page', async () => {
  const page = await browser.open('/login')
  await answerAsProxy(page, /\/api\/(auth|products|content|categories)/)
  await fill(page, 'E-mail', 'ines@example.com')
  await fill(page, 'Password', 'secret-1')
  await button(page, 'Sign in').click()
  await says(page, 'Please check your login and password.')
  await button(page, 'Create Account').click()
  await fill(page, 'Name', 'Ines')
  await fill(page, 'E-mail', 'ines@example.com')
  await fill(page, 'Password', 'secret-1')
  await button(page, 'Create account').click()
  await says(page, 'Registration failed. Please try again.')
  await button(page, 'Search').click()
  await says(page, 'Failed to fetch recommendations.')
  await page.getByPlaceholder('search...').fill('tote')
  await says(page, 'Failed to fetch products.')

  await page.goto('/forgot-password')
  await fill(page, 'E-mail', 'ines@example.com')
  await button(page, 'Send the link').click()
  await says(page, 'An unexpected error occurred.')
  await page.goto('/reset-password#token=some')
  await fill(page, 'New password', 'secret-2')
  await button(page, 'Save password').click()
  await says(page, 'Failed to save password. Please try again.')

  await page.goto('/filter/women/bags/women-bags')
  await page.getByRole('link', { name: 'More pieces' }).click()
  await says(page, 'Failed to fetch products.')
  // Pressed by key, because the bar moves while the page scrolls to it.
  await page.getByRole('button', { name: /^Filter/ }).press('Enter')
  await says(page, 'The filters did not load. Please try again in a moment.')
  await page.goto('/product/porto-loafer')
  await page.getByRole('link', { name: 'Size guide' }).first().click()
  await says(page, 'The size guide did not load. Please try again in a moment.')
  // A page that is requested while the shop is up again.
  await page.goto('/login')
  await page.locator('footer a[href^="/faq"]').first().click()
  await says(page, 'Something went wrong on our side. Please try again later.')
  browser.expectNoErrors(proxied)
})

test('a shopper sees the shop’s own message when a proxy answers with its page', async () => {
  const page = await browser.open('/profile/account', (await openAccount()).signedIn)
  await page.getByRole('textbox', { name: 'Full name' }).waitFor()
  await answerAsProxy(page, /\/api\/(products|addresses|auth|orders|user\/(?!profile$))/)
  await button(page, 'Export my data').click()
  await says(page, 'An unexpected error occurred.')
  await page.goto('/profile/account')
  await says(page, 'An unexpected error occurred.')
  await page.goto('/profile/favorite')
  await says(page, 'Failed to fetch products.')
  await page.goto('/profile/orders/00000000-0000-4000-8000-000000000000')
  await page.getByText('获取订单详情失败').waitFor()
  await says(page, 'Please try again in a moment.')
  await answerAsProxy(page, /\/api\/user\/profile/)
  await page.goto('/profile')
  await says(page, 'Your account did not open')
  await says(page, 'An unexpected error occurred.')
  browser.expectNoErrors(proxied)
})

test.each([404, 409, 429])(
  'status %i from a proxy is not mistaken for the shop’s',
  async (status) => {
    const page = await browser.open(
      '/product/porto-loafer',
      (await openAccountWithAddress()).signedIn,
    )
    await chooseOptions(page)
    await answerAsProxy(page, /\/api\/cart\/items/, status)
    await button(page, 'Add to cart').click()
    await says(page, 'Error: Failed to add item. Please try again.')
    await button(page, 'Buy now').click()
    await page.getByText('Gift or promotion code').click()
    await answerAsProxy(page, /\/api\/orders/, status)
    await page.getByRole('textbox', { name: 'Coupon code' }).fill('WELCOME10')
    await page.keyboard.press('Enter')
    await page.getByText('Please try again in a moment.').waitFor()
    expect(await page.locator('body').innerText()).not.toMatch(proxyWords)
    browser.expectNoErrors(/status of 4/)
  },
)

test('a captive portal’s page counts as a network failure', async () => {
  const page = await browser.open('/login')
  await page.route(/\/api\/auth/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<html>Welcome to our Wi-Fi</html>' }),
  )
  await fill(page, 'E-mail', 'ines@example.com')
  await fill(page, 'Password', 'secret-1')
  await button(page, 'Sign in').click()
  await page.getByText('网络请求失败，请稍后重试').waitFor()
  browser.expectNoErrors()
})

test('recommendations are requested once a document', async () => {
  const page = await browser.open('/login')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/products/recommendations')) asked.push(request.url())
  })
  await button(page, 'Search').click()
  await page.getByRole('heading', { name: 'Popular' }).waitFor()
  await page.getByRole('dialog').getByRole('link').first().waitFor()
  await pressEscape(page)
  await page.getByRole('link', { name: 'SOLVANE', exact: true }).click()
  await page.getByRole('heading', { name: /^Trending Now/ }).waitFor()
  expect(asked.length).toBe(1)

  // Of the home page only what it shows is in the document.
  await page.goto('/')
  expect(asked.length).toBe(1)
  for (const _ of ['first', 'again']) {
    await button(page, 'Search').click()
    await page.getByRole('dialog').getByRole('link').first().waitFor()
    await pressEscape(page)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  expect(asked.length).toBe(2)
  browser.expectNoErrors()
})
