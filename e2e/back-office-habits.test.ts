import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { callApi, signInAsStaff } from './ordering.ts'
import { addProduct, twoColors, variant } from './products.ts'
import { hire, owner, signedInAs } from './staff.ts'
import { expectAccessible, expectAccessibleOnEveryWidth, useBrowser } from './use-browser.ts'

const browser = useBrowser()

/** Console errors of requests that are rejected on purpose. */
const rejection = /the server responded with a status of (400|403|404|409)/

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const stateTab = (page: Page, name: string) =>
  page.getByRole('group', { name: 'State' }).getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Back office' })
const entry = (page: Page, name: string) => navigation(page).getByRole('link', { name })
const main = (page: Page) => page.getByRole('main')
/** The rows of a list, from its top. */
const rows = (page: Page) => main(page).getByRole('row')
/** A link below a list: `Page 2`, `Next page`. */
const pageLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true })
const selectRow = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select ${name}`, exact: true })

const addedProducts: string[] = []
async function add(draft: object = {}) {
  const product = await addProduct(draft)
  addedProducts.push(product.id)
  return product
}
// Other tests count the products of the same shop.
afterEach(async () => {
  const token = await signInAsStaff()
  for (const id of addedProducts.splice(0)) await callApi(token, `DELETE /admin/products/${id}`)
})

interface Coupon {
  id: string
  code: string
  version: string
}
const couponDraft = () => ({
  code: `HABIT${Date.now() % 10_000_000}`,
  name: 'Ten per cent',
  discountType: 'PERCENTAGE',
  discountValue: 10,
})
const addCoupon = async () =>
  callApi<Coupon>(await signInAsStaff(), 'POST /admin/coupons', couponDraft())

test('a record opened right after typing in the search stays open', async () => {
  const name = 'Ordina Pouch'
  await add({ name })
  const office = await browser.open('/admin/products', await signedInAs(owner))
  // On a slow network the page arrives after the search's debounce.
  await office.route(/assets\/edit-product-/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await main(office).getByRole('link', { name }).waitFor()
  await office.getByRole('searchbox').fill(name)
  await main(office).getByRole('link', { name }).click()
  await heading(office, name).waitFor()
  browser.expectNoErrors()
})

test('a list keeps search, state, order, page and selection on Back and in a copied URL', async () => {
  const office = await browser.open('/admin/products', await signedInAs(owner))
  const change = async (act: () => Promise<void>) => {
    const before = await rows(office).allInnerTexts()
    await act()
    await expect.poll(() => rows(office).allInnerTexts()).not.toEqual(before)
  }
  await rows(office).nth(3).waitFor()
  await change(() =>
    office.getByRole('columnheader', { name: 'Price' }).getByRole('button').click(),
  )
  await change(() => pageLink(office, 'Next page').click())
  await change(() => stateTab(office, 'Published').click())
  // Changing the state returns to page 1.
  await expect.poll(() => pageLink(office, 'Page 1').getAttribute('aria-current')).toBeTruthy()
  await change(() => pageLink(office, 'Next page').click())
  await expect.poll(() => pageLink(office, 'Page 2').getAttribute('aria-current')).toBeTruthy()
  const name = rows(office).nth(3).getByRole('link').first()
  const product = await name.innerText()
  const shown = await rows(office).allInnerTexts()
  await selectRow(office, product).check()
  await office.getByText('1 selected').waitFor()

  await name.click()
  await heading(office, product).waitFor()
  await office.goBack()
  await office.getByText('1 selected').waitFor()
  expect(await selectRow(office, product).isChecked()).toBe(true)
  expect(await stateTab(office, 'Published').getAttribute('aria-pressed')).toBe('true')
  expect(await rows(office).allInnerTexts()).toEqual(shown)

  const copied = await browser.open(office.url(), await signedInAs(owner))
  await expect.poll(() => rows(copied).allInnerTexts()).toEqual(shown)
  expect(await stateTab(copied, 'Published').getAttribute('aria-pressed')).toBe('true')
  // The selection is stored in this browser only.
  expect(await selectRow(copied, product).isChecked()).toBe(false)

  // A search returns to page 1, and Back leaves the search.
  const search = copied.getByRole('searchbox')
  await search.fill('porto loafer')
  await rows(copied).getByRole('link', { name: 'Porto Loafer' }).waitFor()
  await expect.poll(() => rows(copied).count()).toBeLessThan(shown.length)
  await copied.reload()
  expect(await search.inputValue()).toBe('porto loafer')
  await rows(copied).getByRole('link', { name: 'Porto Loafer' }).click()
  await heading(copied, 'Porto Loafer').waitFor()
  await copied.goBack()
  await expect.poll(() => search.inputValue()).toBe('porto loafer')
  await rows(copied).getByRole('link', { name: 'Porto Loafer' }).waitFor()
  browser.expectNoErrors()
})

test('a customer and a filtered audit log can be opened by URL', async () => {
  const office = await browser.open('/admin/customers', await signedInAs(owner))
  await rows(office).nth(1).getByRole('link').first().click()
  await main(office).getByRole('region', { name: 'Account' }).waitFor()
  const title = await office.getByRole('heading', { level: 1 }).innerText()
  const copied = await browser.open(office.url(), await signedInAs(owner))
  await heading(copied, title).waitFor()
  await entry(office, 'Audit log').click()
  await heading(office, 'Audit log').waitFor()
  await office.getByRole('searchbox').fill('no such thing')
  await office.getByText('No results').waitFor()
  await copied.goto(office.url())
  await copied.getByText('No results').waitFor()
  expect(await copied.getByRole('searchbox').inputValue()).toBe('no such thing')
  browser.expectNoErrors()
})

/** Runs `act`, which would leave the page, and answers the question whether to discard changes. */
async function leave(page: Page, answer: 'stay' | 'leave', act: () => Promise<unknown>) {
  const asked = page.waitForEvent('dialog')
  // A cancelled navigation never finishes.
  const done = act().catch(() => {})
  const dialog = await asked
  if (answer === 'leave') await dialog.accept()
  else await dialog.dismiss()
  await done
}

/** Forms that warn before discarding changes: their page and a field. */
const forms = [
  {
    what: 'a product',
    open: async () => `/admin/products/${(await add()).id}`,
    field: 'Name',
  },
  { what: 'a new product', open: async () => '/admin/products/create', field: 'Name' },
  {
    what: 'a coupon',
    open: async () => `/admin/coupons/${(await addCoupon()).id}/edit`,
    field: 'Name',
  },
  {
    what: 'the delivery settings',
    open: async () => '/admin/delivery',
    field: 'Shipping fee ($)',
  },
  {
    what: 'the office hours',
    open: async () => '/admin/office-hours',
    field: 'Days off, one per line, such as 2026-12-25 (optional)',
  },
]

test.each(forms)(
  'unsaved changes of $what survive a link, Back and a reload when leaving is cancelled',
  async (form) => {
    const office = await browser.open('/admin/customers', await signedInAs(owner))
    await heading(office, 'Customers').waitFor()
    await office.goto(await form.open())
    const input = field(office, form.field)
    await input.click()
    await office.keyboard.press('End')
    await office.keyboard.type('7')
    const typed = await input.inputValue()
    const address = office.url()
    const isStill = async () => {
      expect(office.url()).toBe(address)
      expect(await input.inputValue()).toBe(typed)
    }
    await leave(office, 'stay', () => entry(office, 'Customers').click())
    await isStill()
    await leave(office, 'stay', () => office.evaluate(() => history.back()))
    await expect.poll(() => office.url()).toBe(address)
    await isStill()
    await leave(office, 'stay', () => office.evaluate(() => location.reload()))
    await isStill()
    // It asks each time; confirming leaves, and an unchanged form does not ask.
    await leave(office, 'leave', () => entry(office, 'Customers').click())
    await heading(office, 'Customers').waitFor()
    await office.goBack()
    await input.waitFor()
    expect(await input.inputValue()).not.toBe(typed)
    office.on('dialog', () => expect.fail('asked about nothing'))
    await entry(office, 'Customers').click()
    await heading(office, 'Customers').waitFor()
    browser.expectNoErrors()
  },
)

test('a coupon that somebody else has saved meanwhile is not overwritten', async () => {
  const coupon = await addCoupon()
  const office = await browser.open(`/admin/coupons/${coupon.id}/edit`, await signedInAs(owner))
  await field(office, 'Name').fill('Mine')
  const { code } = coupon
  const theirs = { ...couponDraft(), code, name: 'Theirs', version: coupon.version }
  await callApi(await signInAsStaff(), `PUT /admin/coupons/${coupon.id}`, theirs)
  await button(office, 'Save').click()
  await office.getByText(/Somebody else has changed this meanwhile/).waitFor()
  // The typed text can still be read and copied.
  expect(await field(office, 'Name').inputValue()).toBe('Mine')
  await expectAccessible(office)
  const saved = await callApi<{ name: string }>(
    await signInAsStaff(),
    `GET /admin/coupons/${coupon.id}`,
  )
  expect(saved.name).toBe('Theirs')
  browser.expectNoErrors(rejection)
})

test('a bulk edit shows every variant before and after, and changes all products or none', async () => {
  const name = `Quartet ${crypto.randomUUID().slice(0, 6)}`
  const colors = await twoColors()
  const [color, otherColor] = colors
  const priced = (...prices: number[]) => ({
    options: [{ name: 'Color', values: colors }],
    variants: colors.map((Color, index) => variant({ Color }, prices[index])),
  })
  const one = await add({ name: `${name} One`, ...priced(400, 520) })
  const two = await add({ name: `${name} Two`, ...priced(100, 90) })
  const office = await browser.open('/admin/products', await signedInAs(owner))
  await office.getByRole('searchbox').fill(name)
  await selectRow(office, `${name} One`).check()
  await selectRow(office, `${name} Two`).check()
  await button(office, 'Edit products').click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel('What to do').selectOption({ label: 'Change prices by an amount' })
  await dialog.getByLabel('Amount ($)').fill('-95')
  await button(office, 'Preview changes').click()
  const line = (cells: RegExp) => dialog.getByRole('row', { name: cells })
  // A negative price gets an error, and nothing can be applied.
  await line(new RegExp(`${color}.*\\$400\\.00 \\$305\\.00`)).waitFor()
  await line(new RegExp(`${otherColor}.*\\$520\\.00 \\$425\\.00`)).waitFor()
  await line(new RegExp(`${name} Two`)).waitFor()
  expect(await button(office, /^Edit .*product/).isDisabled()).toBe(true)

  await dialog.getByRole('button', { name: 'Go back' }).click()
  await dialog.getByLabel('Amount ($)').fill('-20')
  await button(office, 'Preview changes').click()
  await line(/\$400\.00 \$380\.00/).waitFor()
  await line(/\$520\.00 \$500\.00/).waitFor()
  await line(/\$100\.00 \$80\.00/).waitFor()
  await line(/\$90\.00 \$70\.00/).waitFor()
  await expectAccessibleOnEveryWidth(office)
  // Another member of staff changes one of them: the outdated preview changes neither.
  const token = await signInAsStaff()
  const products = [{ id: two.id, version: two.version }]
  const change = { kind: 'new', isNew: true }
  await callApi(token, 'POST /admin/products/bulk', { products, change })
  await button(office, 'Edit 2 products').click()
  await dialog.getByRole('alert').waitFor()
  const prices = async (id: string) => {
    const { variants } = await callApi<{ variants: { price: number }[] }>(
      token,
      `GET /admin/products/${id}`,
    )
    return variants.map(({ price }) => price)
  }
  expect([await prices(one.id), await prices(two.id)]).toEqual([
    [400, 520],
    [100, 90],
  ])
  browser.expectNoErrors(rejection)
})

/** A guest of the shop who writes to support. */
async function askSupport(question: string) {
  const page = await browser.open('/about-us')
  await page.getByRole('button', { name: /^Online Support/ }).click()
  const panel = page.getByRole('dialog', { name: 'Online Support' })
  await panel.getByText(/^Connected/).waitFor()
  await panel.getByRole('textbox', { name: 'Your message' }).fill(question)
  await page.keyboard.press('Enter')
  await expect
    .poll(() => panel.getByRole('article').filter({ hasText: question }).getAttribute('aria-busy'))
    .toBe(null)
  return panel
}

test('the inbox keeps a draft for each conversation and opens one by URL', async () => {
  const [first, second] = ['first', 'second'].map((which) => `${which} ${crypto.randomUUID()}`)
  const asker = await askSupport(`${first}?`)
  await askSupport(`${second}?`)
  const office = await browser.open('/admin/conversations', await signedInAs(owner))
  const row = (question: string | undefined) => office.getByRole('button', { name: `${question}?` })
  const answer = office.getByRole('textbox', { name: 'Your answer' })
  const log = office.getByRole('log', { name: 'Messages' })
  await row(first).click()
  await log.getByText(`${first}?`).waitFor()
  await answer.fill('Draft of the first')
  const address = office.url()
  await row(second).click()
  await log.getByText(`${second}?`).waitFor()
  expect(await answer.inputValue()).toBe('')
  await answer.fill('Draft of the second')
  await entry(office, 'Orders').click()
  await heading(office, 'Orders').waitFor()
  await office.goBack()
  await log.getByText(`${second}?`).waitFor()
  expect(await answer.inputValue()).toBe('Draft of the second')
  await row(first).click()
  await log.getByText(`${first}?`).waitFor()
  expect(await answer.inputValue()).toBe('Draft of the first')
  await expectAccessibleOnEveryWidth(office)
  await answer.press('Enter')
  await asker.getByText('Draft of the first').waitFor()
  expect(await answer.inputValue()).toBe('')

  const copied = await browser.open(address, await signedInAs(owner))
  await copied.getByRole('log', { name: 'Messages' }).getByText(`${first}?`).waitFor()
  await copied.goto('/admin/conversations')
  await copied.getByText('Select a conversation.').waitFor()
  await expectAccessibleOnEveryWidth(copied)
  browser.expectNoErrors()
})

test('the first Tab reaches the skip link', async () => {
  const office = await browser.open('/admin/orders', await signedInAs(owner))
  await heading(office, 'Orders').waitFor()
  await rows(office).or(main(office).getByText('No orders yet')).first().waitFor()
  await office.keyboard.press('Tab')
  const skip = office.getByRole('link', { name: /^Skip to/ })
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true)
  expect(await skip.evaluate((link) => getComputedStyle(link).clipPath)).toBe('none')
  await office.keyboard.press('Enter')
  await office.keyboard.press('Tab')
  const isInside = () =>
    main(office).evaluate((element) => element.contains(document.activeElement))
  await expect.poll(isInside).toBe(true)
  expect(await heading(office, 'Orders').isVisible()).toBe(true)
  browser.expectNoErrors()
})

test('a record that does not exist shows "not found" without a retry', async () => {
  const office = await browser.open('about:blank', await signedInAs(owner))
  const nobody = crypto.randomUUID()
  for (const path of [
    'products/xyz',
    `products/${nobody}`,
    `orders/${nobody}`,
    'coupons/xyz',
    'packing-slips/abc',
  ]) {
    await office.goto(`/admin/${path}`)
    await office.getByRole('alert').getByText('Not found').waitFor()
    expect(await office.getByText('The address may be mistyped').count()).toBe(1)
    expect(await button(office, 'Try again').count()).toBe(0)
  }
  browser.expectNoErrors(rejection)
})

test.each([
  ['customers/', 'Customer'],
  ['coupons/', 'Coupon'],
  ['emails/', 'E-mail'],
  ['received-goods/', 'Delivery'],
  ['packing-slips/', 'Packing slips'],
  ['gift-card/', 'Gift card'],
])('/admin/%s of a record that cannot be read keeps its heading, “%s”', async (path, title) => {
  const id = crypto.randomUUID()
  const office = await browser.open(`/admin/${path}${id}`, await signedInAs(owner))
  await office.getByRole('alert').getByText('Not found').waitFor()
  expect(await heading(office, title).count()).toBe(1)
  // It may begin with the number of unread messages.
  expect(await office.title()).toMatch(new RegExp(`(^|\\) )${title} · Solvane back office$`))
  browser.expectNoErrors(rejection)
})

test('an audit log entry links to the changed record', async () => {
  const { code } = await addCoupon()
  const office = await browser.open('/admin/audit', await signedInAs(owner))
  await main(office).getByRole('link', { name: code }).first().click()
  await heading(office, `Coupon ${code}`).waitFor()
  browser.expectNoErrors()
})

test('navigation and pages depend on the role', async () => {
  const forSupport = ['Today', 'Orders', 'Coupons', 'Customers', 'Inbox', 'E-mails', 'Products']
  const forManagers = ['Categories', 'CSV import', 'Home page', 'Delivery', 'Synonyms']
  const forOwners = ['Staff', 'Audit log']
  const everything = [...forSupport, ...forManagers, ...forOwners]
  const offered = async (page: Page) => {
    const links = await navigation(page).getByRole('link').allInnerTexts()
    return everything.filter((name) => links.some((link) => link.startsWith(name)))
  }
  const support = await browser.open('/admin', await signedInAs(await hire('SUPPORT')))
  await heading(support, 'Today').waitFor()
  expect(await offered(support)).toEqual(forSupport)
  for (const path of [
    'staff',
    'audit',
    'home-page',
    'product-import',
    'products/create',
    'coupons/create',
  ]) {
    await support.goto(`/admin/${path}`)
    await heading(support, 'Page not found').waitFor()
  }
  await support.goto('/admin/coupons')
  await heading(support, 'Coupons').waitFor()
  await rows(support).nth(1).waitFor()
  expect(await support.getByRole('link', { name: 'New coupon' }).count()).toBe(0)
  await support.goto('/admin/products')
  await rows(support).nth(1).waitFor()
  expect(await support.getByRole('link', { name: 'Add product' }).count()).toBe(0)
  expect(await rows(support).getByRole('checkbox').count()).toBe(0)

  const manager = await browser.open('/admin', await signedInAs(await hire('MANAGER')))
  await heading(manager, 'Today').waitFor()
  expect(await offered(manager)).toEqual([...forSupport, ...forManagers])
  for (const path of ['staff', 'audit']) {
    await manager.goto(`/admin/${path}`)
    await heading(manager, 'Page not found').waitFor()
  }
  const boss = await browser.open('/admin', await signedInAs(owner))
  await heading(boss, 'Today').waitFor()
  expect(await offered(boss)).toEqual(everything)
  browser.expectNoErrors(rejection)
})

test('coupon forms, replies, office hours, the time zone and an e-mail are accessible on every width', async () => {
  const coupon = await addCoupon()
  const token = await signInAsStaff()
  await hire('SUPPORT')
  const [email] = await callApi<{ id: string }[]>(token, 'GET /admin/emails?size=1')
  const page = await browser.open('about:blank', await signedInAs(owner))
  for (const path of [`coupons/${coupon.id}/edit`, 'saved-replies', 'office-hours', 'time-zone']) {
    await page.goto(`/admin/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await expectAccessibleOnEveryWidth(page)
  }
  await page.goto(`/admin/emails/${email?.id}`)
  // The frame that shows it runs no scripts.
  await button(page, 'As plain text').click()
  await expectAccessibleOnEveryWidth(page)
  browser.expectNoErrors()
})
