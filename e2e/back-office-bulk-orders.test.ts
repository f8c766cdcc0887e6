import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAccountWithAddress, payOnDelivery, placeOrder } from './ordering.ts'
import { owner, signedInAs } from './staff.ts'
import { expectAccessible, expectAccessibleOnEveryWidth, useBrowser } from './use-browser.ts'

const browser = useBrowser()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

test('many orders are shipped, delivered and their cash recorded, and one that cannot be is left', async () => {
  const shopper = await openAccountWithAddress()
  const [one, other, unpaid] = [
    await placeOrder(shopper),
    await placeOrder(shopper),
    await placeOrder(shopper),
  ]
  for (const order of [one, other]) await payOnDelivery(shopper, order)
  const page = await browser.open('/admin/orders', await signedInAs(owner))
  for (const { orderNumber } of [one, other, unpaid])
    await page.getByRole('checkbox', { name: `Select ${orderNumber}` }).check()
  await button(page, 'Mark as shipped').click()
  await dialog(page).getByText('2 ready, 1 cannot be changed.').waitFor()
  await dialog(page).getByRole('combobox', { name: 'Carrier' }).fill('DHL Express')
  const numberOf = (order: { orderNumber: string }) =>
    dialog(page).getByRole('textbox', { name: `Tracking number of ${order.orderNumber}` })
  const [first, second] = await dialog(page)
    .getByRole('textbox', { name: /^Tracking number of / })
    .all()
  await first?.fill('JD01')
  // A scanner sends Enter after each number.
  await page.keyboard.press('Enter')
  expect(await second?.evaluate((input) => input === document.activeElement)).toBe(true)
  await numberOf(one).fill('JD-ONE')
  await numberOf(other).fill('JD-OTHER')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Mark as shipped' }).click()
  await dialog(page).getByText('2 done.').waitFor()
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
  // Only orders that still need the step stay selected.
  await page.getByText('1 selected').waitFor()
  for (const { orderNumber } of [one, other])
    await page.getByRole('checkbox', { name: `Select ${orderNumber}` }).check()
  for (const [action, result] of [
    ['Mark as delivered', '2 done.'],
    ['Record cash', '2 done.'],
  ] as const) {
    await button(page, action).click()
    await dialog(page).getByText('2 ready, 1 cannot be changed.').waitFor()
    await dialog(page).getByRole('button', { name: action }).click()
    await dialog(page).getByText(result).waitFor()
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
    for (const { orderNumber } of [one, other])
      await page.getByRole('checkbox', { name: `Select ${orderNumber}` }).check()
  }
  await page.getByRole('searchbox').fill('JD-OTHER')
  await page.getByRole('link', { name: other.orderNumber }).click()
  await page.getByText('JD-OTHER').first().waitFor()
  browser.expectNoErrors()
})

test('a file of tracking numbers is previewed with its mistakes, and its orders are shipped', async () => {
  const shopper = await openAccountWithAddress()
  const [one, unpaid] = [await placeOrder(shopper), await placeOrder(shopper)]
  await payOnDelivery(shopper, one)
  const csv = [
    'order_number;carrier;tracking_number',
    `${one.orderNumber};DHL Express;JD-FILE`,
    `${unpaid.orderNumber};DHL Express;JD-2`,
    'SV999999;<b>DHL</b>;JD-3',
  ].join('\n')
  const page = await browser.open('/admin/orders', await signedInAs(owner))
  await page.getByRole('link', { name: 'Import tracking numbers' }).click()
  const file = { name: 'tracking.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.getByLabel('File').setInputFiles(file)
  await button(page, 'Preview').click()
  await page.getByText('1 ready, 2 cannot be changed.').waitFor()
  await page.getByText('There is no such order').waitFor()
  await expectAccessibleOnEveryWidth(page)
  await button(page, 'Ship 1 order').click()
  await page.getByText('1 done.').waitFor()
  await button(page, 'Preview').click()
  await page.getByText('1 done already, 2 cannot be changed.').waitFor()
  browser.expectNoErrors()
})
