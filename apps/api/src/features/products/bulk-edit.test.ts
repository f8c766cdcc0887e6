import type { StaffProduct } from '@solvane/contract/products.admin'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectCurrentListings } from '../../../test/listing-assertions.ts'
import { addProduct, asDraft, draftVariant } from '../../../test/product-drafts.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let staff: SignedUp
let headers: SignedUp['headers']
beforeAll(async () => {
  shop = await openTestShop()
  staff = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  headers = staff.headers
})
afterAll(() => shop.close())

const sized = (...prices: number[]) => ({
  options: [{ name: 'Size', values: prices.map((_, at) => `S${at}`) }],
  variants: prices.map((price, at) => draftVariant({ price, attributeValues: { Size: `S${at}` } })),
})
const preview = async (products: StaffProduct[], change: object) => {
  const body = { ids: products.map(({ id }) => id), change }
  return (await shop.call('previewBulkEdit', { headers, body })).data
}
const apply = async (products: Pick<StaffProduct, 'id' | 'version'>[], change: object) => {
  const body = { products: products.map(({ id, version }) => ({ id, version })), change }
  return (await shop.call('applyBulkEdit', { headers, body })).data
}
const now = async ({ id }: StaffProduct) =>
  (await shop.call('getStaffProduct', { headers, params: { id } })).data
const byPercent = (value: number, rounding = '0.01') => ({
  kind: 'price',
  by: { unit: 'percent', value },
  rounding,
})

test('a preview shows changes without applying them; applied, they show at once', async () => {
  const one = await addProduct(shop, staff, { name: 'Abbey Tote', ...sized(1_000, 1_115) }, 1)
  const other = await addProduct(shop, staff, { name: 'Zephyr Tote' }, 1)
  await shop.changesReceived()
  const shownPrice = async () =>
    (await shop.call('getProduct', { params: { id: one.id } })).data.variants.map(
      ({ price }) => price,
    )
  expect(await shownPrice()).toEqual([1_000, 1_115])
  const plan = await preview([other, one], byPercent(-7.5, '5'))
  expect(plan).toMatchObject({ changed: 2, problems: 0 })
  expect(plan.products.map(({ name, changes }) => [name, changes])).toEqual([
    [
      'Abbey Tote',
      [
        { what: 'S0', before: '$1,000.00', after: '$925.00' },
        { what: 'S1', before: '$1,115.00', after: '$1,030.00' },
      ],
    ],
    ['Zephyr Tote', [{ what: 'Product', before: '$100.00', after: '$95.00' }]],
  ])
  expect(await now(one)).toEqual(one)
  expect(await apply(plan.products, byPercent(-7.5, '5'))).toEqual(plan)
  await shop.changesReceived()
  expect(await shownPrice()).toEqual([925, 1_030])
})

test('a sale has a start and an end, and shows in the shop', async () => {
  const made = await addProduct(shop, staff, { name: 'Sale Tote' }, 1)
  const window = { startsAt: '2026-01-01T00:00:00.000Z', endsAt: '2100-01-01T00:00:00.000Z' }
  const sale = { kind: 'sale', percent: 33, rounding: '1', ...window }
  await apply([made], sale)
  const onSale = await now(made)
  expect(onSale.variants).toMatchObject([
    { price: 100, salePrice: 67, saleStartsAt: window.startsAt, saleEndsAt: window.endsAt },
  ])
  const plan = await preview([onSale], { kind: 'endSale' })
  expect(plan.products[0]?.changes[0]).toEqual({
    what: 'Product',
    before: `$100.00, on sale $67.00 from ${window.startsAt} until ${window.endsAt}`,
    after: '$100.00',
  })
  await apply([onSale], { kind: 'endSale' })
  expect((await now(made)).variants).toMatchObject([{ salePrice: null, saleStartsAt: null }])
})

test('withdraws, publishes, flags as new, and changes categories', async () => {
  const made = await addProduct(shop, staff, {}, 1)
  const { data: women } = await shop.call('getCategory', { params: { identifier: 'women' } })
  const steps: [object, object][] = [
    [{ kind: 'status', status: 'WITHDRAWN' }, { status: 'WITHDRAWN' }],
    [{ kind: 'status', status: 'PUBLISHED' }, { status: 'PUBLISHED' }],
    [{ kind: 'new', isNew: true }, { isNew: true }],
    [{ kind: 'addCategory', categoryId: women.id }, { categoryIds: [women.id] }],
    [{ kind: 'removeCategory', categoryId: women.id }, { categoryIds: [] }],
  ]
  for (const [change, expected] of steps) {
    expect((await apply([await now(made)], change)).changed).toBe(1)
    expect(await now(made)).toMatchObject(expected)
    expect((await apply([await now(made)], change)).changed).toBe(0)
  }
  const nowhere = { kind: 'addCategory', categoryId: crypto.randomUUID() }
  expect((await rejectionOf(preview([made], nowhere))).code).toBe('BAD_REQUEST')
})

test('nothing is changed if one product has a problem, is deleted, or was changed meanwhile', async () => {
  const dear = await addProduct(shop, staff, { name: 'Dear' })
  const cheap = await addProduct(shop, staff, {
    name: 'Cheap',
    variants: [draftVariant({ price: 4 })],
  })
  const less = { kind: 'price', by: { unit: 'dollars', value: -5 }, rounding: '0.01' }
  const plan = await preview([dear, cheap], less)
  expect(plan).toMatchObject({ changed: 1, problems: 1 })
  expect(plan.products.map(({ problem }) => problem)).toEqual([
    'A price would be nothing, or less than nothing',
    null,
  ])
  expect(await rejectionOf(apply([dear, cheap], less))).toMatchObject({
    status: 409,
    code: 'BULK_EDIT_REFUSED',
    details: plan,
  })
  expect(await now(dear)).toEqual(dear)

  const edited = { ...asDraft(cheap), name: 'Cheaper' }
  await shop.call('updateProduct', { headers, params: { id: cheap.id }, body: edited })
  expect(await rejectionOf(apply([dear, cheap], byPercent(10)))).toMatchObject({
    code: 'STALE_EDIT',
    details: { ids: [cheap.id] },
  })
  await shop.call('deleteProduct', { headers, params: { id: cheap.id } })
  const deleted = await now(cheap)
  expect((await rejectionOf(apply([dear, deleted], byPercent(10)))).code).toBe('BULK_EDIT_REFUSED')
  const gone = { id: crypto.randomUUID(), version: 1 }
  expect((await rejectionOf(apply([dear, gone], byPercent(10)))).code).toBe('PRODUCT_NOT_FOUND')
  expect(await now(dear)).toEqual(dear)
})

test('a price cannot be lowered to a sale price, which would end the sale silently', async () => {
  const variants = [draftVariant({ price: 100, salePrice: 80 })]
  const onSale = await addProduct(shop, staff, { name: 'On sale', variants })
  const plan = await preview([onSale], byPercent(-20))
  expect(plan.products.map(({ problem }) => problem)).toEqual([
    'A sale price would not be lower than the price: end the sale first',
  ])
  expect((await rejectionOf(apply([onSale], byPercent(-20)))).code).toBe('BULK_EDIT_REFUSED')
  expect(await apply([onSale], byPercent(-19))).toMatchObject({ changed: 1, problems: 0 })
})

test('concurrent bulk edits are applied one after the other, or rejected', async () => {
  const products = await Promise.all(Array.from({ length: 6 }, () => addProduct(shop, staff)))
  const attempts = [products, products.toReversed()].map((chosen) =>
    apply(chosen, byPercent(10)).then(
      () => 'done',
      (error: { code: string }) => error.code,
    ),
  )
  expect((await Promise.all(attempts)).toSorted()).toEqual(['STALE_EDIT', 'done'])
  const after = await Promise.all(products.map(now))
  expect(after.map(({ variants }) => variants[0]?.price)).toEqual(Array(6).fill(110))
})

test('lists are consistent after all these changes', () => expectCurrentListings(shop))
