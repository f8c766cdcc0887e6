import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { importCsv } from '../../../test/csv-files.ts'
import { expectCurrentListings } from '../../../test/listing-assertions.ts'
import { addProduct, asDraft, draftVariant, inSizes } from '../../../test/product-drafts.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signInAgain, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let staff: SignedUp
let shopper: SignedUp
beforeAll(async () => {
  shop = await openTestShop()
  staff = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  shopper = await signUp(shop)
})
afterAll(() => shop.close())
afterEach(() => setTime(null))

const day = 24 * 60 * 60 * 1000
const start = Date.now()
const later = (days: number) => new Date(start + days * day)

/** Moves the shop's time; everyone signs in again. */
async function setTime(time: Date | null) {
  shop.setTime(time)
  staff = await signInAgain(shop, staff)
  shopper = await signInAgain(shop, shopper)
}

const rules = async () => (await shop.call('getPriceRules', staff)).data
/** Applies the rules of these countries alone, and waits until the prices follow. */
async function apply(...countries: string[]) {
  const { version, document } = await rules()
  const applied = document.rules.map((rule) => ({
    ...rule,
    isApplied: countries.includes(rule.country),
  }))
  await shop.call('savePriceRules', { ...staff, body: { version, document: { rules: applied } } })
}

const shown = async (identifier: string) => {
  const { data: page } = await shop.call('getProduct', { params: { id: identifier } })
  const list = await shop.call('listProducts', { query: { search: page.name } })
  const card = list.data.find((one) => one.identifier === identifier)
  expect(card).toMatchObject({ price: page.price, salePrice: page.salePrice })
  const [variant] = page.variants
  expect(variant).toMatchObject({ price: page.price, isOnSale: page.isOnSale })
  const items = [{ variantId: variant?.id, quantity: 1 }]
  const { data: preview } = await shop.call('previewOrder', { ...shopper, body: { items } })
  const [line] = preview.items
  expect(line).toMatchObject({
    unitPrice: page.salePrice ?? page.price,
    originalPrice: page.isOnSale ? page.price : null,
  })
  const feed = (await shop.app.inject('/feeds/meta.csv')).body
    .split('\n')
    .find((one) => one.includes(identifier))
  expect(feed).toContain(`${page.price.toFixed(2)} USD`)
  return { price: page.price, salePrice: page.salePrice, isOnSale: page.isOnSale }
}

/** A product that cost 80, was raised to 100, and reduced to 90: after ten and twenty days. */
async function raisedAndReduced(name: string, [first, raised, reduced] = [0, 10, 20].map(later)) {
  await setTime(first ?? null)
  let product = await addProduct(
    shop,
    staff,
    { name, publishedAt: later(-1).toISOString(), variants: [draftVariant({ price: 80 })] },
    5,
  )
  for (const [at, terms] of [
    [raised, { price: 100 }],
    [reduced, { salePrice: 90 }],
  ] as const) {
    await setTime(at ?? null)
    const draft = asDraft(product)
    product = (
      await shop.call('updateProduct', {
        ...staff,
        params: { id: product.id },
        body: { ...draft, variants: draft.variants.map((variant) => ({ ...variant, ...terms })) },
      })
    ).data
  }
  await shop.changesReceived()
  return product
}

describe('a price that was raised from 80 to 100 and reduced to 90', () => {
  test('is shown beside 100 as delivered, and beside nothing where a rule is applied', async () => {
    const { identifier } = await raisedAndReduced('Bettina Satchel')
    expect((await rules()).document.rules).toHaveLength(27)
    expect(await shown(identifier)).toEqual({ price: 100, salePrice: 90, isOnSale: true })
    await apply('DE')
    const honest = { price: 90, salePrice: null, isOnSale: false }
    await expect.poll(() => shown(identifier)).toEqual(honest)
    const onSale = await shop.call('listProducts', { query: { onSale: true, size: 100 } })
    expect(onSale.data.map((one) => one.identifier)).not.toContain(identifier)
    await expectCurrentListings(shop)
    await apply()
    await expect
      .poll(() => shown(identifier))
      .toEqual({ price: 100, salePrice: 90, isOnSale: true })
  })

  test('is shown beside the lowest price of the 30 days before another reduction', async () => {
    await apply('FR')
    const product = await raisedAndReduced('Clarice Satchel')
    const draft = asDraft(product)
    const save = async (version: number, terms: { salePrice: number | null }) =>
      (
        await shop.call('updateProduct', {
          ...staff,
          params: { id: product.id },
          body: {
            ...draft,
            version,
            variants: draft.variants.map((one) => ({ ...one, ...terms })),
          },
        })
      ).data.version
    await setTime(later(25))
    const version = await save(product.version, { salePrice: null })
    await setTime(later(70))
    await save(version, { salePrice: 60 })
    await shop.changesReceived()
    expect(await shown(product.identifier)).toEqual({ price: 100, salePrice: 60, isOnSale: true })
    await apply()
  })
})

describe('the price history', () => {
  const historyOf = async (variantId: string) =>
    (await shop.call('getPriceHistory', { ...staff, params: { id: variantId } })).data

  test('has every change by form, bulk edit and import, and no save without one', async () => {
    const product = await addProduct(shop, staff, { name: 'Daria Satchel' })
    const id = product.variants[0]?.id ?? ''
    const { data: renamed } = await shop.call('updateProduct', {
      ...staff,
      params: { id: product.id },
      body: { ...asDraft(product), name: 'Daria Bag' },
    })
    expect((await historyOf(id)).history).toMatchObject([{ price: 100, salePrice: null }])
    await shop.call('applyBulkEdit', {
      ...staff,
      body: {
        products: [{ id: product.id, version: renamed.version }],
        change: { kind: 'sale', percent: 20, rounding: '1', startsAt: null, endsAt: null },
      },
    })
    const csv = `identifier,price,sale_price\n${product.identifier},120,`
    await importCsv(shop, staff.headers, csv, { apply: true })
    const { history } = await historyOf(id)
    expect(history.map(({ price, salePrice }) => [price, salePrice])).toEqual([
      [120, null],
      [100, 80],
      [100, null],
    ])
    expect((await historyOf(id)).lowest).toBe(80)
  })

  test('of an unknown variant is not found', async () => {
    const call = shop.call('getPriceHistory', { ...staff, params: { id: crypto.randomUUID() } })
    expect((await rejectionOf(call)).code).toBe('VARIANT_NOT_FOUND')
  })
})

describe('price rules', () => {
  test('show at once on a page where they concern a variant that is not the cheapest', async () => {
    await setTime(later(0))
    const { options } = inSizes('P', 'Q')
    let product = await addProduct(shop, staff, {
      name: 'Elettra Satchel',
      publishedAt: later(-1).toISOString(),
      options,
      variants: [50, 80].map((price, at) =>
        draftVariant({ price, attributeValues: { Size: ['P', 'Q'][at] ?? '' } }),
      ),
    })
    for (const [days, terms] of [
      [10, { price: 100 }],
      [20, { salePrice: 90 }],
    ] as const) {
      await setTime(later(days))
      const { variants, ...draft } = asDraft(product)
      const edited = variants.map((variant, at) => (at === 1 ? { ...variant, ...terms } : variant))
      const params = { id: product.id }
      const body = { ...draft, variants: edited }
      product = (await shop.call('updateProduct', { ...staff, params, body })).data
    }
    await shop.changesReceived()
    const dearer = product.variants[1]?.id ?? ''
    const struck = async () => {
      const answer = await shop.app.inject(`/api/products/${product.identifier}`)
      return [answer.headers['cache-status'], answer.json().data.variants[1].price]
    }
    await expect.poll(struck).toEqual(['solvane; hit', 100])
    await apply('DE')
    const prior = async () =>
      (await shop.call('getPriceHistory', { ...staff, params: { id: dearer } })).data.prior
    await expect.poll(prior).toBe(80)
    await shop.changesReceived()
    expect((await struck())[1]).toBe(90)
    await apply()
  })

  test('count for reductions from their first day in the shop’s time zone on', async () => {
    const saveFrom = async (validFrom: string) => {
      const { version, document } = await rules()
      const changed = document.rules.map((rule) =>
        rule.country === 'DE' ? { ...rule, validFrom, isApplied: true } : rule,
      )
      const body = { version, document: { rules: changed } }
      await shop.call('savePriceRules', { ...staff, body })
    }
    // The reduction is half past one of the fifteenth there.
    const times = ['2027-07-01T10:00Z', '2027-07-10T10:00Z', '2027-07-14T23:30Z']
    const { identifier } = await raisedAndReduced(
      'Flavia Satchel',
      times.map((time) => new Date(time)),
    )
    await saveFrom('2027-07-16')
    const isOnSale = async () => (await shown(identifier)).isOnSale
    await expect.poll(isOnSale).toBe(true)
    await saveFrom('2027-07-15')
    await expect.poll(isOnSale).toBe(false)
    await saveFrom('2022-05-28')
    await apply()
  })

  test('saved upon others are rejected', async () => {
    const { version, document } = await rules()
    await apply('IT')
    const save = shop.call('savePriceRules', { ...staff, body: { version, document } })
    expect((await rejectionOf(save)).code).toBe('STALE_EDIT')
    await apply()
  })

  test.each([
    ['a country twice', { country: 'DE' }],
    ['no country', { country: 'XX' }],
    ['no days', { days: 0 }],
    ['no law', { source: ' ' }],
    ['no day', { validFrom: 'soon' }],
  ])('with %s are rejected', async (_title, part) => {
    const { version, document } = await rules()
    const rule = {
      country: 'NO',
      days: 30,
      source: 'Law',
      validFrom: '2025-01-01',
      isApplied: false,
      ...part,
    }
    const body = { version, document: { rules: [...document.rules, rule] } }
    expect((await rejectionOf(shop.call('savePriceRules', { ...staff, body }))).status).toBe(400)
  })
})
