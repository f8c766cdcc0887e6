import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, chooseOptions, openAccountWithAddress, plentyOf } from './ordering.ts'
import { openAccount } from './shopper.ts'
import { desktop, expectAccessible, phone, useBrowser } from './use-browser.ts'

const browser = useBrowser()

/** Console errors of requests that are aborted on purpose. */
const cutOff = /net::ERR_(FAILED|INTERNET_DISCONNECTED)/

const loafer = '/product/porto-loafer'
const tote = '/product/calvi-tote'

/** Chooses the first value of every open option and adds the product to the cart. */
async function addProduct(page: Page, path: string) {
  await page.goto(path)
  await chooseOptions(page)
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'View cart' }).waitFor()
}

const badge = (page: Page, count: number) =>
  // Found by attribute: behind the drawer the header is hidden from roles.
  page.locator(`header [aria-label="Cart, ${count} ${count === 1 ? 'piece' : 'pieces'}"]`)
const quantity = (page: Page, name: string) =>
  page.getByRole('main').getByRole('textbox', { name: `Quantity of ${name}` })
const line = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

/** Opens the cart of an account with one of each product in it. */
async function signedInWith(...paths: string[]): Promise<Page> {
  const { signedIn, accessToken } = await openAccount()
  for (const path of paths) {
    const { id: variantId } = await plentyOf(path.replace('/product/', ''))
    await callApi(accessToken, 'POST /cart/items', { variantId, quantity: 1 })
  }
  const page = await browser.open('/cart', signedIn)
  await page.getByRole('heading', { name: 'Summary' }).waitFor()
  return page
}

test('the cart asks for the delivery to the default address, and for no other', async () => {
  const { signedIn, accessToken } = await openAccountWithAddress()
  const { id: variantId } = await plentyOf('calvi-tote')
  await callApi(accessToken, 'POST /cart/items', { variantId, quantity: 1 })
  const page = await browser.open('about:blank', signedIn)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/delivery/methods') asked.push(search)
  })
  await page.goto('/cart')
  await page.getByText(/^Arrives /).waitFor()
  expect(asked).toEqual([expect.stringContaining('country=US')])
  browser.expectNoErrors()
})

test('a guest fills a cart, signs in on the way to it, and finds both carts merged', async () => {
  const account = await openAccount()
  // The account's cart already holds something.
  const elsewhere = await browser.open('about:blank', account.signedIn)
  await addProduct(elsewhere, tote)

  const page = await browser.open('about:blank')
  await addProduct(page, tote)
  await page.getByText('Item added to your cart.').waitFor()
  await expectAccessible(page)
  await addProduct(page, loafer)
  await badge(page, 2).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('guestCartId'))).toMatch(/^[0-9a-f-]{36}$/)
  await page.getByRole('dialog').getByRole('link', { name: 'View cart' }).click()
  await page.waitForURL('**/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/cart')
  await badge(page, 3).waitFor()
  await expect.poll(() => quantity(page, 'Calvi Tote').inputValue()).toBe('2')
  await expect.poll(() => quantity(page, 'Porto Loafer').inputValue()).toBe('1')
  await page.getByText('Subtotal (3 items)').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('guestCartId'))).toBeNull()
  await page.reload()
  await badge(page, 3).waitFor()
  await page.getByText('Subtotal (3 items)').waitFor()
  await expectAccessible(page)
  browser.expectNoErrors()
})

test('without a size the buttons move the focus to the sizes and ask for one; on a phone a bar brings the button along', async () => {
  const page = await browser.open(loafer, { viewport: phone })
  const sizes = page.getByRole('group', { name: 'Size' })
  const isOnSize = () => sizes.evaluate((group) => group.contains(document.activeElement))
  const message = page.getByText('Please choose a size.', { exact: true })
  await page.getByRole('button', { name: 'Buy now' }).click()
  await message.waitFor()
  expect(await message.getAttribute('aria-live')).toBe('polite')
  await expect.poll(isOnSize).toBe(true)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect.poll(isOnSize).toBe(true)
  const bar = page.getByRole('region', { name: 'This piece' })
  expect(await bar.count()).toBe(0)
  await page.getByRole('heading', { name: 'Pairs with' }).scrollIntoViewIfNeeded()
  await bar.getByRole('button', { name: 'Add to cart' }).click()
  const options = page.getByRole('dialog', { name: 'Porto Loafer' })
  await options.getByRole('group', { name: 'Size' }).locator('button:enabled').first().click()
  await page.keyboard.press('Escape')
  await options.waitFor({ state: 'detached' })
  await expect.poll(() => message.count()).toBe(0)
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Porto Loafer' }).waitFor()
  browser.expectNoErrors()
})

test('an error is announced once: its toast is in one live region', async () => {
  const page = await browser.open(loafer)
  await page.route('**/api/cart/items', (route) => route.abort())
  await chooseOptions(page)
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  const toast = page.getByLabel('Notices').getByRole('alert')
  await toast.waitFor()
  const announcing = await toast.evaluate((element) => {
    const regions: string[] = []
    for (let at: Element | null = element; at; at = at.parentElement)
      if (at.matches('[aria-live], [role="alert"], [role="status"], [role="log"]'))
        regions.push(at.outerHTML.slice(0, 80))
    return regions.length
  })
  expect(announcing).toBe(1)
  await expectAccessible(page)
  browser.expectNoErrors(/net::ERR_FAILED/)
})

test('the drawer confirms an added product and leads a guest through sign-in to the order', async () => {
  const shopper = await openAccountWithAddress()
  const page = await browser.open('about:blank')
  await addProduct(page, loafer)
  const drawer = page.getByRole('dialog', { name: 'Cart' })
  await drawer.getByRole('status').getByText('Item added to your cart.', { exact: true }).waitFor()
  expect(await page.getByLabel('Notices').getByText('Item added').count()).toBe(0)
  expect(await page.getByRole('button', { name: /^(Close|Dismiss)$/ }).count()).toBe(1)
  await drawer.getByRole('button', { name: 'Checkout' }).click()
  await page.waitForURL('**/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(shopper.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(shopper.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/order/preview')
  await page.getByRole('heading', { name: 'Porto Loafer' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Place Order' }).isEnabled()).toBe(true)
  browser.expectNoErrors()
})

test('the drawer slides in the first time, too, when the press has to load it', async () => {
  const page = await browser.open('about:blank', {
    viewport: phone,
    hasTouch: true,
    reducedMotion: 'no-preference',
  })
  await page.addInitScript(() => {
    addEventListener('transitionrun', ({ target, propertyName }) => {
      const isDrawer = (target as Element).role === 'dialog'
      if (isDrawer && propertyName === 'transform') document.body.dataset.slid = ''
    })
  })
  await page.goto(tote)
  await page.getByRole('button', { name: 'Add to cart' }).first().tap()
  await page.getByRole('dialog').getByRole('link', { name: 'View cart' }).waitFor()
  expect(await page.locator('body[data-slid]').count()).toBe(1)
})

test('an empty drawer shows popular pieces, which lead to their pages', async () => {
  const page = await browser.open('/faq')
  await page.getByRole('button', { name: 'Cart', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Your cart is empty.').waitFor()
  const pieces = drawer.getByRole('article')
  await expect.poll(() => pieces.count()).toBe(3)
  await expectAccessible(page)
  const name = await pieces.first().getByRole('link').textContent()
  await pieces.first().getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: name ?? '', exact: true }).waitFor()
  expect(await drawer.count()).toBe(0)
  browser.expectNoErrors()
})

test('two tabs of a guest show the same cart', async () => {
  const page = await browser.open('about:blank')
  const other = await page.context().newPage()
  await other.goto('/')
  await addProduct(page, loafer)
  await badge(other, 1).waitFor()
  await other.getByRole('button', { name: 'Cart, 1 piece' }).click()
  const drawer = other.getByRole('dialog', { name: 'Cart' })
  await drawer.getByRole('button', { name: 'One more' }).click()
  await badge(page, 2).waitFor()
  await drawer.getByRole('button', { name: 'One fewer' }).click()
  await badge(page, 1).waitFor()
  // Lowering the quantity below one asks first, here as on the cart page.
  const question = other.getByRole('dialog', { name: 'Remove from your cart?' })
  await drawer.getByRole('button', { name: 'Remove', exact: true }).click()
  await question.getByRole('button', { name: 'Keep' }).click()
  await drawer.getByRole('button', { name: 'Remove Porto Loafer' }).click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await drawer.getByText('Your cart is empty.').waitFor()
  await page.getByRole('dialog').getByText('Your cart is empty.').waitFor()
  browser.expectNoErrors()
})

test('quantities range from one to the stock; typing sends only the last number', async () => {
  const page = await signedInWith(loafer)
  const sent: string[] = []
  // Finished requests only: leaving the page would undo changes still under way.
  page.on('requestfinished', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postData() ?? '')
  })
  const field = quantity(page, 'Porto Loafer')
  await field.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('2')
  await page.getByText('Subtotal (2 items)').waitFor()
  await expect.poll(() => sent).toEqual(['{"quantity":2}'])
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('9999')
  await page.keyboard.press('Tab')
  const most = Number(await field.inputValue())
  expect(most).toBeLessThan(9999)
  expect(await page.getByRole('button', { name: 'One more' }).isDisabled()).toBe(true)
  await expect.poll(() => sent.at(-1)).toBe(`{"quantity":${most}}`)
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe(String(most))
  browser.expectNoErrors()
})

test('lowering the quantity below one asks first; a removed line disappears', async () => {
  const page = await signedInWith(loafer)
  await line(page, 'Porto Loafer').getByRole('button', { name: 'Remove', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove from your cart?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  expect(await quantity(page, 'Porto Loafer').inputValue()).toBe('1')
  await line(page, 'Porto Loafer').getByRole('button', { name: 'Remove Porto Loafer' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Your cart is empty.').waitFor()
  // The focus does not get lost with the line.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cart')
  await expectAccessible(page)
  await page.reload()
  await page.getByText('Your cart is empty.').waitFor()
  browser.expectNoErrors()
})

test('selected items are moved to the wishlist or removed, all at once', async () => {
  const page = await signedInWith(loafer, tote)
  const all = page.getByRole('checkbox', { name: /^Select all/ })
  const move = page.getByRole('button', { name: 'Move to wishlist', exact: true })
  await all.uncheck()
  await move.click()
  await page.getByText('Please select items to move to favorites.').waitFor()
  await page.getByRole('checkbox', { name: 'Select Calvi Tote' }).check()
  await page.getByText('Subtotal (1 item)').waitFor()
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await move.click()
  await page.getByRole('banner').getByLabel('My Wishlist, 1 piece').waitFor()
  await expect.poll(() => line(page, 'Calvi Tote').count()).toBe(0)
  await all.check()
  await page.getByRole('button', { name: 'Remove', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Your cart is empty.').waitFor()
  await page.getByRole('link', { name: 'My Wishlist' }).last().click()
  await page.getByRole('heading', { name: 'Calvi Tote' }).waitFor()
  browser.expectNoErrors()
})

test('a failed move to the wishlist leaves everything in the cart', async () => {
  const page = await signedInWith(loafer)
  await page.route('**/api/products/favorites', (route) => route.abort())
  await page.getByRole('button', { name: 'Move to wishlist Porto Loafer' }).click()
  await page
    .getByText('Failed to move item to favorites. It has not been removed from your cart.')
    .waitFor()
  expect(await quantity(page, 'Porto Loafer').inputValue()).toBe('1')

  const both = await signedInWith(loafer, tote)
  await both.route('**/api/products/favorites', (route) => route.abort())
  await both.getByRole('button', { name: 'Move to wishlist', exact: true }).click()
  await both.getByText('Failed to add items to favorites.').waitFor()
  expect(await quantity(both, 'Calvi Tote').inputValue()).toBe('1')
  browser.expectNoErrors(cutOff)
})

test('what is wanted beyond the stock is stepped down to it; a moved item is moved though the cart is lost', async () => {
  const { signedIn, accessToken } = await openAccountWithAddress()
  const { id: variantId } = await plentyOf('porto-loafer')
  await callApi(accessToken, 'POST /cart/items', { variantId, quantity: 6 })
  const page = await browser.open('about:blank', signedIn)
  await page.route('**/api/cart', async (route) => {
    const answer = await (await route.fetch()).json()
    Object.assign(answer.data.items[0], { isAvailable: false })
    Object.assign(answer.data.items[0].variant, { stock: 3 })
    await route.fulfill({ json: answer })
  })
  await page.goto('/cart')
  await page.getByText('Item is unavailable. 3 are left.').waitFor()
  await page.getByRole('button', { name: 'One fewer' }).click()
  await expect.poll(() => quantity(page, 'Porto Loafer').inputValue()).toBe('3')
  await page.unroute('**/api/cart')
  await page.route('**/api/cart', (route) => route.abort())
  await page.getByRole('button', { name: 'Move to wishlist Porto Loafer' }).click()
  await page.getByText('Moved to your wishlist.').waitFor()
  await page.getByRole('banner').getByLabel('My Wishlist, 1 piece').waitFor()
  browser.expectNoErrors(cutOff)
})

test('unavailable items are not selected, and a changed price is shown', async () => {
  const page = await signedInWith(loafer, tote)
  await page.route('**/api/cart', async (route) => {
    const answer = await (await route.fetch()).json()
    const [first, second] = answer.data.items
    Object.assign(first, { isAvailable: false })
    Object.assign(first.variant, { stock: 0, isAvailable: false })
    Object.assign(second, { previousPrice: 123.45 })
    await route.fulfill({ json: answer })
  })
  await page.reload()
  await page.getByText('Item is unavailable').waitFor()
  expect(await page.getByRole('checkbox', { name: 'Select Calvi Tote' }).isDisabled()).toBe(true)
  await page.getByText('it was $123.45').waitFor()
  await page.getByText('Subtotal (1 item)').waitFor()
  await expectAccessible(page)
  browser.expectNoErrors()
})

test('offline, a change is reverted with a message in both languages; online it succeeds', async () => {
  const page = await signedInWith(loafer)
  await page.context().setOffline(true)
  const seen = Promise.withResolvers<void>()
  await page.route('**/api/cart/items/*', async (route) => {
    await seen.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'One more' }).click()
  expect(await quantity(page, 'Porto Loafer').inputValue()).toBe('2')
  seen.resolve()
  await page.getByText('网络请求失败，请稍后重试').waitFor()
  await expect.poll(() => quantity(page, 'Porto Loafer').inputValue()).toBe('1')
  await page.context().setOffline(false)
  const isKept = page.waitForResponse('**/api/cart/items/*')
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByText('Subtotal (2 items)').waitFor()
  await isKept
  await page.reload()
  await expect.poll(() => quantity(page, 'Porto Loafer').inputValue()).toBe('2')
  browser.expectNoErrors(cutOff)
})

test('a cart that does not load shows an error, and a retry loads it', async () => {
  const page = await signedInWith(loafer)
  await page.route('**/api/cart', (route) => route.abort())
  await page.reload()
  await page.getByText('Failed to load cart. Please try again later.').waitFor()
  await expectAccessible(page)
  await page.unroute('**/api/cart')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Subtotal (1 item)').waitFor()
  browser.expectNoErrors(cutOff)
})

test('a failed add shows an error and adds nothing', async () => {
  const page = await browser.open(tote, { viewport: desktop })
  await page.route('**/api/cart/items', (route) => route.abort())
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByText('Failed to add item. Please try again.').waitFor()
  expect(await page.getByRole('banner').getByLabel('Cart', { exact: true }).count()).toBe(1)
  browser.expectNoErrors(cutOff)
})

test('an add beyond a limit says how long to wait, instead of “try again”', async () => {
  const page = await browser.open(tote, { viewport: desktop })
  const message = 'Too many requests. Please try again in 14 minutes.'
  await page.route('**/api/cart/items', (route) =>
    route.fulfill({ status: 429, json: { success: false, code: 'TOO_MANY_REQUESTS', message } }),
  )
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByText(message).waitFor()
  browser.expectNoErrors(/the server responded with a status of 429/)
})

test('a guest whose browser stores nothing reads why nothing was added, instead of “try again”', async () => {
  const page = await browser.open(tote, { viewport: desktop })
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByText('Your browser could not store your cart.').waitFor()
  expect(await page.getByText('Please try again').count()).toBe(0)
  browser.expectNoErrors()
})

test('text at twice the size stays within the cart, its drawer and the account', async () => {
  const page = await signedInWith(loafer)
  await page.setViewportSize(phone)
  const past = () =>
    page.evaluate(() => {
      const { clientWidth } = document.documentElement
      document.documentElement.style.fontSize = '200%'
      const place = document.querySelector('[role="dialog"]') ?? document.body
      return [...place.querySelectorAll('h1, h2, h3, p, dd, a, button, input')]
        .filter((element) => !element.closest('header, nav'))
        .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
        .map(({ textContent }) => textContent)
    })
  await expect.poll(past).toEqual([])
  await page.goto('/profile')
  await page.getByRole('heading', { name: 'My Wishlist' }).waitFor()
  await expect.poll(past).toEqual([])
  await page.getByRole('button', { name: 'Cart, 1 piece' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Porto Loafer' }).waitFor()
  await expect.poll(past).toEqual([])
  browser.expectNoErrors()
})
