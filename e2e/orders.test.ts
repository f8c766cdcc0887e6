import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  callApi,
  openAccountWithAddress,
  payOnDelivery,
  placeOrder,
  plentyOf,
  signInAsStaff,
} from './ordering.ts'
import { openAccount } from './shopper.ts'
import {
  boxOf,
  expectAccessible,
  expectAccessibleOnEveryWidth,
  phone,
  useBrowser,
} from './use-browser.ts'

const browser = useBrowser()

test('the overview shows the last order with its timeline, the favourites and an adviser', async () => {
  const shopper = await openAccountWithAddress()
  const page = await browser.open('/profile', shopper.signedIn)
  await page.getByRole('button', { name: /^Your adviser/ }).waitFor()
  await page
    .getByRole('region', { name: 'Your orders' })
    .getByRole('link', { name: 'Discover the collection' })
    .waitFor()
  expect(await page.getByRole('region', { name: 'Your last order' }).count()).toBe(0)
  const variant = await plentyOf('calvi-tote')
  const order = await placeOrder(shopper, [{ variantId: variant.id, quantity: 1 }])
  await payOnDelivery(shopper, order)
  await callApi(shopper.accessToken, 'POST /products/favorites', { variantIds: [variant.id] })
  await page.reload()
  const last = page.getByRole('region', { name: 'Your last order' })
  await last.getByRole('link', { name: /^View Details/ }).waitFor()
  await last.getByText('Calvi Tote').waitFor()
  expect(await last.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^Placed.+/),
    expect.stringMatching(/^Confirmed.+/),
    'Dispatched',
    'Delivered',
  ])
  await page
    .getByRole('region', { name: 'Your favourites' })
    .getByRole('link', { name: /Calvi Tote/ })
    .waitFor()
  await expectAccessibleOnEveryWidth(page)
  await page.setViewportSize(phone)
  // The last order, the favourites, then the other pages.
  const tops = await Promise.all(
    [
      last,
      page.getByRole('region', { name: 'Your favourites' }),
      page.getByRole('main').getByRole('link', { name: /^My Profile Your/ }),
    ].map(async (part) => (await boxOf(part)).y),
  )
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  await page.getByRole('button', { name: /^Your adviser/ }).click()
  await page.getByRole('dialog', { name: 'Online Support' }).waitFor()
  browser.expectNoErrors()
})

/** Console errors of requests that are rejected or aborted on purpose. */
const rejection = /the server responded with a status of 4\d\d/
const cutOff = /net::ERR_FAILED/

const list = '/profile/orders'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const cards = (page: Page) => page.getByRole('list', { name: 'Orders' }).getByRole('article')
const card = (page: Page, orderNumber: string) => cards(page).filter({ hasText: orderNumber })
const searchOf = (page: Page) => new URL(page.url()).search

/** Today in UTC, plus `offset` days. */
function day(offset = 0): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
}

test('an unpaid order has a button to pay; any other card is a link as a whole', async () => {
  const shopper = await openAccountWithAddress()
  const [bag, shoe] = await Promise.all([plentyOf('calvi-tote'), plentyOf('porto-loafer')])
  const paid = await placeOrder(shopper, [
    { variantId: bag.id, quantity: 1 },
    { variantId: shoe.id, quantity: 1 },
  ])
  await payOnDelivery(shopper, paid)
  const unpaid = await placeOrder(shopper)
  const page = await browser.open('/profile', shopper.signedIn)
  const tabs = page.getByRole('navigation', { name: 'Account' }).getByRole('link')
  await tabs.first().waitFor()
  expect(await tabs.allInnerTexts()).toEqual(['OVERVIEW', 'MY PROFILE', 'MY ORDERS', 'MY WISHLIST'])
  await page
    .getByRole('main')
    .getByRole('link', { name: /Your orders and their progress/ })
    .click()
  await page.getByText('2 orders').waitFor()

  await card(page, unpaid.orderNumber).getByRole('heading').click()
  expect(new URL(page.url()).pathname).toBe(list)
  const whole = card(page, paid.orderNumber)
  await whole.getByText('Confirmed').waitFor()
  expect(await whole.getByRole('img').count()).toBe(2)
  await whole.getByRole('link', { name: `View Details of order ${paid.orderNumber}` }).waitFor()
  expect(await whole.getByRole('link').count()).toBe(1)
  // Anywhere on the card.
  await whole.click({ position: { x: 5, y: 5 } })
  await page.waitForURL(`**${list}/${paid.id}`)
  await page.goBack()
  await card(page, unpaid.orderNumber)
    .getByRole('link', { name: /^Pay Now/ })
    .click()
  await page.waitForURL(`**${list}/${unpaid.id}`)
  await button(page, 'Pay Now').waitFor()
  browser.expectNoErrors()
})

test('the filter is in the URL, shows its count, and is cleared at once', async () => {
  const shopper = await openAccountWithAddress()
  await payOnDelivery(shopper, await placeOrder(shopper))
  await placeOrder(shopper)
  // Taken once: it may be midnight while the test runs.
  const [yesterday, today, tomorrow] = [day(-1), day(), day(1)]
  const page = await browser.open(list, shopper.signedIn)
  await page.getByText('2 orders').waitFor()
  await button(page, 'Filter').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('radio', { name: 'Awaiting payment' }).check()
  await drawer.getByLabel('Start date').fill(today)
  await drawer.getByLabel('End date').fill(yesterday)
  await drawer.getByText('The end date is before the start date.').waitFor()
  await expectAccessible(page)
  await drawer.getByLabel('End date').fill(tomorrow)
  await button(page, 'Show orders').click()
  await page.getByText('One order').waitFor()
  expect(searchOf(page)).toBe(`?status=PENDING&createdAtStart=${today}&createdAtEnd=${tomorrow}`)
  await button(page, 'Filter (3)').waitFor()
  await page.reload()
  await page.getByText('One order').waitFor()
  await page.getByRole('link', { name: 'Remove Awaiting payment' }).click()
  await page.getByText('2 orders').waitFor()
  await button(page, 'Filter (2)').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('Filter')
  await page.goBack()
  await page.getByText('One order').waitFor()
  await page.goto(`${list}?status=SHIPPED`)
  await page.getByText('No orders found matching your criteria.').waitFor()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Clear all' }).first().click()
  await page.getByText('2 orders').waitFor()
  expect(searchOf(page)).toBe('')
  await button(page, 'Filter').click()
  await drawer.getByRole('radio', { name: 'Delivered' }).check()
  await button(page, 'Show orders').click()
  await page.getByText('No orders found').waitFor()
  await button(page, 'Filter (1)').click()
  await button(page, 'Clear all').click()
  await page.getByText('2 orders').waitFor()
  browser.expectNoErrors()
})

test('the list has pages of ten orders', async () => {
  const shopper = await openAccountWithAddress()
  const orders = []
  for (let count = 0; count < 21; count += 1) orders.push(await placeOrder(shopper))
  const page = await browser.open(list, shopper.signedIn)
  await page.getByText('21 orders').waitFor()
  expect(await cards(page).count()).toBe(10)
  await card(page, orders[20]?.orderNumber ?? '').waitFor()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  expect(await pages.getByRole('listitem').allInnerTexts()).toEqual(['1', '2', '3'])
  await pages.getByRole('link', { name: 'Page 3', exact: true }).click()
  await card(page, orders[0]?.orderNumber ?? '').waitFor()
  expect(await cards(page).count()).toBe(1)
  expect(searchOf(page)).toBe('?page=3')
  await expectAccessible(page)
  await pages.getByRole('link', { name: 'Previous page' }).click()
  await expect.poll(() => cards(page).count()).toBe(10)
  await page.goto(`${list}?page=9`)
  await page.waitForURL(`**${list}?page=3`)
  await card(page, orders[0]?.orderNumber ?? '').waitFor()
  browser.expectNoErrors()
})

test('an empty list links to the shop; a list that does not load shows an error', async () => {
  const { signedIn } = await openAccount()
  const page = await browser.open(list, signedIn)
  await page.getByText('No orders found matching your criteria.').waitFor()
  await page.getByRole('link', { name: 'Discover the collection' }).waitFor()
  await expectAccessible(page)
  await page.route('**/api/orders/my*', (route) => route.abort())
  await page.reload()
  await page.getByText(/^Error:/).waitFor()
  await page.getByText('网络请求失败，请稍后重试').waitFor()
  await page.unroute('**/api/orders/my*')
  await page.route('**/api/orders/my*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await page.getByText('Error: Failed to fetch order list').waitFor()
  await page.unroute('**/api/orders/my*')
  await button(page, 'Try again').click()
  await page.getByText('No orders found').waitFor()
  browser.expectNoErrors(/net::ERR_FAILED|status of 500/)
})

test('an unknown order shows an error and links to the list', async () => {
  const { signedIn } = await openAccount()
  const page = await browser.open(`${list}/nonsense`, signedIn)
  await page.getByText('We could not find this order.').waitFor()
  await page.getByText('获取订单详情失败').waitFor()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'My Orders' }).last().click()
  await page.waitForURL(`**${list}`)
  browser.expectNoErrors(/status of 404/)
})

test('an order’s page follows its state', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  await payOnDelivery(shopper, order)
  const page = await browser.open(`${list}/${order.id}`, shopper.signedIn)
  await page.getByText('Order confirmed. Awaiting shipment.').waitFor()
  const staff = await signInAsStaff()
  await callApi(staff, `POST /admin/orders/${order.id}/ship`, {
    carrier: 'DHL Express',
    trackingNumber: 'JD014600003889427591',
    trackingUrl: 'https://example.com/JD014600003889427591',
  })
  await page.getByText('Your order is on its way.').waitFor()
  const tracking = page.getByRole('link', { name: 'JD014600003889427591' })
  expect(await tracking.getAttribute('href')).toBe('https://example.com/JD014600003889427591')
  expect(await button(page, 'Cancel order').count()).toBe(0)
  await callApi(staff, `POST /admin/orders/${order.id}/deliver`)
  await page.getByText('Your order has been delivered.').waitFor()
  await callApi(staff, `POST /admin/orders/${order.id}/complete`)
  await page.getByText('Order completed').waitFor()
  const steps = page.getByRole('region', { name: 'State of the order' }).getByRole('listitem')
  expect((await steps.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
    'Placed',
    'Confirmed',
    'Dispatched',
    'Delivered',
    'Completed',
  ])
  await expectAccessible(page)
  browser.expectNoErrors()
})

test('an order is cancelled after confirmation', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  const page = await browser.open(`${list}/${order.id}`, shopper.signedIn)
  await button(page, 'Cancel order').click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await dialog.waitFor({ state: 'detached' })
  await button(page, 'Cancel order').click()
  await dialog.getByRole('textbox', { name: 'Your reason' }).fill('The wrong size.')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText('This order was cancelled.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('This order was cancelled.')
  expect(await button(page, 'Pay Now').count()).toBe(0)
  await page.goto(list)
  await card(page, order.orderNumber).getByText('Cancelled').waitFor()
  browser.expectNoErrors()
})

test('an order prints as a sheet, which has a page', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  await payOnDelivery(shopper, order)
  const page = await browser.open(`${list}/${order.id}`, shopper.signedIn)
  await page.getByText('Order confirmed. Awaiting shipment.').waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('heading', { name: 'Order', exact: true }).waitFor()
  for (const hidden of ['banner', 'contentinfo', 'navigation'] as const) {
    expect(await page.getByRole(hidden).count(), hidden).toBe(0)
  }
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Print this order' }).click()
  await page.getByRole('heading', { level: 1, name: 'Order', exact: true }).waitFor()
  await page.getByRole('row', { name: /^Porto Loafer/ }).waitFor()
  await expectAccessible(page)
  const price = page.getByRole('columnheader', { name: 'Price' })
  await price.waitFor()
  await page.setViewportSize({ width: 320, height: 800 })
  await price.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.emulateMedia({ media: 'print' })
  await price.waitFor()
  const printed = page.getByRole('article', { name: `Order ${order.orderNumber}` })
  await printed.waitFor()
  expect(await button(page, 'Print').count()).toBe(0)
  expect(await page.getByRole('banner').count()).toBe(0)
  expect(await printed.evaluate((sheet) => getComputedStyle(sheet).color)).toBe('rgb(0, 0, 0)')
  // It fits on one sheet of either format.
  for (const format of ['A4', 'Letter']) {
    const pdf = (await page.pdf({ format })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g), format).toHaveLength(1)
  }
  browser.expectNoErrors()
})

test('another shopper’s order looks like an unknown one', async () => {
  const owner = await openAccountWithAddress()
  const order = await placeOrder(owner)
  const { signedIn } = await openAccount()
  for (const path of [`${list}/${order.id}`, `${list}/${order.id}/invoice`, `${list}/nonsense`]) {
    const page = await browser.open(path, signedIn)
    await page.getByText('获取订单详情失败').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'My Orders' }).last().waitFor()
    await expectAccessible(page)
    await page.context().close()
  }
  browser.expectNoErrors(rejection)
})

test('a guest signs in on the way to an order and returns to it', async () => {
  const owner = await openAccountWithAddress()
  const order = await placeOrder(owner)
  const page = await browser.open(`${list}/${order.id}`)
  await page.waitForURL('**/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(owner.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(owner.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${list}/${order.id}`)
  await button(page, 'Pay Now').waitFor()
  browser.expectNoErrors()
})

test('an order that does not load shows an error, and a retry loads it', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  const page = await browser.open('about:blank', shopper.signedIn)
  await page.route('**/api/orders/my/*', (route) => route.abort())
  await page.goto(`${list}/${order.id}`)
  await page.getByText('获取订单详情失败').waitFor()
  await page.unroute('**/api/orders/my/*')
  await button(page, 'Try again').click()
  await button(page, 'Pay Now').waitFor()
  browser.expectNoErrors(cutOff)
})

test('the pages are accessible at every width, without console errors', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  await payOnDelivery(shopper, await placeOrder(shopper))
  const page = await browser.open('/profile', shopper.signedIn)
  for (const path of ['/profile', list, `${list}/${order.id}`, `${list}/${order.id}/invoice`]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await expectAccessibleOnEveryWidth(page)
  }
  browser.expectNoErrors()
})
