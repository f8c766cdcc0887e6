import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  callApi,
  openAccountWithAddress,
  payByCard,
  placeOrder,
  signInAsStaff,
} from './ordering.ts'
import { openAccount } from './shopper.ts'
import { hire } from './staff.ts'
import { expectAccessible, expectAccessibleOnEveryWidth, useBrowser } from './use-browser.ts'

const browser = useBrowser()

/** Console errors of requests that are rejected on purpose. */
const rejection = /the server responded with a status of 40[03]/

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** Opens a page in a browser whose device stores passkeys, and whose user is always present. */
async function openWithDevice(path: string, options?: BrowserContextOptions): Promise<Page> {
  const page = await browser.open('/coming-soon', options)
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable', { enableUI: false })
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.addInitScript(() => {
    const { credentials } = navigator
    const get = credentials.get.bind(credentials)
    credentials.get = (options) => {
      if (options?.mediation !== 'conditional' || !sessionStorage.getItem('ignores offers'))
        return get(options)
      const { signal } = options
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    }
  })
  await page.goto(path)
  return page
}

/** From now on the user ignores passkeys that the browser offers in the e-mail field. */
const ignoreOffers = (page: Page) =>
  page.evaluate(() => sessionStorage.setItem('ignores offers', 'yes'))
const takeOffers = (page: Page) => page.evaluate(() => sessionStorage.removeItem('ignores offers'))

async function signOut(page: Page): Promise<void> {
  await page.goto('/profile')
  await button(page, 'Sign out').click()
}

test('a shopper adds a passkey, signs in with it by button and in the e-mail field, and removes it', async () => {
  const shopper = await openAccount()
  const page = await openWithDevice('/profile/account', shopper.signedIn)
  await button(page, 'Add a passkey').click()
  await dialog(page).waitFor()
  await button(page, 'Continue').click()
  await page.getByText('Please enter a name').waitFor()
  await expectAccessible(page)
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('My phone')
  await button(page, 'Continue').click()
  await page.getByText(/^Added .* not used yet$/).waitFor()
  await expectAccessibleOnEveryWidth(page)

  await ignoreOffers(page)
  await signOut(page)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await button(page, 'Sign in with a passkey').click()
  await page.waitForURL('**/profile')
  await page.getByRole('heading', { level: 1, name: 'Ines Valcourt' }).waitFor()

  // The user takes the passkey that the browser offers in the field.
  await takeOffers(page)
  await page.goto('/profile')
  await Promise.all([page.waitForURL('**/login'), button(page, 'Sign out').click()])
  await page.waitForURL('**/profile')

  await page.goto('/profile/account')
  await page.getByText(/^Added .* last used .*$/).waitFor()
  await button(page, 'Remove My phone').click()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await page.getByText('My phone', { exact: true }).waitFor({ state: 'hidden' })
  await ignoreOffers(page)
  await signOut(page)
  await button(page, 'Sign in with a passkey').click()
  await page.getByText('This passkey did not work.').waitFor()
  browser.expectNoErrors(rejection)
})

test('a manager signs in with a passkey, which confirms a refund and stands in the audit log', async () => {
  const buyer = await openAccountWithAddress()
  const order = await placeOrder(buyer)
  await payByCard(buyer, order)
  const manager = await hire('MANAGER')
  const page = await openWithDevice('/login?returnTo=/admin/account')
  await field(page, 'E-mail').fill(manager.email)
  await field(page, 'Password').fill(manager.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/account')
  await button(page, 'Add a passkey').click()
  await field(page, 'Name').fill('Office laptop')
  await button(page, 'Continue').click()
  await field(page, 'Your password').fill(manager.password)
  await button(page, 'Continue').click()
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  await button(page, 'I have kept them').click()
  await page.getByText('Office laptop').waitFor()
  await expectAccessibleOnEveryWidth(page)

  // After the password the passkey is requested; it signs in alone, too.
  await ignoreOffers(page)
  await signOut(page)
  await field(page, 'E-mail').fill(manager.email)
  await field(page, 'Password').fill(manager.password)
  await page.keyboard.press('Enter')
  await page.getByText('Use your passkey, or enter one of your recovery codes.').waitFor()
  await expectAccessibleOnEveryWidth(page)
  await button(page, 'Use your passkey').click()
  await page.waitForURL('**/profile')

  await page.goto(`/admin/orders/${order.id}`)
  await button(page, 'Refund').click()
  await dialog(page).getByRole('radio', { name: 'Partial amount' }).check()
  await dialog(page).getByRole('spinbutton').fill('12.50')
  await field(page, 'Reason (for staff)').fill('A scratch at the heel')
  await dialog(page).getByRole('button', { name: 'Refund' }).click()
  await page.getByRole('list', { name: 'Refunds' }).getByText('12.50').first().waitFor()

  const entries = await callApi<{ call: string; confirmedBy: string | null }[]>(
    await signInAsStaff(),
    `GET /admin/audit?target=${order.id}`,
  )
  expect(entries.find(({ call }) => call === 'refundOrder')?.confirmedBy).toBe(
    'Passkey “Office laptop”',
  )
  browser.expectNoErrors(rejection)
})
