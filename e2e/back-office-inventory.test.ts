import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, signInAsStaff } from './ordering.ts'
import { owner, signedInAs } from './staff.ts'
import { expectAccessible, expectAccessibleOnEveryWidth, useBrowser } from './use-browser.ts'

const browser = useBrowser()

/** Console errors of requests that are rejected on purpose. */
const rejection = /the server responded with a status of 4\d\d/

interface Row {
  id: string
  code: string
  stock: number
  revision: number
}
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const stockInputs = (page: Page) => page.getByRole('textbox', { name: /^Stock of / })

/** The variants of a product as the inventory lists them, over the API. */
async function rowsOf(q: string): Promise<Row[]> {
  return callApi<Row[]>(await signInAsStaff(), `GET /admin/inventory?q=${q}&sort=code&order=asc`)
}

test('quantities are edited with the keyboard and saved together, on top of a colleague’s change', async () => {
  const before = await rowsOf('porto-loafer')
  const page = await browser.open('/admin/inventory', await signedInAs(owner))
  await page.getByRole('searchbox').fill('porto-loafer')
  await page.waitForURL(/q=porto-loafer/)
  await page.getByRole('button', { name: 'SKU' }).click()
  await page.waitForURL(/sort=code/)
  const inputs = stockInputs(page)
  // The rows stay in the earlier order until the sorted ones have come.
  const codes = before.map(({ code }) => code)
  await expect
    .poll(() => page.getByRole('row').allInnerTexts())
    .toEqual([expect.anything(), ...codes.map((code) => expect.stringContaining(code))])
  await inputs.first().fill('+3')
  await page.keyboard.press('Enter')
  await page.keyboard.type('7')
  await page.keyboard.press('ArrowUp')
  expect(await inputs.first().evaluate((input) => input === document.activeElement)).toBe(true)
  // The page asks before it is left with unsaved quantities.
  page.once('dialog', (dialog) => dialog.dismiss())
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  expect(new URL(page.url()).pathname).toBe('/admin/inventory')
  await expectAccessible(page)

  // A colleague changes the second one meanwhile.
  const second = before[1]
  await callApi(await signInAsStaff(), `POST /admin/variants/${second?.id}/stock`, {
    change: { kind: 'delta', delta: 1 },
    reason: 'Found one',
  })
  await button(page, 'Save 2 variants').click()
  await page.getByText(`Changed meanwhile: ${(second?.stock ?? 0) + 1} now`).waitFor()
  await button(page, 'Keep my changes').click()
  await button(page, 'Save 2 variants').click()
  await page.getByText('2 variants saved.').waitFor()
  const after = await rowsOf('porto-loafer')
  expect(after.slice(0, 2).map(({ stock }) => stock)).toEqual([(before[0]?.stock ?? 0) + 3, 7])
  await page.getByText('No unsaved quantities.').waitFor()
  await button(page, /^Stock history of /)
    .first()
    .click()
  await page.getByRole('dialog').getByText('Counted').first().waitFor()
  browser.expectNoErrors(rejection)
})

test('a delivery is pasted, previewed, corrected and booked', async () => {
  const [first, second] = await rowsOf('ischia')
  const page = await browser.open('/admin/received-goods/new', await signedInAs(owner))
  await page.getByRole('textbox', { name: 'Reference' }).fill('DN <b>4711</b>')
  const goods = page.getByRole('textbox', { name: 'Goods' })
  await goods.fill(`${first?.code}\t2\n${second?.code},3\nnone-such 1\n${first?.code}`)
  await button(page, 'Preview').click()
  await page.getByText('No variant has this SKU').waitFor()
  expect(await button(page, 'Book delivery').isDisabled()).toBe(true)
  await goods.fill(`${first?.code}\t2\n${second?.code},3\n${first?.code}`)
  await button(page, 'Preview').click()
  await page.getByText('6 units are added to the stock.').waitFor()
  await expectAccessibleOnEveryWidth(page)
  await button(page, 'Book delivery').dblclick()
  await page.getByRole('heading', { level: 1, name: 'Delivery DN <b>4711</b>' }).waitFor()
  const after = await rowsOf('ischia')
  const stockOf = (id: string | undefined) => after.find((row) => row.id === id)?.stock
  expect(stockOf(first?.id)).toBe((first?.stock ?? 0) + 3)
  expect(stockOf(second?.id)).toBe((second?.stock ?? 0) + 3)
  await expectAccessibleOnEveryWidth(page)
  await page.getByRole('link', { name: 'All deliveries' }).click()
  await page.getByRole('link', { name: 'DN <b>4711</b>' }).waitFor()
  await expectAccessibleOnEveryWidth(page)
  browser.expectNoErrors()
})

test('the inventory is accessible at every width, and its address keeps the filters', async () => {
  const page = await browser.open(
    '/admin/inventory?availability=LOW&sort=stock&order=asc',
    await signedInAs(owner),
  )
  await stockInputs(page).first().waitFor()
  expect(await page.getByRole('combobox', { name: 'Stock' }).inputValue()).toBe('LOW')
  await expectAccessibleOnEveryWidth(page)
  browser.expectNoErrors()
})
