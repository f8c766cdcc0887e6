import { createHmac, randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailedCode } from './email-codes.ts'
import { type OpenShop, openShop } from './open-shop.ts'
import { owner } from './staff.ts'
import { expectAccessible, expectAccessibleOnEveryWidth, useBrowser } from './use-browser.ts'

const browser = useBrowser()

/** Console errors of requests that are rejected on purpose. */
const rejection = /the server responded with a status of 40[013]/

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of an authenticator app (RFC 6238), `later` steps of 30 seconds from now. */
function codeOf(secret: string, later = 0): string {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const mac = createHmac('sha1', Buffer.from(bytes)).update(step).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

async function signIn(page: Page): Promise<void> {
  await field(page, 'E-mail').fill(owner.email)
  await field(page, 'Password').fill(owner.password)
  await page.keyboard.press('Enter')
}

let shop: OpenShop
beforeAll(async () => {
  shop = await openShop({ STAFF_SECOND_FACTOR: 'required' })
})
afterAll(() => shop.close())

test('an owner adds a required second factor, signs in with it, and with a recovery code', async () => {
  const page = await browser.open('/admin', { baseURL: shop.url })
  await heading(page, 'Welcome Back').waitFor()
  await signIn(page)
  await heading(page, 'Add a second factor').waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  await expectAccessibleOnEveryWidth(page)

  await button(page, 'Add an authenticator app').click()
  await button(page, 'Show the QR code').click()
  await field(page, 'Your password').fill(owner.password)
  await button(page, 'Show the QR code').click()
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  await expectAccessible(page)
  const secret = /[A-Z2-7]{32}/.exec(await page.getByRole('dialog').innerText())?.[0] ?? ''
  await field(page, 'Code').fill(codeOf(secret))
  await button(page, 'Turn on').click()
  const codes = page.getByRole('list', { name: 'Recovery codes' })
  await codes.waitFor()
  await expectAccessible(page)
  const recoveryCodes = (await codes.innerText()).split(/\s+/).filter(Boolean)
  expect(recoveryCodes).toHaveLength(10)
  await button(page, 'I have kept them').click()
  await heading(page, 'Today').waitFor()

  await button(page, 'Sign out').click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/login')
  await signIn(page)
  await heading(page, 'Confirm that it is you').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await expectAccessibleOnEveryWidth(page)
  await field(page, 'Code').fill('AAAAA-AAAAA-AAAAA-AAAAA')
  await page.keyboard.press('Enter')
  await page.getByText('This code is not valid').waitFor()
  await field(page, 'Code').fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/profile')

  await page.goto('/admin/account')
  await page.getByText('10 of 10 left').waitFor()
  await expectAccessibleOnEveryWidth(page)
  await button(page, 'Make new recovery codes').click()
  await button(page, 'Make new codes').click()
  await field(page, 'Code').fill(recoveryCodes[0] ?? '')
  await button(page, 'Make new codes').click()
  await codes.waitFor()
  expect(await codes.innerText()).not.toContain(recoveryCodes[1])
  await button(page, 'I have kept them').click()

  // The role needs a second factor, so the last one stays.
  await button(page, 'Remove').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Your role needs a second factor.').waitFor()
  browser.expectNoErrors(/the server responded with a status of (40[0139])/)
})

test('a shopper without an account signs in by a code from an e-mail', async () => {
  const email = `code-${randomUUID()}@example.com`
  const page = await browser.open('/login')
  await field(page, 'E-mail').fill(email)
  await button(page, 'Email me a code instead').click()
  expect(await field(page, 'E-mail').inputValue()).toBe(email)
  await button(page, 'Create Account').click()
  await button(page, 'Sign in').last().click()
  await field(page, 'Password').waitFor()
  expect(await field(page, 'E-mail').inputValue()).toBe('')
  await field(page, 'E-mail').fill(email)
  await button(page, 'Email me a code instead').click()
  await expectAccessibleOnEveryWidth(page)
  await field(page, 'E-mail').press('Enter')
  await page.getByText(/We have sent a code to/).waitFor()
  await expectAccessible(page)

  const code = await emailedCode(email)
  await field(page, 'Code').fill(code === '000000' ? '000001' : '000000')
  await field(page, 'Code').press('Enter')
  await page.getByText('This code is not valid.').waitFor()
  await field(page, 'Code').fill(code)
  await field(page, 'Code').press('Enter')
  await page.waitForURL('**/profile')
  browser.expectNoErrors(rejection)
})
