import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAccount } from './shopper.ts'
import { owner, signedInAs } from './staff.ts'
import { expectAccessible, expectAccessibleOnEveryWidth, useBrowser } from './use-browser.ts'

const browser = useBrowser()

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name, exact: true })

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await field(page, 'E-mail').fill(email)
  await field(page, 'Password').fill(password)
  await page.keyboard.press('Enter')
}

const pages = [
  ['/admin', 'Today'],
  ['/admin/emails', 'E-mails'],
  ['/admin/staff', 'Staff'],
  ['/admin/audit', 'Audit log'],
  ['/admin/availability', 'Availability'],
  ['/admin/no-such-page', 'Page not found'],
] as const

test.each(pages)('%s is accessible at every width, without console errors', async (path, name) => {
  const page = await browser.open(path, await signedInAs(owner))
  await heading(page, name).waitFor()
  await page.waitForLoadState('networkidle')
  await expectAccessibleOnEveryWidth(page)
  browser.expectNoErrors()
})

test('a shopper who opens the back office is redirected to the shop', async () => {
  const { signedIn } = await openAccount()
  const page = await browser.open('/admin/staff', signedIn)
  await page.waitForURL((url) => url.pathname === '/')
  browser.expectNoErrors()
})

test('the page of availability says which payment methods are not offered for want of keys', async () => {
  const office = await browser.open('/admin/staff', await signedInAs(owner))
  await office.route('**/api/payments/methods', (route) =>
    route.fulfill({
      json: { success: true, data: { methods: ['STRIPE', 'COD'], areTestPayments: false } },
    }),
  )
  await office.goto('/admin/availability')
  const without = office.getByRole('checkbox', {
    description: 'Not offered: its keys are not set.',
  })
  await without.first().waitFor()
  const names = await without.evaluateAll((boxes) =>
    boxes.map((box) => (box as HTMLInputElement).labels?.[0]?.innerText.split('\n')[0]),
  )
  expect(names).toEqual(['PayPal', 'USDT'])
  browser.expectNoErrors()
})

test('closing the shop and the chat shows on every page until they are opened again', async () => {
  const office = await browser.open('/admin/availability', await signedInAs(owner))
  const box = (name: RegExp) => office.getByRole('checkbox', { name })
  const save = async () => {
    await office.getByRole('button', { name: 'Save', exact: true }).click()
    await office.getByText('Saved.').first().waitFor()
  }
  await box(/order and change/).uncheck()
  await box(/write to us in the chat/).uncheck()
  await save()
  const page = await browser.open('/filter/women', {})
  const notice = page.getByRole('status').filter({ hasText: 'We are working on our shop' })
  try {
    await expect
      .poll(async () => {
        await page.reload()
        return notice.count()
      })
      .toBe(1)
    await expectAccessibleOnEveryWidth(page)
    expect(await page.getByRole('button', { name: 'Online Support' }).count()).toBe(0)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Chat with us' }).waitFor()
  } finally {
    await box(/order and change/).check()
    await box(/write to us in the chat/).check()
    await save()
  }
  await expect
    .poll(async () => {
      await page.reload()
      return notice.count()
    })
    .toBe(0)
  await page.getByRole('button', { name: 'Online Support' }).waitFor()
  browser.expectNoErrors()
})

test('times are shown in the shop’s time zone, whatever the browser’s', async () => {
  // Registration sends an e-mail, whose time is compared.
  await openAccount()
  const office = await browser.open('/admin/orders', {
    ...(await signedInAs(owner)),
    timezoneId: 'Pacific/Auckland',
  })
  await office.getByLabel('From (Paris)').waitFor()
  await office.getByText('Times are in Europe/Paris').waitFor()
  await entry(office, 'E-mails').click()
  // Read together, because another e-mail may arrive first meanwhile.
  const time = await office
    .getByRole('table')
    .locator('time')
    .first()
    .evaluate((node: HTMLTimeElement) => ({ at: node.dateTime, shown: node.innerText }))
  const inParis = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/Paris',
  })
  expect(time.shown).toBe(inParis.format(new Date(time.at)))
  await entry(office, 'Time zone').click()
  const zone = office.getByRole('combobox', { name: 'Time zone' })
  await zone.waitFor()
  expect(await zone.inputValue()).toBe('Europe/Paris')
  await expectAccessible(office)
  browser.expectNoErrors()
})

test('a new member of staff is invited, works within their role, and loses access', async () => {
  // A guest signs in first and arrives at the page they requested.
  const office = await browser.open('/admin/staff')
  await heading(office, 'Welcome Back').waitFor()
  await signIn(office, owner)
  await heading(office, 'Staff').waitFor()

  const member = { email: `odile-${Date.now()}@example.com`, password: 'twelve letters or more' }
  await button(office, 'Invite staff').click()
  await field(office, 'Name').fill('Odile Marchetti')
  await field(office, 'E-mail').fill(owner.email)
  await button(office, 'Send invitation').click()
  await field(office, 'Your password').fill(owner.password)
  await button(office, 'Send invitation').click()
  await office.getByText('This e-mail already belongs to a member of staff.').waitFor()
  await expectAccessible(office)
  await field(office, 'E-mail').fill(member.email)
  await button(office, 'Send invitation').click()
  const row = office.getByRole('row').filter({ hasText: member.email })
  await row.getByText('Invited').waitFor()

  // There is no mail server, so the owner copies the link from the e-mail.
  await entry(office, 'E-mails').click()
  await heading(office, 'E-mails').waitFor()
  await office.getByRole('searchbox').fill(member.email)
  await office.waitForURL(/[?&]q=/)
  const emailRow = office.getByRole('row').filter({ hasText: member.email })
  await emailRow.getByRole('link', { name: 'Welcome to the team' }).click()
  const email = office.frameLocator('iframe')
  const link = await email.getByRole('link', { name: 'Choose password' }).getAttribute('href')
  // The e-mail's frame runs no scripts, not even the accessibility check's.
  await button(office, 'As plain text').click()
  await office.getByText('You have been asked to work with us.').waitFor()
  await expectAccessible(office)

  const memberPage = await browser.open(link ?? '')
  await heading(memberPage, 'Welcome to the team').waitFor()
  await memberPage.getByText('At least 12 characters').waitFor()
  await expectAccessible(memberPage)
  await field(memberPage, 'Password').fill('eleven here')
  await button(memberPage, 'Save password').click()
  await memberPage.getByText('Password must be at least 12 characters').waitFor()
  await field(memberPage, 'Password').fill(member.password)
  await button(memberPage, 'Save password').click()
  // It redirects by itself, signed in.
  await memberPage.waitForURL('**/admin')
  await heading(memberPage, 'Today').waitFor()
  await memberPage.getByRole('heading', { name: 'Low stock' }).waitFor()
  expect(await memberPage.getByRole('heading', { name: 'Sales by day' }).count()).toBe(0)
  expect(await entry(memberPage, 'Staff').count()).toBe(0)
  await memberPage.goto('/admin/staff')
  await heading(memberPage, 'Page not found').waitFor()
  await memberPage.goto('/admin/emails')
  await memberPage.getByRole('link', { name: 'Welcome to the team' }).first().waitFor()

  await entry(office, 'Today').click()
  await office.getByRole('heading', { name: 'Sales by day' }).waitFor()

  await entry(office, 'Audit log').click()
  const invitations = office.getByRole('row').filter({ hasText: 'Invite staff' })
  await invitations.filter({ hasText: 'Already staff' }).first().waitFor()
  const accepted = invitations.filter({ hasText: 'Done' }).first()
  await accepted.getByText('Invite staff', { exact: true }).click()
  await accepted.getByText(member.email).waitFor()
  await accepted.getByText('SUPPORT', { exact: true }).waitFor()
  await expectAccessible(office)

  await entry(office, 'Staff').click()
  await row.getByRole('button', { name: 'Remove access' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await row.waitFor({ state: 'detached' })
  // They are signed out at once without touching the page, and are a customer from then on.
  await heading(memberPage, 'Welcome Back').waitFor()
  await signIn(memberPage, member)
  await memberPage.waitForURL((url) => url.pathname === '/')

  await button(office, 'Sign out').click()
  await office.waitForURL((url) => url.pathname === '/')
  browser.expectNoErrors(/the server responded with a status of (401|403|409)/)
})

test('signing out leads to the shop, whatever is requested meanwhile', async () => {
  const page = await browser.open('/admin', await signedInAs(owner))
  await heading(page, 'Today').waitFor()
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  const isRejected = page.waitForResponse((response) => response.status() === 401)
  await page.route('**/api/auth/logout', async (route) => {
    await entry(page, 'Staff').click()
    await isRejected
    await route.continue()
  })
  await button(page, 'Sign out').click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(visited).not.toContain('/login')
})
