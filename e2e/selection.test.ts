import { expect, test } from 'vitest'
import { callApi, openAccountWithAddress, signInAsStaff } from './ordering.ts'
import { addProduct, type StaffProduct, variant } from './products.ts'
import { owner, signedInAs } from './staff.ts'
import { expectAccessible, expectAccessibleOnEveryWidth, phone, useBrowser } from './use-browser.ts'

const browser = useBrowser()

/** A product in two sizes, nine of each in stock. */
const inTwoSizes = (name: string) =>
  addProduct({
    name,
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: ['S', 'M'].map((Size) => variant({ Size })),
  })

async function stockOf({ variants }: StaffProduct): Promise<number[]> {
  const token = await signInAsStaff()
  const read = ({ id }: { id: string }) =>
    callApi<{ stock: number }>(token, `GET /admin/variants/${id}/stock`)
  return (await Promise.all(variants.map(read))).map(({ stock }) => stock)
}

test('an adviser holds variants for a guest in the chat, who opens the link on a phone and orders them', async () => {
  const product = await inTwoSizes('Ombretta Coat')
  const question = `A coat for the evening? ${crypto.randomUUID()}`
  const page = await browser.open('/product/porto-loafer')
  await page.getByRole('button', { name: /^Online Support/ }).click()
  const chat = page.getByRole('dialog', { name: 'Online Support' })
  await chat.getByRole('textbox', { name: 'Your message' }).fill(question)
  await chat.getByRole('button', { name: 'Send' }).click()

  const desk = await browser.open('/admin/conversations', await signedInAs(owner))
  await desk.getByRole('button', { name: question }).click()
  await desk.getByRole('button', { name: 'Make a selection' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Make a selection' })
  const reserve = dialog.getByRole('button', { name: 'Reserve and send' })
  await dialog.getByRole('searchbox', { name: 'Add an item' }).fill('Ombretta')
  expect(await reserve.isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Add Ombretta Coat, M' }).click()
  await dialog.getByRole('spinbutton', { name: 'Quantity of Ombretta Coat, M' }).fill('12')
  await dialog
    .getByRole('textbox', { name: 'Note for the customer' })
    .fill('Warm, and light to wear.')
  await dialog.getByRole('combobox', { name: 'Reserved for' }).selectOption({ label: '2 days' })
  await reserve.click()
  await dialog.getByText('Not in stock in this quantity', { exact: true }).waitFor()
  await dialog.getByRole('spinbutton', { name: 'Quantity of Ombretta Coat, M' }).fill('2')
  await expectAccessible(desk)
  await reserve.click()
  await desk.getByText('The selection is sent.').waitFor()
  expect(await stockOf(product)).toEqual([9, 7])

  const talk = desk.getByRole('log', { name: 'Messages' })
  await talk.getByText('Warm, and light to wear.').waitFor()
  const text = await talk.innerText()
  const path = /\/s\/[0-9a-f]{32}/.exec(text)?.[0] ?? ''
  await chat.getByText('Warm, and light to wear.').waitFor()

  await page.setViewportSize(phone)
  const answer = await page.goto(path)
  expect(answer?.headers()['cache-control']).toMatch(/^private\b/)
  await page.getByRole('heading', { name: 'Your selection' }).waitFor()
  await page.getByText(/^Reserved for you until /).waitFor()
  await page.getByText('Warm, and light to wear.').waitFor()
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
  await expectAccessibleOnEveryWidth(page)
  await page.setViewportSize(phone)

  const shopper = await openAccountWithAddress()
  await page.getByRole('button', { name: 'Order these pieces' }).click()
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(shopper.email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(shopper.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Confirm Order' }).waitFor()
  await page.getByRole('heading', { name: 'Ombretta Coat' }).waitFor()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.getByRole('heading', { name: 'Order Detail' }).waitFor()
  expect(await stockOf(product)).toEqual([9, 7])
  await page.goto(path)
  await page.getByRole('heading', { name: 'This selection is ordered' }).waitFor()

  await desk.reload()
  await desk
    .getByRole('complementary', { name: 'About the customer' })
    .getByText('Ordered')
    .waitFor()
  browser.expectNoErrors(/status of 409/)
}, 420_000)

test('an adviser passes a link on from the page of a customer, and takes the selection back', async () => {
  const product = await inTwoSizes('Fiorenza Shawl')
  const shopper = await openAccountWithAddress()
  const [customer] = await callApi<{ id: string }[]>(
    await signInAsStaff(),
    `GET /admin/customers?q=${encodeURIComponent(shopper.email)}`,
  )
  const desk = await browser.open(`/admin/customers/${customer?.id}`, await signedInAs(owner))
  await desk.getByRole('button', { name: 'Make a selection' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Make a selection' })
  await dialog.getByRole('searchbox', { name: 'Add an item' }).fill('Fiorenza')
  await dialog.getByRole('button', { name: 'Add Fiorenza Shawl, S' }).click()
  await dialog
    .getByRole('textbox', { name: 'Note for the customer' })
    .fill('As we said on the phone.')
  await dialog.getByRole('button', { name: 'Reserve', exact: true }).click()
  const link = desk.getByRole('textbox', { name: 'Link for the customer' })
  await link.waitFor()
  const { pathname } = new URL(await link.inputValue())
  const page = await browser.open(pathname)
  const heading = page.getByRole('heading', { level: 1 })
  await expect.poll(() => heading.innerText()).toBe('Your selection')
  expect(await stockOf(product)).toEqual([8, 9])

  await desk.getByRole('button', { name: 'Take back' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await desk.getByText('The selection is taken back.').waitFor()
  expect(await stockOf(product)).toEqual([9, 9])
  await page.reload()
  await expect.poll(() => heading.innerText()).toBe('This selection is no longer held')
  await page.goto(`/s/${'0'.repeat(32)}`)
  await expect.poll(() => heading.innerText()).toBe('This link is not valid')
  browser.expectNoErrors(/status of 400/)
}, 420_000)

test('an adviser makes a selection for a caller without an account', async () => {
  const product = await inTwoSizes('Vesper Clutch')
  const desk = await browser.open('/admin/selections', await signedInAs(owner))
  await desk.getByRole('button', { name: 'Make a selection' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Make a selection' })
  const search = dialog.getByRole('searchbox', { name: 'Add an item' })
  await search.fill('Vesper')
  const found = dialog.getByRole('button', { name: 'Add Vesper Clutch, M' })
  await found.waitFor()
  // It looks the same without the cross that browsers draw: there is none.
  const picture = () => search.screenshot({ animations: 'disabled' })
  const seen = await picture()
  await desk.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('::-webkit-search-cancel-button { display: none }')
    document.adoptedStyleSheets.push(sheet)
  })
  expect((await picture()).equals(seen)).toBe(true)
  await found.click()
  await dialog.getByRole('textbox', { name: 'Note for the customer' }).fill('The one you saw.')
  const email = `${crypto.randomUUID()}@example.com`
  const address = dialog.getByRole('textbox', { name: 'E-mail' })
  await address.fill('nobody')
  await dialog.getByRole('button', { name: 'Reserve', exact: true }).click()
  await dialog.getByText('Please enter a valid email').waitFor()
  await expectAccessible(desk)
  await address.fill(email)
  await dialog.getByRole('button', { name: 'Reserve', exact: true }).click()
  const link = desk.getByRole('textbox', { name: 'Link for the customer' })
  await link.waitFor()
  const made = desk.getByRole('listitem').filter({ hasText: 'The one you saw.' })
  await made.getByText(`For ${email}`).waitFor()
  await expectAccessibleOnEveryWidth(desk)
  expect(await stockOf(product)).toEqual([9, 8])
  const page = await browser.open(new URL(await link.inputValue()).pathname)
  await page.getByText('The one you saw.').waitFor()
  await desk.goto(`/admin/emails?q=${encodeURIComponent(email)}`)
  await desk.getByText('A selection for you').first().waitFor()
  browser.expectNoErrors(/status of 400/)
}, 420_000)
