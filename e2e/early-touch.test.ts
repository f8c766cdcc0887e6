import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { plentyOf, writeAddress } from './ordering.ts'
import { openAccount } from './shopper.ts'
import { owner } from './staff.ts'
import { phone, pressEscape, useBrowser } from './use-browser.ts'

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

/** Requests that the page at `path` sends while its program is held back, and then, by path. */
async function requestsOf(path: string, options: BrowserContextOptions) {
  const page = await browser.open('about:blank', options)
  const held = Promise.withResolvers<void>()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.route(/\/entry-client-[^/]*\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  return { page, asked, release: held.resolve }
}

test('the browser fetches a product ahead whose link the pointer rests on, until the program does', async () => {
  const { page, release } = await requestsOf('/filter/women/bags/women-bags', {})
  const rules = page.locator('script[type=speculationrules]')
  const session = await page.context().newCDPSession(page)
  const fetched = new Promise((resolve) => {
    session.on(
      'Preload.prefetchStatusUpdated',
      ({ status }) => status === 'Ready' && resolve(status),
    )
  })
  await session.send('Preload.enable')
  await page.locator('main article a').first().hover()
  await fetched
  await page.locator('main article a').first().click()
  await page.waitForURL('**/product/**')
  const [visit] = await page.evaluate(() => performance.getEntriesByType('navigation'))
  expect(visit).toMatchObject({ deliveryType: 'navigational-prefetch' })
  expect(await rules.count()).toBe(1)
  release()
  await expect.poll(() => rules.count()).toBe(0)
  browser.expectNoErrors()
})

test('an early press adds the size that the address names', async () => {
  const { page, release } = await requestsOf('/product/porto-loafer?color=Chestnut&size=38', {
    viewport: phone,
  })
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  release()
  await page.getByRole('dialog', { name: 'Cart' }).getByText('38').first().waitFor()
  browser.expectNoErrors()
})

test('a signed-in shopper’s data is requested with the program, and once', async () => {
  const shopper = await openAccount()
  const { page, asked, release } = await requestsOf('/cart', shopper.signedIn)
  const own = ['/api/cart', '/api/user/profile']
  await expect.poll(() => asked).toEqual(expect.arrayContaining(own))
  release()
  await page.getByText('Your cart is empty').waitFor()
  for (const path of own) expect(asked.filter((one) => one === path)).toEqual([path])
  browser.expectNoErrors()
})

test('an order is previewed once, for the address that it goes to', async () => {
  const shopper = await openAccount()
  const address = await writeAddress(shopper)
  const { id: variantId } = await plentyOf('porto-loafer')
  const page = await browser.open('about:blank', shopper.signedIn)
  await page.addInitScript(
    (draft) => sessionStorage.setItem('orderDraft', draft),
    JSON.stringify({ items: [{ variantId, quantity: 1 }] }),
  )
  const held = Promise.withResolvers<void>()
  await page.route('**/api/addresses', async (route) => {
    await held.promise
    await route.continue()
  })
  const previewed: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/orders/preview'))
      previewed.push(request.postDataJSON().addressId)
  })
  const opened = page.waitForRequest('**/api/content/gifts')
  await page.goto('/order/preview')
  await opened
  held.resolve()
  await page.getByRole('button', { name: 'Place Order' }).waitFor()
  expect(previewed).toEqual([address.id])
  browser.expectNoErrors()
})

/** Holds back the first paint of the page, as far as its scripts can tell. */
function withoutPaint() {
  globalThis.requestAnimationFrame = () => 0
  const { setTimeout } = globalThis
  // The longest wait for it.
  globalThis.setTimeout = ((work: () => void, pause?: number) =>
    pause === 3_000 ? 0 : setTimeout(work, pause)) as typeof setTimeout
}

test('a signed-in shopper’s program is requested before the page is painted', async () => {
  const shopper = await openAccount()
  const page = await browser.open('about:blank', shopper.signedIn)
  await page.addInitScript(withoutPaint)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/cart', { waitUntil: 'domcontentloaded' })
  const files = ['libraries', 'entry-client', 'queries', 'cart']
  const program = files.map((name) => expect.stringContaining(`/${name}-`))
  await expect.poll(() => asked).toEqual(expect.arrayContaining(program))
})

test('formats are prepared while the program of a shopper is on its way', async () => {
  const shopper = await openAccount()
  const page = await browser.open('about:blank', shopper.signedIn)
  await page.addInitScript(() => {
    Intl.NumberFormat = new Proxy(Intl.NumberFormat, {
      apply(format, self, locales) {
        performance.mark('Intl')
        return Reflect.apply(format, self, locales)
      },
    })
  })
  const held = Promise.withResolvers<void>()
  await page.route(/\/libraries-/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/profile/orders', { waitUntil: 'domcontentloaded' })
  await page.waitForFunction(() => performance.getEntriesByName('Intl').length === 1)
  held.resolve()
  await page.getByRole('button', { name: 'Filter' }).waitFor()
  browser.expectNoErrors()
})

test('a product page requests each of its later parts in a task of its own', async () => {
  const page = await browser.open('about:blank')
  await page.addInitScript(() => {
    const { fetch } = globalThis
    let task = 0
    globalThis.fetch = (...request) => {
      performance.mark(String(request[0]), { detail: task })
      queueMicrotask(() => {
        task += 1
      })
      return fetch(...request)
    }
  })
  await page.goto('/product/calvi-tote')
  const tasks = await page.waitForFunction(() => {
    const requests = performance.getEntriesByType('mark') as PerformanceMark[]
    const parts = requests.filter(({ name }) => /\/(queries|recently-viewed)-/.test(name))
    return parts.length === 2 && parts.map(({ detail }) => detail)
  })
  const [one, other] = (await tasks.jsonValue()) as number[]
  expect(one).not.toBe(other)
  browser.expectNoErrors()
})

test('the focus stays on a tab of the account while its page loads', async () => {
  const shopper = await openAccount()
  const { page, release } = await requestsOf('/profile/orders', shopper.signedIn)
  const tab = page.getByRole('navigation', { name: 'Account' }).getByText('My Wishlist')
  await tab.focus()
  release()
  await page.getByRole('button', { name: 'Filter' }).waitFor()
  expect(await tab.evaluate((element) => element === document.activeElement)).toBe(true)
  browser.expectNoErrors()
})

test('a guest’s visit requests nothing of a shopper', async () => {
  const { page, asked, release } = await requestsOf('/cart', {})
  release()
  await page.waitForURL('**/login')
  expect(asked.filter((path) => ['/api/cart', '/api/user/profile'].includes(path))).toEqual([])
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

test('a form that is changed after an early press is not sent by it', async () => {
  const page = await browser.open('about:blank')
  const held = Promise.withResolvers<void>()
  await page.route(/entry-client.*\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.goto('/withdraw', { waitUntil: 'domcontentloaded' })
  const send = page.getByRole('button', { name: 'Confirm withdrawal' })
  await send.click()
  await page.locator('button[aria-busy=true]', { hasText: 'Confirm withdrawal' }).waitFor()
  await page.getByRole('textbox', { name: 'Order number' }).fill('SV999999')
  await page.locator('button:not([aria-busy])', { hasText: 'Confirm withdrawal' }).waitFor()

  held.resolve()
  // The program marks a field as wrong only when the form is sent.
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByPlaceholder('search...').waitFor()
  await pressEscape(page)
  expect(await page.locator('[aria-invalid=true]').count()).toBe(0)
  expect(await page.getByRole('textbox', { name: 'Order number' }).inputValue()).toBe('SV999999')
  await page.getByRole('textbox', { name: 'E-mail of the order' }).fill('nobody@example.com')
  expect(sent.filter((url) => url.includes('/withdraw'))).toEqual([])
  await send.click()
  await page.getByRole('heading', { name: 'Your withdrawal has been sent' }).waitFor()
  browser.expectNoErrors()
})

/** Controls that a shopper may press first, and the page of each. */
const early: [string, string, (page: Page) => Locator][] = [
  ['a link', '/faq', (page) => page.getByRole('banner').getByRole('link', { name: 'SOLVANE' })],
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
    const href = await control.getAttribute('href')
    // Nothing comes of the visit, so that the page that the shopper sees meanwhile stays.
    if (href) await page.route(`**${href}`, (route) => route.fulfill({ status: 204 }))
    await control.click()
    await expect.poll(() => control.getAttribute('aria-busy')).toBe('true')
    const opacity = () => control.evaluate((element) => getComputedStyle(element).opacity)
    await expect.poll(opacity).not.toBe('1')
    held.resolve()
  },
)

const bags = '/filter/women/bags/women-bags'
/** Answers of the catalogue that the pages of products need. */
const isProduct = (url: string) => /^\/api\/products\/[a-z-]+$/.test(new URL(url).pathname)

/** Opens a listing, and records which products' data it asks for. */
async function openBags(options: BrowserContextOptions = {}) {
  const page = await browser.open(bags, options)
  const asked: string[] = []
  page.on('request', (request) => {
    if (isProduct(request.url())) asked.push(new URL(request.url()).pathname)
  })
  // The part that fetches ahead comes once the page is idle.
  await page.waitForLoadState('networkidle')
  return { page, asked, link: page.locator('main article a').first() }
}

const addButton = (page: Page) => page.getByRole('button', { name: 'Add to cart' }).first()

test('a pointer that rests on a product fetches its data, and the visit uses it', async () => {
  const { page, asked, link } = await openBags()
  const answer = page.waitForResponse((response) => isProduct(response.url()))
  await link.hover()
  await (await answer).finished()
  expect((await answer).request().headers()).not.toHaveProperty('authorization')
  await link.click()
  await page.waitForURL('**/product/**')
  await addButton(page).waitFor()
  expect(asked).toHaveLength(1)
  browser.expectNoErrors()
})

test('the focus on a product fetches its data, and Enter uses it', async () => {
  const { page, asked, link } = await openBags()
  const answer = page.waitForResponse((response) => isProduct(response.url()))
  await link.focus()
  await (await answer).finished()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/product/**')
  await addButton(page).waitFor()
  expect(asked).toHaveLength(1)
})

test('a touch of a product fetches its data once', async () => {
  const { page, asked, link } = await openBags({ viewport: phone, hasTouch: true, isMobile: true })
  await link.tap()
  await page.waitForURL('**/product/**')
  await addButton(page).waitFor()
  expect(asked).toHaveLength(1)
})
