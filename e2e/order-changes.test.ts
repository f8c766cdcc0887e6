import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  callApi,
  openAccountWithAddress,
  type PlacedOrder,
  payByCard,
  placeOrder,
  plentyOf,
} from './ordering.ts'
import { owner, signedInAs } from './staff.ts'
import { expectAccessible, expectAccessibleOnEveryWidth, useBrowser } from './use-browser.ts'

const browser = useBrowser()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('staff add an item to a paid order, the shopper pays the difference, and the order is sent', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  await payByCard(shopper, order)
  const page = await browser.open(`/profile/orders/${order.id}`, shopper.signedIn)
  await page.getByText('Order confirmed. Awaiting shipment.').waitFor()

  const signedIn = await signedInAs(owner, { isConfirmed: false })
  const office = await browser.open(`/admin/orders/${order.id}`, signedIn)
  await office.getByRole('link', { name: 'Change items or delivery' }).click()
  await panel(office, 'What the change comes to').getByText('Nothing is changed yet.').waitFor()
  await office.getByRole('searchbox', { name: 'Add an item' }).fill('calvi tote')
  await button(office, /^Add Calvi Tote/)
    .first()
    .click()
  await panel(office, 'What the change comes to').getByText('A supplementary order for').waitFor()
  await expectAccessibleOnEveryWidth(office)
  await button(office, 'Change order').click()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Change order' }).click()
  await office.getByRole('textbox', { name: 'Your password' }).fill(owner.password)
  await dialog.getByRole('button', { name: 'Change order' }).click()
  await panel(office, 'Status').getByText('Changed; the difference is billed by').waitFor()
  expect(await button(office, 'Mark as shipped').count()).toBe(0)
  await expectAccessible(office)

  // The shopper's page updates without a reload, and leads to the difference.
  await page.getByText('Your order was changed. The difference of').waitFor()
  await page.getByRole('heading', { name: 'Changes' }).waitFor()
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await summary.getByText('Billed separately').waitFor()
  await expectAccessibleOnEveryWidth(page)
  const { supplements } = await callApi<{ supplements: PlacedOrder[] }>(
    shopper.accessToken,
    `GET /orders/my/${order.id}`,
  )
  const [supplement] = supplements
  if (!supplement) throw new Error('There is no supplementary order')
  await page.getByRole('link', { name: supplement.orderNumber }).click()
  await page.getByText('This pays the difference of your changed order').waitFor()
  await summary.getByText('Total', { exact: true }).waitFor()
  expect(await summary.getByText('Delivery', { exact: true }).count()).toBe(0)
  await expectAccessibleOnEveryWidth(page)
  await payByCard(shopper, supplement)
  await page.getByText('Order completed').waitFor()
  await page.getByRole('link', { name: order.orderNumber }).click()
  await page.getByText(`${supplement.orderNumber}: paid.`).waitFor()
  await button(office, 'Mark as shipped').waitFor()

  // Nothing is sent with the supplementary order, so nothing is packed for it.
  expect(await office.getByRole('link', { name: 'Packing slip' }).count()).toBe(1)
  await office.getByRole('link', { name: supplement.orderNumber }).click()
  await panel(office, 'Status').getByText('Paid. Nothing left to do.').waitFor()
  expect(await office.getByRole('link', { name: 'Packing slip' }).count()).toBe(0)
  browser.expectNoErrors(/the server responded with a status of 403/)
})

test('an item is replaced by a cheaper one and the address moved: the difference is refunded', async () => {
  const shopper = await openAccountWithAddress()
  const dear = await plentyOf('calvi-tote')
  const order = await placeOrder(shopper, [{ variantId: dear.id, quantity: 2 }])
  await payByCard(shopper, order)
  const office = await browser.open(`/admin/orders/${order.id}`, await signedInAs(owner))
  await panel(office, 'Status').getByText('Paid. Ready to ship.').waitFor()
  await office.getByRole('link', { name: 'Change items or delivery' }).click()
  const quantity = office.getByRole('spinbutton', { name: /^Quantity of Calvi Tote/ })
  await quantity.fill('1')
  await office.getByRole('textbox', { name: 'Street address' }).fill('20 Prince Street')
  await panel(office, 'What the change comes to').getByText('is refunded.').waitFor()
  await button(office, 'Change order').click()
  await office.getByRole('dialog').getByRole('button', { name: 'Change order' }).click()
  await panel(office, 'Timeline').getByText('Order changed').waitFor()
  await panel(office, 'Customer').getByText('20 Prince Street').waitFor()
  // The refund of the change has its own name, and does not count as a refund of the total.
  await panel(office, 'Payments')
    .getByText(/^\$[\d,.]+, because a change made the order cheaper$/)
    .waitFor()
  expect(await panel(office, 'Status').getByText('refunded').count()).toBe(0)
  expect(await panel(office, 'Items').getByText('Refunded').count()).toBe(0)
  await office.getByRole('link', { name: 'All orders' }).click()
  const row = office.getByRole('row').filter({ hasText: order.orderNumber })
  await row.getByText('Paid', { exact: true }).waitFor()
  const page = await browser.open(`/profile/orders/${order.id}`, shopper.signedIn)
  await page.getByText('20 Prince Street').first().waitFor()
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await summary.getByText('Total', { exact: true }).waitFor()
  expect(await summary.getByText('Paid back').count()).toBe(0)
  await panel(page, 'State of the order').getByText('Card, paid', { exact: true }).waitFor()

  // The invoice keeps what was paid for, so the order is not printed under its number.
  await page.getByRole('link', { name: 'Print this order' }).click()
  const sheet = page.getByRole('article', { name: `Order ${order.orderNumber}` })
  await sheet.getByText(/^Invoice INV-/).waitFor()
  await sheet.getByText('Card, paid', { exact: true }).waitFor()
  expect(await sheet.getByText('Paid back').count()).toBe(0)
  expect(await sheet.getByText(/^INV-/).count()).toBe(0)
  await expectAccessible(page)
  browser.expectNoErrors()
})
