import { expect, test } from 'vitest'
import { openAccountWithAddress, payOnDelivery, placeOrder } from './ordering.ts'
import { owner, signedInAs } from './staff.ts'
import { expectAccessible, expectAccessibleOnEveryWidth, useBrowser } from './use-browser.ts'

const browser = useBrowser()

test('sales are reported by product and country, and exported with the orders of these days after a confirmation', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  await payOnDelivery(shopper, order)
  const page = await browser.open('/admin/sales', await signedInAs(owner, { isConfirmed: false }))
  const table = page.getByRole('region', { name: 'Report table' })
  await table.getByRole('row', { name: /^Shipping/ }).waitFor()
  await table.getByRole('row', { name: /^Total/ }).waitFor()
  await expectAccessibleOnEveryWidth(page)
  await page.getByRole('combobox', { name: 'By' }).selectOption('country')
  await table.getByRole('row', { name: /^United States/ }).waitFor()
  expect(new URL(page.url()).searchParams.get('by')).toBe('country')

  const saved: string[] = []
  page.on('download', (file) => saved.push(file.suggestedFilename()))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Orders', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export orders' })
  const submit = dialog.getByRole('button', { name: 'Export', exact: true })
  await submit.click()
  const password = dialog.getByRole('textbox', { name: 'Your password' })
  await password.waitFor()
  await expectAccessible(page)
  await password.fill(owner.password)
  await submit.click()
  const file = await download
  await dialog.waitFor({ state: 'detached' })
  expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv$/)
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk))
  expect(Buffer.concat(chunks).toString()).toContain(order.orderNumber)

  // The confirmation counts for ten minutes: the next export needs none.
  const next = page.waitForEvent('download')
  await page.getByRole('button', { name: 'This report', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  expect((await next).suggestedFilename()).toMatch(/^sales-by-country-/)
  expect(saved).toHaveLength(2)

  await page.goto('/admin/sales?by=coupon&from=2020-01-01&until=2020-01-31')
  await page.getByText('No sales in this period.').waitFor()
  await expectAccessibleOnEveryWidth(page)
  browser.expectNoErrors(/status of 403/)
})
