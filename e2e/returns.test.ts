import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  callApi,
  openAccountWithAddress,
  type PlacedOrder,
  payOnDelivery,
  placeOrder,
  plentyOf,
  signInAsStaff,
} from './ordering.ts'
import { openAccount, type Shopper } from './shopper.ts'
import { owner, signedInAs } from './staff.ts'
import {
  endSessionAndPress,
  expectAccessible,
  expectAccessibleOnEveryWidth,
  useBrowser,
} from './use-browser.ts'

const browser = useBrowser()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** Pays an order by card, and has it delivered. */
async function deliver(shopper: Shopper, { id }: PlacedOrder): Promise<void> {
  const { approvalUrl } = await callApi<{ approvalUrl: string }>(
    shopper.accessToken,
    `POST /payments/initiate/order/${id}`,
    { paymentMethod: 'STRIPE' },
  )
  await fetch(approvalUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'action=approve',
  })
  const staff = await signInAsStaff()
  await expect
    .poll(
      async () =>
        (await callApi<{ status: string }>(shopper.accessToken, `GET /orders/my/${id}`)).status,
      { timeout: 60_000 },
    )
    .toBe('PROCESSING')
  const parcel = { carrier: 'DHL', trackingNumber: 'JD0146' }
  await callApi(staff, `POST /admin/orders/${id}/ship`, parcel)
  await callApi(staff, `POST /admin/orders/${id}/deliver`)
}

/** Takes a step on the page of a return: opens its dialog, and presses its button. */
async function step(office: Page, name: string, submit = name): Promise<void> {
  await panel(office, 'Status').getByRole('button', { name, exact: true }).click()
  await dialog(office).getByRole('button', { name: submit, exact: true }).click()
  await dialog(office).waitFor({ state: 'hidden' })
}

test('a shopper returns an item, staff inspect and refund it, and both see it', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  await deliver(shopper, order)
  const page = await browser.open(`/profile/orders/${order.id}`, shopper.signedIn)
  await panel(page, 'Returns').getByRole('link', { name: 'Return', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Return' }).waitFor()
  await button(page, 'Ask for the return').click()
  await page.getByText('Please choose what you send back.').waitFor()
  await page.getByRole('checkbox', { name: /^Send back/ }).check()
  await button(page, 'Ask for the return').click()
  await page.getByText('Please tell us why.').waitFor()
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('Too small')
  await page.getByRole('textbox', { name: /^Anything we should know/ }).fill('The heel slips.')
  await expectAccessibleOnEveryWidth(page)
  await button(page, 'Ask for the return').click()
  await page.getByText('We are looking at your request.').waitFor()
  // Nobody has accepted the goods yet.
  expect(await page.locator('[aria-label^="Slip "]').count()).toBe(0)
  await expectAccessible(page)
  const number = (await page.getByRole('heading', { level: 1 }).textContent())?.split(' ').at(-1)

  const office = await browser.open('/admin/returns?status=REQUESTED', await signedInAs(owner))
  await link(office, number ?? '').click()
  await office.getByText('The heel slips.').waitFor()
  await step(office, 'Approve')
  await panel(office, 'Status').getByText('The items are still with the customer.').waitFor()
  await page.reload()
  await page.getByText('12 Harbour Row').first().waitFor()
  await button(page, 'Print slip and label').waitFor()
  await page.emulateMedia({ media: 'print' })
  const label = page.getByRole('article', { name: `Label ${number}` })
  for (const text of ['18 Prince Street', '12 Harbour Row', `Return ${number}`])
    await label.getByText(text).waitFor()
  await page.getByRole('article', { name: `Slip ${number}` }).waitFor()
  // Each on a sheet of its own.
  for (const format of ['A4', 'Letter']) {
    const pdf = (await page.pdf({ format })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g), format).toHaveLength(2)
  }
  await page.emulateMedia({ media: 'screen' })
  await button(page, 'I have sent it').click()
  await dialog(page)
    .getByRole('textbox', { name: /^Number/ })
    .fill('1Z999')
  await button(page, 'It is on its way').click()
  await page.getByText('Your parcel is on its way to us.').waitFor()
  await office.reload()
  await step(office, 'Mark as received')
  await button(office, 'Inspect').click()
  await expectAccessible(office)
  await button(office, 'Save').click()
  await dialog(office).waitFor({ state: 'hidden' })
  await expectAccessibleOnEveryWidth(office)
  await step(office, 'Refund')
  await panel(office, 'Status')
    .getByText(/refunded\.$/)
    .waitFor()
  await page.reload()
  await page.getByText(/is paid back\.$/).waitFor()
  await office.goto(`/admin/orders/${order.id}`)
  await panel(office, 'Returns')
    .getByRole('link', { name: number ?? '' })
    .waitFor()
  await panel(office, 'Status')
    .getByText(/\$[\d.,]+ refunded/)
    .waitFor()
  browser.expectNoErrors()
})

test('a return that is being filled in when the session ends is there after the sign-in', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  await deliver(shopper, order)
  const page = await browser.open(`/profile/orders/${order.id}/return`, shopper.signedIn)
  const note = page.getByRole('textbox', { name: /^Anything we should know/ })
  await page.getByRole('checkbox', { name: /^Send back/ }).check()
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('Too small')
  await note.fill('The heel slips.')
  await endSessionAndPress(button(page, 'Ask for the return'))
  await page.getByRole('textbox', { name: 'E-mail' }).fill(shopper.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(shopper.password)
  await page.keyboard.press('Enter')
  await note.waitFor()
  expect(await note.inputValue()).toBe('The heel slips.')
  await button(page, 'Ask for the return').click()
  await page.getByText('We are looking at your request.').waitFor()
  // The session's own rejections.
  browser.expectNoErrors(/the server responded with a status of 40[01]/)
})

test('a form of which another return takes a part says so, and goes on with what is left', async () => {
  const shopper = await openAccountWithAddress()
  const { id: variantId } = await plentyOf('porto-loafer')
  const order = await placeOrder(shopper, [{ variantId, quantity: 3 }])
  await deliver(shopper, order)
  const takeOne = (key: string) =>
    callApi(shopper.accessToken, `POST /orders/my/${order.id}/returns`, {
      lines: [{ variantId, quantity: 1, reason: 'TOO_SMALL' }],
      wish: 'REFUND',
      key,
    })
  const page = await browser.open(`/profile/orders/${order.id}/return`, shopper.signedIn)
  await page.getByRole('checkbox', { name: /^Send back/ }).check()
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('Too small')
  await takeOne('first')
  await button(page, 'Ask for the return').click()
  await page.getByText('Part of what you chose is being returned already.').waitFor()
  expect(await page.getByRole('combobox', { name: 'Quantity' }).inputValue()).toBe('2')
  await expectAccessibleOnEveryWidth(page)
  await page.getByRole('combobox', { name: 'Quantity' }).selectOption('1')
  await button(page, 'Ask for the return').click()
  await page.getByText('We are looking at your request.').waitFor()

  await page.goto(`/profile/orders/${order.id}/return`)
  await page.getByRole('checkbox', { name: /^Send back/ }).check()
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('Too small')
  await takeOne('last')
  await button(page, 'Ask for the return').click()
  await page.getByText('Everything of this order is in a return already.').waitFor()
  browser.expectNoErrors(/the server responded with a status of 409/)
})

test('an exchange has no restocking fee, and is refunded once its order is cancelled', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  await deliver(shopper, order)
  const page = await browser.open(`/profile/orders/${order.id}/return`, shopper.signedIn)
  await page.getByRole('checkbox', { name: /^Send back/ }).check()
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('Too small')
  await page.getByText(/^The restocking fee is/).waitFor()
  await page.getByRole('radio', { name: 'Another size or colour' }).check()
  await page.getByText('An exchange has no restocking fee.').waitFor()
  await page.getByText(/^The restocking fee is/).waitFor({ state: 'detached' })
  const instead = page.getByRole('combobox', { name: 'Size or colour instead' })
  await instead.selectOption({ index: 1 })
  const wanted = await instead.evaluate(
    (select: HTMLSelectElement) => select.selectedOptions[0]?.textContent,
  )
  // The colour before the size, as on the sheet of the order.
  expect(wanted).toMatch(/^\D+, \d+$/)
  await expectAccessibleOnEveryWidth(page)
  await button(page, 'Ask for the return').click()
  await page.getByText('We are looking at your request.').waitFor()
  const number = (await page.getByRole('heading', { level: 1 }).textContent())?.split(' ').at(-1)

  const office = await browser.open('/admin/returns?wish=EXCHANGE', await signedInAs(owner))
  await link(office, number ?? '').click()
  await panel(office, 'Status').getByText('Exchange wanted').waitFor()
  await panel(office, 'Terms').getByText('None for an exchange').waitFor()
  await step(office, 'Approve')
  await page.reload()
  const tabs = page.getByRole('navigation', { name: 'Account' })
  expect(await tabs.getByRole('link', { name: 'My Orders' }).getAttribute('aria-current')).toBe(
    'page',
  )
  await page.emulateMedia({ media: 'print' })
  const slip = page.getByRole('article', { name: `Slip ${number}` })
  await slip.getByText(`Instead: ${wanted}`).waitFor()
  await page.emulateMedia({ media: 'screen' })
  await step(office, 'Mark as received')
  await button(office, 'Inspect').click()
  expect(await dialog(office).getByRole('spinbutton').count()).toBe(0)
  await expectAccessible(office)
  await button(office, 'Save').click()
  await dialog(office).waitFor({ state: 'hidden' })
  await panel(office, 'If it is refunded instead').waitFor()
  await expectAccessibleOnEveryWidth(office)
  await step(office, 'Exchange')
  await panel(office, 'Status').getByText('Exchange wanted').waitFor({ state: 'detached' })
  await panel(office, 'Status').getByText('Exchanged', { exact: true }).waitFor()

  // What it would have sent turns out to be damaged.
  await panel(office, 'Order').getByRole('link').last().click()
  await panel(office, 'Status').getByText('Paid. Ready to ship.').waitFor()
  await panel(office, 'Status').getByRole('button', { name: 'Cancel order' }).click()
  await dialog(office)
    .getByText(/ was paid for the items that came back: you refund it/)
    .waitFor()
  await expectAccessible(office)
  await dialog(office).getByRole('textbox').fill('Damaged in store')
  await dialog(office).getByRole('button', { name: 'Cancel order' }).click()
  await panel(office, 'Status')
    .getByText(/ for the items that came back is still to be/)
    .waitFor()
  await expectAccessibleOnEveryWidth(office)
  await page.reload()
  await page.getByText('The exchange was cancelled. We pay back').waitFor()
  await expectAccessibleOnEveryWidth(page)
  await link(page, 'The order with your exchange').click()
  await page.getByText('This order was the exchange of a return.').waitFor()
  await expectAccessible(page)
  await link(page, 'the page of your return').click()
  await link(office, `Go to return ${number}`).click()
  await panel(office, 'Status')
    .getByText(/^The exchange was cancelled\. /)
    .waitFor()
  await panel(office, 'Refund').waitFor()
  await step(office, 'Refund')
  await panel(office, 'Status').getByText('Refunded', { exact: true }).waitFor()
  await page.reload()
  await page.getByText(/ is paid back\.$/).waitFor()
  browser.expectNoErrors()
})

test('a return waits for the cash of its order, or is closed without a refund if nobody paid', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  const { id } = order
  const staff = await signInAsStaff()
  await payOnDelivery(shopper, order)
  await callApi(staff, `POST /admin/orders/${id}/ship`, { carrier: 'DHL', trackingNumber: '1' })
  await callApi(staff, `POST /admin/orders/${id}/deliver`)
  const { items } = await callApi<{ items: { variantId: string }[] }>(
    shopper.accessToken,
    `GET /orders/my/${id}`,
  )
  const lines = items.map(({ variantId }) => ({ variantId, quantity: 1, reason: 'TOO_SMALL' }))
  const asked = await callApi<{ id: string }>(
    shopper.accessToken,
    `POST /orders/my/${id}/returns`,
    { lines, wish: 'REFUND', key: 'cash' },
  )
  await callApi(staff, `POST /admin/returns/${asked.id}/approve`, {})
  const office = await browser.open(`/admin/returns/${asked.id}`, await signedInAs(owner))
  await step(office, 'Mark as received')
  await step(office, 'Inspect', 'Save')
  const status = panel(office, 'Status')
  await status.getByText('The cash for this order is not recorded yet.').waitFor()
  expect(await status.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0)
  await status.getByRole('button', { name: 'Nobody paid' }).click()
  await dialog(office).getByText('the parcel was refused at the door').waitFor()
  await expectAccessible(office)
  await button(office, 'Cancel').click()
  await expectAccessibleOnEveryWidth(office)
  await status.getByRole('link', { name: 'Go to the order' }).click()
  await step(office, 'Record cash payment')
  await office.goBack()
  await status.getByRole('button', { name: 'Refund', exact: true }).waitFor()
  await status.getByText('The cash for this order').waitFor({ state: 'detached' })
  browser.expectNoErrors()
})

test('a withdrawal is sent without signing in, and says the same for an order that does not exist', async () => {
  const page = await browser.open('/withdraw')
  await page.getByRole('textbox', { name: 'E-mail of the order' }).fill('nobody@example.com')
  await button(page, 'Confirm withdrawal').click()
  await page.getByText('Please enter the number of your order').waitFor()
  await expectAccessibleOnEveryWidth(page)
  await page.getByRole('textbox', { name: 'Order number' }).fill('SV999999')
  await button(page, 'Confirm withdrawal').click()
  await page.getByRole('heading', { name: 'Your withdrawal has been sent' }).waitFor()
  await expectAccessible(page)
  browser.expectNoErrors()
})

test('a form that was submitted empty is not sent with what is typed while it is checked', async () => {
  const page = await browser.open('/withdraw')
  const schema = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await schema.promise
    await route.continue()
  })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/')) sent.push(request.url())
  })
  await button(page, 'Confirm withdrawal').click()
  await page.getByRole('button', { name: /please wait/ }).waitFor()
  await page.getByRole('textbox', { name: 'Order number' }).fill('SV999999')
  await page.getByRole('textbox', { name: 'E-mail of the order' }).fill('nobody@example.c')
  schema.resolve()
  await button(page, 'Confirm withdrawal').waitFor()
  expect(sent).toEqual([])
  await page.getByRole('textbox', { name: 'E-mail of the order' }).fill('nobody@example.com')
  await button(page, 'Confirm withdrawal').click()
  await page.getByRole('heading', { name: 'Your withdrawal has been sent' }).waitFor()
  expect(sent).toHaveLength(1)
  browser.expectNoErrors()
})

test('another shopper’s return is not shown', async () => {
  const other = await openAccount()
  const page = await browser.open(
    '/profile/returns/00000000-0000-4000-8000-000000000000',
    other.signedIn,
  )
  await page.getByText('We could not find this return.').waitFor()
  browser.expectNoErrors(/the server responded with a status of 404/)
})

test('managers add the terms of a country', async () => {
  const office = await browser.open('/admin/return-terms', await signedInAs(owner))
  await button(office, 'Add terms').click()
  const form = dialog(office)
  const countries = form.getByRole('textbox', { name: /^Countries/ })
  await countries.fill('ch, uk')
  await form.getByRole('textbox', { name: 'Source' }).fill('Terms of the shop for Switzerland')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByText('Unknown country: UK').waitFor()
  await expectAccessible(office)
  await countries.fill('ch')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await panel(office, 'Switzerland').getByText('Valid', { exact: true }).waitFor()
  await expectAccessibleOnEveryWidth(office)
  browser.expectNoErrors(/the server responded with a status of 400/)
})
