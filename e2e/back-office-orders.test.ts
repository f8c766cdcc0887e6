import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  callApi,
  chooseOptions,
  openAccountWithAddress,
  type PlacedOrder,
  payByCard,
  payOnDelivery,
  placeOrder,
  plentyOf,
  signInAsStaff,
  writeAddress,
} from './ordering.ts'
import { openAccount } from './shopper.ts'
import { owner, signedInAs } from './staff.ts'
import {
  boxOf,
  expectAccessible,
  expectAccessibleOnEveryWidth,
  phone,
  tablet,
  useBrowser,
} from './use-browser.ts'

const browser = useBrowser()

/** Console errors of requests that are rejected on purpose. */
const rejection = /the server responded with a status of 4\d\d/

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const status = (page: Page) => panel(page, 'Status')

/** Opens the page of an order by searching for its number. */
async function openOrder(page: Page, { orderNumber }: PlacedOrder): Promise<void> {
  await page.goto('/admin/orders')
  await page.getByRole('searchbox').fill(orderNumber.toLowerCase())
  await link(page, orderNumber).click()
  await heading(page, `Order ${orderNumber}`).waitFor()
}

test('an order is sent in parts, its page says what is sent and what is left, and it comes back unpaid', async () => {
  const shopper = await openAccountWithAddress()
  const { id: variantId } = await plentyOf('porto-loafer')
  const order = await placeOrder(shopper, [{ variantId, quantity: 3 }])
  await payOnDelivery(shopper, order)
  const office = await browser.open(`/admin/orders/${order.id}`, await signedInAs(owner))
  await button(office, 'Send a part').click()
  await dialog(office)
    .getByRole('spinbutton', { name: /^Porto Loafer/ })
    .fill('2')
  await dialog(office).getByText('3 to send').waitFor()
  await dialog(office).getByRole('combobox', { name: 'Carrier' }).fill('UPS')
  await field(office, 'Tracking number').fill('1Z01')
  await dialog(office).getByRole('button', { name: 'Send parcel' }).click()
  await status(office).getByText('Sent in part: 2 of 3 units').waitFor()
  await panel(office, 'Items').getByText('2 of 3 sent').waitFor()
  await panel(office, 'Timeline').getByText('Parcel 1 sent').waitFor()
  await panel(office, 'Timeline').getByText('2 units with UPS, number 1Z01').waitFor()
  await expectAccessibleOnEveryWidth(office)

  await button(office, 'Mark as shipped').click()
  await dialog(office)
    .getByText(/^Sends the rest: 1 × Porto Loafer/)
    .waitFor()
  await dialog(office).getByRole('combobox', { name: 'Carrier' }).fill('DHL')
  await field(office, 'Tracking number').fill('JD02')
  await expectAccessible(office)
  await dialog(office).getByRole('button', { name: 'Mark as shipped' }).click()
  await panel(office, 'Timeline').getByText('1 unit with DHL, number JD02').waitFor()
  await panel(office, 'Items').getByText('2 of 3 sent').waitFor({ state: 'detached' })

  await button(office, 'Parcel came back unpaid').click()
  await dialog(office)
    .getByText(/^Only if everything is back/)
    .waitFor()
  await expectAccessible(office)
  await dialog(office).getByRole('button', { name: 'Cancel order' }).click()
  await status(office).getByText('Cancelled: the parcel came back unpaid.').waitFor()
  await panel(office, 'Invoice and credit notes')
    .getByText(/^Credit note/)
    .waitFor()
  browser.expectNoErrors()
})

test('an order is shipped and partially refunded, and the shopper’s page follows', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  await payByCard(shopper, order)
  const page = await browser.open(`/profile/orders/${order.id}`, shopper.signedIn)
  await page.getByText('Order confirmed. Awaiting shipment.').waitFor()

  const signedIn = await signedInAs(owner, { isConfirmed: false })
  const office = await browser.open('/admin/orders', signedIn)
  await openOrder(office, order)
  await status(office).getByText('Paid. Ready to ship.').waitFor()
  // Back leads to the list as it was.
  await office.goBack()
  await heading(office, 'Orders').waitFor()
  await office.goForward()
  await status(office).getByText('Paid. Ready to ship.').waitFor()
  await field(office, 'Note for staff').fill('Asked for a ribbon <b>in red</b>')
  await button(office, 'Add note').click()
  await panel(office, 'Notes').getByText('Asked for a ribbon <b>in red</b>').waitFor()

  await button(office, 'Mark as shipped').click()
  await dialog(office).getByRole('combobox', { name: 'Carrier' }).fill('DHL Express')
  await field(office, 'Tracking number').fill('JD014600003')
  await field(office, 'Tracking link (optional)').fill('https://www.dhl.com/track?id=1')
  await expectAccessible(office)
  await dialog(office).getByRole('button', { name: 'Mark as shipped' }).click()
  await status(office).getByText('Shipped with DHL Express.').waitFor()
  // The shopper's page updates without a reload.
  await page.getByRole('link', { name: 'JD014600003' }).waitFor()
  await page.getByText('Your order is on its way.').waitFor()

  await button(office, 'Refund').click()
  await dialog(office).getByRole('radio', { name: 'Partial amount' }).check()
  await dialog(office).getByRole('spinbutton').fill('12.50')
  await field(office, 'Reason (for staff)').fill('A scratch at the heel')
  await dialog(office).getByRole('button', { name: 'Refund' }).dblclick()
  // A refund needs a confirmation; then it is carried out with what was entered before.
  await field(office, 'Your password').fill('not the password')
  await dialog(office).getByRole('button', { name: 'Refund' }).click()
  await dialog(office).getByRole('alert').getByText('Please check your current password.').waitFor()
  await expectAccessible(office)
  await field(office, 'Your password').fill(owner.password)
  await dialog(office).getByRole('button', { name: 'Refund' }).dblclick()
  await page.getByRole('complementary', { name: 'Order summary' }).getByText('Paid back').waitFor()
  await page.getByText('$12.50').first().waitFor()
  await panel(office, 'Payments').getByText('Partially refunded').waitFor()
  expect(await office.getByRole('list', { name: 'Refunds' }).getByRole('listitem').count()).toBe(1)
  await expectAccessible(office)
  // The shopper does not see notes of staff.
  await page.reload()
  await page.getByText('$12.50').first().waitFor()
  expect(await page.getByText('ribbon').count()).toBe(0)
  expect(await page.getByText('scratch').count()).toBe(0)
  browser.expectNoErrors(rejection)
})

test('a cash-on-delivery order is shipped, delivered, paid and completed; another is cancelled', async () => {
  const shopper = await openAccountWithAddress()
  const [order, other] = [await placeOrder(shopper), await placeOrder(shopper)]
  await payOnDelivery(shopper, order)
  await payByCard(shopper, other)

  const office = await browser.open('/admin/orders', await signedInAs(owner))
  await office.getByRole('button', { name: /^To ship/ }).click()
  for (const { orderNumber } of [order, other])
    await office.getByRole('checkbox', { name: `Select ${orderNumber}` }).check()
  await panel(office, 'Selection').getByText('2 selected').waitFor()
  await button(office, 'Print packing slips').click()
  const slips = office.getByRole('article')
  await slips.nth(1).waitFor()
  expect(await slips.count()).toBe(2)
  await office
    .getByRole('article', { name: `Packing slip ${order.orderNumber}` })
    .getByText('Porto Loafer')
    .waitFor()
  expect(await office.getByRole('main').innerText()).not.toContain('$')
  await office.emulateMedia({ media: 'print' })
  expect(await button(office, 'Print').isVisible()).toBe(false)
  expect(await slips.first().isVisible()).toBe(true)
  await office.emulateMedia({ media: 'screen' })

  await openOrder(office, order)
  await button(office, 'Mark as shipped').click()
  await dialog(office).getByRole('combobox', { name: 'Carrier' }).fill('UPS')
  await field(office, 'Tracking number').fill('1Z999')
  await dialog(office).getByRole('button', { name: 'Mark as shipped' }).click()
  await button(office, 'Mark as delivered').click()
  await dialog(office).getByRole('button', { name: 'Mark as delivered' }).click()
  await button(office, 'Record cash payment').click()
  await dialog(office).getByRole('button', { name: 'Record cash payment' }).click()
  await panel(office, 'Payments').getByText('Paid', { exact: true }).waitFor()
  await button(office, 'Mark as completed').click()
  await dialog(office).getByRole('button', { name: 'Mark as completed' }).click()
  await status(office).getByText('Completed. Nothing left to do.').waitFor()
  await panel(office, 'E-mails').getByText(`Order ${order.orderNumber} has arrived`).waitFor()

  await openOrder(office, other)
  await button(office, 'Cancel order').click()
  await dialog(office)
    .getByText(/is refunded to the original payment method/)
    .waitFor()
  await field(office, 'Reason (for staff)').fill('A flaw in the leather')
  await dialog(office).getByRole('button', { name: 'Cancel order' }).click()
  await status(office).getByText('Cancelled. Nothing will be shipped.').waitFor({ timeout: 60_000 })
  browser.expectNoErrors()
})

test('a failed step of an order says so where it is seen, even once its dialog is closed', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  await payByCard(shopper, order)
  const signedIn = await signedInAs(owner)
  const office = await browser.open(`/admin/orders/${order.id}`, { ...signedIn, viewport: phone })
  await button(office, 'Mark as shipped').waitFor({ timeout: 60_000 })
  // The form is longer than the screen, and its button is at the end.
  await button(office, 'Correct address or e-mail').click()
  await field(office, 'Full name').fill('Ines M. Valcourt')
  await office.route('**/contact', (route) => route.abort('internetdisconnected'))
  await dialog(office).getByRole('button', { name: 'Save' }).click()
  await dialog(office).getByRole('alert').waitFor()
  await expect
    .poll(async () => (await boxOf(dialog(office).getByRole('alert'))).y)
    .toBeGreaterThan(-1)
  expect(await field(office, 'Full name').inputValue()).toBe('Ines M. Valcourt')
  await office.keyboard.press('Escape')
  await dialog(office).waitFor({ state: 'hidden' })

  const answers: (() => Promise<void>)[] = []
  await office.route('**/cancel', (route) => {
    answers.push(() => route.abort('internetdisconnected'))
  })
  await button(office, 'Cancel order').click()
  await field(office, 'Reason (for staff)').fill('A flaw in the leather')
  await dialog(office).getByRole('button', { name: 'Cancel order' }).click()
  await expect.poll(() => answers.length).toBe(1)
  await office.keyboard.press('Escape')
  await dialog(office).waitFor({ state: 'hidden' })
  await answers[0]?.()
  await office.getByText('Error: The network request failed.').waitFor()
  browser.expectNoErrors(/ERR_INTERNET_DISCONNECTED/)
})

test('the answer to a step whose dialog was closed leaves the next dialog open', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  await payByCard(shopper, order)
  const office = await browser.open(`/admin/orders/${order.id}`, await signedInAs(owner))
  await button(office, 'Send a part').waitFor({ timeout: 60_000 })
  const answers: (() => Promise<void>)[] = []
  await office.route('**/contact', (route) => {
    answers.push(() => route.continue())
  })
  await button(office, 'Correct address or e-mail').click()
  await field(office, 'City').fill('Brooklyn')
  await dialog(office).getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => answers.length).toBe(1)
  await office.keyboard.press('Escape')
  await dialog(office).waitFor({ state: 'hidden' })
  await button(office, 'Send a part').click()
  await field(office, 'Tracking number').fill('1Z01')
  await answers[0]?.()
  await office.getByText('Details corrected.').waitFor()
  // The page behind a dialog has no roles.
  await office.getByText('Brooklyn, NY 10012').waitFor()
  expect(await field(office, 'Tracking number').inputValue()).toBe('1Z01')
  browser.expectNoErrors()
})

test('the list of orders fits a tablet, however long names, numbers and e-mails are', async () => {
  const shopper = await openAccount('Maximiliana-Theodora Oppenheimer-Schwarzenfeldt')
  await writeAddress(shopper, { fullName: 'Maximiliana-Theodora Oppenheimer-Schwarzenfeldt' })
  const order = await placeOrder(shopper, undefined, { gift: { isWrapped: true } })
  await payOnDelivery(shopper, order)
  await callApi(await signInAsStaff(), `POST /admin/orders/${order.id}/ship`, {
    carrier: 'DHL',
    trackingNumber: 'JD0146000038892345678901234567890',
  })
  const office = await browser.open(`/admin/orders?q=${order.orderNumber}`, {
    ...(await signedInAs(owner)),
    viewport: tablet,
  })
  await office.getByText(/^JD0146/).waitFor()
  const table = office.getByRole('table')
  const room = await boxOf(table.locator('..'))
  expect((await boxOf(table)).width).toBeLessThanOrEqual(room.width)
  await expectAccessible(office)
  browser.expectNoErrors()
})

test('on a phone the chosen state of a list is in sight', async () => {
  const signedIn = await signedInAs(owner)
  const office = await browser.open('/admin/orders?status=CANCELLED', {
    ...signedIn,
    viewport: phone,
  })
  const tab = office.getByRole('group', { name: 'State' }).getByRole('button', { pressed: true })
  await tab.getByText(/^Cancelled/).waitFor()
  await expect
    .poll(async () => {
      const { x, width } = await boxOf(tab)
      return x >= 0 && x + width <= phone.width
    })
    .toBe(true)
})

test('an order that the shopper has withdrawn from is marked, and cancelled instead of shipped', async () => {
  const shopper = await openAccount()
  await writeAddress(shopper, { country: 'DE', state: null, postalCode: '10115', city: 'Berlin' })
  const order = await placeOrder(shopper)
  await payByCard(shopper, order)
  const { orderNumber } = order
  const office = await browser.open('about:blank', await signedInAs(owner))
  await openOrder(office, order)
  // Nothing is withdrawn from before the money is there.
  await button(office, 'Mark as shipped').waitFor({ timeout: 60_000 })
  await callApi(null, 'POST /returns/withdrawals', { orderNumber, email: shopper.email })
  await status(office)
    .getByRole('heading', { name: /^The customer has withdrawn\. Do not ship it/ })
    .waitFor({ timeout: 60_000 })
  expect(await button(office, 'Mark as shipped').count()).toBe(0)
  expect(await link(office, 'Packing slip').count()).toBe(0)
  await expectAccessibleOnEveryWidth(office)
  const page = await browser.open(`/profile/orders/${order.id}`, shopper.signedIn)
  await page.getByText('You have withdrawn from this order.').waitFor()
  await page.getByText('It is not sent. What you paid is paid back.').waitFor()
  await page.getByRole('link', { name: /^RE\d+$/ }).waitFor()
  expect(await page.getByText(/^Arrives/).count()).toBe(0)
  await expectAccessible(page)
  await office.goto(`/admin/orders?status=PROCESSING&q=${orderNumber}`)
  const row = office.getByRole('row').filter({ hasText: orderNumber })
  await row.getByText('Withdrawn').waitFor()
  await expectAccessibleOnEveryWidth(office)
  await link(office, orderNumber).click()
  await status(office).getByRole('button').first().click()
  await dialog(office)
    .getByText(/ is refunded to the original payment method/)
    .waitFor()
  expect(await dialog(office).getByRole('textbox').inputValue()).toMatch(/^Withdrawal RE\d+$/)
  await dialog(office).getByRole('button', { name: 'Cancel order' }).click()
  await status(office).getByText('Refunded', { exact: true }).waitFor({ timeout: 60_000 })
  browser.expectNoErrors()
})

test('a coupon that staff create is used by a shopper, then disabled', async () => {
  const code = `SPRING${Date.now() % 1_000_000}`
  const office = await browser.open('/admin/coupons', await signedInAs(owner))
  await link(office, 'New coupon').click()
  await button(office, 'Save').click()
  await office.getByText('Please give it a name').waitFor()
  await field(office, 'Code').fill('Welcome10')
  await field(office, 'Name').fill('Spring, a quarter')
  await office.getByRole('spinbutton', { name: 'Percentage' }).fill('25')
  await button(office, 'Save').click()
  await office.getByRole('alert').getByText('This coupon code is already in use.').waitFor()
  await field(office, 'Code').fill(code)
  await button(office, 'Save').click()
  await heading(office, `Coupon ${code}`).waitFor()
  // Back leads to the list, not to the empty form.
  await office.goBack()
  await heading(office, 'Coupons').waitFor()
  await office.goForward()
  await heading(office, `Coupon ${code}`).waitFor()

  const shopper = await openAccountWithAddress()
  const page = await browser.open('/product/porto-loafer', shopper.signedIn)
  await chooseOptions(page)
  await button(page, 'Buy now').click()
  await page.waitForURL('**/order/preview')
  await page.getByText('Gift or promotion code').click()
  await page.getByRole('textbox', { name: 'Coupon code' }).fill(code.toLowerCase())
  await button(page, 'Verify').click()
  await page.getByText(`Coupon ${code}`).waitFor()
  await button(page, 'Place Order').click()
  await heading(page, 'Order Detail').waitFor()

  await office.reload()
  await panel(office, 'Used in 1 order').getByText(shopper.email).waitFor()
  await link(office, 'Edit').click()
  await office.getByText('Cannot be changed: orders have used this coupon.').first().waitFor()
  await office.getByRole('spinbutton', { name: 'Percentage' }).fill('30')
  // Leaving with unsaved changes asks for confirmation.
  office.once('dialog', (question) => void question.dismiss())
  await link(office, 'Cancel').click()
  await button(office, 'Save').click()
  await office.getByText('30%').waitFor()
  await button(office, 'Turn off').click()
  await dialog(office).getByRole('button', { name: 'Turn off' }).click()
  await panel(office, 'Spring, a quarter').getByText('Turned off').waitFor()
  browser.expectNoErrors(rejection)
})

test('blocking a customer signs them out at once; unblocking lets them sign in again', async () => {
  const shopper = await openAccountWithAddress()
  await placeOrder(shopper)
  const page = await browser.open('/profile/orders', shopper.signedIn)
  await page.getByText('One order').waitFor()

  const office = await browser.open('/admin/customers', await signedInAs(owner))
  await office.getByRole('searchbox').fill(shopper.email)
  await expect.poll(() => office.url()).toContain('q=')
  await office.getByRole('row').filter({ hasText: shopper.email }).getByRole('link').click()
  await panel(office, 'Orders').getByText('Awaiting payment').waitFor()
  await button(office, 'Block').click()
  await field(office, 'Reason (for staff)').fill('A stolen card')
  await dialog(office).getByRole('button', { name: 'Block' }).click()
  await panel(office, 'Account').getByText('Active sessions').waitFor()

  await page.reload()
  await heading(page, 'Welcome Back').waitFor()
  await field(page, 'E-mail').fill(shopper.email)
  await field(page, 'Password').fill(shopper.password)
  await page.keyboard.press('Enter')
  await page.getByText('Please check your login and password.').waitFor()
  await button(office, 'Unblock').click()
  await dialog(office).getByRole('button', { name: 'Unblock' }).click()
  await panel(office, 'Account').getByText('Not confirmed').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('One order').waitFor()

  await button(office, 'Close account').click()
  await field(office, 'How the customer asked for it').fill('By e-mail')
  await dialog(office).getByRole('button', { name: 'Close account' }).click()
  await dialog(office)
    .getByRole('alert')
    .getByText(/still under way/)
    .waitFor()
  const saved = office.waitForEvent('download')
  await button(office, 'Cancel').click()
  await button(office, 'Export data').click()
  await dialog(office).getByRole('button', { name: 'Export' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^solvane-.+\.json$/)
  browser.expectNoErrors(rejection)
})

test('the pages of orders, customers and coupons are accessible at every width, without console errors', async () => {
  const staff = await signInAsStaff()
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  await payByCard(shopper, order)
  const first = async (list: string) =>
    (await callApi<{ id: string }[]>(staff, `GET /admin/${list}?size=1`))[0]?.id
  const paths = [
    '/admin/orders',
    `/admin/orders/${order.id}`,
    `/admin/packing-slips/${order.id}`,
    '/admin/customers',
    `/admin/customers/${await first('customers')}`,
    '/admin/coupons',
    '/admin/coupons/create',
    `/admin/coupons/${await first('coupons')}`,
  ]
  const page = await browser.open('about:blank', await signedInAs(owner))
  for (const path of paths) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await expectAccessibleOnEveryWidth(page)
  }
  browser.expectNoErrors()
}, 240_000)
