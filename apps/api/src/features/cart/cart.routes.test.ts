import { guestCartHeader } from '@solvane/contract/cart'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setStock, stockVariants } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { guest, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { removeExpiredGuestCarts } from './cart.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

type Who = { headers: Record<string, string> }

async function add({ headers }: Who, variantId: string, quantity?: number) {
  const { data } = await shop.call('addCartItem', { headers, body: { variantId, quantity } })
  return data
}
async function read({ headers }: Who) {
  return (await shop.call('getCart', { headers })).data
}
const quantities = (cart: { items: { variant: { id: string }; quantity: number }[] }) =>
  Object.fromEntries(cart.items.map(({ variant, quantity }) => [variant.id, quantity]))

test('guests of one network begin so many carts an hour, and go on with those they have', async () => {
  const strict = await openTestShop({
    beside: shop,
    settings: { RATE_LIMIT_MULTIPLIER: '0.01', TRUSTED_PROXIES: 'loopback' },
  })
  const [variant] = await stockVariants(shop, 1, 5)
  const from = (address: string, { headers }: Who = guest()) => ({
    headers: { ...headers, 'x-forwarded-for': address },
  })
  const put = (caller: Who) =>
    strict.call('addCartItem', { ...caller, body: { variantId: variant.id } })
  try {
    const [first, ...others] = [from('192.0.2.1'), from('192.0.2.1'), from('192.0.2.1')]
    for (const caller of [first, ...others]) await put(caller)
    const rejected = await rejectionOf(put(from('192.0.2.1')))
    expect(rejected).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
    const carts = await shop.ctx.db.pool.query(
      'select from cart c join cart_item i on i.cart_id = c.id where i.variant_id = $1',
      [variant.id],
    )
    expect(carts.rowCount).toBe(3)
    expect((await put(first)).data.totalItems).toBe(2)
    expect((await put(from('192.0.2.1', await signUp(shop)))).data.totalItems).toBe(1)
    expect((await put(from('192.0.2.2'))).data.totalItems).toBe(1)
  } finally {
    await strict.close()
  }
})

describe('a cart', () => {
  test('of a caller without an id is empty', async () => {
    const empty = { items: [], totalItems: 0, subtotal: 0 }
    expect((await shop.call('getCart')).data).toEqual(empty)
    expect(await read(guest())).toEqual(empty)
    expect(await read(await signUp(shop))).toEqual(empty)
  })

  test('contains the added items, newest first, at current prices', async () => {
    const [one, two] = await stockVariants(shop, 2, 5)
    if (!two) throw new Error('two variants')
    const caller = guest()
    await add(caller, one.id)
    const cart = await add(caller, two.id, 3)
    expect(cart).toEqual(await read(caller))
    expect(cart.items.map(({ variant }) => variant.id)).toEqual([two.id, one.id])
    expect(cart.totalItems).toBe(4)
    expect(cart.subtotal).toBe((one.priceCents + 3 * two.priceCents) / 100)
    expect(cart.items[0]).toMatchObject({
      quantity: 3,
      isAvailable: true,
      previousPrice: null,
      totalPrice: (3 * two.priceCents) / 100,
      variant: { stock: 5, isOnSale: false, salePrice: null, product: { id: two.productId } },
    })
  })

  test('shows a changed price until more is added', async () => {
    const [variant] = await stockVariants(shop, 1, 5)
    const caller = guest()
    await add(caller, variant.id)
    const salePrice = variant.priceCents - 1_001
    await shop.ctx.db.pool.query('update variant set sale_price_cents = $1 where id = $2', [
      salePrice,
      variant.id,
    ])
    const [item] = (await read(caller)).items
    expect(item).toMatchObject({
      totalPrice: salePrice / 100,
      previousPrice: variant.priceCents / 100,
      variant: { isOnSale: true, currentPrice: salePrice / 100, price: variant.priceCents / 100 },
    })
    expect((await add(caller, variant.id)).items[0]?.previousPrice).toBeNull()
  })

  test('keeps items that are sold out, scarce or withdrawn, without counting them', async () => {
    const [sold, few, withdrawn, there] = await stockVariants(shop, 4, 5)
    if (!few || !withdrawn || !there) throw new Error('four variants')
    const caller = guest()
    for (const variant of [sold, few, withdrawn, there]) await add(caller, variant.id, 2)
    await setStock(shop, sold, 0)
    await setStock(shop, few, 1)
    await shop.ctx.db.pool.query('update variant set is_enabled = false where id = $1', [
      withdrawn.id,
    ])
    const cart = await read(caller)
    const available = Object.fromEntries(cart.items.map((item) => [item.variant.id, item]))
    expect(available[sold.id]).toMatchObject({ isAvailable: false, variant: { stock: 0 } })
    expect(available[few.id]).toMatchObject({ isAvailable: false, variant: { stock: 1 } })
    expect(available[withdrawn.id]).toMatchObject({
      isAvailable: false,
      variant: { stock: 0, isAvailable: false },
    })
    expect(cart.totalItems).toBe(8)
    expect(cart.subtotal).toBe((2 * there.priceCents) / 100)
  })

  test('belongs to the account, whatever guest id is sent', async () => {
    const [variant] = await stockVariants(shop, 1, 9)
    const [caller, shopper] = [guest(), await signUp(shop)]
    await add(caller, variant.id)
    const both = { headers: { ...caller.headers, ...shopper.headers } }
    expect((await read(both)).items).toEqual([])
    await add(both, variant.id, 4)
    expect((await read(caller)).totalItems).toBe(1)
    expect((await read(shopper)).totalItems).toBe(4)
  })
})

describe('adding', () => {
  test('50 times concurrently counts every time', async () => {
    const [variant] = await stockVariants(shop, 1, 1_000)
    const caller = guest()
    await Promise.all(Array.from({ length: 50 }, () => add(caller, variant.id, 2)))
    const cart = await read(caller)
    expect(cart.items).toHaveLength(1)
    expect(cart.totalItems).toBe(100)
  })

  test('two items concurrently keeps both', async () => {
    const [one, two] = await stockVariants(shop, 2, 100)
    if (!two) throw new Error('two variants')
    const shopper = await signUp(shop)
    await Promise.all([one, two, one, two].map(({ id }) => add(shopper, id)))
    expect(quantities(await read(shopper))).toEqual({ [one.id]: 2, [two.id]: 2 })
  })

  test('more than the stock is rejected and leaves the cart unchanged', async () => {
    const [variant] = await stockVariants(shop, 1, 3)
    const caller = guest()
    const rejection = { status: 409, code: 'NOT_ENOUGH_STOCK', details: { available: 3 } }
    await expect(add(caller, variant.id, 4)).rejects.toMatchObject(rejection)
    expect((await read(caller)).items).toEqual([])
    await expect(add(caller, variant.id, 1_000_000_000)).rejects.toMatchObject(rejection)
    await add(caller, variant.id, 2)
    await expect(add(caller, variant.id, 2)).rejects.toMatchObject(rejection)
    expect((await read(caller)).totalItems).toBe(2)
  })

  test('concurrently never exceeds the stock', async () => {
    const [variant] = await stockVariants(shop, 1, 7)
    const caller = guest()
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, () => add(caller, variant.id)),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
    expect((await read(caller)).totalItems).toBe(7)
  })

  test.each([
    ['unknown', 'select gen_random_uuid() as id from variant where id = $1'],
    ['disabled', 'update variant set is_enabled = false where id = $1 returning id'],
    ['withdrawn', 'update variant set deleted_at = now() where id = $1 returning id'],
    [
      'withdrawn with its product',
      'update product set deleted_at = now() where id = (select product_id from variant where id = $1) returning $1 as id',
    ],
  ])('a variant that is %s is rejected', async (_title, statement) => {
    const [variant] = await stockVariants(shop, 1, 5)
    const { rows } = await shop.ctx.db.pool.query(statement, [variant.id])
    await expect(add(guest(), rows[0].id)).rejects.toMatchObject({
      status: 404,
      code: 'VARIANT_NOT_FOUND',
      message: 'Item is unavailable',
    })
    await shop.ctx.db.pool.query('update product set deleted_at = null')
  })

  test('a 101st item is rejected, more of an existing one is not', async () => {
    const variants = await stockVariants(shop, 101, 5)
    const caller = guest()
    await Promise.all(variants.slice(0, 100).map(({ id }) => add(caller, id)))
    await expect(add(caller, variants[100]?.id ?? '')).rejects.toMatchObject({
      status: 409,
      code: 'CART_FULL',
    })
    expect((await add(caller, variants[0].id)).totalItems).toBe(101)
  })

  test.each([0, -1, 1.5, 1_000_000_001, '1', null])(
    'a quantity of %s is rejected',
    async (quantity) => {
      const [variant] = await stockVariants(shop, 1, 5)
      const call = shop.call('addCartItem', {
        headers: guest().headers,
        body: { variantId: variant.id, quantity },
      })
      await expect(call).rejects.toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    },
  )

  test.each([
    ['none', undefined],
    ['empty', ''],
    ['no UUID', 'mine'],
    ['another version of UUID', '018f6a3e-7b1c-7000-8000-000000000000'],
    ['two', `${crypto.randomUUID()}, ${crypto.randomUUID()}`],
  ])('with a guest id that is %s is rejected', async (_title, id) => {
    const [variant] = await stockVariants(shop, 1, 5)
    const headers: Record<string, string> = id === undefined ? {} : { [guestCartHeader]: id }
    await expect(add({ headers }, variant.id)).rejects.toMatchObject({
      status: 400,
      code: 'GUEST_CART_ID_INVALID',
    })
  })
})

describe('a line', () => {
  async function cartOfOne(stock = 9) {
    const [variant] = await stockVariants(shop, 1, stock)
    const owner = guest()
    const [item] = (await add(owner, variant.id)).items
    return { owner, variant, params: { itemId: item?.id ?? '' } }
  }

  test('gets the new quantity, up to the stock', async () => {
    const { owner, params } = await cartOfOne(9)
    const set = (quantity: number) =>
      shop.call('updateCartItem', { params, body: { quantity }, headers: owner.headers })
    expect((await set(9)).data.totalItems).toBe(9)
    await expect(set(10)).rejects.toMatchObject({ status: 409, details: { available: 9 } })
    await expect(set(0)).rejects.toMatchObject({ status: 400 })
    expect((await read(owner)).totalItems).toBe(9)
  })

  test('of a withdrawn product can only be removed', async () => {
    const { owner, params, variant } = await cartOfOne()
    await shop.ctx.db.pool.query('update variant set is_enabled = false where id = $1', [
      variant.id,
    ])
    const { headers } = owner
    await expect(
      shop.call('updateCartItem', { params, body: { quantity: 2 }, headers }),
    ).rejects.toMatchObject({ status: 409, details: { available: 0 } })
    expect((await shop.call('removeCartItem', { params, headers })).data.items).toEqual([])
  })

  test('of another cart cannot be read, changed or removed', async () => {
    const { owner, params } = await cartOfOne()
    for (const { headers } of [guest(), await signUp(shop)]) {
      const rejection = { status: 404, code: 'CART_ITEM_NOT_FOUND' }
      await expect(
        shop.call('updateCartItem', { params, body: { quantity: 2 }, headers }),
      ).rejects.toMatchObject(rejection)
      await expect(shop.call('removeCartItem', { params, headers })).rejects.toMatchObject(
        rejection,
      )
      const { data } = await shop.call('removeCartItems', { body: [params.itemId], headers })
      expect(data.items).toEqual([])
    }
    expect((await read(owner)).totalItems).toBe(1)
  })

  test('removed twice concurrently is removed once', async () => {
    const { owner, params } = await cartOfOne()
    const attempts = await Promise.allSettled(
      [1, 2].map(() => shop.call('removeCartItem', { params, headers: owner.headers })),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test.each([
    ['ids', (ids: string[]) => ({ ids })],
    ['itemIds', (itemIds: string[]) => ({ itemIds })],
    ['cartItemIds', (cartItemIds: string[]) => ({ cartItemIds })],
    ['a bare array', (ids: string[]) => ids],
  ])('is removed with others by %s', async (_title, toBody) => {
    const variants = await stockVariants(shop, 3, 5)
    const caller = guest()
    for (const { id } of variants) await add(caller, id)
    const { items } = await read(caller)
    const ids = items.slice(0, 2).map(({ id }) => id)
    const { data } = await shop.call('removeCartItems', {
      headers: caller.headers,
      body: toBody([...ids, crypto.randomUUID(), 'no id']),
    })
    expect(data.items.map(({ id }) => id)).toEqual([items[2]?.id])
  })
})

describe('a guest cart', () => {
  test('expires 60 days after its last use, and reading it is a use', async () => {
    const [variant] = await stockVariants(shop, 1, 50)
    const [kept, forgotten, shopper] = [guest(), guest(), await signUp(shop)]
    const day = (number: number) =>
      shop.setTime(new Date(Date.now() + number * 24 * 60 * 60 * 1_000))
    for (const owner of [kept, forgotten, shopper]) await add(owner, variant.id)
    const { items } = await read(kept)
    try {
      day(60)
      expect(await removeExpiredGuestCarts(shop.ctx)).toBe(0)
      const cart = await read(kept)
      expect(cart.items[0]?.id).toBe(items[0]?.id)
      day(62)
      expect(await removeExpiredGuestCarts(shop.ctx)).toBeGreaterThan(0)
      expect((await read(kept)).totalItems).toBe(1)
      expect((await read(forgotten)).totalItems).toBe(0)
    } finally {
      shop.setTime(new Date())
    }
    expect((await read(shopper)).totalItems).toBe(1)
  })
})
