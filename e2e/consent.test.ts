import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenShop, openShop } from './open-shop.ts'
import { boxOf, desktop, expectAccessible, phone, tablet, useBrowser } from './use-browser.ts'

const browser = useBrowser()

let pixel: Server
let shop: OpenShop
/** Events the pixel received, in order. */
let sent: URLSearchParams[] = []

/** A shop with a pixel, and a server that stands in for the advertising partner's. */
beforeAll(async () => {
  pixel = createServer((request, response) => {
    sent.push(new URL(request.url ?? '/', 'http://pixel').searchParams)
    response.writeHead(204).end()
  }).listen(0, 'localhost')
  await once(pixel, 'listening')
  shop = await openShop({
    PIXEL_ID: '4815162342',
    PIXEL_URL: `http://localhost:${(pixel.address() as AddressInfo).port}/tr`,
  })
})
afterAll(async () => {
  await shop.close()
  pixel.close()
})
beforeEach(() => {
  sent = []
})

const open = (path: string, options = {}) => browser.open(path, { baseURL: shop.url, ...options })
const banner = (page: Page) => page.getByRole('region', { name: 'Your privacy' })
const answer = (page: Page, name: 'Accept' | 'Decline') =>
  banner(page).getByRole('button', { name }).click()
const events = () => sent.map((event) => event.get('ev'))

async function addToCart(page: Page) {
  await page.goto('/product/calvi-tote')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByText('Item added to your cart.').waitFor()
  await page.keyboard.press('Escape')
}

async function search(page: Page) {
  await page.goto('/')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByPlaceholder('search...').fill('silk')
  await page.getByRole('heading', { name: /Search Results?$/ }).waitFor()
  await page.keyboard.press('Escape')
}

async function register(page: Page) {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`ada-${Date.now()}@example.com`)
  await page.getByRole('textbox', { name: 'Password' }).fill('a-long-password')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/profile')
}

async function favor(page: Page) {
  await page.goto('/product/calvi-tote')
  const heart = page.getByRole('button', { name: 'Favorite: Calvi Tote' }).first()
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false')
  await heart.click()
  await page.getByText('Successfully added to shopping cart.').waitFor()
}

const acts = [
  [addToCart, 'AddToCart'],
  [search, 'Search'],
  [register, 'CompleteRegistration'],
  [favor, 'AddToWishlist'],
] as const

/**
 * Does everything that could send an event; `settled` waits until an action's event has arrived.
 */
async function visit(page: Page, settled?: (event: string) => Promise<void>) {
  for (const [act, event] of acts) {
    await act(page)
    await page.waitForLoadState('networkidle')
    await settled?.(event)
  }
  await page.goto('/faq', { waitUntil: 'networkidle' })
}

test.each(['before an answer', 'after Decline'])('%s no events are sent', async (when) => {
  const page = await open('/')
  await banner(page).waitFor()
  if (when === 'after Decline') {
    await answer(page, 'Decline')
    await expect.poll(() => banner(page).count()).toBe(0)
  }
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await visit(page)
  expect(sent).toEqual([])
  expect(loaded.filter((url) => url.includes('pixel') || !url.startsWith(shop.url))).toEqual([])
  browser.expectNoErrors()
})

test('after Accept the five events are sent, each once and with its own id', async () => {
  const page = await open('/')
  await answer(page, 'Accept')
  await expect.poll(events).toEqual(['PageView'])
  const viewed = () =>
    sent.filter((event) => event.get('ev') === 'PageView').map((event) => event.get('dl'))
  await visit(page, async (event) => {
    await expect.poll(events).toContain(event)
    // Query parameters, such as a colour, are not sent.
    await expect.poll(() => viewed().at(-1)).toBe(page.url().replace(/\?.*/, ''))
  })
  const paths = [
    '/',
    '/product/calvi-tote',
    '/',
    '/login',
    '/profile',
    '/product/calvi-tote',
    '/faq',
  ]
  await expect.poll(viewed).toEqual(paths.map((path) => shop.url + path))
  const counted = Object.groupBy(events(), (name) => name ?? '')
  expect(Object.keys(counted).toSorted()).toEqual([
    'AddToCart',
    'AddToWishlist',
    'CompleteRegistration',
    'PageView',
    'Search',
  ])
  for (const name of ['AddToCart', 'AddToWishlist', 'CompleteRegistration', 'Search'])
    expect(counted[name], name).toHaveLength(1)
  expect(new Set(sent.map((event) => event.get('eid'))).size).toBe(sent.length)
  expect(new Set(sent.map((event) => event.get('id')))).toEqual(new Set(['4815162342']))
  browser.expectNoErrors()
})

test('the answer is remembered, applies in every tab and can be changed from the footer', async () => {
  const page = await open('/faq')
  const other = await page.context().newPage()
  await other.goto('/faq')
  await banner(other).waitFor()
  // Both answers with the keyboard alone, one after the other.
  await banner(page).getByRole('button', { name: 'Decline' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => banner(page).count()).toBe(0)
  await expect.poll(() => banner(other).count()).toBe(0)
  // A reload would cut off what is not sent yet.
  await expect.poll(events).toEqual(['PageView', 'PageView'])
  await page.reload()
  await page.getByRole('button', { name: 'Privacy choices' }).click()
  await banner(page).getByText('You have accepted.').waitFor()
  // Of both tabs, and of the one that was loaded again.
  await expect.poll(events).toEqual(['PageView', 'PageView', 'PageView'])
  await answer(page, 'Decline')
  await expect.poll(() => banner(page).count()).toBe(0)
  sent = []
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(await banner(page).count()).toBe(0)
  expect(sent).toEqual([])
  browser.expectNoErrors()
})

test('the banner is accessible, gives both answers equal weight, and shifts no content', async () => {
  for (const viewport of [phone, tablet, desktop]) {
    const page = await open('/', { viewport })
    await banner(page).waitFor()
    await expectAccessible(page)
    const [accept, decline] = await Promise.all(
      ['Accept', 'Decline'].map((name) =>
        banner(page)
          .getByRole('button', { name })
          .evaluate((button) => {
            const { width, height } = button.getBoundingClientRect()
            const { color, backgroundColor, font } = getComputedStyle(button)
            return { width, height, color, backgroundColor, font }
          }),
      ),
    )
    expect(accept).toEqual(decline)
    await page.context().close()
  }
  browser.expectNoErrors()
})

test('the banner covers no controls', async () => {
  const small = { width: 390, height: 664 }
  for (const viewport of [phone, small, tablet, desktop]) {
    const page = await open('/', { viewport })
    await banner(page).waitFor()
    const top = async () => (await boxOf(banner(page))).y
    const foot = async (locator: Locator) => {
      const { y, height } = await boxOf(locator)
      return y + height
    }
    const isClear = async (locator: Locator) => (await foot(locator)) <= (await top())
    await expect.poll(() => isClear(page.getByRole('link', { name: 'Shop Now' }))).toBe(true)
    // A larger text size makes it taller.
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const last = page.getByRole('contentinfo').getByRole('button', { name: 'Privacy choices' })
    // The page keeps as much room below the focus as the banner takes.
    const covered = () =>
      page.evaluate(() => document.documentElement.style.getPropertyValue('--foot-covered'))
    const heightOf = () => banner(page).evaluate((element: HTMLElement) => element.offsetHeight)
    await expect.poll(async () => (await covered()) === `${await heightOf()}px`).toBe(true)
    await last.focus()
    await expect.poll(() => isClear(last)).toBe(true)
    await page.context().close()
  }
  const page = await open('/product/calvi-tote', { viewport: phone })
  await banner(page).waitFor()
  await page.getByRole('heading', { name: 'Pairs with' }).scrollIntoViewIfNeeded()
  const bar = page.getByRole('region', { name: 'This piece' })
  await bar.getByRole('button', { name: 'Add to cart' }).click()
  browser.expectNoErrors()
})

test('a shop without a pixel shows no banner', async () => {
  const page = await browser.open('/', { viewport: desktop })
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('heading', { name: 'Popular' }).waitFor()
  expect(await banner(page).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Privacy choices' }).count()).toBe(0)
})
