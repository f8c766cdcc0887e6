import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, signInAsStaff } from './ordering.ts'
import { addProduct, variant } from './products.ts'
import { shopUrl } from './shop-url.ts'
import { owner, signedInAs } from './staff.ts'
import { expectAccessible, expectAccessibleOnEveryWidth, useBrowser } from './use-browser.ts'

const browser = useBrowser()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** A photograph with a camera's metadata. */
const photograph = readFileSync(
  new URL('../assets/pictures/editorial/odyssey-wide.webp', import.meta.url),
)

test('Back from a product that was just added leads to the list', async () => {
  const office = await browser.open('/admin/products', await signedInAs(owner))
  await office.getByRole('link', { name: 'Add product' }).click()
  const fill = (name: string | RegExp, text: string) =>
    office.getByRole('textbox', { name }).first().fill(text)
  await fill('Name', 'Added just now')
  await fill('Identifier', `e2e-${crypto.randomUUID().slice(0, 8)}`)
  await fill('Material', 'Felt')
  await fill(/^Description/, 'A pouch for a test.')
  await tab(office, 'Prices & sale').click()
  await fill(/^Price of/, '480')
  await button(office, 'Add product').click()
  await heading(office, 'Added just now').waitFor()
  await office.goBack()
  await heading(office, 'Products').waitFor()
  browser.expectNoErrors()
})

test('a misspelled colour is corrected in the products that come in it', async () => {
  const token = await signInAsStaff()
  const name = `Congac ${crypto.randomUUID().slice(0, 8)}`
  const corrected = name.replace('Congac', 'Cognac')
  await callApi(token, 'POST /admin/colors', { name, hex: '#9a4b1c' })
  const product = await addProduct({
    options: [{ name: 'Color', values: [name] }],
    variants: [variant({ Color: name })],
  })
  const office = await browser.open('/admin/colors', await signedInAs(owner))
  const row = office.getByRole('listitem').filter({ hasText: name })
  await row.getByText('1 product').waitFor()
  await button(office, `Edit ${name}`).click()
  await office.getByRole('textbox', { name: 'Name' }).fill('night navy')
  await button(office, 'Save').click()
  await office.getByText('A colour with this name already exists.').waitFor()
  await expectAccessible(office)
  await office.getByRole('textbox', { name: 'Name' }).fill(corrected)
  await button(office, 'Save').click()
  await button(office, `Edit ${corrected}`).waitFor()
  expect(await button(office, `Edit ${name}`).count()).toBe(0)
  await expectAccessibleOnEveryWidth(office)
  const shop = await browser.open(`/product/${product.identifier}`)
  await shop.getByText(corrected).first().waitFor()
  browser.expectNoErrors(/the server responded with a status of 409/)
})

test('edits of a price, a picture and the stock appear in the shop at once', async () => {
  const product = await addProduct()
  const shop = await browser.open(`/product/${product.identifier}`)
  await shop.getByText('$480.00').first().waitFor()

  const office = await browser.open('/admin/products', await signedInAs(owner))
  await office.getByRole('searchbox').fill(product.identifier)
  await office.getByText('1–1 of 1').waitFor()
  await office.getByRole('link', { name: 'Marisol Pouch' }).click()
  await tab(office, 'Prices & sale').click()
  const forAll = office.getByRole('region', { name: 'All variants' })
  await forAll.getByRole('textbox', { name: 'Price', exact: true }).fill('590')
  await button(office, 'Set price').click()
  await office
    .getByRole('textbox', { name: /^Sale price of/ })
    .first()
    .fill('600')
  await button(office, 'Save').click()
  // The error is shown at its field, and all input is kept.
  await tab(office, 'Prices & sale (1 error)').waitFor()
  await office.getByText('A sale price is lower').waitFor()
  await expectAccessible(office)
  await office
    .getByRole('textbox', { name: /^Sale price of/ })
    .first()
    .fill('')
  await button(office, 'Save').click()
  await office.getByText(/Saved\./).waitFor()
  await shop.reload()
  await shop.getByText('$590.00').first().waitFor()

  await tab(office, 'Pictures').click()
  const uploads = office.getByLabel('Add pictures of the product')
  await uploads.setInputFiles({
    name: 'page.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg onload="alert(1)"/>'),
  })
  await office.getByText(/^page\.png: Please choose a picture/).waitFor()
  await uploads.setInputFiles({ name: 'front.webp', mimeType: 'image/webp', buffer: photograph })
  await office.getByLabel('Alt text of picture 1').fill('The pouch from the front')
  await expectAccessible(office)
  await button(office, 'Save').click()
  await office.getByText('All changes saved.').waitFor()
  await shop.reload()
  const shown = shop.getByRole('img', { name: 'The pouch from the front' }).first()
  await expect
    .poll(() =>
      shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
    )
    .toBe(true)
  expect(await shown.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(
    /\/media\/uploads\/.+-\d+\.(avif|webp)$/,
  )

  await tab(office, 'Stock').click()
  await office
    .getByRole('button', { name: /^Adjust stock of/ })
    .first()
    .click()
  await office.getByRole('radio', { name: 'Remove stock' }).check()
  await office.getByLabel('Quantity', { exact: true }).fill('10')
  await office.getByLabel('Reason', { exact: true }).fill('Lent to a magazine')
  await office.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await office.getByText('There are not that many of this item left.').waitFor()
  await office.getByLabel('Quantity', { exact: true }).fill('9')
  await expectAccessible(office)
  await office.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await office.getByText('Stock saved.').waitFor()
  await office
    .getByRole('button', { name: /^Stock history of/ })
    .first()
    .click()
  const newest = await office
    .getByRole('row', { name: /Lent to a magazine/ })
    .first()
    .innerText()
  expect(newest).toMatch(/-9\s+0/)
  await expectAccessible(office)
  await office.keyboard.press('Escape')

  // A colleague saves first: their changes are not overwritten.
  await tab(office, 'Details').click()
  await office.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine')
  const token = await signInAsStaff()
  const { variants, ...theirs } = await callApi<Record<string, never> & { variants: object[] }>(
    token,
    `GET /admin/products/${product.id}`,
  )
  await callApi(token, 'POST /admin/products/bulk', {
    products: [{ id: product.id, version: theirs.version }],
    change: { kind: 'new', isNew: true },
  })
  expect(variants).toHaveLength(2)
  await button(office, 'Save').click()
  await office.getByText(/Somebody else has changed this meanwhile/).waitFor()
  await button(office, 'Discard mine and load latest').click()
  await expect
    .poll(() => office.getByRole('checkbox', { name: /Always show “New”/ }).isChecked())
    .toBe(true)
  expect(await office.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(
    'Marisol Pouch',
  )
  browser.expectNoErrors(/the server responded with a status of (400|409)/)
})

test('a conflicting save keeps the prices of both, and says which variants it takes out', async () => {
  const product = await addProduct()
  const office = await browser.open(`/admin/products/${product.id}`, await signedInAs(owner))
  await tab(office, 'Prices & sale').click()
  const price = office.getByRole('textbox', { name: /^Price of/ })
  await price.nth(1).fill('520')
  const token = await signInAsStaff()
  const path = `/admin/products/${product.id}`
  type Row = { attributeValues: Record<string, string>; price: number; stock: number }
  const read = () =>
    callApi<{ id: string; updatedAt: string; variants: Row[] }>(token, `GET ${path}`)
  const { id: _, updatedAt: _updatedAt, ...theirs } = await read()
  const variants = theirs.variants.map(({ stock: _stock, ...one }, at) =>
    at === 0 ? { ...one, price: 610 } : one,
  )
  await callApi(token, `PUT ${path}`, { ...theirs, variants })
  await button(office, 'Save').click()
  await button(office, 'Keep my changes').click()
  await expect.poll(() => price.first().inputValue()).toBe('610.00')
  await button(office, 'Save').click()
  await office.getByText('All changes saved.').waitFor()
  expect((await read()).variants.map(({ price }) => price)).toEqual([610, 520])

  const color = theirs.variants[1]?.attributeValues.Color ?? ''
  await tab(office, 'Options & variants').click()
  await button(office, `Remove ${color}`).last().click()
  await button(office, 'Save').click()
  await office.getByText(`${color} was removed with 9 in stock.`).waitFor()
  browser.expectNoErrors(/the server responded with a status of 409/)
})

test('a rejected save shows the first tab with an error, and prices may have commas', async () => {
  const product = await addProduct()
  const office = await browser.open(`/admin/products/${product.id}`, await signedInAs(owner))
  const name = office.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('')
  await tab(office, 'Prices & sale').click()
  const price = office.getByRole('textbox', { name: /^Price of/ }).first()
  await price.fill('free')
  await button(office, 'Save').click()
  await expect
    .poll(() => tab(office, 'Details (1 error)').getAttribute('aria-selected'))
    .toBe('true')
  await name.fill('Marisol Pouch')
  await tab(office, 'Prices & sale (1 error)').click()
  expect(await office.getByText('Invalid input').count()).toBe(0)
  await price.fill('1,250.00')
  await button(office, 'Save').click()
  await office.getByText('All changes saved.').waitFor()
  expect(await price.inputValue()).toBe('1250.00')
  browser.expectNoErrors(/the server responded with a status of 400/)
})

test('an upload continues while another tab is open, and leaving asks for confirmation', async () => {
  const product = await addProduct()
  const office = await browser.open(`/admin/products/${product.id}`, await signedInAs(owner))
  const held = Promise.withResolvers<void>()
  await office.route('**/api/uploads**', async (route) => {
    await held.promise
    await route.continue()
  })
  await tab(office, 'Pictures').click()
  await office
    .getByLabel('Add pictures of the product')
    .setInputFiles({ name: 'front.webp', mimeType: 'image/webp', buffer: photograph })
  await office.getByText('Uploading pictures …').waitFor()
  await tab(office, 'Details').click()
  const name = office.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Marisol Clutch')
  expect(await button(office, 'Save').isDisabled()).toBe(true)
  const asked = office.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss()
    return dialog.message()
  })
  await office.getByRole('link', { name: 'All products' }).click()
  expect(await asked).toContain('unsaved changes')
  await tab(office, 'Pictures').click()
  await office.getByRole('progressbar', { name: 'Upload' }).waitFor()
  await tab(office, 'Details').click()
  held.resolve()
  await office.getByText('You have unsaved changes.').waitFor()
  await tab(office, 'Pictures').click()
  await office.getByLabel('Alt text of picture 1').fill('The pouch from the front')
  await button(office, 'Save').click()
  await office.getByText('All changes saved.').waitFor()
  await tab(office, 'Details').click()
  expect(await name.inputValue()).toBe('Marisol Clutch')
  browser.expectNoErrors()
})

test('edits of a product made during a save stay, and are saved next', async () => {
  const product = await addProduct()
  const office = await browser.open(`/admin/products/${product.id}`, await signedInAs(owner))
  const held = Promise.withResolvers<void>()
  await office.route(`**/api/admin/products/${product.id}`, async (route) => {
    if (route.request().method() === 'PUT') await held.promise
    await route.continue()
  })
  const [name, material] = ['Name', 'Material'].map((label) =>
    office.getByRole('textbox', { name: label, exact: true }),
  )
  await name?.fill('Marisol Clutch')
  await button(office, 'Save').click()
  await material?.fill('Boiled wool')
  held.resolve()
  await office.getByText(/Saved\./).waitFor()
  await office.getByText('You have unsaved changes.').waitFor()
  expect(await material?.inputValue()).toBe('Boiled wool')
  await button(office, 'Save').click()
  await office.getByText('All changes saved.').waitFor()
  await office.reload()
  await expect.poll(() => material?.inputValue()).toBe('Boiled wool')
  expect(await name?.inputValue()).toBe('Marisol Clutch')
  browser.expectNoErrors()
})

test('products are edited in bulk after a preview, and a file is imported after a dry run', async () => {
  const [one, other] = [
    await addProduct({ name: 'Tandem One' }),
    await addProduct({ name: 'Tandem Two' }),
  ]
  const office = await browser.open('/admin/products', await signedInAs(owner))
  await office.getByRole('searchbox').fill('tandem')
  await office.getByText('1–2 of 2').waitFor()
  await office.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await button(office, 'Edit products').click()
  await office.getByLabel('Percentage').fill('12.5')
  await office.getByLabel('Rounding').selectOption('Nearest dollar')
  await button(office, 'Preview changes').click()
  await expect.poll(() => office.getByRole('cell', { name: '$540.00' }).count()).toBe(4)
  await expectAccessible(office)
  await button(office, 'Edit 2 products').click()
  await office.getByText('2 products changed.').waitFor()
  for (const { identifier } of [one, other]) {
    const page = await (await fetch(`${shopUrl()}/product/${identifier}`)).text()
    expect(page).toContain('$540.00')
  }

  await office.goto('/admin/product-import')
  const file = (csv: string) => ({
    name: 'products.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  })
  const { options } = await callApi<{ options: { values: string[] }[] }>(
    null,
    `GET /products/${one.identifier}`,
  )
  const which = `Color,${options[0]?.values[0]}`
  const line = `identifier,price,stock,stock_at_export,option1_name,option1_value\n${one.identifier},610,3,9,${which}`
  await office
    .getByLabel('CSV file')
    .setInputFiles(file(`${line}\n${other.identifier},free,2,9,${which}`))
  const error = office.getByRole('row', { name: /Please write an amount/ })
  await error.waitFor()
  expect(await error.innerText()).toMatch(/^3\s+price/)
  expect(await button(office, 'Import this file').count()).toBe(0)
  await expectAccessible(office)
  await office.getByLabel('CSV file').setInputFiles(file(line))
  await button(office, 'Import this file').waitFor()
  await expectAccessible(office)
  // The import's id is in the URL: a reload continues it.
  await office.reload()
  await office.getByRole('row', { name: new RegExp(`${one.identifier}.* 9 3$`) }).waitFor()
  await button(office, 'Import this file').click()
  await office.getByRole('heading', { name: 'Imported', exact: true }).waitFor()
  const { variants } = await callApi<{ variants: { price: number; stock: number }[] }>(
    null,
    `GET /products/${one.identifier}`,
  )
  expect(variants.map(({ price, stock }) => [price, stock])).toEqual([
    [610, 3],
    [540, 9],
  ])

  await office.goto('/admin/products')
  await office.getByRole('searchbox').fill('tandem')
  await office.getByText('1–2 of 2').waitFor()
  await button(office, 'Export CSV').click()
  const saving = office.waitForEvent('download')
  await office.getByRole('button', { name: /^Download products-/ }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/)
  const identifiers = readFileSync(await saved.path(), 'utf8').match(/^e2e-[^,]+/gm)
  expect(new Set(identifiers)).toEqual(new Set([one.identifier, other.identifier]))
  browser.expectNoErrors()
})

test('texts of staff are shown as text and never run as script', async () => {
  const attack = `</script><script>window.hurt=1</script><img src=x onerror="window.hurt=1">"'\`{{7*7}}`
  const product = await addProduct({
    name: attack.slice(0, 120),
    description: attack,
    material: attack.slice(0, 80),
    details: [attack],
    measurements: attack,
    materialsAndCare: attack,
    sizeAndFit: attack,
  })
  const address = `/product/${product.identifier}`
  const html = await (await fetch(`${shopUrl()}${address}`)).text()
  expect(html).toContain('&lt;/script&gt;&lt;script&gt;window.hurt')
  expect(html).not.toMatch(/<script>window\.hurt|<img src=x/)
  const data = [
    ...html.matchAll(/<script type="application\/(?:ld\+)?json"[^>]*>(.*?)<\/script>/gs),
  ]
  expect(data.length).toBeGreaterThan(1)
  const read = data.map(([, text = '']) => JSON.stringify(JSON.parse(text)))
  expect(read.some((text) => text.includes('window.hurt'))).toBe(true)

  const shop = await browser.open(address)
  await shop.getByText('window.hurt=1').first().waitFor()
  const office = await browser.open('/admin/products', await signedInAs(owner))
  await office.getByRole('searchbox').fill(product.identifier)
  await office.getByText('1–1 of 1').waitFor()
  await office.getByRole('link', { name: /window\.hurt/ }).click()
  await office.getByRole('textbox', { name: 'Identifier' }).waitFor()
  for (const page of [shop, office]) {
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate('window.hurt')).toBeUndefined()
  }
  await callApi(await signInAsStaff(), `DELETE /admin/products/${product.id}`)
  browser.expectNoErrors()
})

test('the product pages are accessible at every width, without console errors', async () => {
  // As many columns as a shoe has.
  const sizes = ['36', '37']
  const product = await addProduct({
    name: 'Ostara Pouch',
    options: [
      { name: 'Leather', values: ['Calf'] },
      { name: 'Size', values: sizes },
    ],
    variants: sizes.map((Size) => variant({ Leather: 'Calf', Size })),
  })
  const page = await browser.open('/admin/products', await signedInAs(owner))
  await page.getByRole('link', { name: 'Ostara Pouch' }).waitFor()
  await expectAccessibleOnEveryWidth(page)
  for (const [path, name] of [
    ['products/create', 'Add product'],
    ['product-import', 'CSV import'],
  ] as const) {
    await page.goto(`/admin/${path}`)
    await heading(page, name).waitFor()
    await page.waitForLoadState('networkidle')
    await expectAccessibleOnEveryWidth(page)
  }
  await page.goto(`/admin/products/${product.id}`)
  await heading(page, 'Ostara Pouch').waitFor()
  for (const name of [
    'Details',
    'Options & variants',
    'Pictures',
    'Prices & sale',
    'Stock',
    'Categories & related',
  ]) {
    await tab(page, name).click()
    await page.getByRole('tabpanel', { name }).waitFor()
    await expectAccessibleOnEveryWidth(page)
  }
  browser.expectNoErrors()
})
