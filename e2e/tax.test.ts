import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, chooseOptions, signInAsStaff, writeAddress } from './ordering.ts'
import { openAccount } from './shopper.ts'
import { owner, signedInAs } from './staff.ts'
import { expectAccessible, expectAccessibleOnEveryWidth, useBrowser } from './use-browser.ts'

const browser = useBrowser()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const sum = (page: Page, name: string) =>
  page
    .getByRole('complementary', { name: 'Order summary' })
    .locator('dl > div')
    .filter({ hasText: name })
    .locator('dd')

/** Saves what a press on a button downloads, and returns its name and bytes. */
async function download(page: Page, press: () => Promise<void>) {
  const begun = page.waitForEvent('download')
  await press()
  const file = await begun
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

test('staff tax a country, a company there orders, and both download its invoice', async () => {
  const office = await browser.open('/admin/tax-rules', await signedInAs(owner))
  await button(office, 'Add rule').click()
  await dialog(office).getByRole('combobox', { name: 'Country' }).selectOption('Sweden')
  await button(office, 'Continue').click()
  const form = dialog(office)
  await form.getByRole('heading', { name: 'Tax rule of Sweden' }).waitFor()
  expect(await form.getByLabel('Standard rate in percent').inputValue()).toBe('25')
  await form.getByLabel('From').fill('2026-01-01')
  await form.getByRole('combobox', { name: /^Import duties/ }).selectOption('Delivered duty paid')
  await expectAccessible(office)
  await form.getByRole('button', { name: 'Add rule' }).click()
  await form.waitFor({ state: 'hidden' })
  await office.getByRole('table').getByText('Sweden').waitFor()
  await expectAccessibleOnEveryWidth(office)

  const shopper = await openAccount()
  await writeAddress(shopper, { country: 'SE', city: 'Göteborg', state: '', postalCode: '411 15' })
  const page = await browser.open('/product/porto-loafer', shopper.signedIn)
  await chooseOptions(page)
  await button(page, 'Buy now').click()
  await page.waitForURL('**/order/preview')
  await sum(page, 'Includes tax (25%)').waitFor()
  const tax = await sum(page, 'Includes tax (25%)').textContent()
  expect(await sum(page, 'Import duties').textContent()).toBe('Included')
  await page.getByText('Buying for a company').click()
  await page.getByRole('textbox', { name: 'Company' }).fill('Valcourt AB')
  const taxNumber = page.getByRole('textbox', { name: /^Tax number/ })
  await taxNumber.fill('SE1234')
  await taxNumber.blur()
  await page.getByText('Please check the tax number.').waitFor()
  await expectAccessible(page)
  expect(await button(page, 'Place Order').isEnabled()).toBe(false)
  await taxNumber.fill('SE 123456789001')
  await expectAccessibleOnEveryWidth(page)
  await button(page, 'Place Order').click()
  await page.waitForURL('**/profile/orders/**')
  await sum(page, 'Includes tax (25%)').waitFor()
  expect(await sum(page, 'Includes tax (25%)').textContent()).toBe(tax)
  await panel(page, 'Company').getByText('SE123456789001').waitFor()

  const orderId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const staff = await signInAsStaff()
  await callApi(staff, `POST /admin/orders/${orderId}/mark-paid`, { reference: 'Wire' })
  await page.reload()
  const documents = panel(page, 'Invoice and credit notes')
  const number = (await documents.getByText(/^Invoice INV-/).textContent())?.split(' ')[1] ?? ''
  await expectAccessibleOnEveryWidth(page)
  const own = await download(page, () =>
    documents.getByRole('button', { name: `Download PDF of ${number}` }).click(),
  )
  expect(own.name).toBe(`${number}.pdf`)
  expect(own.content.subarray(0, 5).toString()).toBe('%PDF-')

  await callApi(staff, `POST /admin/orders/${orderId}/refunds`, {
    amount: 10,
    reason: 'A scratch',
    key: 'one',
  })
  // It is issued once the refund has been made.
  const notes = documents.getByText(/^Credit note CN-/)
  await expect
    .poll(async () => {
      await page.reload()
      await documents.getByText(/^Invoice INV-/).waitFor()
      return notes.count()
    })
    .toBe(1)

  await office.goto(`/admin/orders/${orderId}`)
  await panel(office, 'Items').getByText('Includes tax (25%)').waitFor()
  await panel(office, 'Invoice and credit notes').getByText(number).waitFor()
  await expectAccessibleOnEveryWidth(office)
  await office.goto(`/admin/invoices?q=${number}`)
  await expectAccessibleOnEveryWidth(office)
  const theirs = await download(office, () => button(office, `Download ${number}`).click())
  expect(theirs.content.equals(own.content)).toBe(true)
  await button(office, 'Export as CSV').click()
  const file = await download(office, () =>
    dialog(office).getByRole('button', { name: 'Export', exact: true }).click(),
  )
  expect(file.content.toString()).toContain(`${number},`)

  await office.goto('/admin/tax-rules')
  await button(office, 'End the rule of Sweden').click()
  await dialog(office).getByLabel('From').fill('2026-01-02')
  await dialog(office)
    .getByRole('textbox', { name: /^Source/ })
    .fill('No longer sold there')
  await dialog(office).getByRole('button', { name: 'End rule' }).click()
  await office.getByText('Ended', { exact: true }).waitFor()
  browser.expectNoErrors()
})

test('staff write who sells, and how invoices are numbered', async () => {
  const office = await browser.open('/admin/invoicing', await signedInAs(owner))
  await office.getByRole('textbox', { name: /^Registration/ }).fill('RCS Paris 303 265 045')
  const prefix = office.getByRole('textbox', { name: /^Prefix of credit notes/ })
  await prefix.fill('INV')
  await button(office, 'Save').click()
  await office.getByText('Credit notes have a series of their own').waitFor()
  await prefix.fill('CN')
  await button(office, 'Save').click()
  await expectAccessibleOnEveryWidth(office)
  await office.reload()
  await expect
    .poll(() => office.getByRole('textbox', { name: /^Registration/ }).inputValue())
    .toBe('RCS Paris 303 265 045')
  browser.expectNoErrors(/the server responded with a status of 400/)
})
