import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAccount } from './shopper.ts'
import { desktop, phone, pressEscape, useBrowser } from './use-browser.ts'

const browser = useBrowser()

/** Console errors of files that fail on purpose, and the starter's own. */
const lost = /net::ERR_FAILED|status of (404|503)|Failed to fetch|assets\/.*: (404|503)/

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const search = (page: Page) => page.getByPlaceholder('search...')

/** Fails the first `times` requests for a file; returns the URLs that were requested. */
async function lose(page: Page, file: RegExp, times: number, status?: number) {
  const asked: string[] = []
  await page.route(file, (route) => {
    asked.push(route.request().url())
    if (asked.length > times) return route.continue()
    return status ? route.fulfill({ status, body: '' }) : route.abort()
  })
  return asked
}

test.each([
  ['the entry of the program', /assets\/entry-client.*\.js/],
  // The build's own, which every file imports.
  ['a file that it imports', /assets\/rolldown-runtime-.*\.js/],
  ['the part of the page', /assets\/home-.*\.js/],
])('if %s fails to load it is requested again, and the click is carried out', async (_, file) => {
  const page = await browser.open('about:blank', { viewport: phone })
  const asked = await lose(page, file, 2)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await button(page, 'Search').click()
  await page.locator('button[aria-busy=true][aria-label=Search]').waitFor()
  await search(page).waitFor()
  expect(asked.length).toBeGreaterThan(2)
  expect(await page.locator('button[data-kept], .program-notice').count()).toBe(0)
  browser.expectNoErrors(lost)
})

test('a page without pictures retries failed files too', async () => {
  const page = await browser.open('about:blank')
  await lose(page, /assets\/login-.*\.js/, 1, 503)
  await page.goto('/login')
  await button(page, 'Create Account').click()
  await page.getByRole('heading', { level: 1, name: 'Create Account' }).waitFor()
  browser.expectNoErrors(lost)
})

test('while the part of a shopper’s page fails to load, the page around it works; then it is shown', async () => {
  const { signedIn } = await openAccount()
  const page = await browser.open('about:blank', { ...signedIn, viewport: desktop })
  const file = /assets\/cart-[\w-]{7}\.js/
  const asked = await lose(page, file, Number.POSITIVE_INFINITY)
  await page.goto('/cart')
  await button(page, 'Menu').click()
  await page.getByRole('dialog', { name: 'All Categories' }).waitFor()
  await pressEscape(page)
  // Each request is repeated twice before it counts as failed, and then requested again.
  await expect.poll(() => asked.length).toBeGreaterThan(3)
  await page.unroute(file)
  await page.getByText('Your cart is empty.').waitFor()
  browser.expectNoErrors(lost)
})

test('a guest is led from the cart to the sign-in without its program', async () => {
  const page = await browser.open('about:blank')
  const asked = await lose(page, /assets\/(cart|queries)-[\w-]{7}\.js/, Number.POSITIVE_INFINITY)
  await page.goto('/cart')
  await page.getByRole('heading', { level: 1, name: 'Welcome Back' }).waitFor()
  expect(asked).toEqual([])
  browser.expectNoErrors()
})

test('while the client fails to load, links work and a button shows that it waits', async () => {
  const page = await browser.open('about:blank', { viewport: desktop })
  await lose(page, /assets\/entry-client.*\.js/, Number.POSITIVE_INFINITY)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await button(page, 'Menu').click()
  await page.getByText('Part of this page did not load.').waitFor()
  await page.getByRole('link', { name: 'About', exact: false }).first().click()
  await page.waitForURL((url) => url.pathname !== '/')
  await page.getByRole('heading', { level: 1 }).waitFor()

  await page.unroute(/assets\/entry-client.*\.js/)
  await button(page, 'Search').click()
  await search(page).waitFor()
  browser.expectNoErrors(lost)
})

test('a style sheet that fails to load is requested again', async () => {
  const page = await browser.open('about:blank')
  await lose(page, /assets\/style.*\.css/, 2)
  await page.goto('/login')
  await page.waitForFunction(
    () => getComputedStyle(document.documentElement).getPropertyValue('--color-ink') !== '',
  )
  browser.expectNoErrors(lost)
})

test('a chunk that keeps failing shows an error, and opens at a later click', async () => {
  const page = await browser.open('/login')
  await lose(page, /assets\/category-menu.*\.js/, Number.POSITIVE_INFINITY)
  await button(page, 'Menu').click()
  await page.getByText('This part did not load.').waitFor()
  await page.unroute(/assets\/category-menu.*\.js/)
  await button(page, 'Menu').click()
  await page.getByRole('dialog', { name: 'All Categories' }).waitFor()
  browser.expectNoErrors(lost)
})

/** Removes the files that match, as a new build does. */
async function replaceBuild(page: Page, file: RegExp, isAgain: (documents: number) => boolean) {
  let documents = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents += 1
  })
  await page.route(file, (route) =>
    isAgain(documents) ? route.continue() : route.fulfill({ status: 404, body: '' }),
  )
  return { documents: () => documents }
}

test('after a new build the next page is loaded as a document', async () => {
  const page = await browser.open('/login')
  const { documents } = await replaceBuild(page, /assets\/faq-.*\.js/, (count) => count > 0)
  await page.locator('footer a[href="/faq"], footer a[href^="/faq/"]').first().click()
  await page.waitForURL('**/faq**')
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactC')),
  )
  expect(documents()).toBe(1)
  browser.expectNoErrors(lost)
})

test('a chunk that stays missing causes no reload loop', async () => {
  const page = await browser.open('/login')
  const { documents } = await replaceBuild(page, /assets\/(faq|category-menu)-.*\.js/, () => false)
  await button(page, 'Menu').click()
  await page.getByText('This part did not load.').waitFor()
  expect(documents()).toBe(0)
  await page.locator('footer a[href="/faq"], footer a[href^="/faq/"]').first().click()
  await page
    .getByRole('heading', { level: 1 })
    .getByText(/FAQ|Questions|About|Delivery/i)
    .waitFor()
  // Pressed before the document's first script has run, it does nothing.
  const failed = page.getByText('Part of this page did not load.')
  await expect
    .poll(async () => {
      if (!(await failed.isVisible())) await button(page, 'Menu').click()
      return failed.isVisible()
    })
    .toBe(true)
  expect(documents()).toBe(1)
  browser.expectNoErrors(lost)
})

declare global {
  interface Window {
    /** The positions of the heading in the frames since it appeared, each once. */
    placesOfHeading: string[]
  }
}

function recordPlacesOfHeading() {
  window.placesOfHeading = []
  const look = () => {
    const place = JSON.stringify(document.querySelector('h1')?.getBoundingClientRect() ?? 'gone')
    const isFirst = window.placesOfHeading.length === 0
    if (isFirst ? place !== '"gone"' : !window.placesOfHeading.includes(place))
      window.placesOfHeading.push(place)
    requestAnimationFrame(look)
  }
  look()
}

test.each([
  ['/s/0123456789abcdef0123456789abcdef', 'selection', 'Your selection'],
  ['/order/payment-return?order=1', 'payment-return', 'Your payment'],
  ['/reset-password#token=none', 'reset-password', 'Choose a password'],
])('while the program of %s loads, its words stay where they are', async (path, file, title) => {
  const page = await browser.open('about:blank', { viewport: phone })
  const held = Promise.withResolvers<void>()
  await page.route(new RegExp(`assets/${file}-.*\\.js`), async (route) => {
    await held.promise
    await route.continue()
  })
  await page.addInitScript(recordPlacesOfHeading)
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  const heading = page.getByRole('heading', { level: 1, name: title })
  await heading.waitFor()
  // The rest of the page works, and the shopper's stored data has arrived.
  await button(page, 'Cart').click()
  await page.getByRole('dialog', { name: 'Cart' }).waitFor()
  await pressEscape(page)
  expect(await page.evaluate(() => window.placesOfHeading)).toHaveLength(1)
  expect(await page.title()).toBe(`${title} · Solvane`)

  held.resolve()
  await heading.waitFor({ state: 'detached' })
  expect(await page.locator('title').count()).toBe(1)
  expect(await page.locator('meta[name=robots]').count()).toBe(1)
  browser.expectNoErrors(/status of 40[0-9]/)
})
