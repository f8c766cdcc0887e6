import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  callApi,
  chooseOptions,
  openAccountWithAddress,
  placeOrder,
  signInAsStaff,
} from './ordering.ts'
import { owner, signedInAs } from './staff.ts'
import { expectAccessible, expectAccessibleOnEveryWidth, useBrowser } from './use-browser.ts'

const browser = useBrowser()

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** Amounts, and names of fields of amounts. */
const price =
  /\$\s?\d|\d[.,]\d\d\b(?!\d)|"(shippingFee|freeShippingFrom|unitPrice|totalPrice|totalAmount|value)"/

test('a shopper gives an order away: the choice outlives a reload, and is in the total and on the card', async () => {
  const shopper = await openAccountWithAddress()
  const page = await browser.open('/product/porto-loafer', shopper.signedIn)
  await chooseOptions(page)
  await page.getByRole('button', { name: 'Buy now', exact: true }).click()
  await page.getByRole('heading', { name: 'Confirm Order' }).waitFor()
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await summary.getByText('Total').waitFor()
  await expect.poll(() => summary.getByText('Gift wrapping').count()).toBe(0)
  const gift = panel(page, 'Gift')
  await gift.getByRole('checkbox', { name: 'This order is a gift' }).check()
  await gift.getByRole('checkbox', { name: /^Gift wrapping, \$25\.00/ }).check()
  const message = gift.getByRole('textbox', { name: /^Message on the card/ })
  const poem = 'One,\ntwo,\nthree,\nfour,\nfive,\nsix,\nseven,\neight,\nnine.'
  await message.fill(poem)
  await page.getByText('The card has room for 8 lines.').nth(1).waitFor()
  expect(await message.inputValue()).toBe(poem)
  expect(await page.getByRole('button', { name: 'Place Order' }).isDisabled()).toBe(true)
  await message.fill('Für dich, Inès 🎁')
  await gift.getByRole('textbox', { name: /^From/ }).fill('Ada')
  await summary.getByText('Gift wrapping').waitFor()
  await expectAccessibleOnEveryWidth(page)
  await page.reload()
  await summary.getByText('Gift wrapping').waitFor()
  expect(await gift.getByRole('textbox', { name: /^From/ }).inputValue()).toBe('Ada')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.getByRole('heading', { name: 'Order Detail' }).waitFor()
  await panel(page, 'Gift').getByText('Für dich, Inès 🎁').waitFor()
  await summary.getByText('Gift wrapping').waitFor()

  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const office = await browser.open(`/admin/orders/${id}`, await signedInAs(owner))
  await panel(office, 'Gift').getByText('Für dich, Inès 🎁').waitFor()
  await panel(office, 'Items').getByText('Gift wrapping').waitFor()
  await panel(office, 'Gift').getByRole('link', { name: 'Print the card' }).click()
  const card = office.getByRole('article', { name: /^Card of/ })
  await card.getByText('Für dich, Inès 🎁').waitFor()
  await card.getByRole('img', { name: 'The link to the gift' }).waitFor()
  expect(await card.textContent()).not.toMatch(/\$/)
  await expectAccessibleOnEveryWidth(office)
  await office.goto('/admin/orders?isGift=true')
  await office
    .getByText(/^Gift: /)
    .first()
    .waitFor()
  browser.expectNoErrors()
})

test('the recipient exchanges a gift without an account, and sees no price', async () => {
  const shopper = await openAccountWithAddress()
  const gift = { isWrapped: true, message: 'With love', sender: 'Ada', hidesPrices: true }
  const order = await placeOrder(shopper, undefined, { gift })
  const staff = await signInAsStaff()
  await callApi(staff, `POST /admin/orders/${order.id}/mark-paid`, { reference: 'Wire' })
  await callApi(staff, `POST /admin/orders/${order.id}/ship`, {
    carrier: 'DHL',
    trackingNumber: 'JD1',
  })
  await callApi(staff, `POST /admin/orders/${order.id}/deliver`)
  const { link, code } = await callApi<{ link: string; code: string }>(
    staff,
    `POST /admin/orders/${order.id}/gift-links`,
  )

  const page = await browser.open('/gift')
  const answers: Promise<string>[] = []
  page.on('response', (answer) => {
    // What the page left behind when it was loaded again has no body any more.
    if (answer.url().includes('/api/')) answers.push(answer.text().catch(() => ''))
  })
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByText('Please enter the code on the card.').waitFor()
  await page.getByRole('textbox', { name: 'Code' }).fill('A wrong one')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByText('This code is not valid.').waitFor()
  await expectAccessibleOnEveryWidth(page)
  await page.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByText('With love').waitFor()
  // Loaded again, the page needs no code, which no server has seen in its address.
  expect(new URL(page.url()).search).toBe('')
  await page.reload()
  await page.getByText('With love').waitFor()

  await page.goto(new URL(link).pathname)
  await page.goto(`${new URL(link).pathname}${new URL(link).hash}`)
  await page.reload()
  await page.getByText('With love').waitFor()
  await page.getByRole('checkbox', { name: /^Exchange Porto Loafer/ }).check()
  await page.getByRole('combobox', { name: 'Size or colour instead' }).selectOption({ index: 1 })
  const fill = (name: string | RegExp, text: string) =>
    page.getByRole('textbox', { name }).fill(text)
  await fill('Full name', 'Rita Recipient')
  await page.getByRole('combobox', { name: 'Phone prefix' }).selectOption('US')
  await fill('Phone number', '2125550148')
  await page.getByRole('combobox', { name: 'Country' }).selectOption('US')
  await fill('Street address', '1 Own Road')
  await fill('City', 'New York')
  await fill('Postal code', '10012')
  await fill('State', 'NY')
  await page.getByRole('button', { name: 'Ask for the exchange' }).click()
  await page.getByText('Please enter your e-mail address.').waitFor()
  const email = `recipient-${crypto.randomUUID()}@example.com`
  await fill(/^E-mail/, email)
  await expectAccessibleOnEveryWidth(page)
  await page.getByRole('button', { name: 'Ask for the exchange' }).click()
  const exchanges = panel(page, 'Your exchanges')
  await exchanges.getByText('We are looking at your request and will e-mail you.').waitFor()
  await expectAccessible(page)

  const document = await (await fetch(new URL('/gift', page.url()))).text()
  expect(document).toContain('noindex')
  for (const said of [document, await page.content(), ...(await Promise.all(answers))])
    expect(said.replace(/<style[\s\S]*?<\/style>|<(script|link)[^>]*>/g, '')).not.toMatch(price)

  const office = await browser.open('/admin/returns?isGift=true', await signedInAs(owner))
  await office.getByText('Gift exchange').first().waitFor()
  const number = /RE\d+/.exec((await exchanges.textContent()) ?? '')?.[0] ?? ''
  await office.getByRole('link', { name: number }).click()
  await panel(office, 'Recipient of the gift').getByText('1 Own Road').waitFor()
  await expectAccessibleOnEveryWidth(office)
  await exchanges.getByRole('button', { name: 'Cancel this exchange' }).click()
  await exchanges.getByText('Cancelled.').waitFor()
  browser.expectNoErrors(/status of 400/)
})

test('the price of wrapping is a setting', async () => {
  const office = await browser.open('/admin/gifts', await signedInAs(owner))
  const fee = office.getByRole('textbox', { name: /^Gift wrapping/ })
  await fee.fill('much')
  await office.getByRole('button', { name: 'Save', exact: true }).click()
  await office.getByText('Please write an amount, as 15.99').waitFor()
  await fee.fill('25')
  await expectAccessibleOnEveryWidth(office)
  browser.expectNoErrors(/status of 400/)
})

test('the account leads to the waiting list', async () => {
  const shopper = await openAccountWithAddress()
  const page = await browser.open('/profile', shopper.signedIn)
  await page
    .getByRole('main')
    .getByRole('link', { name: /My Waiting List/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'My Waiting List' }).waitFor()
  await page.getByText('You are on no waiting list.').waitFor()
  await expectAccessibleOnEveryWidth(page)
  browser.expectNoErrors()
})
