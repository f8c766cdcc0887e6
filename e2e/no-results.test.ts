import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { callApi, signInAsStaff } from './ordering.ts'
import { hire, owner, signedInAs } from './staff.ts'
import { expectAccessible, expectAccessibleOnEveryWidth, phone, useBrowser } from './use-browser.ts'

const browser = useBrowser()

const term = 'brolly'
const list = '/admin/no-result-searches'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function openSearch(page: Page) {
  await button(page, 'Search').click()
  const overlay = page.getByRole('dialog', { name: 'Search' })
  return { overlay, input: overlay.getByPlaceholder('search...') }
}

afterEach(async () => {
  const token = await signInAsStaff()
  const synonyms = await callApi<{ id: string }[]>(token, `GET /admin/synonyms?q=${term}`)
  for (const { id } of synonyms) await callApi(token, `DELETE /admin/synonyms/${id}`)
})

test('a manager leads a search without results to existing products', async () => {
  const shop = await browser.open('/')
  const { overlay, input } = await openSearch(shop)
  const reported = shop.waitForResponse('**/api/products/no-results')
  await input.fill('  Brolly ')
  await input.press('Enter')
  await overlay.getByText('Nothing matches “Brolly”.').waitFor()
  expect((await reported).status()).toBe(200)

  const manager = await hire('MANAGER')
  const office = await browser.open(list, await signedInAs(manager))
  const row = office.getByRole('row').filter({ hasText: term })
  await expect
    .poll(() => row.getByRole('cell').allInnerTexts())
    .toEqual([
      expect.stringMatching(/^brolly\s+Last on \d+ \w+ \d{4}$/),
      '1',
      '1',
      '1',
      '0',
      expect.any(String),
    ])
  await expectAccessibleOnEveryWidth(office)
  await button(office, `Add a synonym for ${term}`).click()
  const dialog = office.getByRole('dialog')
  expect(await dialog.getByLabel('Search term').inputValue()).toBe(term)
  await expectAccessible(office)
  await dialog.getByLabel('Also finds').fill('tote')
  await button(office, 'Add synonym').click()
  await row.getByRole('link', { name: `Edit synonym of ${term}` }).waitFor()
  expect(Number(await row.getByRole('cell').nth(4).innerText())).toBeGreaterThan(0)

  await shop.reload()
  const again = await openSearch(shop)
  await again.input.fill(term)
  await again.overlay.getByRole('heading', { name: /^\d+ Search Results$/ }).waitFor()
  await again.overlay.getByRole('link', { name: /Tote/ }).first().waitFor()

  await button(office, `Dismiss ${term}`).click()
  await office.getByText(`“${term}” is dismissed.`).waitFor()
  await row.waitFor({ state: 'detached' })
  await button(office, 'Dismissed').click()
  await office.setViewportSize(phone)
  await office.getByRole('listitem').filter({ hasText: term }).waitFor()
  await expectAccessible(office)
  await button(office, `Restore ${term}`).click()
  await office.getByText(`“${term}” is back in the list.`).waitFor()
  const download = office.waitForEvent('download')
  await button(office, 'Export as CSV').click()
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await download).suggestedFilename()).toMatch(/^no-result-searches-[\d-]+\.csv$/)
  browser.expectNoErrors()
})

test('half a word does not count, unless the shopper stops there', async () => {
  const shop = await browser.open('/')
  // Before the search sets a timer.
  await shop.clock.install()
  const { overlay, input } = await openSearch(shop)
  const reported: unknown[] = []
  shop.on('request', (request) => {
    if (request.url().endsWith('/products/no-results')) reported.push(request.postDataJSON())
  })
  // The page's clock stands still, so that a slow machine does not look like a shopper who waits.
  await shop.clock.pauseAt(Date.now() + 60_000)
  const type = async (text: string) => {
    await input.fill(text)
    await shop.clock.runFor(300)
    const nothing = overlay.getByText(`Nothing matches “${text}”.`)
    await expect
      .poll(async () => {
        // Results are shown by timers, too.
        await shop.clock.runFor(1)
        return nothing.count()
      })
      .toBe(1)
  }
  await type('zzzzq')
  await shop.clock.runFor(1_000)
  await type('zzzzqqqq')
  await shop.clock.runFor(2_000)
  await expect.poll(() => reported).toEqual([{ search: 'zzzzqqqq' }])
  await input.press('Enter')
  await type('zzzzqqqqq')
  await input.press('Enter')
  await shop.clock.runFor(1)
  await expect.poll(() => reported).toEqual([{ search: 'zzzzqqqq' }, { search: 'zzzzqqqqq' }])
  browser.expectNoErrors()
})

test('an empty list says what appears there', async () => {
  const office = await browser.open(`${list}?dismissed=true&q=never`, await signedInAs(owner))
  await office.getByText('No results').waitFor()
  await expectAccessibleOnEveryWidth(office)
  const support = await hire('SUPPORT')
  const refused = await browser.open(list, await signedInAs(support, { isConfirmed: false }))
  await refused.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  browser.expectNoErrors()
})
