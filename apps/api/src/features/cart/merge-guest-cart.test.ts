import { afterAll, beforeAll, expect, test } from 'vitest'
import { setStock, stockVariants } from '../../../test/product-factory.ts'
import { guest, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

type Who = { headers: Record<string, string> }

const add = ({ headers }: Who, variantId: string, quantity = 1) =>
  shop.call('addCartItem', { headers, body: { variantId, quantity } })
const merge = async (shopper: Who, caller: Who) =>
  (await shop.call('mergeCart', { headers: { ...caller.headers, ...shopper.headers } })).data
const read = async ({ headers }: Who) => (await shop.call('getCart', { headers })).data
const quantities = (cart: { items: { variant: { id: string }; quantity: number }[] }) =>
  Object.fromEntries(cart.items.map(({ variant, quantity }) => [variant.id, quantity]))

async function threeVariants(stock: number) {
  const [one, two, three] = await stockVariants(shop, 3, stock)
  if (!two || !three) throw new Error('three variants')
  return [one, two, three] as const
}

test('a merge adds the guest’s items, up to the stock, and deletes the guest’s cart', async () => {
  const [one, two, three] = await threeVariants(5)
  const [caller, shopper] = [guest(), await signUp(shop)]
  await add(shopper, one.id, 2)
  await add(shopper, two.id, 4)
  await add(caller, two.id, 4)
  await add(caller, three.id, 1)
  const cart = await merge(shopper, caller)
  expect(quantities(cart)).toEqual({ [one.id]: 2, [two.id]: 5, [three.id]: 1 })
  expect(await read(shopper)).toEqual(cart)
  expect((await read(caller)).items).toEqual([])
})

test('a repeated merge changes nothing', async () => {
  const [variant] = await threeVariants(50)
  const [caller, shopper] = [guest(), await signUp(shop)]
  await add(caller, variant.id, 3)
  const first = await merge(shopper, caller)
  expect(await merge(shopper, caller)).toEqual(first)
  expect(first.totalItems).toBe(3)
})

test.each([
  ['unknown', crypto.randomUUID()],
  ['none at all', 'no-uuid'],
])('a guest id that is %s leaves the cart unchanged', async (_title, id) => {
  const [variant] = await threeVariants(5)
  const shopper = await signUp(shop)
  await add(shopper, variant.id)
  expect((await merge(shopper, guest(id))).totalItems).toBe(1)
})

test('a merge without a guest id returns the cart', async () => {
  expect((await merge(await signUp(shop), { headers: {} })).items).toEqual([])
})

test('a merge keeps sold-out items visible', async () => {
  const [one, two] = await threeVariants(5)
  const [caller, shopper] = [guest(), await signUp(shop)]
  await add(shopper, one.id, 2)
  await add(caller, one.id, 2)
  await add(caller, two.id, 2)
  for (const variant of [one, two]) await setStock(shop, variant, 0)
  const cart = await merge(shopper, caller)
  expect(quantities(cart)).toEqual({ [one.id]: 1, [two.id]: 1 })
  expect(cart.items.some(({ isAvailable }) => isAvailable)).toBe(false)
})

test('concurrent merges are applied once', async () => {
  const [one, two] = await threeVariants(100)
  for (let round = 0; round < 5; round += 1) {
    const [caller, shopper] = [guest(), await signUp(shop)]
    await add(caller, one.id, 2)
    await add(caller, two.id, 3)
    const carts = await Promise.all([1, 2, 3].map(() => merge(shopper, caller)))
    for (const cart of carts) expect(quantities(cart)).toEqual({ [one.id]: 2, [two.id]: 3 })
  }
})

test('of two accounts that merge one guest cart concurrently, one gets it', async () => {
  const [variant] = await threeVariants(100)
  const caller = guest()
  const [one, other] = [await signUp(shop), await signUp(shop)]
  await add(caller, variant.id, 3)
  const carts = await Promise.all([merge(one, caller), merge(other, caller)])
  expect(carts.map(({ totalItems }) => totalItems).toSorted()).toEqual([0, 3])
})

test('an item added during a merge is in one of the two carts', async () => {
  const [one, two] = await threeVariants(100)
  for (let round = 0; round < 5; round += 1) {
    const [caller, shopper] = [guest(), await signUp(shop)]
    await add(caller, one.id)
    await Promise.all([
      merge(shopper, caller),
      add(caller, two.id),
      add(shopper, two.id),
      merge(shopper, caller),
    ])
    const [mine, theirs] = [await read(shopper), await read(caller)]
    expect(mine.totalItems + theirs.totalItems).toBe(3)
    expect(quantities(await merge(shopper, caller))).toEqual({ [one.id]: 1, [two.id]: 2 })
  }
})
