import { expect, test } from 'vitest'
import { openAccountWithAddress, placeOrder } from './ordering.ts'
import { owner, signedInAs } from './staff.ts'
import { expectAccessible, useBrowser } from './use-browser.ts'

const browser = useBrowser()

test('Ctrl+K finds pages, products, customers, orders and e-mails, with the keyboard alone', async () => {
  const office = await browser.open('/admin/coupons', await signedInAs(owner))
  await office.getByRole('heading', { level: 1, name: 'Coupons' }).waitFor()

  await office.keyboard.press('Control+k')
  const search = office.getByRole('combobox', { name: 'Page, order, product, customer or e-mail' })
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
  await office.keyboard.type('categ')
  await office.getByRole('option', { name: 'Categories' }).waitFor()
  await expectAccessible(office)
  await office.keyboard.press('Enter')
  await office.getByRole('heading', { level: 1, name: 'Categories' }).waitFor()

  await office.getByRole('button', { name: /^Search/ }).click()
  await search.fill('ponza tote')
  await office
    .getByRole('option', { name: /Ponza Tote/ })
    .first()
    .waitFor()
  await office.keyboard.press('Enter')
  await office.getByRole('heading', { level: 1, name: 'Ponza Tote' }).waitFor()

  await office.keyboard.press('Control+k')
  await search.fill('shopper@example.com')
  await office
    .getByRole('option', { name: /shopper@example\.com/ })
    .first()
    .click()
  await office.waitForURL(/\/admin\/customers\/[^/]+$/)

  const shopper = await openAccountWithAddress()
  const { orderNumber } = await placeOrder(shopper)
  await office.keyboard.press('Control+k')
  await search.fill(orderNumber)
  await office
    .getByRole('option', { name: new RegExp(orderNumber) })
    .first()
    .waitFor()
  // The e-mail about the order has its number in the subject.
  await search.fill(`order ${orderNumber}`)
  await office
    .getByRole('option', { name: new RegExp(shopper.email) })
    .first()
    .click()
  await office.waitForURL(/\/admin\/emails\/[^/]+$/)

  await office.keyboard.press('Control+k')
  await search.fill('nothing is called so')
  await office.getByText('No results').waitFor()
  await office.keyboard.press('Escape')
  await search.waitFor({ state: 'detached' })
  expect(new URL(office.url()).pathname).toMatch(/^\/admin\/emails\//)
  browser.expectNoErrors()
})

test('a double click on a button opens its dialog and does not close it again', async () => {
  const office = await browser.open('/admin/synonyms', await signedInAs(owner))
  await office.getByRole('button', { name: 'Add synonym' }).dblclick()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('kept')
  expect(await dialog.getByRole('textbox').first().inputValue()).toBe('kept')
  // A single press outside still closes it.
  await office.mouse.click(5, 5)
  await dialog.waitFor({ state: 'detached' })
  browser.expectNoErrors()
})
