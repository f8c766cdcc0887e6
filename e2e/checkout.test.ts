import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  callApi,
  chooseOptions,
  openAccountWithAddress,
  placeOrder,
  plentyOf,
  writeAddress,
} from './ordering.ts'
import { openAccount } from './shopper.ts'
import {
  boxOf,
  expectAccessible,
  expectAccessibleOnEveryWidth,
  phone,
  pressEscape,
  useBrowser,
} from './use-browser.ts'

const browser = useBrowser()

/** Console errors of requests that are rejected or aborted on purpose. */
const rejection = /the server responded with a status of 4\d\d/
const cutOff = /net::ERR_(FAILED|INTERNET_DISCONNECTED)/

const loafer = '/product/porto-loafer'
const preview = '/order/preview'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const couponField = (page: Page) => page.getByRole('textbox', { name: 'Coupon code' })
/** Opens the section with the coupon field. */
const unfoldCoupon = (page: Page) => page.getByText('Gift or promotion code').click()
const remark = (page: Page) => page.getByRole('textbox', { name: 'A note for us' })
const sum = (page: Page, name: string) =>
  page
    .getByRole('complementary', { name: 'Order summary' })
    .locator('dl > div')
    .filter({ hasText: name })

/** Buys the loafer from its page, up to the preview of the order. */
async function buyLoafer(page: Page) {
  await page.goto(loafer)
  await chooseOptions(page)
  await button(page, 'Buy now').click()
  await page.waitForURL(`**${preview}`)
  await expect.poll(() => button(page, 'Place Order').isEnabled()).toBe(true)
}

async function signedInBuyer() {
  const shopper = await openAccountWithAddress()
  const page = await browser.open('about:blank', shopper.signedIn)
  await buyLoafer(page)
  return { shopper, page }
}

async function ordersOf({ accessToken }: { accessToken: string }) {
  return callApi<{ total: number; data: { id: string; totalAmount: number }[] }>(
    accessToken,
    'GET /orders/my',
  )
}

test('an order whose stored request is damaged can still be placed', async () => {
  const { page } = await signedInBuyer()
  await page.evaluate(() => {
    const draft = JSON.parse(sessionStorage.getItem('orderDraft') ?? '{}')
    draft.request = { key: 'k', body: '{"items":[' }
    sessionStorage.setItem('orderDraft', JSON.stringify(draft))
  })
  await page.reload()
  await expect.poll(() => button(page, 'Place Order').isEnabled()).toBe(true)
  await button(page, 'Place Order').click()
  await heading(page, 'Order Detail').waitFor()
  browser.expectNoErrors()
})

test('a guest buys a product, signs in, adds an address, applies a coupon and places the order', async () => {
  const account = await openAccount()
  const page = await browser.open(loafer)
  await chooseOptions(page)
  await button(page, 'Buy now').click()
  await page.waitForURL('**/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${preview}`)
  await page.getByText('We need your address to deliver your order.').waitFor()
  await page.getByText('Please select a shipping address.').waitFor()
  expect(await button(page, 'Place Order').isDisabled()).toBe(true)
  await expectAccessible(page)

  await button(page, 'Create a New Address').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'Address name' }).fill('Home')
  await drawer.getByRole('textbox', { name: 'Full name' }).fill('Ines Valcourt')
  await drawer.getByRole('combobox', { name: 'Phone prefix' }).selectOption('US')
  await drawer.getByRole('textbox', { name: 'Phone number' }).fill('2125550148')
  await drawer.getByRole('combobox', { name: 'Country' }).selectOption('US')
  await drawer.getByRole('textbox', { name: 'Street address' }).fill('18 Prince Street')
  await drawer.getByRole('textbox', { name: 'City' }).fill('New York')
  await drawer.getByRole('textbox', { name: 'Postal code' }).fill('10012')
  await drawer.getByRole('textbox', { name: 'State' }).fill('NY')
  await drawer.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('New York, NY 10012').waitFor()

  expect(await couponField(page).isVisible()).toBe(false)
  await unfoldCoupon(page)
  expect(await button(page, 'Verify').isDisabled()).toBe(true)
  await couponField(page).fill('no such code')
  await page.keyboard.press('Enter')
  await page.getByText('The coupon code is invalid or does not apply.').waitFor()
  await couponField(page).fill('welcome10')
  await page.keyboard.press('Enter')
  await sum(page, 'Coupon WELCOME10').waitFor()
  await remark(page).fill('A gift.')
  await button(page, 'Place Order').click()

  await heading(page, 'Order Detail').waitFor()
  await page.getByText('Awaiting payment').waitFor()
  await page.getByText('WELCOME10: 10% off the pieces').waitFor()
  await page.getByText('A gift.').waitFor()
  expect((await ordersOf(account)).total).toBe(1)
  // The order replaced its preview in the history: Back leads to the product.
  await page.goBack()
  await page.waitForURL(({ pathname }) => pathname === loafer)
  browser.expectNoErrors()
})

test('ordering selected lines removes them from the cart and keeps the others', async () => {
  const shopper = await openAccountWithAddress()
  const [shoe, bag] = await Promise.all([plentyOf('porto-loafer'), plentyOf('calvi-tote')])
  for (const { id } of [shoe, bag]) {
    await callApi(shopper.accessToken, 'POST /cart/items', { variantId: id, quantity: 1 })
  }
  const page = await browser.open('/cart', shopper.signedIn)
  await page.getByRole('checkbox', { name: /^Select all/ }).uncheck()
  await button(page, 'Checkout').click()
  await page.getByText('Please select an item to checkout.').waitFor()
  await page.getByRole('checkbox', { name: 'Select Calvi Tote' }).check()
  await button(page, 'Checkout').click()
  await heading(page, 'Confirm Order').waitFor()
  await page.getByRole('heading', { name: 'Calvi Tote' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Porto Loafer' }).count()).toBe(0)
  await button(page, 'Place Order').click()
  await heading(page, 'Order Detail').waitFor()
  await page.getByRole('banner').getByLabel('Cart, 1 piece').waitFor()
  await page.goto('/cart')
  await page.getByRole('heading', { name: 'Porto Loafer' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Calvi Tote' }).count()).toBe(0)
  browser.expectNoErrors()
})

test('an order from the cart says when its pieces were ordered in another tab', async () => {
  const shopper = await openAccountWithAddress()
  const { id: variantId } = await plentyOf('porto-loafer')
  await callApi(shopper.accessToken, 'POST /cart/items', { variantId, quantity: 1 })
  const page = await browser.open('/cart', shopper.signedIn)
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await tab.goto('/cart')
    await button(tab, 'Checkout').click()
    await expect.poll(() => button(tab, 'Place Order').isEnabled()).toBe(true)
  }
  const note = other.getByText('These pieces are no longer in your cart.')
  expect(await note.count()).toBe(0)
  await button(page, 'Place Order').click()
  await heading(page, 'Order Detail').waitFor()
  await note.waitFor()
  browser.expectNoErrors()
})

test('buying a product directly leaves the cart unchanged', async () => {
  const shopper = await openAccountWithAddress()
  const { id } = await plentyOf('porto-loafer')
  await callApi(shopper.accessToken, 'POST /cart/items', { variantId: id, quantity: 1 })
  const page = await browser.open('about:blank', shopper.signedIn)
  await buyLoafer(page)
  await button(page, 'Place Order').click()
  await heading(page, 'Order Detail').waitFor()
  const cart = await callApi<{ totalItems: number }>(shopper.accessToken, 'GET /cart')
  expect(cart.totalItems).toBe(1)
  browser.expectNoErrors()
})

test('the form’s input survives a reload', async () => {
  const { shopper, page } = await signedInBuyer()
  await writeAddress(shopper, { title: 'Work', streetAddress: '350 Fifth Avenue' })
  await page.reload()
  await button(page, 'Choose another').click()
  await page.getByRole('radio', { name: /350 Fifth Avenue/ }).check()
  await button(page, 'Send it here').click()
  await unfoldCoupon(page)
  await couponField(page).fill('ODYSSEY15')
  await page.keyboard.press('Enter')
  await sum(page, 'Coupon ODYSSEY15').waitFor()
  await remark(page).fill('Ring twice.')
  await page.reload()
  await sum(page, 'Coupon ODYSSEY15').waitFor()
  await page.getByText('350 Fifth Avenue').waitFor()
  expect(await remark(page).inputValue()).toBe('Ring twice.')
  await button(page, 'Place Order').click()
  await heading(page, 'Order Detail').waitFor()
  await page.getByText('350 Fifth Avenue').first().waitFor()
  await page.getByText('Ring twice.').waitFor()
  await page.goto(preview)
  // The next order starts empty.
  await page.waitForURL((url) => url.pathname !== preview)
  browser.expectNoErrors()
})

test('a coupon is chosen from the shopper’s own and removed', async () => {
  const { page } = await signedInBuyer()
  await unfoldCoupon(page)
  await page.getByText(/^Your coupons/).click()
  await page.getByText('No expiration').first().waitFor()
  await page.getByRole('button', { name: /^Use Summer Odyssey/ }).click()
  await sum(page, 'Coupon ODYSSEY15').waitFor()
  await expectAccessible(page)
  // A changed code is another coupon: none applies until it is verified.
  await couponField(page).fill('ODYSSEY1')
  await expect.poll(() => sum(page, 'Coupon').count()).toBe(0)
  await couponField(page).fill('odyssey15')
  await button(page, 'Verify').click()
  await sum(page, 'Coupon ODYSSEY15').waitFor()
  await button(page, 'Remove').click()
  await expect.poll(() => sum(page, 'Coupon').count()).toBe(0)
  expect(await couponField(page).inputValue()).toBe('')
  browser.expectNoErrors()
})

test('without items the page says so in both languages and goes back, or home', async () => {
  const { signedIn } = await openAccount()
  const page = await browser.open(preview, signedIn)
  await page.getByText('请先选择要购买的商品').waitFor()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/about-us')
  await page.evaluate(() => sessionStorage.clear())
  await page.getByRole('link', { name: 'Account' }).click()
  await page.waitForURL('**/profile')
  await page.goto(preview)
  await page.waitForURL((url) => url.pathname !== preview)
  browser.expectNoErrors()
})

test('items sold out meanwhile are shown, and are removed or reduced to the stock', async () => {
  const other = await openAccountWithAddress()
  const { shopper, page } = await signedInBuyer()
  const [scarce, gone] = await Promise.all([plentyOf('calvi-tote'), plentyOf('ponza-tote')])
  const items = [
    { variantId: scarce.id, quantity: 2 },
    { variantId: gone.id, quantity: 1 },
  ]
  await page.evaluate(
    (draft) => sessionStorage.setItem('orderDraft', draft),
    JSON.stringify({ items }),
  )
  await placeOrder(other, [
    { variantId: scarce.id, quantity: scarce.stock - 1 },
    { variantId: gone.id, quantity: gone.stock },
  ])
  await page.reload()
  await page.getByText('Item is unavailable. One is left.').waitFor()
  await page.getByText('Please take out what is unavailable first.').waitFor()
  expect(await button(page, 'Place Order').isDisabled()).toBe(true)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Take one of Calvi Tote' }).click()
  await page.getByRole('button', { name: 'Remove Ponza Tote' }).click()
  await expect.poll(() => button(page, 'Place Order').isEnabled()).toBe(true)
  await button(page, 'Place Order').click()
  await heading(page, 'Order Detail').waitFor()
  expect((await ordersOf(shopper)).total).toBe(1)
  browser.expectNoErrors()
})

test('a changed total is shown with the reason before the order is placed', async () => {
  const shopper = await openAccountWithAddress()
  const page = await browser.open('about:blank', shopper.signedIn)
  // The shopper has seen an outdated price.
  let isOutdated = true
  await page.route('**/api/orders/preview', async (route) => {
    if (!isOutdated) return route.continue()
    const answer = await (await route.fetch()).json()
    answer.data.items[0].unitPrice -= 10
    answer.data.finalAmount -= 10
    await route.fulfill({ json: answer })
  })
  await buyLoafer(page)
  const seen = await sum(page, 'Total').innerText()
  isOutdated = false
  await button(page, 'Place Order').click()
  await page.getByText('The total has changed. Please look at your order once more.').waitFor()
  await page.getByText(/^Porto Loafer: \$\S+ instead of/).waitFor()
  await page.getByText(/^Total: \$\S+ instead of/).waitFor()
  expect(await sum(page, 'Total').innerText()).not.toBe(seen)
  expect((await ordersOf(shopper)).total).toBe(0)
  await expectAccessible(page)
  await button(page, 'Place Order').click()
  await heading(page, 'Order Detail').waitFor()
  expect((await ordersOf(shopper)).total).toBe(1)
  browser.expectNoErrors(rejection)
})

test('an address that was edited, or deleted in another tab, is looked up again', async () => {
  const { shopper, page } = await signedInBuyer()
  const drawer = page.getByRole('dialog')
  await button(page, 'Edit Home').click()
  await drawer.getByRole('textbox', { name: 'Postal code' }).fill('10013')
  const previewed = page.waitForRequest(`**/api/orders/preview`)
  await drawer.getByRole('button', { name: 'Save address' }).click()
  await previewed
  await page.getByText('New York, NY 10013').waitFor()

  const { data: addresses } = await callApi<{ data: { id: string }[] }>(
    shopper.accessToken,
    'GET /addresses',
  )
  await callApi(shopper.accessToken, `DELETE /addresses/${addresses[0]?.id}`)
  await writeAddress(shopper, { title: 'Office', city: 'Hudson' })
  await writeAddress(shopper, { title: 'Barn', city: 'Kingston' })
  await button(page, 'Place Order').click()
  const gone = page.getByText('We could not find this address.')
  await gone.waitFor()
  await page.getByText('Hudson, NY 10012').waitFor()
  // Another choice removes the message about the one before.
  await button(page, 'Choose another').click()
  await page.getByRole('radio', { name: 'Barn' }).check()
  await expect.poll(() => gone.count()).toBe(0)
  await expect.poll(() => button(page, 'Place Order').isEnabled()).toBe(true)
  await button(page, 'Place Order').click()
  await heading(page, 'Order Detail').waitFor()
  await page.getByText('Kingston, NY 10012').first().waitFor()
  browser.expectNoErrors(rejection)
})

test('the lines of a short address stay together beside a long one', async () => {
  const shopper = await openAccountWithAddress()
  await writeAddress(shopper, {
    title: 'A house by the lake with a name that needs several lines of its card',
    streetAddress: 'A long street with a name that needs several lines of its card, too',
    addressLine2: 'Third floor on the left, the door with the brass bell',
  })
  const page = await browser.open('about:blank', shopper.signedIn)
  await buyLoafer(page)
  await button(page, 'Choose another').click()
  const short = page.getByRole('group', { name: 'Send it to' }).locator('label').first()
  const [name, street] = [short.getByText('Ines Valcourt'), short.getByText('18 Prince Street')]
  const [{ y }, below] = [await boxOf(name), await boxOf(street)]
  expect(below.y - y).toBeLessThan(30)
  browser.expectNoErrors()
})

test('a coupon used up elsewhere is reported once, with the new total', async () => {
  const shopper = await openAccountWithAddress()
  const page = await browser.open('about:blank', shopper.signedIn)
  await buyLoafer(page)
  await unfoldCoupon(page)
  await couponField(page).fill('WELCOME10')
  await page.keyboard.press('Enter')
  await sum(page, 'Coupon WELCOME10').waitFor()
  const yours = page.getByText(/^Your coupons \(/)
  const counted = Number(/\d+/.exec(await yours.innerText()))
  // The same shopper uses it in another order.
  const { id: variantId } = await plentyOf('porto-loafer')
  await placeOrder(shopper, [{ variantId, quantity: 1 }], { couponCode: 'WELCOME10' })
  await button(page, 'Place Order').click()
  await page.getByText('The coupon WELCOME10 no longer applies.').waitFor()
  await page.getByText(/^Total: \$\S+ instead of/).waitFor()
  expect(await page.getByText('The coupon code is invalid or does not apply.').count()).toBe(1)
  await expect.poll(() => yours.innerText()).toContain(`(${counted - 1})`)
  await expectAccessible(page)
  browser.expectNoErrors(rejection)
})

test('on a phone, calculating an order again says so and moves nothing', async () => {
  const shopper = await openAccountWithAddress()
  const page = await browser.open('about:blank', { ...shopper.signedIn, viewport: phone })
  await buyLoafer(page)
  await unfoldCoupon(page)
  await couponField(page).fill('ODYSSEY15')
  // From the top of the page, which the browser scrolls along.
  const topOfItems = () =>
    page
      .getByRole('heading', { name: 'Order items' })
      .evaluate((node) => node.getBoundingClientRect().top + window.scrollY)
  const before = await topOfItems()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/orders/preview', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await page.getByText('Loading order information...').waitFor()
  expect(await topOfItems()).toBe(before)
  held.resolve()
  await page.getByText('Loading order information...').waitFor({ state: 'detached' })
  expect(await topOfItems()).toBe(before)
  browser.expectNoErrors()
})

test('placing an order covers the page, and an error uncovers it', async () => {
  const { page } = await signedInBuyer()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/orders', async (route) => {
    await held.promise
    await route.abort()
  })
  await button(page, 'Place Order').click()
  await page.getByRole('status').getByText('Placing your order').waitFor()
  await expectAccessible(page)
  held.resolve()
  await page.getByText('网络请求失败，请稍后重试').waitFor()
  expect(await page.getByText('Placing your order').count()).toBe(0)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('网络请求失败，请稍后重试')
  await page.unroute('**/api/orders')
  await button(page, 'Place Order').click()
  await heading(page, 'Order Detail').waitFor()
  expect(await page.getByText('Placing your order').count()).toBe(0)
  browser.expectNoErrors(cutOff)
})

test('an order without available items shows no totals', async () => {
  const { page } = await signedInBuyer()
  await page.route('**/api/orders/preview', async (route) => {
    const answer = await (await route.fetch()).json()
    const [item] = answer.data.items
    Object.assign(item, { isAvailable: false, stock: 0 })
    Object.assign(answer.data, { unavailableItems: [item.variantId], goodsTotalPrice: 0 })
    Object.assign(answer.data, { shippingFee: 0, couponDiscountAmount: 0, finalAmount: 0 })
    await route.fulfill({ json: answer })
  })
  await page.reload()
  await page.getByText('Item is unavailable').waitFor()
  await page.getByText('Nothing in this order is available at the moment.').waitFor()
  expect(await page.getByText('$0.00').count()).toBe(0)
  await expectAccessible(page)
  browser.expectNoErrors()
})

test('an order whose response is lost is placed once, however often it is sent', async () => {
  const { shopper, page } = await signedInBuyer()
  await page.route('**/api/orders', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Place Order').click()
  await page.getByText('网络请求失败，请稍后重试').waitFor()
  await page.getByText('We could not confirm your order.').waitFor()
  expect((await ordersOf(shopper)).total).toBe(1)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('网络请求失败，请稍后重试')
  await page.unroute('**/api/orders')
  await page.reload()
  await page.getByText('We could not confirm your order.').waitFor()
  await button(page, 'Place Order').click()
  await heading(page, 'Order Detail').waitFor()
  expect((await ordersOf(shopper)).total).toBe(1)
  browser.expectNoErrors(cutOff)
})

test('an order that cannot be calculated shows the reason, and a retry loads it', async () => {
  const { page } = await signedInBuyer()
  await page.route('**/api/orders/preview', (route) => route.abort())
  await page.reload()
  await page.getByText('获取订单预览失败').waitFor()
  await page.getByText('网络请求失败，请稍后重试').waitFor()
  await expectAccessible(page)
  await page.unroute('**/api/orders/preview')
  await button(page, 'Try again').click()
  await button(page, 'Place Order').waitFor()
  // After the first load the last totals stay visible.
  await page.route('**/api/orders/preview', (route) => route.abort())
  await unfoldCoupon(page)
  await couponField(page).fill('ODYSSEY15')
  await page.keyboard.press('Enter')
  await page.getByText(/^Loading failed:/).waitFor()
  expect(await button(page, 'Place Order').isDisabled()).toBe(true)
  await sum(page, 'Total').waitFor()
  await page.unroute('**/api/orders/preview')
  await button(page, 'Try again').click()
  await sum(page, 'Coupon ODYSSEY15').waitFor()
  browser.expectNoErrors(cutOff)
})

test('an order is calculated without an address if the addresses do not load, and with it once they do', async () => {
  const { page } = await signedInBuyer()
  await page.route('**/api/addresses', (route) => route.abort())
  await page.reload()
  await sum(page, 'Total').waitFor()
  await button(page, 'Try again').waitFor()
  expect(await button(page, 'Place Order').isDisabled()).toBe(true)
  await page.unroute('**/api/addresses')
  await button(page, 'Try again').click()
  await expect.poll(() => button(page, 'Place Order').isEnabled()).toBe(true)
  await page.getByText('18 Prince Street').waitFor()
  browser.expectNoErrors(cutOff)
})

test('a remark and an address are not shown to the next shopper who signs in', async () => {
  const { page } = await signedInBuyer()
  await remark(page).fill('For my eyes only.')
  const next = await openAccountWithAddress()
  await page.goto('/profile')
  await button(page, 'Sign out').click()
  await page.waitForURL('**/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(next.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(next.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/profile')
  await page.goto(preview)
  await page.getByRole('heading', { name: 'Porto Loafer' }).waitFor()
  await expect.poll(() => remark(page).inputValue()).toBe('')
  browser.expectNoErrors()
})

test('the page is accessible at every width, without console errors', async () => {
  const shopper = await openAccountWithAddress()
  await writeAddress(shopper, { title: 'Work', streetAddress: '350 Fifth Avenue' })
  const page = await browser.open('about:blank', shopper.signedIn)
  await buyLoafer(page)
  // The only ways out are the name of the shop, Back, and help.
  expect(await page.getByRole('button', { name: 'Menu' }).count()).toBe(0)
  expect(await page.getByRole('navigation', { name: 'Footer' }).count()).toBe(0)
  const back = page.getByRole('banner').getByRole('link', { name: 'Back to product' })
  expect(await back.getAttribute('href')).toMatch(/^\/product\/porto-loafer\?size=36/)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact US' }).waitFor()
  await expectAccessibleOnEveryWidth(page)
  await page.getByRole('button', { name: 'Online Support' }).click()
  await page.getByRole('dialog', { name: 'Online Support' }).waitFor()
  await pressEscape(page)
  await button(page, 'Choose another').click()
  await expectAccessibleOnEveryWidth(page)
  browser.expectNoErrors()
})
