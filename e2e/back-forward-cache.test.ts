import { chromium, type Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBrowser } from './browser.ts'
import { callApi, plentyOf } from './ordering.ts'
import { shopUrl } from './shop-url.ts'
import { openAccount } from './shopper.ts'
import { useBrowser } from './use-browser.ts'

const browser = useBrowser()

/**
 * The events that a browser sends to a page that enters the back/forward cache, and to one that
 * leaves it.
 */
const leave = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
const comeBack = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

/**
 * Leaves the page for another and goes back. Returns the reasons against its caching, except those
 * of the browser itself: the browser of the tests caches no page.
 */
async function obstaclesOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  const obstacles = new Promise<string[]>((resolve) => {
    session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
      resolve(
        notRestoredExplanations
          .filter(({ type }) => type !== 'Circumstantial')
          .map(({ reason }) => reason),
      ),
    )
  })
  await page.goto(`${shopUrl()}/privacy`)
  await page.goBack()
  return obstacles
}

test('browsers may keep every public page for the way back', async () => {
  // Playwright switches the cache off, and then its obstacles are not named.
  const caching = await chromium.launch({
    ...(await findBrowser()),
    args: ['--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    const page = await caching.newPage({ baseURL: shopUrl() })
    page.setDefaultTimeout(90_000)
    for (const path of ['/', '/filter/women/bags/women-bags', '/product/calvi-tote', '/faq']) {
      const answer = await page.goto(path, { waitUntil: 'networkidle' })
      expect(answer?.headers()['cache-control'], path).not.toContain('no-store')
      expect(await obstaclesOf(page), path).toEqual([])
    }
    await page.evaluate(() => addEventListener('unload', () => {}))
    expect(await obstaclesOf(page)).toEqual(['UnloadHandlerExistsInMainFrame'])
  } finally {
    await caching.close()
  }
})

test('an open chat disconnects when its page enters the back/forward cache, and reconnects on return', async () => {
  const page = await browser.open('/')
  const connected = () =>
    page.waitForEvent('websocket').then(async (socket) => {
      await socket.waitForEvent('framereceived')
      return socket
    })
  const first = connected()
  await page.getByRole('button', { name: /^Online Support/ }).click()
  const socket = await first
  const closed = socket.waitForEvent('close')
  await leave(page)
  await closed
  const next = connected()
  await comeBack(page)
  expect((await next).isClosed()).toBe(false)
  browser.expectNoErrors()
})

test('the way back shows the cart as it is now', async () => {
  const shopper = await openAccount()
  const page = await browser.open('/product/calvi-tote', shopper.signedIn)
  const { id } = await plentyOf('calvi-tote')
  const item = { variantId: id, quantity: 1 }
  await callApi(shopper.accessToken, 'POST /cart/items', item)
  await page.reload()
  await page.getByRole('button', { name: 'Cart, 1 piece' }).waitFor()
  await callApi(shopper.accessToken, 'POST /cart/items', item)
  await leave(page)
  await comeBack(page)
  await page.getByRole('button', { name: 'Cart, 2 pieces' }).waitFor()
  browser.expectNoErrors()
})

test("the way back shows a guest's first item, added on another page", async () => {
  const page = await browser.open('/')
  await leave(page)
  // Simulates a change by another page: this one gets no event.
  await page.evaluate(
    async (variantId) => {
      const id = crypto.randomUUID()
      localStorage.setItem('guestCartId', id)
      await fetch('/api/cart/items', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-guest-cart-id': id },
        body: JSON.stringify({ variantId, quantity: 1 }),
      })
    },
    (await plentyOf('calvi-tote')).id,
  )
  await comeBack(page)
  await page.getByRole('button', { name: 'Cart, 1 piece' }).waitFor()
  browser.expectNoErrors()
})

test('the way back to a page of an account whose session has ended leads to the sign-in', async () => {
  const page = await browser.open('/profile/account', (await openAccount()).signedIn)
  await page.getByRole('textbox').first().waitFor()
  await leave(page)
  // Simulates a change by another page: this one gets no event.
  await page.evaluate(() => localStorage.clear())
  await comeBack(page)
  await page.waitForURL('**/login')
  browser.expectNoErrors()
})
