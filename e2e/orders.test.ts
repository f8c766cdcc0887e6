import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, expectAccessibleOnEveryWidth, useJourney } from './journey.ts'
import {
  callApi,
  openAccountWithAddress,
  payOnDelivery,
  placeOrder,
  plentyOf,
  signInAsStaff,
} from './ordering.ts'
import { openAccount } from './shopper.ts'

const journey = useJourney()

/** What the browser notes of a call that was refused, or cut off, on purpose. */
const refusal = /the server responded with a status of 4\d\d/
const cutOff = /net::ERR_FAILED/

const list = '/profile/orders'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const cards = (page: Page) => page.getByRole('list', { name: 'Orders' }).getByRole('article')
const card = (page: Page, orderNumber: string) => cards(page).filter({ hasText: orderNumber })
const searchOf = (page: Page) => new URL(page.url()).search

/** Today in UTC, so many days off. */
function day(offset = 0): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
}

test('orders are listed: one to be paid leads on by its button, the others as a whole', async () => {
  const shopper = await openAccountWithAddress()
  const [bag, shoe] = await Promise.all([plentyOf('calvi-tote'), plentyOf('porto-loafer')])
  const paid = await placeOrder(shopper, [
    { variantId: bag.id, quantity: 1 },
    { variantId: shoe.id, quantity: 1 },
  ])
  await payOnDelivery(shopper, paid)
  const unpaid = await placeOrder(shopper)
  const page = await journey.open('/profile', shopper.signedIn)
  const tabs = page.getByRole('navigation', { name: 'Account' }).getByRole('link')
  await tabs.first().waitFor()
  expect(await tabs.allInnerTexts()).toEqual(['OVERVIEW', 'MY PROFILE', 'MY ORDERS', 'MY WISHLIST'])
  await page
    .getByRole('main')
    .getByRole('link', { name: /What you have ordered/ })
    .click()
  await page.getByText('2 orders').waitFor()

  await card(page, unpaid.orderNumber).getByRole('heading').click()
  expect(new URL(page.url()).pathname).toBe(list)
  const whole = card(page, paid.orderNumber)
  await whole.getByText('Confirmed').waitFor()
  expect(await whole.getByRole('img').count()).toBe(2)
  await whole.getByRole('link', { name: `View Details of order ${paid.orderNumber}` }).waitFor()
  expect(await whole.getByRole('link').count()).toBe(1)
  // Anywhere on it.
  await whole.click({ position: { x: 5, y: 5 } })
  await page.waitForURL(`**${list}/${paid.id}`)
  await page.goBack()
  await card(page, unpaid.orderNumber)
    .getByRole('link', { name: /^Pay Now/ })
    .click()
  await page.waitForURL(`**${list}/${unpaid.id}`)
  await button(page, 'Pay Now').waitFor()
  journey.expectCalm()
})

test('the filter is in the address, is counted, and is cleared at once', async () => {
  const shopper = await openAccountWithAddress()
  await payOnDelivery(shopper, await placeOrder(shopper))
  await placeOrder(shopper)
  const page = await journey.open(list, shopper.signedIn)
  await page.getByText('2 orders').waitFor()
  await button(page, 'Filter').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('radio', { name: 'Awaiting payment' }).check()
  await drawer.getByLabel('Start date').fill(day())
  await drawer.getByLabel('End date').fill(day(-1))
  await drawer.getByText('The end date is before the start date.').waitFor()
  await expectAccessible(page)
  await drawer.getByLabel('End date').fill(day(1))
  await button(page, 'Show orders').click()
  await page.getByText('One order').waitFor()
  expect(searchOf(page)).toBe(`?status=PENDING&createdAtStart=${day()}&createdAtEnd=${day(1)}`)
  await button(page, 'Filter (3)').waitFor()
  await page.reload()
  await page.getByText('One order').waitFor()
  await page.getByRole('link', { name: 'Remove Awaiting payment' }).click()
  await page.getByText('2 orders').waitFor()
  await button(page, 'Filter (2)').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Filter')
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
  journey.expectCalm()
})

test('the list goes on after ten orders, and back', async () => {
  const shopper = await openAccountWithAddress()
  const orders = []
  for (let count = 0; count < 21; count += 1) orders.push(await placeOrder(shopper))
  const page = await journey.open(list, shopper.signedIn)
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
  journey.expectCalm()
})

test('without orders there is a way on; a list that does not load says so', async () => {
  const { signedIn } = await openAccount()
  const page = await journey.open(list, signedIn)
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
  journey.expectCalm(/net::ERR_FAILED|status of 500/)
})

test('an address that names no order says so, and leads to those there are', async () => {
  const { signedIn } = await openAccount()
  const page = await journey.open(`${list}/nonsense`, signedIn)
  await page.getByText('We could not find this order.').waitFor()
  await page.getByText('获取订单详情失败').waitFor()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'My Orders' }).last().click()
  await page.waitForURL(`**${list}`)
  journey.expectCalm(/status of 404/)
})

test('an order’s page follows what the house does with it', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  await payOnDelivery(shopper, order)
  const page = await journey.open(`${list}/${order.id}`, shopper.signedIn)
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
  journey.expectCalm()
})

test('an order is cancelled after a question', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  const page = await journey.open(`${list}/${order.id}`, shopper.signedIn)
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
  journey.expectCalm()
})

test('an order is printed as its invoice, and has an invoice of its own', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  await payOnDelivery(shopper, order)
  const page = await journey.open(`${list}/${order.id}`, shopper.signedIn)
  await page.getByText('Order confirmed. Awaiting shipment.').waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('heading', { name: 'Invoice' }).waitFor()
  for (const hidden of ['banner', 'contentinfo', 'navigation'] as const) {
    expect(await page.getByRole(hidden).count(), hidden).toBe(0)
  }
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Invoice' }).click()
  await page.getByRole('heading', { level: 1, name: 'Invoice' }).waitFor()
  await page.getByRole('row', { name: /^Porto Loafer/ }).waitFor()
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  const invoice = page.getByRole('article', { name: `Invoice ${order.orderNumber}` })
  await invoice.waitFor()
  expect(await button(page, 'Print').count()).toBe(0)
  expect(await page.getByRole('banner').count()).toBe(0)
  expect(await invoice.evaluate((sheet) => getComputedStyle(sheet).color)).toBe('rgb(0, 0, 0)')
  // One sheet of either paper is enough for it.
  for (const format of ['A4', 'Letter']) {
    const pdf = (await page.pdf({ format })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g), format).toHaveLength(1)
  }
  journey.expectCalm()
})

test('an order of somebody else is as unknown as none', async () => {
  const owner = await openAccountWithAddress()
  const order = await placeOrder(owner)
  const { signedIn } = await openAccount()
  for (const path of [`${list}/${order.id}`, `${list}/${order.id}/invoice`, `${list}/nonsense`]) {
    const page = await journey.open(path, signedIn)
    await page.getByText('获取订单详情失败').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'My Orders' }).last().waitFor()
    await expectAccessible(page)
    await page.context().close()
  }
  journey.expectCalm(refusal)
})

test('a guest signs in on the way to an order and comes back to it', async () => {
  const owner = await openAccountWithAddress()
  const order = await placeOrder(owner)
  const page = await journey.open(`${list}/${order.id}`)
  await page.waitForURL('**/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(owner.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(owner.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${list}/${order.id}`)
  await button(page, 'Pay Now').waitFor()
  journey.expectCalm()
})

test('an order that does not load says so and comes when asked again', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  const page = await journey.open('/', shopper.signedIn)
  await page.route('**/api/orders/my/*', (route) => route.abort())
  await page.goto(`${list}/${order.id}`)
  await page.getByText('获取订单详情失败').waitFor()
  await page.unroute('**/api/orders/my/*')
  await button(page, 'Try again').click()
  await button(page, 'Pay Now').waitFor()
  journey.expectCalm(cutOff)
})

test('the pages are accessible and calm on every width', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  await payOnDelivery(shopper, await placeOrder(shopper))
  const page = await journey.open('/profile', shopper.signedIn)
  for (const path of ['/profile', list, `${list}/${order.id}`, `${list}/${order.id}/invoice`]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await expectAccessibleOnEveryWidth(page)
  }
  journey.expectCalm()
})
