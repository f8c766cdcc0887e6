import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Buyer, homeAddress, makeBuyer, order } from '../../../../test/buyers.ts'
import { emailTo } from '../../../../test/emails.ts'
import { expireReservation } from '../../../../test/expire-reservations.ts'
import { begin } from '../../../../test/payments.ts'
import { setPrice, stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { signUp } from '../../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let staff: Record<string, string>
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  staff = (await signUp(shop, { role: 'ADMIN' })).headers
  buyer = await makeBuyer(shop)
  ;[variant] = await stockVariants(shop, 1, 100)
  await setPrice(shop, variant, 100_00)
})
afterAll(() => shop.close())

const preview = async (body: object = {}) => {
  const items = [{ variantId: variant.id, quantity: 1 }]
  const input = { headers: buyer.headers, body: { items, addressId: buyer.addressId, ...body } }
  return (await shop.call('previewOrder', input)).data
}
const method = (id: string, fee: number, days: string) => ({
  id,
  name: `${id} delivery`,
  fee,
  freeFrom: null as number | null,
  transitDays: days,
  totalDays: '',
})
const zone = (id: string, countries: string[], methods: object[], postcodes: string[] = []) => ({
  id: id.toLowerCase(),
  name: id,
  countries,
  postcodes,
  methods,
})
async function saveDelivery(change: object) {
  const { data } = await shop.call('getDeliveryDraft', { headers: staff })
  const body = { version: data.version, document: { ...data.document, ...change } }
  return shop.call('saveDelivery', { headers: staff, body })
}

test('the default is the specification’s, to the cent and the day', async () => {
  shop.setTime(new Date('2030-11-25T09:00:00Z'))
  buyer = await makeBuyer(shop)
  const promise = { arrivesFrom: '2030-12-04', arrivesUntil: '2030-12-10' }
  const standard = {
    id: 'standard',
    name: 'Standard delivery',
    freeFrom: 300,
    totalDays: '7–11',
    ...promise,
  }
  expect((await shop.call('listDeliveryMethods')).data.methods).toEqual([
    { ...standard, fee: 15.99 },
  ])
  expect((await shop.call('getSiteSettings')).data).toMatchObject({
    shippingFee: 15.99,
    freeShippingFrom: 300,
    transitDays: '5–10',
    totalDays: '7–11',
  })
  for (const addressId of [buyer.addressId, null])
    expect(await preview({ addressId })).toMatchObject({
      goodsTotalPrice: 100,
      shippingFee: 15.99,
      finalAmount: 115.99,
      deliveryMethods: [{ ...standard, fee: 15.99 }],
      deliveryMethodId: 'standard',
    })
  expect(await preview({ items: [{ variantId: variant.id, quantity: 3 }] })).toMatchObject({
    shippingFee: 0,
    finalAmount: 300,
    deliveryMethods: [{ fee: 0 }],
  })
  const placed = await order(shop, buyer, [variant], { expectedTotal: 115.99 })
  expect(placed).toMatchObject({
    shippingFee: 15.99,
    delivery: { method: 'Standard delivery', arrival: promise },
  })
  const { text } = await emailTo(shop, buyer.email, 'order-placed')
  expect(text).toContain('it arrives Wed 4 – Tue 10 December.')
  expect(text).toContain('Standard delivery')
  shop.setTime(null)
})

test('an order paid after its reservation has ended keeps its method, but promises no days', async () => {
  buyer = await makeBuyer(shop)
  const { id } = await order(shop, buyer, [variant])
  await expireReservation(shop, id)
  await begin(shop, buyer, id, 'COD')
  const { data } = await shop.call('getMyOrder', {
    headers: buyer.headers,
    params: { orderId: id },
  })
  expect(data).toMatchObject({
    status: 'PROCESSING',
    delivery: { method: 'Standard delivery', arrival: null },
  })
})

describe('with zones', () => {
  beforeAll(async () => {
    buyer = await makeBuyer(shop)
    await saveDelivery({
      zones: [
        zone('Manhattan', ['US'], [{ ...method('courier', 5, '1'), freeFrom: 500 }], ['100*']),
        zone('America', ['US', 'CA'], [method('slow', 20, '5'), method('fast', 45.5, '2')]),
        zone('France', ['FR'], [{ ...method('post', 9, '2–3'), freeFrom: 50 }]),
      ],
    })
    await shop.changesReceived()
  })
  const addressIn = async (country: string, postalCode: string) => {
    const body = { ...homeAddress, country, postalCode }
    return (await shop.call('createAddress', { headers: buyer.headers, body })).data.id
  }

  test.each([
    ['US', '10013', ['courier'], 5],
    ['US', '94110', ['slow', 'fast'], 20],
    ['CA', 'K1A 0B1', ['slow', 'fast'], 20],
    ['FR', '75001', ['post'], 0],
  ])('%s %s has the methods %j', async (country, postalCode, ids, shippingFee) => {
    const shown = await preview({ addressId: await addressIn(country, postalCode) })
    expect(shown.deliveryMethods.map(({ id }) => id)).toEqual(ids)
    expect(shown).toMatchObject({ shippingFee, finalAmount: 100 + shippingFee })
    const query = { country, postalCode }
    const { data } = await shop.call('listDeliveryMethods', { query })
    expect(data.methods.map(({ id }) => id)).toEqual(ids)
  })

  test('the chosen method is what the preview, the order and the e-mail have', async () => {
    const addressId = await addressIn('CA', 'K1A 0B1')
    const choice = { addressId, deliveryMethodId: 'fast' }
    expect(await preview(choice)).toMatchObject({
      shippingFee: 45.5,
      finalAmount: 145.5,
      deliveryMethodId: 'fast',
    })
    const placed = await order(shop, { ...buyer, addressId }, [variant], {
      deliveryMethodId: 'fast',
      expectedTotal: 145.5,
    })
    expect(placed).toMatchObject({
      shippingFee: 45.5,
      totalAmount: 145.5,
      delivery: { method: 'fast delivery' },
    })
    expect((await emailTo(shop, buyer.email, 'order-placed')).text).toContain('fast delivery')
  })

  test('a method of another zone is replaced in the preview, and rejected by the order', async () => {
    const choice = { deliveryMethodId: 'fast' }
    expect(await preview(choice)).toMatchObject({ deliveryMethodId: 'courier', shippingFee: 5 })
    expect(await rejectionOf(order(shop, buyer, [variant], choice))).toMatchObject({
      status: 409,
      code: 'DELIVERY_METHOD_UNAVAILABLE',
    })
  })

  test('a country without a zone is said before the checkout, and its order rejected', async () => {
    const addressId = await addressIn('JP', '100-0001')
    expect(await preview({ addressId })).toMatchObject({
      deliveryMethods: [],
      deliveryMethodId: null,
      shippingFee: 0,
    })
    const query = { country: 'jp' }
    expect((await shop.call('listDeliveryMethods', { query })).data.methods).toEqual([])
    expect(await rejectionOf(order(shop, { ...buyer, addressId }, [variant]))).toMatchObject({
      status: 409,
      code: 'COUNTRY_NOT_DELIVERED',
    })
  })

  test('a new fee changes the total of an order that was previewed before', async () => {
    const addressId = await addressIn('FR', '75001')
    const { zones } = (await shop.call('getDeliveryDraft', { headers: staff })).data.document
    const dearer = zones.with(
      2,
      zone('France', ['FR'], [{ ...method('post', 11, '2'), freeFrom: 500 }]) as never,
    )
    await saveDelivery({ zones: dearer })
    expect(
      await rejectionOf(order(shop, { ...buyer, addressId }, [variant], { expectedTotal: 100 })),
    ).toMatchObject({ code: 'TOTAL_CHANGED', details: { finalAmount: 111, shippingFee: 11 } })
  })
})

describe('with fees by weight', () => {
  const weightBands = [
    { upToGrams: 500, fee: 8 },
    { upToGrams: 2_000, fee: 14.5 },
  ]
  const weigh = (table: 'product' | 'variant', id: string, grams: number | null) =>
    shop.ctx.db.pool.query(`update ${table} set weight_grams = $2 where id = $1`, [id, grams])
  let light: TestVariant
  let heavy: TestVariant
  beforeAll(async () => {
    buyer = await makeBuyer(shop)
    const [, ...others] = await stockVariants(shop, 3, 100)
    ;[light = variant, heavy = variant] = others
    for (const one of [light, heavy]) await setPrice(shop, one, 40_00)
    // A variant without a weight of its own has its product's.
    await weigh('product', light.productId, 900)
    await weigh('variant', light.id, 250)
    await weigh('product', heavy.productId, 1_200)
    await weigh('variant', heavy.id, null)
    await saveDelivery({
      zones: [
        zone(
          'All',
          [],
          [
            { ...method('post', 30, '5'), freeFrom: 300, weightBands },
            { ...method('courier', 60, '1'), weightBands: [{ upToGrams: 2_500, fee: 45 }] },
          ],
        ),
      ],
    })
    await shop.changesReceived()
  })
  const lines = (...quantities: [TestVariant, number][]) =>
    quantities.map(([{ id }, quantity]) => ({ variantId: id, quantity }))

  test.each([
    ['500 g', [2, 0], 8, 45],
    ['750 g', [3, 0], 14.5, 45],
    ['1,450 g', [1, 1], 14.5, 45],
    ['2,400 g', [0, 2], 30, 45],
    ['3,600 g', [0, 3], 30, 60],
    ['goods that are delivered free of charge', [0, 8], 0, 60],
  ])('%s cost by each method what their weight costs', async (_title, [one, other], ...fees) => {
    const wanted = lines([light, one ?? 0], [heavy, other ?? 0])
    const items = wanted.filter(({ quantity }) => quantity > 0)
    const shown = await preview({ items })
    expect(shown.deliveryMethods.map(({ fee }) => fee)).toEqual(fees)
    expect(shown).toMatchObject({
      shippingFee: fees[0],
      finalAmount: shown.goodsTotalPrice + (fees[0] ?? 0),
    })
  })

  test('a product whose weight is not known counts as nothing', async () => {
    await weigh('product', variant.productId, null)
    await weigh('variant', variant.id, null)
    expect(await preview({ items: lines([variant, 1], [light, 1]) })).toMatchObject({
      shippingFee: 8,
    })
  })

  test('the order costs what its preview said, and an edited one what it weighs now', async () => {
    const expectedTotal = 40 + 8
    expect(await preview({ items: lines([light, 1]) })).toMatchObject({
      finalAmount: expectedTotal,
    })
    const placed = await order(shop, buyer, [light], { expectedTotal })
    expect(placed).toMatchObject({ shippingFee: 8, totalAmount: expectedTotal })

    const params = { orderId: placed.id }
    const edit = { items: lines([light, 1], [heavy, 1]), takesNewDelivery: true }
    const { version } = (await shop.call('getOrder', { headers: staff, params })).data
    const planned = await shop.call('previewOrderEdit', {
      headers: staff,
      params,
      body: { ...edit, version },
    })
    expect(planned.data).toMatchObject({
      after: { shippingFee: 14.5, totalAmount: 94.5 },
      difference: 46.5,
      deliveryNow: { method: 'post delivery', fee: 14.5 },
    })
    const edited = await shop.call('editOrder', {
      headers: staff,
      params,
      body: { ...edit, version, difference: 46.5 },
    })
    expect(edited.data).toMatchObject({ shippingFee: 14.5, totalAmount: 94.5 })
  })

  test('pages that know no cart get the bands with the fee above them', async () => {
    expect((await shop.call('listDeliveryMethods')).data.methods[0]).toMatchObject({
      fee: 30,
      weightBands,
    })
    const { data } = await shop.call('getSiteSettings')
    expect(data).toMatchObject({ shippingFee: 30, weightBands })
    expect(data.defaultDeliveryText.join(' ')).toContain('Shipping is $8–$30 per order')
  })

  test('staff get them as they saved them; a document of before has none', async () => {
    const methods = async () =>
      (await shop.call('getDeliveryDraft', { headers: staff })).data.document.zones[0]?.methods
    expect((await methods())?.[0]).toMatchObject({ fee: 30, weightBands })
    await shop.ctx.db.pool.query(
      `update content set value = value #- '{zones,0,methods,0,weightBands}' where key = 'delivery'`,
    )
    await shop.changesReceived()
    expect((await methods())?.[0]).toMatchObject({ fee: 30, weightBands: [] })
    expect(await preview({ items: lines([light, 1]) })).toMatchObject({ shippingFee: 30 })
    expect((await shop.call('getSiteSettings')).data).not.toHaveProperty('weightBands')
  })
})

describe('a draft of delivery', () => {
  const weighed = (...bands: [number, number][]) => {
    const weightBands = bands.map(([upToGrams, fee]) => ({ upToGrams, fee }))
    return { zones: [zone('all', [], [{ ...method('one', 1, '1'), freeFrom: 1, weightBands }])] }
  }
  const bandsAt = 'document.zones.0.methods.0.weightBands'
  const everywhere = zone('all', [], [{ ...method('one', 1, '1'), freeFrom: 1 }])
  test.each([
    ['no zone', { zones: [] }, 'document.zones'],
    ['no method', { zones: [{ ...everywhere, methods: [] }] }, 'document.zones.0.methods'],
    ['an unknown country', { zones: [zone('x', ['XX'], everywhere.methods)] }, 'document.zones.0.countries.0'],
    ['all other countries before others', { zones: [everywhere, zone('fr', ['FR'], [method('two', 1, '1')])] }, 'document.zones.0.countries'],
    ['postcodes of no country', { zones: [{ ...everywhere, postcodes: ['75*'] }] }, 'document.zones.0.postcodes'],
    ['a pattern that is none', { zones: [zone('fr', ['FR'], everywhere.methods, ['7*5'])] }, 'document.zones.0.postcodes.0'],
    ['a standard method that is never free', { zones: [zone('all', [], [method('one', 1, '1')])] }, 'document.zones.0.methods.0.freeFrom'],
    ['a weight twice', weighed([500, 5], [500, 6]), `${bandsAt}.1.upToGrams`],
    ['weights that descend', weighed([500, 5], [900, 6], [800, 7]), `${bandsAt}.2.upToGrams`],
    ['a weight of nothing', weighed([0, 5]), `${bandsAt}.0.upToGrams`],
    ['half a gram', weighed([0.5, 5]), `${bandsAt}.0.upToGrams`],
    ['a weight that nobody sends', weighed([1_000_001, 5]), `${bandsAt}.0.upToGrams`],
    ['a fee below nothing', weighed([500, -1]), `${bandsAt}.0.fee`],
    ['parts of a cent', weighed([500, 1.999]), `${bandsAt}.0.fee`],
    ['too many weights', weighed(...Array.from({ length: 21 }, (_, at) => [at + 1, 5] as [number, number])), bandsAt],
    ['days that are none', { preparationDays: 'soon' }, 'document.preparationDays'],
    ['a time that is none', { cutOff: '25:00' }, 'document.cutOff'],
    ['a day twice', { holidays: [{ date: '2030-01-01', name: 'One' }, { date: '2030-01-01', name: 'Two' }] }, 'document.holidays.1'],
    ['no working day', { workingDays: [] }, 'document.workingDays'],
  ])('is rejected with %s', async (_title, change, field) => {
    const rejection = await rejectionOf(saveDelivery(change))
    expect(rejection).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect((rejection.details as { fields: { field: string }[] }).fields).toContainEqual(
      expect.objectContaining({ field }),
    )
  }) // biome-ignore format: one mistake a line
})
