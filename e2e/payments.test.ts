import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAccountWithAddress, type PlacedOrder, payOnDelivery, placeOrder } from './ordering.ts'
import type { Shopper } from './shopper.ts'
import { expectAccessible, expectAccessibleOnEveryWidth, useBrowser } from './use-browser.ts'

const browser = useBrowser()

/** Console errors of requests that are rejected on purpose. */
const rejection = /the server responded with a status of 4\d\d/

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const payNow = (page: Page) => button(page, 'Pay Now')
const confirmed = (page: Page) => page.getByText('Order confirmed. Awaiting shipment.')
const awaiting = (page: Page) => page.getByText('Awaiting payment')
const waiting = (page: Page) => page.getByRole('dialog', { name: 'Your payment page is ready' })

const state = (page: Page) => page.getByRole('region', { name: 'State of the order' })

/**
 * Waits until the dialog is gone. A background tab renders nothing, so it is brought to the front.
 */
async function gone(page: Page): Promise<void> {
  await page.bringToFront()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

interface Placed {
  shopper: Shopper
  order: PlacedOrder
  /** The order's page with the payment method chosen. */
  page: Page
}

async function placedOrder(
  method: 'Card' | 'PayPal' | 'USDT' | 'Cash on delivery',
): Promise<Placed> {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  const page = await browser.open(`/profile/orders/${order.id}`, shopper.signedIn)
  await page.getByRole('radio', { name: method, exact: true }).check()
  return { shopper, order, page }
}

/** Presses Pay Now; returns the tab with the payment page. */
async function openPaymentPage(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await payNow(page).click()
  const tab = await opened
  await tab.waitForURL((url) => url.protocol.startsWith('http'))
  await waiting(page).waitFor()
  return tab
}

/** Resolves when a tab has closed itself, or says that it can be closed. */
async function comeBack(tab: Page): Promise<void> {
  if (tab.isClosed()) return
  await Promise.race([
    tab.waitForEvent('close'),
    tab.getByText('You may close this tab.').waitFor(),
  ]).catch((error: unknown) => {
    if (!tab.isClosed()) throw error
  })
}

test('a card payment in a new tab confirms the order in the first tab', async () => {
  const { page } = await placedOrder('Card')
  // Browsers allow a new tab only within the click itself.
  await page.evaluate(() => {
    const { open } = window
    window.open = (...args) => {
      document.body.dataset.opened = window.event?.type
      return open(...args)
    }
  })
  const tab = await openPaymentPage(page)
  expect(await page.locator('body').getAttribute('data-opened')).toBe('click')
  await expectAccessible(page)
  await button(tab, 'Approve').click()
  await comeBack(tab)
  await confirmed(page).waitFor()
  await state(page).getByText('Card, paid').waitFor()
  await gone(page)
  expect(await payNow(page).count()).toBe(0)
  // The focus does not get lost with the dialog.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('Order confirmed.')
  browser.expectNoErrors()
})

test('a declined card leaves the order unpaid, and the same page accepts another attempt', async () => {
  const { page } = await placedOrder('Card')
  const tab = await openPaymentPage(page)
  await button(tab, 'Decline').click()
  await tab.getByText('The card was declined.').waitFor()
  const checks: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('check=true')) checks.push(request.url())
  })
  await page.bringToFront()
  // Both presses at once: on a slow machine those of a double click may be far apart.
  await button(page, 'I Have Paid').evaluate((paid: HTMLButtonElement) => {
    paid.click()
    paid.click()
  })
  await page.getByText('Your payment has not reached us yet.').waitFor()
  expect(checks).toHaveLength(1)
  await button(tab, 'Approve').click()
  await comeBack(tab)
  await confirmed(page).waitFor()
  browser.expectNoErrors()
})

test('a delayed payment shows as being confirmed, and cannot be paid twice', async () => {
  const { page } = await placedOrder('Card')
  const tab = await openPaymentPage(page)
  await button(tab, 'Delay').click()
  await page.getByRole('dialog', { name: 'Your payment is being confirmed' }).waitFor()
  await expectAccessible(page)
  await page.bringToFront()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('Your payment is being confirmed.').waitFor()
  expect(await payNow(page).count()).toBe(0)
  await page.reload()
  await page.getByText('Your payment is being confirmed.').waitFor()
  expect(await payNow(page).count()).toBe(0)
  await expectAccessible(page)
  await button(tab, 'Let it succeed').click()
  await confirmed(page).waitFor()
  browser.expectNoErrors()
})

test('a delayed payment that fails is reported, and another method can be chosen', async () => {
  const { page } = await placedOrder('Card')
  const tab = await openPaymentPage(page)
  await button(tab, 'Delay').click()
  await page.getByRole('dialog', { name: 'Your payment is being confirmed' }).waitFor()
  await button(tab, 'Let it fail').click()
  await page.getByText('The last payment did not go through, and nothing was charged.').waitFor()
  await gone(page)
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Cash on delivery' }).check()
  await payNow(page).click()
  await confirmed(page).waitFor()
  browser.expectNoErrors()
})

test('a PayPal payment is approved', async () => {
  const { page } = await placedOrder('PayPal')
  const tab = await openPaymentPage(page)
  await button(tab, 'Approve').click()
  await comeBack(tab)
  await confirmed(page).waitFor()
  await state(page).getByText('PayPal, paid').waitFor()
  browser.expectNoErrors()
})

test('leaving PayPal pays nothing, and the same page can pay later', async () => {
  const { page, order } = await placedOrder('PayPal')
  const tab = await openPaymentPage(page)
  // No tab waits for it any more: it stays open and shows the state of the payment.
  await page.goto('/profile/orders')
  await button(tab, 'Abandon').click()
  await tab.getByRole('heading', { level: 1, name: 'Nothing was paid' }).waitFor()
  await expectAccessible(tab)
  await tab.getByRole('link', { name: 'See your order' }).click()
  await tab.waitForURL(`**/profile/orders/${order.id}`)
  await payNow(tab).waitFor()
  expect(await tab.getByRole('radio', { name: 'PayPal' }).isChecked()).toBe(true)
  browser.expectNoErrors()
})

test('cash on delivery confirms the order without a payment page', async () => {
  const { page } = await placedOrder('Cash on delivery')
  await payNow(page).click()
  await confirmed(page).waitFor()
  await state(page).getByText('Cash on delivery, to the courier').waitFor()
  expect(page.context().pages()).toHaveLength(1)
  browser.expectNoErrors()
})

test('where the browser blocks the new tab, a link opens it', async () => {
  const { page } = await placedOrder('Card')
  await page.evaluate(() => {
    window.open = () => null
  })
  await payNow(page).click()
  await page.getByText('Your browser did not open it by itself').waitFor()
  const isFocusInDialog = () =>
    page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)
  await expect.poll(isFocusInDialog).toBe(true)
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Open the payment page' }).click()
  const tab = await opened
  await button(tab, 'Approve').click()
  await comeBack(tab)
  await confirmed(page).waitFor()
  browser.expectNoErrors()
})

test('Cancel Payment stops the polling, but cancels neither the order nor the payment page', async () => {
  const { page } = await placedOrder('Card')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/payments/status/')) asked.push(request.url())
  })
  await page.clock.install()
  const tab = await openPaymentPage(page)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  // The page's clock stands still, so that a slow machine asks no more often.
  await page.clock.pauseAt(Date.now() + 10_000)
  const before = asked.length
  let intervals = 0
  await expect
    .poll(async () => {
      // It skips an interval in which the answer before has not arrived.
      intervals += 1
      await page.clock.runFor(5_000)
      return asked.length
    })
    .toBeGreaterThan(before)
  expect(asked.length - before).toBeLessThanOrEqual(intervals)
  await page.clock.resume()
  await page.bringToFront()
  await button(page, 'I Have Paid').click()
  const notYet = page.getByText('Your payment has not reached us yet.')
  await notYet.waitFor()
  expect(asked.filter((url) => url.endsWith('check=true'))).toHaveLength(1)
  await button(page, 'Cancel Payment').click()
  await gone(page)
  await awaiting(page).waitFor()
  const untilCancelled = asked.length
  await page.clock.runFor(20_000)
  expect(asked).toHaveLength(untilCancelled)
  // The order is still unpaid, its payment page is the earlier one, and the message about the
  // failure is gone.
  const again = await openPaymentPage(page)
  expect(again.url()).toBe(tab.url())
  expect(await notYet.count()).toBe(0)
  await button(again, 'Approve').click()
  await comeBack(again)
  await confirmed(page).waitFor()
  await gone(page)
  const untilPaid = asked.length
  await page.clock.runFor(20_000)
  expect(asked).toHaveLength(untilPaid)
  browser.expectNoErrors()
})

test('every tab with the order learns that it is paid', async () => {
  const { page } = await placedOrder('Card')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await awaiting(other).waitFor()
  const tab = await openPaymentPage(page)
  await button(tab, 'Approve').click()
  await confirmed(page).waitFor()
  await confirmed(other).waitFor()
  browser.expectNoErrors()
})

test('an order that is paid before its page is connected shows so once it is', async () => {
  const shopper = await openAccountWithAddress()
  const order = await placeOrder(shopper)
  const page = await browser.open('about:blank', shopper.signedIn)
  const connects = Promise.withResolvers<void>()
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await connects.promise
    socket.connectToServer()
  })
  await page.goto(`/profile/orders/${order.id}`)
  await awaiting(page).first().waitFor()
  await payOnDelivery(shopper, order)
  connects.resolve()
  await page.getByText('Order confirmed. Awaiting shipment.').waitFor()
  browser.expectNoErrors()
})

test('after a reload the order still follows its payment page', async () => {
  const { page } = await placedOrder('Card')
  const tab = await openPaymentPage(page)
  await page.reload()
  await awaiting(page).waitFor()
  await button(tab, 'Approve').click()
  await comeBack(tab)
  await confirmed(page).waitFor()
  browser.expectNoErrors()
})

test('USDT sent in two transfers shows what is missing until all has arrived', async () => {
  const { page } = await placedOrder('USDT')
  const pay = await openPaymentPage(page)
  await pay.getByText('Waiting for your transfer').waitFor()
  await pay.getByRole('img', { name: 'QR code for your wallet' }).waitFor()
  await pay.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await button(pay, 'Copy address').click()
  await pay.getByText('Copied').waitFor()
  const address = await pay.evaluate(() => navigator.clipboard.readText())
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await pay.getByText(address).waitFor()
  await expectAccessible(pay)

  const send = async (amount: string) => {
    const opened = pay.context().waitForEvent('page')
    await pay.getByRole('link', { name: 'Open the test wallet' }).click()
    const wallet = await opened
    await button(wallet, amount).click()
    await wallet.getByRole('heading', { name: 'Sent' }).waitFor()
    await wallet.close()
  }
  await send('Send half')
  await pay.getByText(/USDT still missing$/).waitFor()
  await expectAccessible(pay)
  const dialog = page.getByRole('dialog', { name: 'Your payment is being confirmed' })
  await dialog.getByText('The payment page shows what has arrived').waitFor()
  // The link to the missing amount is there after a reload, too.
  await page.reload()
  await page.getByRole('link', { name: 'See what has arrived, and what is missing' }).waitFor()
  await page.getByText('shows what has arrived and what is missing').waitFor()
  await send('Send it all')
  await pay.getByText('Paid, thank you').waitFor()
  await expectAccessible(pay)
  await confirmed(page).waitFor()
  browser.expectNoErrors()
})

test('an underpayment after the deadline is shown as in review, with instructions', async () => {
  const { page } = await placedOrder('USDT')
  await page.route(/\/api\/orders\/my\/[0-9a-f-]{36}$/, async (route) => {
    const answer = await (await route.fetch()).json()
    const paymentUrl = new URL('/order/pay/1', page.url()).href
    const inReview = { paymentMethod: 'USDT', paymentStatus: 'PROCESSING', isPaymentInReview: true }
    Object.assign(answer.data, { ...inReview, paymentUrl, canPay: false, canCancel: false })
    await route.fulfill({ json: answer })
  })
  await page.reload()
  await page.getByText('Not all of your payment came in time.').waitFor()
  await page.getByText('Please send nothing more until then.').waitFor()
  await page.getByRole('link', { name: 'See what has arrived, and what is missing' }).waitFor()
  expect(await page.getByText('being confirmed').count()).toBe(0)
  await expectAccessible(page)
  browser.expectNoErrors()
})

test.each([
  ['an order that there is not', crypto.randomUUID()],
  ['no order at all', 'nonsense'],
])('returning from the payment of %s says that the payment is unknown', async (_title, order) => {
  const { signedIn } = await openAccountWithAddress()
  const page = await browser.open(`/order/payment-return?order=${order}&outcome=paid`, signedIn)
  await page.getByRole('heading', { level: 1, name: 'We cannot find this payment' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'My Orders' }).last().click()
  await page.waitForURL('**/profile/orders')
  browser.expectNoErrors(rejection)
})

test('an expired order can be paid again, or says that its items are gone', async () => {
  const { page } = await placedOrder('Card')
  const path = /\/api\/orders\/my\/[0-9a-f-]{36}$/
  await page.route(path, async (route) => {
    const answer = await (await route.fetch()).json()
    Object.assign(answer.data, { status: 'UNPAID', holdEndsAt: null })
    await route.fulfill({ json: answer })
  })
  await page.route('**/api/payments/initiate/**', (route) =>
    route.fulfill({
      status: 409,
      json: {
        success: false,
        data: null,
        message: 'Item is unavailable',
        code: 'ITEM_UNAVAILABLE',
      },
    }),
  )
  await page.reload()
  await page.getByText('Your reservation has ended.').waitFor()
  await payNow(page).click()
  await page.getByText('Item is unavailable').waitFor()
  await page.getByText('Someone else has taken it').waitFor()
  expect(page.context().pages()).toHaveLength(1)
  await expectAccessible(page)
  browser.expectNoErrors(rejection)
})

test('starting a payment covers the page, and an error uncovers it', async () => {
  const { page } = await placedOrder('Card')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/payments/initiate/**', async (route) => {
    await held.promise
    await route.abort()
  })
  await payNow(page).click()
  await page.getByRole('status').getByText('Starting your payment').waitFor()
  await expectAccessible(page)
  held.resolve()
  await page.getByText('网络请求失败，请稍后重试').waitFor()
  expect(await page.getByText('Starting your payment').count()).toBe(0)
  browser.expectNoErrors(/net::ERR_FAILED/)
})

test('the payment pages are accessible at every width, without console errors', async () => {
  const { order, page } = await placedOrder('USDT')
  const pay = await openPaymentPage(page)
  for (const path of [
    `/profile/orders/${order.id}`,
    new URL(pay.url()).pathname,
    `/order/payment-return?order=${order.id}&outcome=cancelled`,
  ]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await expectAccessibleOnEveryWidth(page)
  }
  browser.expectNoErrors()
})
