import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { emailedCode } from './email-codes.ts'
import {
  callApi,
  chooseOptions,
  openAccountWithAddress,
  signInAsStaff,
  writeAddress,
} from './ordering.ts'
import { openAccount, type Shopper } from './shopper.ts'
import { owner } from './staff.ts'
import {
  boxOf,
  endSessionAndPress,
  expectAccessible,
  expectAccessibleOnEveryWidth,
  useBrowser,
} from './use-browser.ts'

const browser = useBrowser()

/** Console errors of requests that are rejected on purpose. */
const rejection = /the server responded with a status of 40[01]/
const lostNetwork = /net::ERR_INTERNET_DISCONNECTED/

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const pathOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length)

/** What a field says about its invalid value; null while it is valid. */
const errorAt = (input: Locator) =>
  input.evaluate((element) =>
    element.getAttribute('aria-invalid') === 'true'
      ? document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent
      : null,
  )

async function fillSignIn(page: Page, { email, password }: Pick<Shopper, 'email' | 'password'>) {
  await field(page, 'E-mail').fill(email)
  await field(page, 'Password').fill(password)
}

/** Corrupts tokens in the page's storage, as if they had expired. */
async function corrupt(page: Page, ...keys: string[]) {
  await page.evaluate((names) => {
    for (const name of names) localStorage.setItem(name, `${localStorage.getItem(name)}corrupted`)
  }, keys)
}

const guestPages = ['/login', '/forgot-password', '/reset-password', '/verify-email']
const ownPages = ['/profile', '/profile/account']

test.each([...guestPages, ...ownPages])(
  '%s is accessible at every width, without console errors',
  async (path) => {
    const shopper = ownPages.includes(path) ? await openAccount() : null
    const page = await browser.open(path, shopper?.signedIn)
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (path === '/profile/account') await field(page, 'Full name').waitFor()
    await expectAccessibleOnEveryWidth(page)
    browser.expectNoErrors()
  },
)

test('registration shows each field’s error, then opens the account', async () => {
  const page = await browser.open('/login')
  await heading(page, 'Welcome Back').waitFor()
  await field(page, 'E-mail').fill('not an address')
  await field(page, 'Password').focus()
  await page.getByText('Please enter a valid email').waitFor()
  await button(page, 'Create Account').click()
  await heading(page, 'Create Account').waitFor()
  expect(await page.getByText('Please enter a valid email').count()).toBe(0)
  expect(await field(page, 'E-mail').inputValue()).toBe('')

  await button(page, 'Create account').click()
  for (const message of [
    'Name is required',
    'Please enter a valid email',
    'Password must be at least 6 characters',
  ]) {
    await page.getByText(message, { exact: true }).waitFor()
  }
  await expect
    .poll(() => field(page, 'Name').evaluate((node) => node === document.activeElement))
    .toBe(true)
  expect(await field(page, 'Name').getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page)

  await field(page, 'Name').fill('Marguerite')
  await fillSignIn(page, { email: `m-${Date.now()}@example.com`, password: 'secret-1' })
  await page.keyboard.press('Enter')
  await page.waitForURL('**/profile')
  await heading(page, 'Marguerite').waitFor()

  await button(page, 'Sign out').click()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  browser.expectNoErrors()
})

test('sign-in returns to the page that required it', async () => {
  const shopper = await openAccount()
  const page = await browser.open('/profile/account?from=email')
  await page.waitForURL('**/login')
  await fillSignIn(page, { ...shopper, password: 'another-one' })
  await button(page, 'Sign in').click()
  await page.getByText('Please check your login and password.').waitFor()
  await field(page, 'Password').fill(shopper.password)
  await page.keyboard.press('Enter')
  await heading(page, 'My Profile').waitFor()
  expect(pathOf(page)).toBe('/profile/account?from=email')
  await page.goBack()
  expect(pathOf(page)).not.toBe('/login')
  browser.expectNoErrors(rejection)
})

test('an expired access token is refreshed behind a click', async () => {
  const page = await browser.open('/profile', (await openAccount()).signedIn)
  await heading(page, 'Ines Valcourt').waitFor()
  await corrupt(page, 'accessToken')
  await page
    .getByRole('link', { name: /My Profile/ })
    .first()
    .click()
  await field(page, 'Full name').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toContain('corrupted')
  browser.expectNoErrors(rejection)
})

test('two tabs that refresh at once make one exchange, and both stay signed in', async () => {
  const first = await browser.open('/profile', (await openAccount()).signedIn)
  const second = await first.context().newPage()
  await second.goto('/profile')
  const tabs = [first, second]
  for (const tab of tabs) await heading(tab, 'Ines Valcourt').waitFor()
  let exchanges = 0
  const rejected = tabs.map((tab) => tab.waitForResponse((response) => response.status() === 401))
  await first.context().route('**/api/auth/refresh', async (route) => {
    exchanges += 1
    await Promise.all(rejected)
    await route.continue()
  })
  await corrupt(first, 'accessToken')
  await Promise.all(tabs.map((tab) => tab.reload()))
  for (const tab of tabs) await heading(tab, 'Ines Valcourt').waitFor()
  expect(exchanges).toBe(1)
  browser.expectNoErrors(rejection)
})

test('an ended session leads to sign-in, and back to the page', async () => {
  const shopper = await openAccount()
  const page = await browser.open('/profile/account', shopper.signedIn)
  await heading(page, 'My Profile').waitFor()
  await corrupt(page, 'accessToken', 'refreshToken')
  await page.reload()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).toBeNull()
  await fillSignIn(page, shopper)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/profile/account')
  browser.expectNoErrors(rejection)
})

test.each(['the address book', 'the checkout'])(
  'an address that is being written in %s when the session ends is there after the sign-in',
  async (place) => {
    const shopper = await openAccountWithAddress()
    const page = await browser.open('/profile/account', shopper.signedIn)
    if (place === 'the checkout') {
      await page.goto('/product/porto-loafer')
      await chooseOptions(page)
      await button(page, 'Buy now').click()
    }
    await button(page, 'Edit Home').click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Street address').fill('240 Mercer Street')
    await page.clock.install()
    await endSessionAndPress(drawer.getByRole('button', { name: 'Save address' }))
    await page.getByText('what you were writing is kept').waitFor()
    await fillSignIn(page, shopper)
    await page.keyboard.press('Enter')
    await drawer.waitFor()
    // Nothing leads to the sign-in again, however quickly the shopper has signed in.
    await page.clock.runFor(2_000)
    expect(await drawer.getByLabel('Street address').inputValue()).toBe('240 Mercer Street')
    await drawer.getByRole('button', { name: 'Save address' }).click()
    if (place === 'the address book') await button(page, 'Done').click()
    await page.getByRole('main').getByText('240 Mercer Street').first().waitFor()
    browser.expectNoErrors(rejection)
  },
)

test('the personal information typed when the session ends is there after the sign-in, for its shopper alone', async () => {
  const shopper = await openAccount()
  const page = await browser.open('/profile/account', shopper.signedIn)
  const city = page.getByRole('region', { name: 'Personal Information' }).getByLabel('City')
  await city.fill('Trieste')
  await page.getByLabel('Name', { exact: true }).fill('Ines')
  await endSessionAndPress(button(page, 'Save name'))
  await page.waitForURL('**/login')
  await fillSignIn(page, await openAccount('Marta Lund'))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/profile/account')
  await city.waitFor()
  expect(await city.inputValue()).toBe('')
  await endSessionAndPress(button(page, 'Save name'))
  await page.waitForURL('**/login')
  await fillSignIn(page, shopper)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/profile/account')
  await expect.poll(() => city.inputValue()).toBe('Trieste')
  browser.expectNoErrors(rejection)
})

test('signing out in one tab signs out the other', async () => {
  const first = await browser.open('/profile', (await openAccount()).signedIn)
  const second = await first.context().newPage()
  await second.goto('/profile/account')
  await heading(second, 'My Profile').waitFor()
  await button(first, 'Sign out').click()
  await Promise.all([first.waitForURL('**/login'), second.waitForURL('**/login')])
  browser.expectNoErrors()
})

test('text typed before hydration stays, and never appears in the address', async () => {
  const shopper = await openAccount()
  const page = await browser.open('/about-us')
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await fillSignIn(page, shopper)
  await page.keyboard.press('Enter')
  expect(pathOf(page)).toBe('/login')
  scripts.resolve()
  await page.waitForLoadState('load')
  await button(page, 'Sign in').click()
  await heading(page, 'Ines Valcourt').waitFor()
  browser.expectNoErrors()
})

test('a network failure is shown in both languages, and signing in works once it is back', async () => {
  const shopper = await openAccount()
  const page = await browser.open('/login')
  await fillSignIn(page, shopper)
  await page.context().setOffline(true)
  await button(page, 'Sign in').click()
  const alert = page.getByRole('alert').filter({ hasText: '网络请求失败，请稍后重试' })
  await alert.getByText('The network request failed. Please try again later.').waitFor()
  expect(await alert.locator('[lang="zh"]').innerText()).toBe('网络请求失败，请稍后重试')
  await page.context().setOffline(false)
  await button(page, 'Sign in').click()
  await heading(page, 'Ines Valcourt').waitFor()
  browser.expectNoErrors(lostNetwork)
})

test('a browser that stores nothing says so at sign-in, instead of doubting the password', async () => {
  const shopper = await openAccount()
  const page = await browser.open('/login')
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await fillSignIn(page, shopper)
  await button(page, 'Sign in').click()
  const reason = page.getByRole('alert').filter({ hasText: 'could not store your sign-in' })
  await reason.waitFor()
  expect(await page.getByText('Please check your login and password.').count()).toBe(0)
  await button(page, 'Create Account').click()
  await field(page, 'Name').fill('Ines Valcourt')
  await fillSignIn(page, { email: `new-${shopper.email}`, password: shopper.password })
  await button(page, 'Create account').click()
  await reason.waitFor()
  browser.expectNoErrors()
})

test('staff see a link to the back office in their account; shoppers do not', async () => {
  const page = await browser.open('/login')
  await fillSignIn(page, owner)
  await button(page, 'Sign in').click()
  await page.getByRole('link', { name: 'Back office' }).click()
  await page.waitForURL('**/admin**')
  await heading(page, 'Today').waitFor()
  const shopper = await browser.open('/profile', (await openAccount()).signedIn)
  await button(shopper, 'Sign out').waitFor()
  expect(await shopper.getByRole('link', { name: 'Back office' }).count()).toBe(0)
  browser.expectNoErrors()
})

test('the password is changed in its modal', async () => {
  const shopper = await openAccount()
  const page = await browser.open('/profile/account', shopper.signedIn)
  await button(page, 'Change Password').click()
  const dialog = page.getByRole('dialog')
  await button(page, 'Save password').click()
  await expect
    .poll(() => dialog.getByText('Password must be at least 6 characters long.').count())
    .toBe(3)
  await field(page, 'Current password').fill('not-this-one')
  await field(page, 'New password').fill('secret-2')
  await field(page, 'Confirm new password').fill('secret-3')
  await button(page, 'Save password').click()
  await dialog
    .getByText('Please ensure the confirmation password is the same as your new password.')
    .waitFor()
  await expectAccessible(page)
  await field(page, 'Confirm new password').fill('secret-2')
  await button(page, 'Save password').click()
  await dialog.getByText('Please check your current password.').waitFor()
  await field(page, 'Current password').fill(shopper.password)
  await button(page, 'Save password').click()
  await page.getByText('Your account information has been updated.').waitFor()
  await button(page, 'Done').click()

  await page.goto('/profile')
  await button(page, 'Sign out').click()
  await page.waitForURL('**/login')
  await fillSignIn(page, { ...shopper, password: 'secret-2' })
  await page.keyboard.press('Enter')
  await heading(page, 'Ines Valcourt').waitFor()
  browser.expectNoErrors(rejection)
})

test('the name is changed', async () => {
  const page = await browser.open('/profile/account', (await openAccount()).signedIn)
  await page
    .getByRole('region', { name: 'Login Information' })
    .getByLabel('Name')
    .fill('Marguerite')
  await button(page, 'Save name').click()
  await button(page, 'Done').click()
  await page.getByRole('link', { name: 'Overview' }).click()
  await heading(page, 'Marguerite').waitFor()
  browser.expectNoErrors()
})

test('addresses are added, edited and deleted', async () => {
  const page = await browser.open('/profile/account', {
    locale: 'en-US',
    ...(await openAccount()).signedIn,
  })
  const personal = page.getByRole('region', { name: 'Personal Information' })
  // The account's name is filled in; empty fields get an error.
  await expect.poll(() => personal.getByLabel('Full name').inputValue()).toBe('Ines Valcourt')
  await personal.getByLabel('Full name').fill('')
  await personal.getByRole('button', { name: 'Save' }).click()
  await personal.getByText('Full name is required').waitFor()
  await personal.getByLabel('Full name').fill('Ines Valcourt')
  await personal.getByLabel('Phone number').fill('+33 1 42 68 53 00')
  await personal.getByLabel('Country').selectOption('France')
  await personal.getByLabel('Street address').fill('12 rue de la Paix')
  await personal.getByLabel('City').fill('Paris')
  await personal.getByLabel('Postal code').fill('75002')
  await personal.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Saving Success:' }).waitFor()
  await button(page, 'Done').click()
  const book = page.getByRole('region', { name: 'My Address Book' })
  await book.getByText('+33 142685300').waitFor()

  await button(page, 'Create a New Address').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Address name').fill('Office')
  await drawer.getByLabel('Full name').fill('Ines Valcourt')
  await drawer.getByLabel('Phone number').fill('(212) 555-0148')
  await drawer.getByLabel('Street address').fill('1 Main Street')
  await drawer.getByLabel('City').fill('New York')
  await drawer.getByLabel('Postal code').fill('10001')
  await drawer.getByRole('button', { name: 'Save address' }).click()
  await drawer.getByText('State is required').waitFor()
  await expectAccessible(page)
  await drawer.getByLabel('State').fill('NY')
  await drawer.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('Your account information has been updated.').waitFor()
  await button(page, 'Done').click()
  await book.getByText('New York, NY 10001').waitFor()
  await book.getByText('+1 2125550148').waitFor()

  await button(page, 'Edit Office').click()
  await drawer.getByLabel('Address name').fill('Atelier')
  await drawer.getByRole('checkbox', { name: 'Use as my default address' }).check()
  await drawer.getByRole('button', { name: 'Save address' }).click()
  await button(page, 'Done').click()
  await book
    .getByRole('heading', { name: /Atelier/ })
    .getByText('Default')
    .waitFor()
  await expect.poll(() => personal.getByLabel('City').inputValue()).toBe('New York')

  await button(page, 'Delete Former default address').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => book.getByRole('listitem').count()).toBe(1)
  browser.expectNoErrors()
})

test('an address that is not saved says so, even if its form was closed meanwhile', async () => {
  const shopper = await openAccountWithAddress()
  const page = await browser.open('/profile/account', shopper.signedIn)
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/addresses/*', async (route) => {
    await answer.promise
    await route.abort('internetdisconnected')
  })
  await button(page, 'Edit Home').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('City').fill('Boston')
  await drawer.getByRole('button', { name: 'Save address' }).click()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  answer.resolve()
  await page.getByText('The network request failed.').waitFor()
  await page.unroute('**/api/addresses/*')
  await button(page, 'Delete Home').click()
  await drawer.getByRole('button', { name: 'Delete' }).click()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Create a New Address')
  browser.expectNoErrors(lostNetwork)
})

test('an address is saved once, however often its button is pressed', async () => {
  const shopper = await openAccountWithAddress()
  const page = await browser.open('/profile/account', shopper.signedIn)
  await button(page, 'Create a New Address').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Address name').fill('Office')
  await drawer.getByLabel('Phone prefix').selectOption('France +33')
  await drawer.getByLabel('Phone number').fill('142685300')
  await drawer.getByLabel('Country').selectOption('France')
  await drawer.getByLabel('Street address').fill('12 rue de la Paix')
  await drawer.getByLabel('City').fill('Paris')
  await drawer.getByLabel('Postal code').fill('75002')
  const save = drawer.getByRole('button', { name: 'Save address' })
  await save.scrollIntoViewIfNeeded()
  const { x, y } = await boxOf(save)
  // Faster than the tasks of the page.
  await Promise.all([1, 2, 3].map(() => page.mouse.click(x + 9, y + 9)))
  await page.getByText('Your account information has been updated.').waitFor()
  const addresses = await callApi<{ total: number }>(shopper.accessToken, 'GET /addresses')
  expect(addresses.total).toBe(2)
  browser.expectNoErrors()
})

test('saving the personal information keeps the title of an address', async () => {
  const shopper = await openAccountWithAddress()
  const page = await browser.open('/profile/account', shopper.signedIn)
  const personal = page.getByRole('region', { name: 'Personal Information' })
  const book = page.getByRole('region', { name: 'My Address Book' })
  await personal.getByLabel('City').fill('Albany')
  await personal.getByRole('button', { name: 'Save' }).click()
  await button(page, 'Done').click()
  await book.getByText('Albany, NY 10012').waitFor()
  await book.getByRole('heading', { name: /^Home/ }).waitFor()
  browser.expectNoErrors()
})

test('the stored title "default" is not shown to the shopper', async () => {
  const shopper = await openAccount()
  await writeAddress(shopper, { title: 'default', isDefault: true })
  const page = await browser.open('/profile/account', shopper.signedIn)
  await button(page, 'Edit Default address').click()
  const drawer = page.getByRole('dialog')
  expect(await drawer.getByLabel('Address name').inputValue()).toBe('Default address')
  await drawer.getByLabel('City').fill('Albany')
  await drawer.getByRole('button', { name: 'Save address' }).click()
  await button(page, 'Done').click()
  await page.getByRole('region', { name: 'My Address Book' }).getByText('Albany').waitFor()
  const book = await callApi<{ data: { title: string }[] }>(shopper.accessToken, 'GET /addresses')
  expect(book.data.map(({ title }) => title)).toEqual(['default'])
  browser.expectNoErrors()
})

test('the fields of an address stay in their columns at every width', async () => {
  const { signedIn } = await openAccount()
  for (const width of [320, 390, 768, 1440]) {
    const viewport = { width, height: 900 }
    const page = await browser.open('/profile/account', { ...signedIn, viewport })
    await button(page, 'Create a New Address').click()
    const drawer = page.getByRole('dialog')
    const form = await boxOf(drawer.locator('form'))
    const boxes = await Promise.all(
      (await drawer.getByRole('textbox').or(drawer.getByRole('combobox')).all()).map(boxOf),
    )
    for (const [index, box] of boxes.entries()) {
      expect(box.x + box.width).toBeLessThanOrEqual(form.x + form.width + 1)
      const before = boxes[index - 1]
      if (before && Math.abs(before.y - box.y) < box.height / 2)
        expect(before.x + before.width).toBeLessThanOrEqual(box.x)
    }
    await page.context().close()
  }
  browser.expectNoErrors()
})

test('the account’s data can be exported, and the account deleted', async () => {
  const shopper = await openAccount()
  const page = await browser.open('/profile/account', shopper.signedIn)
  const file = page.waitForEvent('download')
  await button(page, 'Export my data').click()
  const download = await file
  expect(download.suggestedFilename()).toBe('solvane-my-data.json')
  expect(await readFile(await download.path(), 'utf8')).toContain(shopper.email)

  await button(page, 'Delete my account').click()
  const dialog = page.getByRole('dialog')
  await field(page, 'Your password').fill('not-this-one')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByText('Please check your current password.').waitFor()
  expect(await errorAt(field(page, 'Your password'))).toBe('Please check your current password.')
  await field(page, 'Your password').fill(shopper.password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByText('Your account is deleted.').waitFor()
  await page.goto('/login')
  await fillSignIn(page, shopper)
  await page.keyboard.press('Enter')
  await page.getByText('Please check your login and password.').waitFor()
  browser.expectNoErrors(rejection)
})

test('an account is deleted with a code from an e-mail instead of the password', async () => {
  const shopper = await openAccount()
  const page = await browser.open('/profile/account', shopper.signedIn)
  await button(page, 'Delete my account').click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('button', { name: /passkey/ }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Use a code by e-mail instead' }).click()
  await dialog.getByText(shopper.email).waitFor()
  await dialog.getByRole('button', { name: 'Send the code' }).click()
  await dialog.getByText(/We have sent a code to/).waitFor()
  await expectAccessibleOnEveryWidth(page)
  const code = await emailedCode(shopper.email)
  await field(page, 'Code').fill(code === '000000' ? '000001' : '000000')
  await field(page, 'Code').press('Enter')
  await dialog.getByText('This code is not valid.').waitFor()
  expect(await errorAt(field(page, 'Code'))).toMatch(/^This code is not valid\./)
  await dialog.getByRole('button', { name: 'Send another code' }).click()
  // The new form has an empty field.
  await expect.poll(() => field(page, 'Code').inputValue()).toBe('')
  await field(page, 'Code').fill(await emailedCode(shopper.email, 2))
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByText('Your account is deleted.').waitFor()
  browser.expectNoErrors(rejection)
})

test('signing out everywhere ends the session of another device', async () => {
  const shopper = await openAccount()
  const here = await browser.open('/profile/account', shopper.signedIn)
  const there = await browser.open('/profile', shopper.signedIn)
  await heading(there, 'Ines Valcourt').waitFor()
  await button(here, 'Sign out everywhere').click()
  await here.waitForURL('**/login')
  await there.reload()
  await there.waitForURL('**/login')
  browser.expectNoErrors(rejection)
})

test('a password reset is requested, and an expired link leads to a new one', async () => {
  const { email } = await openAccount()
  const page = await browser.open('/reset-password#token=made-up')
  await page.getByText('This link is no longer valid. Please ask for a new one.').waitFor()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await field(page, 'E-mail').fill(email)
  await button(page, 'Send the link').click()
  await heading(page, 'Check your inbox').waitFor()
  browser.expectNoErrors(rejection)
})

test('the link of an e-mail confirms the address, and the account asks no more', async () => {
  const shopper = await openAccount()
  const staff = await signInAsStaff()
  const [mail] = await callApi<{ id: string }[]>(staff, `GET /admin/emails?q=${shopper.email}`)
  const { text } = await callApi<{ text: string }>(staff, `GET /admin/emails/${mail?.id}`)
  const [link = ''] = /\/verify-email#\S+/.exec(text) ?? []
  const page = await browser.open('/profile', shopper.signedIn)
  const notice = page.getByRole('complementary', { name: 'E-mail confirmation' })
  await notice.waitFor()
  await page.goto(link)
  await page.getByRole('link', { name: 'To your account' }).click()
  await page.getByText(shopper.email).first().waitFor()
  expect(await notice.count()).toBe(0)
  browser.expectNoErrors()
})
