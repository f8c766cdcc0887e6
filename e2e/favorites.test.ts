import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAccount } from './shopper.ts'
import { expectAccessible, phone, useBrowser } from './use-browser.ts'

const browser = useBrowser()
const listing = '/filter/women/bags/women-bags'

const hearts = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Favorite: / })
const heartOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Favorite: ${name}` }).first()
const isSet = (page: Page, name: string) => () => heartOf(page, name).getAttribute('aria-pressed')

type Toggled = { data: { isFavorited: boolean } }

test('a guest’s click on a heart leads through sign-in, and the heart is set on every page', async () => {
  const account = await openAccount()
  const page = await browser.open(listing)
  await expect.poll(isSet(page, 'Calvi Tote')).toBe('false')
  await heartOf(page, 'Calvi Tote').click()
  await page.waitForURL('**/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${listing}`)
  await page.getByText('Successfully added to shopping cart.').waitFor()
  await expect.poll(isSet(page, 'Calvi Tote')).toBe('true')
  await page.getByRole('banner').getByLabel('My Wishlist, 1 piece').waitFor()
  await expectAccessible(page)

  await page.goto('/product/calvi-tote')
  await expect.poll(isSet(page, 'Calvi Tote')).toBe('true')
  await page.goto('/profile/favorite')
  await page.getByRole('heading', { name: 'Calvi Tote' }).waitFor()
  await expectAccessible(page)
  browser.expectNoErrors()
})

test('a heart changes at once in every tab, and reverts if the server rejects it', async () => {
  const page = await browser.open('/product/calvi-tote', (await openAccount()).signedIn)
  await expect.poll(isSet(page, 'Calvi Tote')).toBe('false')
  const other = await page.context().newPage()
  await other.goto('/product/calvi-tote')
  await expect.poll(isSet(other, 'Calvi Tote')).toBe('false')

  await heartOf(page, 'Calvi Tote').click()
  expect(await isSet(page, 'Calvi Tote')()).toBe('true')
  await expect.poll(isSet(other, 'Calvi Tote')).toBe('true')

  const gate = Promise.withResolvers<void>()
  await page.route('**/api/products/favorite/**', async (route) => {
    await gate.promise
    await route.abort()
  })
  await heartOf(page, 'Calvi Tote').click()
  expect(await isSet(page, 'Calvi Tote')()).toBe('false')
  gate.resolve()
  await page.getByText('网络请求失败，请稍后重试').waitFor()
  await expect.poll(isSet(page, 'Calvi Tote')).toBe('true')

  // A proxy's error page is not shown as a message.
  await page.unroute('**/api/products/favorite/**')
  await page.route('**/api/products/favorite/**', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  )
  await heartOf(page, 'Calvi Tote').click()
  await page.getByText('Failed to update favorite status.').waitFor()
  await expect.poll(isSet(page, 'Calvi Tote')).toBe('true')
  browser.expectNoErrors(/net::ERR_FAILED|502/)
})

test('after several quick clicks a heart ends in its last state', async () => {
  const page = await browser.open('/product/calvi-tote', (await openAccount()).signedIn)
  await expect.poll(isSet(page, 'Calvi Tote')).toBe('false')
  const isToggle = (request: Request) => request.url().includes('/products/favorite/')
  const answers: (boolean | undefined)[] = []
  const underWay = new Set<Request>()
  page.on('request', (request) => isToggle(request) && underWay.add(request))
  page.on('requestfinished', async (request) => {
    if (!isToggle(request)) return
    const answer = (await (await request.response())?.json()) as Toggled | undefined
    answers.push(answer?.data.isFavorited)
    underWay.delete(request)
  })
  for (let press = 0; press < 5; press += 1) await heartOf(page, 'Calvi Tote').click()
  expect(await isSet(page, 'Calvi Tote')()).toBe('true')
  // How many of the presses are sent depends on how quickly they follow each other. The page stays
  // open until all are answered: leaving it would end them.
  await expect.poll(() => [underWay.size, answers.at(-1)]).toEqual([0, true])
  await page.getByRole('banner').getByLabel('My Wishlist, 1 piece').click()
  await page.getByRole('heading', { name: 'Calvi Tote' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Calvi Tote' }).waitFor()
  browser.expectNoErrors()
})

test('the wishlist loads more at its end, has an empty state, and keeps a removed product in its place', async () => {
  const page = await browser.open('/profile/favorite', (await openAccount()).signedIn)
  await page.getByText('No Data').waitFor()
  await expectAccessible(page)

  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const found = await page.request.get('/api/products?size=20')
  const { data } = (await found.json()) as { data: { variantId: string }[] }
  const added = await page.request.post('/api/products/favorites', {
    headers: { authorization: `Bearer ${token}` },
    data: { variantIds: data.map(({ variantId }) => variantId) },
  })
  expect(added.ok()).toBe(true)
  await page.reload()
  await page.getByText('20 pieces').waitFor()
  await expect.poll(() => hearts(page).count()).toBe(16)
  // Those after them move up in the server's list, and none is left out.
  for (const place of [0, 1, 2]) await hearts(page).nth(place).click()
  await page.getByText('17 pieces').waitFor()
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 4000)
        return hearts(page).count()
      },
      { timeout: 60_000 },
    )
    .toBe(20)
  expect(await page.getByRole('main').getByRole('button', { pressed: true }).count()).toBe(17)
  await hearts(page).nth(3).click()
  await page.getByText('16 pieces').waitFor()
  expect(await hearts(page).count()).toBe(20)
  browser.expectNoErrors()
})

test('on a phone the wishlist is in the account, not in the header', async () => {
  const page = await browser.open('/', { viewport: phone })
  expect(await page.getByRole('banner').getByLabel('My Wishlist').isVisible()).toBe(false)
})
