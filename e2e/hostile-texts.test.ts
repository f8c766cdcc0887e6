import { readFile } from 'node:fs/promises'
import type { EndpointName } from '@solvane/contract/paths'
import { apiPrefix, paths } from '@solvane/contract/paths'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Authenticator } from '../apps/api/test/authenticator.ts'
import { attacker } from '../apps/api/test/stored-xss/attacks.ts'
import type { TargetShop } from '../apps/api/test/stored-xss/fill-catalogue.ts'
import { type AttackedShop, fillWithAttacks } from '../apps/api/test/stored-xss/fill-shop.ts'
import { officePaths, shopperPaths, withoutTexts } from './hostile-pages.ts'
import { type OpenShop, openShop } from './open-shop.ts'
import { owner } from './staff.ts'
import { useBrowser } from './use-browser.ts'

const browser = useBrowser()

/** A shop of its own, because no other test may meet these texts. */
let shop: OpenShop
let filled: AttackedShop
let manager: { authorization: string }

interface Input {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean>
  body?: unknown
  headers?: Record<string, string>
}

async function call(
  name: EndpointName,
  { params = {}, query = {}, body, headers = {} }: Input = {},
) {
  const [method = 'GET', path = ''] = paths[name].split(' ')
  const url = new URL(
    shop.url + apiPrefix + path.replace(/\{(\w+)\}/g, (_, key) => params[key] ?? ''),
  )
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value))
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

const tokensOf = async (account: { email: string; password: string }) =>
  (await call('login', { body: account })).data as Record<string, string>

beforeAll(async () => {
  shop = await openShop()
  manager = { authorization: `Bearer ${(await tokensOf(owner)).accessToken}` }
  await call('confirmAction', { headers: manager, body: { password: owner.password } })
  const app = { listeningOrigin: shop.url }
  filled = await fillWithAttacks(
    { call: call as TargetShop['call'], app, publicUrl: shop.url, manager },
    attacker().attack,
  )
})
afterAll(async () => {
  for (const { socket } of [filled.guest, filled.desk]) socket.disconnect()
  await shop.close()
})

/**
 * The additions of the attacker to a document: elements, attributes, addresses. Runs in the
 * browser.
 */
function inspect(html: string | null): string[] {
  const page = html === null ? document : new DOMParser().parseFromString(html, 'text/html')
  const problems: string[] = []
  for (const element of page.querySelectorAll('*')) {
    const { localName, attributes } = element
    const isData =
      localName === 'script' &&
      /^(application\/(ld\+)?json|speculationrules)$/.test(element.getAttribute('type') ?? '')
    if (isData) JSON.parse(element.textContent)
    else if (localName === 'script' && !element.hasAttribute('src'))
      problems.push('an inline script')
    if (['base', 'object', 'embed', 'applet', 'frame'].includes(localName))
      problems.push(`<${localName}>`)
    if (localName === 'meta' && element.getAttribute('http-equiv') === 'refresh')
      problems.push('a refresh')
    if (localName === 'iframe' && element.getAttribute('sandbox') !== '')
      problems.push('a frame that may run scripts')
    for (const { name, value } of attributes) {
      if (/^on/i.test(name) || /[<>"'=]/.test(name))
        problems.push(`<${localName} ${name}="${value.slice(0, 80)}">`)
      const isAddress = [
        'href',
        'src',
        'action',
        'formaction',
        'poster',
        'data',
        'xlink:href',
        'ping',
      ].includes(name)
      if (isAddress && !/^(https?:|mailto:|blob:|data:image\/|[/#?.]|$)/i.test(value.trim()))
        problems.push(`${name}="${value.slice(0, 80)}"`)
      if (name === 'style' && /wasRun|javascript|attack/.test(value))
        problems.push(`style="${value}"`)
    }
    if (
      localName === 'img' &&
      ['x', `${location.origin}/x`].includes(element.getAttribute('src') ?? '')
    )
      problems.push('the attacker’s picture')
  }
  return problems
}

const attackInText = /=q\w{6}q/

test('server-rendered pages contain attacks only as text', async () => {
  const page = await browser.open('/design-of-nothing', { baseURL: shop.url })
  const { products, categories } = filled
  // On a page whose console errors do not count: the attempt is reported and blocked there.
  const laboratory = await page.context().newPage()
  await laboratory.goto(shop.url)
  const raw = attacker().attack('createProduct.description')
  expect(await laboratory.evaluate(inspect, `<p>${raw}</p>`)).not.toEqual([])
  expect(await laboratory.evaluate(inspect, `<a href="javascript:wasRun=1">x</a>`)).toEqual([
    'href="javascript:wasRun=1"',
  ])
  const paths = [
    '/',
    '/privacy',
    '/faq/about-us',
    '/filter/all',
    ...products.map(({ identifier }) => `/product/${identifier}`),
    ...categories.map(({ path }) => path),
    '/product/imported',
  ]
  for (const path of paths) {
    const answer = await fetch(shop.url + path)
    const html = await answer.text()
    expect(answer.status, path).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toMatch(
      /script-src 'self' 'inline-speculation-rules'(;|$)/,
    )
    expect(html, path).toMatch(attackInText)
    expect(await page.evaluate(inspect, html), path).toEqual([])
  }
  const { data: emails } = await call('listEmails', { headers: manager, query: { size: 100 } })
  // Where e-mails are previewed, their own style sheet is the only one allowed.
  const { page: backOffice } = await openAs(owner, '/admin')
  for (const { id, kind } of emails) {
    const { data } = await call('getEmail', { headers: manager, params: { emailId: id } })
    expect(await backOffice.evaluate(inspect, data.html), kind).toEqual([])
  }
  await Promise.all([page.context().close(), backOffice.context().close()])
  browser.expectNoErrors(/status of 404/)
})

/** A signed-in page that records scripts that run or are blocked. */
interface Visit {
  page: Page
  noticed: string[]
}

async function openAs(
  { email, password }: { email: string; password: string },
  path: string,
): Promise<Visit> {
  const tokens = await tokensOf({ email, password })
  const localStorage = Object.entries(tokens).map(([name, value]) => ({ name, value }))
  const storageState = { cookies: [], origins: [{ origin: shop.url, localStorage }] }
  const page = await browser.open(path, { baseURL: shop.url, storageState })
  const noticed: string[] = []
  page.on('dialog', (dialog) => {
    noticed.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => noticed.push(`a window: ${popup.url()}`))
  await page.exposeFunction('recordViolation', (what: string) => noticed.push(what))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (window as never as { recordViolation(what: string): void }).recordViolation(
        `${violatedDirective} ${blockedURI}`,
      ),
    )
  })
  return { page, noticed }
}

/** Reads a page, and each of its tabs. */
async function look({ page, noticed }: Visit, path: string) {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  // Wait for the attack's text, so that there is something to check.
  const attacks = page
    .getByText(attackInText)
    .or(page.getByText('wasRun'))
    .or(page.locator('[value*=wasRun i], iframe, textarea'))
  await expect.poll(() => attacks.count(), { message: path }).toBeGreaterThan(0)
  const check = async () => {
    expect(await page.evaluate(inspect, null), path).toEqual([])
    expect(await page.evaluate(() => 'wasRun' in window), path).toBe(false)
  }
  await check()
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    await check()
  }
  expect(noticed, path).toEqual([])
}

/** Pages that are read at the same time: most of the time is spent waiting until a page is quiet. */
const atATime = 3

/** Reads pages with one sign-in, several at a time; returns one of the visits, the only one still open. */
async function lookAtAll(open: () => Promise<Visit>, paths: readonly string[]): Promise<Visit> {
  const visits = await Promise.all(Array.from({ length: atATime }, open))
  const [first, ...others] = visits as [Visit, ...Visit[]]
  const left = paths.values()
  await Promise.all(
    visits.map(async (visit) => {
      for (const path of left) await look(visit, path)
    }),
  )
  await Promise.all(others.map(({ page }) => page.context().close()))
  return first
}

test('no injected script runs in the shopper’s browser', async () => {
  const visit = await lookAtAll(() => openAs(filled.shopper, '/coming-soon'), shopperPaths(filled))
  const { page, noticed } = visit
  await page.goto('/')
  await page.getByRole('button', { name: /^Online Support/ }).click()
  await page.getByText('wasRun').first().waitFor()
  expect(await page.evaluate(inspect, null)).toEqual([])
  expect(await page.evaluate(() => 'wasRun' in window)).toBe(false)
  expect(noticed).toEqual([])
  await page.context().close()
  browser.expectNoErrors()
})

test('no injected script runs in the back office', async () => {
  const { data: emails } = await call('listEmails', { headers: manager, query: { size: 100 } })
  const { data: receipts } = await call('listGoodsReceipts', { headers: manager })
  const { data: coupons } = await call('listCoupons', { headers: manager })
  const paths = officePaths(filled, {
    emailId: emails.find((one: { kind: string }) => one.kind === 'order-shipped')?.id,
    receiptId: receipts[0]?.id,
    couponId: coupons[0]?.id,
  })
  const site = await readFile(new URL('../apps/admin/src/pages.ts', import.meta.url), 'utf8')
  const pages = [...site.matchAll(/^ +path: '(.*)',$/gm)].map(([, path = '']) => path)
  expect(pages).toContain('orders/:id/edit')
  const isRead = (page: string) => {
    const pattern = new URLPattern({ pathname: page ? `/admin/${page}` : '/admin' })
    return paths.some((path) => pattern.test(path, shop.url))
  }
  expect(pages.filter((page) => !isRead(page))).toEqual(withoutTexts)

  const visit = await lookAtAll(() => openAs(owner, '/admin'), paths)
  await lookAtPasskeys(visit)
  browser.expectNoErrors()
})

/** Reads the names of an owner's passkeys. The first passkey ends all other sessions, so this comes last. */
async function lookAtPasskeys({ page, noticed }: Visit) {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const headers = { authorization: `Bearer ${token}` }
  await call('confirmAction', { headers, body: { password: owner.password } })
  const request = (await call('beginStaffPasskey', { headers })).data
  const name = attacker().attack('addStaffPasskey.name')
  const passkey = new Authenticator(shop.url).make(request)
  await call('addStaffPasskey', { headers, body: { name, passkey } })
  await look({ page, noticed }, '/admin/account')
}
