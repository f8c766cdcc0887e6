import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, signInAsStaff } from './ordering.ts'
import { shopUrl } from './shop-url.ts'
import { owner, signedInAs } from './staff.ts'
import {
  desktop,
  expectAccessible,
  expectAccessibleOnEveryWidth,
  phone,
  tablet,
  useBrowser,
} from './use-browser.ts'

const browser = useBrowser()

/** Restored at the end, because other tests read the same shop. */
const documents = ['home', 'delivery', 'faq'] as const
type Saved = { version: string; document: Record<string, never> }

let token: string
const before = new Map<string, Saved>()
const read = (name: string) => callApi<Saved>(token, `GET /admin/content/${name}`)
const write = async (name: string, document: unknown) => {
  const { version } = await read(name)
  await callApi(token, `PUT /admin/content/${name}`, { version, document })
}
beforeAll(async () => {
  token = await signInAsStaff()
  for (const name of documents) before.set(name, await read(name))
})
afterAll(async () => {
  for (const name of documents) await write(name, asDraft(before.get(name)?.document))
})

/**
 * A document as a save sends it: pictures by address and alt text, tiles without what the server
 * adds.
 */
function asDraft(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asDraft)
  if (typeof value !== 'object' || value === null) return value
  if ('src' in value && 'alt' in value) return { src: value.src, alt: value.alt }
  const { cover: _, ...fields } = value as Record<string, unknown>
  const isTile = 'id' in fields && 'text' in fields
  if (isTile) delete fields.id
  return Object.fromEntries(Object.entries(fields).map(([key, part]) => [key, asDraft(part)]))
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const htmlOf = async (path: string) => (await fetch(shopUrl() + path)).text()

type Zones = { methods: Record<string, unknown>[] }[]
const zonesOf = async () => (await read('delivery')).document.zones as unknown as Zones
const standardMethod = async () => (await zonesOf())[0]?.methods[0]
async function setStandardMethod(change: object) {
  const [zone, ...zones] = await zonesOf()
  const [method, ...methods] = zone?.methods ?? []
  const changed = { ...zone, methods: [{ ...method, ...change }, ...methods] }
  await write('delivery', { ...(await read('delivery')).document, zones: [changed, ...zones] })
}

async function saved(page: Page) {
  await button(page, 'Save').click()
  await page.getByText('All changes saved.').waitFor()
}

test('a banner title and a shipping fee are in the shop as soon as they are saved', async () => {
  // Fill the page cache, which the edit must invalidate.
  await Promise.all(['/', '/shipping'].map(htmlOf))
  const office = await browser.open('/admin/home-page', await signedInAs(owner))
  await field(office, 'Title').first().fill('Winter, & <unhurried>')
  const preview = office.getByRole('figure', { name: 'Preview of slide 1' })
  await preview.getByText('Winter, & <unhurried>').first().waitFor()
  const buttonLink = office.getByRole('combobox', { name: 'Button link' }).first()
  await buttonLink.fill('javascript:alert(1)')
  await button(office, 'Save').click()
  await office.getByText('Please write a path of the shop').waitFor()
  // Every category is suggested.
  expect(
    await office.locator('datalist option[value="/filter/women/bags/women-bags"]').count(),
  ).toBe(1)
  await buttonLink.fill('/gifting')
  const stories = office.getByRole('region', { name: 'Stories' })
  await stories.getByRole('button', { name: 'Edit story 1', exact: true }).click()
  await stories
    .getByRole('textbox', { name: 'Title', exact: true })
    .first()
    .fill('Written by staff')
  await stories.getByRole('button', { name: 'Remove story 2', exact: true }).click()
  await saved(office)
  const shop = await browser.open('/')
  const headings = await shop.getByRole('heading', { level: 2 }).allTextContents()
  expect(headings.slice(0, 3)).toEqual(['Shop by Category', 'Written by staff', 'Solvane Services'])
  expect(headings).not.toContain('Paper, ribbon and your words')
  await shop.getByRole('heading', { level: 1, name: 'Winter, & <unhurried>' }).waitFor()
  expect(await htmlOf('/')).toContain('Winter, &amp; &lt;unhurried&gt;')

  await button(office, 'Add slide').click()
  await button(office, 'Choose picture of slide 2').click()
  await office.getByRole('searchbox').fill('calvi tote')
  const pictures = office.getByRole('list', { name: 'Pictures' })
  await pictures
    .getByRole('button', { name: /Calvi Tote/ })
    .first()
    .click()
  await field(office, 'Title').nth(1).fill('The second')
  const halves = [
    { from: '00:00', until: '12:00' },
    { from: '12:00', until: '00:00' },
  ]
  for (const [at, { from, until }] of halves.entries()) {
    await button(office, 'Add time of day').nth(1).click()
    const times = office.getByRole('list', { name: 'Other pictures of slide 2' })
    const time = times.getByRole('listitem').nth(at)
    await time.getByLabel('Shown from').selectOption(from)
    await time.getByLabel('Shown until').selectOption(until)
    await button(office, `Choose picture of slide 2, time of day ${at + 1}`).click()
    await office.getByRole('searchbox').fill('essaouira tote')
    // The pictures found before stay until the new ones arrive.
    await pictures.getByRole('button', { name: /straw/ }).first().click()
  }
  await button(office, 'Move slide 2 up').click()
  await saved(office)
  await shop.goto('/')
  await shop.getByRole('heading', { level: 1, name: 'The second' }).waitFor()
  await shop.getByRole('group', { name: '1 of 2' }).getByRole('img', { name: /straw/ }).waitFor()

  await office.goto('/admin/delivery')
  await field(office, 'Shipping fee ($)').fill('18.49')
  await saved(office)
  await shop.goto('/shipping')
  await shop.getByText('Shipping is $18.49').waitFor()
  browser.expectNoErrors(/the server responded with a status of 400/)
})

test('a method has fees by weight, which the page of a product states', async () => {
  await setStandardMethod({ freeFrom: 100_000 })
  const office = await browser.open('/admin/delivery', await signedInAs(owner))
  const bands = office.getByRole('group', { name: 'By weight' })
  const add = button(office, 'Add weight')
  for (const [at, [grams, fee]] of [
    ['5,000', '9.5'],
    ['400', '7'],
    ['60000', '25'],
  ].entries()) {
    await add.press('Enter')
    const upTo = bands.getByRole('textbox', { name: 'Up to (g)' }).nth(at)
    await upTo.waitFor()
    expect(await upTo.evaluate((input) => input === document.activeElement)).toBe(true)
    await upTo.fill(grams ?? '')
    await bands
      .getByRole('textbox', { name: 'Fee ($)' })
      .nth(at)
      .fill(fee ?? '')
  }
  await button(office, 'Save').click()
  await office.getByText('Please write more than in the line before').waitFor()
  await expectAccessibleOnEveryWidth(office)
  await button(office, 'Remove weight 2').press('Enter')
  expect(await add.evaluate((element) => element === document.activeElement)).toBe(true)
  await saved(office)
  const weightBands = [
    { upToGrams: 5_000, fee: 9.5 },
    { upToGrams: 60_000, fee: 25 },
  ]
  expect(await standardMethod()).toMatchObject({ weightBands })
  await office.reload()
  await expect
    .poll(() =>
      bands
        .getByRole('textbox')
        .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)),
    )
    .toEqual(['5000', '9.50', '60000', '25.00'])
  expect(await htmlOf('/product/calvi-tote')).toContain('$9.50')
  await setStandardMethod({ freeFrom: 300, weightBands: [] })
  browser.expectNoErrors(/the server responded with a status of 400/)
})

test('edits made during a save stay, and are saved next', async () => {
  const office = await browser.open('/admin/delivery', await signedInAs(owner))
  const held = Promise.withResolvers<void>()
  await office.route('**/api/admin/content/delivery', async (route) => {
    if (route.request().method() === 'PUT') await held.promise
    await route.continue()
  })
  const fee = field(office, 'Shipping fee ($)')
  await fee.fill('17.49')
  await button(office, 'Save').click()
  await fee.fill('19.49')
  held.resolve()
  await office.getByText('Saved.', { exact: true }).waitFor()
  await office.getByText('You have unsaved changes.').waitFor()
  expect(await fee.inputValue()).toBe('19.49')
  expect(await standardMethod()).toMatchObject({ fee: 17.49 })
  await saved(office)
  expect(await standardMethod()).toMatchObject({ fee: 19.49 })
  browser.expectNoErrors()
})

test('a conflicting save is rejected, and the latest version can be loaded', async () => {
  const office = await browser.open('/admin/delivery', await signedInAs(owner))
  const fee = field(office, 'Shipping fee ($)')
  await fee.fill('20.00')
  await setStandardMethod({ fee: 19 })
  await button(office, 'Save').click()
  await office.getByText('Somebody else has changed this meanwhile.').waitFor()
  await button(office, 'Discard mine and load latest').click()
  await expect.poll(() => fee.inputValue()).toBe('19.00')
  browser.expectNoErrors(/the server responded with a status of 409/)
})

test('a conflicting save can keep the changes of both', async () => {
  const office = await browser.open('/admin/delivery', await signedInAs(owner))
  const [fee, freeFrom] = [
    field(office, 'Shipping fee ($)'),
    office.getByRole('textbox', { name: 'Free shipping from ($)' }),
  ]
  await freeFrom.fill('310.00')
  await setStandardMethod({ fee: 17.25 })
  await button(office, 'Save').click()
  await office.getByText('Somebody else has changed this meanwhile.').waitFor()
  await button(office, 'Keep my changes').click()
  await expect.poll(() => fee.inputValue()).toBe('17.25')
  expect(await freeFrom.inputValue()).toBe('310.00')
  await saved(office)
  expect(await standardMethod()).toMatchObject({ fee: 17.25, freeFrom: 310 })
  browser.expectNoErrors(/the server responded with a status of 409/)
})

test('a conflicting save keeps a colleague’s edit of another answer', async () => {
  const office = await browser.open('/admin/faq', await signedInAs(owner))
  const answers = office.getByLabel('Answer')
  await answers.nth(0).fill('My answer.')
  const { document } = await read('faq')
  const [first, ...others] = document.themes as never as { items: { answer: string[] }[] }[]
  const items = (first?.items ?? []).with(1, { ...first?.items[1], answer: ['Their answer.'] })
  await write('faq', { themes: [{ ...first, items }, ...others] })
  await button(office, 'Save').click()
  await office.getByText('Somebody else has changed this meanwhile.').waitFor()
  await button(office, 'Keep my changes').click()
  await expect.poll(() => answers.nth(1).inputValue()).toBe('Their answer.')
  expect(await answers.nth(0).inputValue()).toBe('My answer.')
  await saved(office)
  const [kept] = (await read('faq')).document.themes as never as { items: { answer: string[] }[] }[]
  expect(kept?.items.slice(0, 2).map(({ answer }) => answer)).toEqual([
    ['My answer.'],
    ['Their answer.'],
  ])
  browser.expectNoErrors(/the server responded with a status of 409/)
})

test('special characters in texts appear as typed, on pages and in structured data', async () => {
  const markup = '</script><img src=x onerror="window.wasRun = 1"> & "more"'
  const { document } = await read('faq')
  const [first] = document.themes as never as { slug: string; items: object[] }[]
  const item = { question: markup, answer: [markup] }
  await write('faq', { themes: [{ ...first, title: markup, items: [item] }] })
  const page = await browser.open(`/faq/${first?.slug}`)
  await page.getByRole('heading', { level: 1, name: markup }).waitFor()
  await page.getByText(markup).last().waitFor()
  expect(await page.evaluate(() => 'wasRun' in window)).toBe(false)
  const html = await htmlOf(`/faq/${first?.slug}`)
  expect(html).not.toContain('<img src=x')
  const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  expect(JSON.parse(data).mainEntity[0].name).toBe(markup)
  browser.expectNoErrors()
})

/**
 * Delays requests that move categories until the returned function is called, then sends the latest
 * first.
 */
async function holdMoves(page: Page) {
  const waiting: Route[] = []
  let isHeld = true
  await page.route('**/api/admin/categories/*/move', async (route) => {
    if (isHeld) waiting.push(route)
    else await route.continue()
  })
  return async () => {
    // Once this request is answered, earlier ones of the page have reached the route.
    await page.evaluate(() => fetch('/api/categories/tree'))
    isHeld = false
    for (const route of waiting.toReversed()) await route.fulfill({ response: await route.fetch() })
  }
}

test('a category is added, moved with the keyboard and removed; the menu follows', async () => {
  const office = await browser.open('/admin/categories', await signedInAs(owner))
  await button(office, 'Add subcategory to Men').click()
  const dialog = office.getByRole('dialog')
  await field(office, 'Name').fill('Keepsakes')
  await field(office, 'URL slug').focus()
  expect(await field(office, 'URL slug').inputValue()).toBe('keepsakes')
  expect(await field(office, 'Unique ID').inputValue()).toBe('men-keepsakes')
  await button(office, 'Add category').click()
  await dialog.waitFor({ state: 'detached' })
  // Quick changes are saved one after the other, and no row jumps meanwhile.
  let release = await holdMoves(office)
  const up = button(office, 'Move Keepsakes up')
  await up.focus()
  for (const key of ['Enter', 'Enter']) await office.keyboard.press(key)
  expect(await up.evaluate((element) => element === document.activeElement)).toBe(true)
  await button(office, 'Move Keepsakes down').press('Enter')
  await button(office, 'Move Keepsakes to another category').click()
  const below = office.getByRole('combobox', { name: 'Parent category' })
  await below.selectOption({ label: 'Women' })
  await release()
  await office.getByText('Keepsakes moved.').first().waitFor()
  const names = async () => {
    const html = await htmlOf('/sitemap-pages.xml')
    return [...html.matchAll(/\/filter\/([^<]*keepsakes)</g)].map(([, path]) => path)
  }
  await expect.poll(names).toEqual(['men/keepsakes/men-keepsakes'])
  expect(await below.evaluate((field: HTMLSelectElement) => field.selectedOptions[0]?.label)).toBe(
    'Women',
  )
  // A change made in a dialog is queued too, or an earlier move would revert it.
  await button(office, 'Cancel').click()
  release = await holdMoves(office)
  await up.press('Enter')
  await button(office, 'Move Keepsakes to another category').click()
  await below.selectOption({ label: 'Women' })
  await button(office, 'Move').click()
  await release()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(names).toEqual(['women/keepsakes/men-keepsakes'])
  const shop = await browser.open('/filter/men/keepsakes/men-keepsakes')
  expect(new URL(shop.url()).pathname).toBe('/filter/women/keepsakes/men-keepsakes')
  await button(office, 'Remove Bags').first().click()
  await button(office, 'Remove').click()
  await dialog.getByRole('alert').getByText('This category contains products').waitFor()
  await button(office, 'Cancel').click()
  await button(office, 'Remove Keepsakes').click()
  await button(office, 'Remove').click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(names).toEqual([])
  browser.expectNoErrors(/the server responded with a status of 409/)
})

test('a new synonym finds products immediately', async () => {
  const office = await browser.open('/admin/synonyms', await signedInAs(owner))
  await button(office, 'Add synonym').click()
  await field(office, 'Search term').fill('Wayfarer')
  await field(office, 'Also finds').fill('weekender')
  await office.getByRole('dialog').getByRole('button', { name: 'Add synonym' }).click()
  await office.getByText('Synonym saved.').waitFor()
  const found = await (await fetch(`${shopUrl()}/api/products?search=wayfarer`)).json()
  expect(found.data.map(({ name }: { name: string }) => name).join()).toContain('Weekender')
  await office.getByRole('searchbox').fill('wayfarer')
  await button(office, 'Remove wayfarer').click()
  await button(office, 'Remove').click()
  await office.getByText('Synonym removed.').waitFor()
  browser.expectNoErrors()
})

test('the names of countries in the price rules are whole on every width', async () => {
  const office = await browser.open('/admin/price-rules', await signedInAs(owner))
  const countries = office.getByRole('combobox', { name: /^Country \d+$/ })
  await countries.first().waitFor()
  for (const viewport of [phone, tablet, desktop]) {
    await office.setViewportSize(viewport)
    const cut = await countries.evaluateAll((selects) =>
      (selects as HTMLSelectElement[]).flatMap((select) => {
        const { font, paddingLeft } = getComputedStyle(select)
        const pen = document.createElement('canvas').getContext('2d')
        const name = select.selectedOptions[0]?.text ?? ''
        if (!pen) return name
        pen.font = font
        // The arrow takes about 20 px.
        const room = select.clientWidth - Number.parseFloat(paddingLeft) - 20
        const { right } = select.getBoundingClientRect()
        return pen.measureText(name).width > room || right > innerWidth ? name : []
      }),
    )
    expect(cut, `at ${viewport.width} px`).toEqual([])
    // At its end the bar to save with lies over none of the rules.
    await office.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await expectAccessible(office)
  }
  browser.expectNoErrors()
})

test.each([
  'home-page',
  'featured-products',
  'faq',
  'information?page=size-guide',
  'delivery',
  'categories',
  'synonyms',
])('%s is accessible at every width, without console errors', async (path) => {
  const page = await browser.open(`/admin/${path}`, await signedInAs(owner))
  await page.locator('main').locator('li, table, input').first().waitFor()
  await expectAccessibleOnEveryWidth(page)
  browser.expectNoErrors()
})
