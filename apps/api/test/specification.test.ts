import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCoupon } from './coupons.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

// What the specification says of its endpoints, asked as its client does: without the contract, on the
// demo store with its own settings. Later features may add fields and texts, and change none of these.

// biome-ignore lint/suspicious/noExplicitAny: the client of the specification knows no types
type Json = any

let shop: TestShop
let authorization = ''
const email = `${crypto.randomUUID()}@example.com`
const password = 'secret'
beforeAll(async () => {
  shop = await openTestShop()
  const { accessToken } = (await call('POST', '/auth/register', { name: 'Ada', email, password }))
    .data
  authorization = `Bearer ${accessToken}`
})
afterAll(() => shop.close())

const guestCart = crypto.randomUUID()

async function answerOf(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  headers: Record<string, string> = { authorization },
): Promise<{ status: number; body: Json }> {
  const answer = await shop.app.inject({
    method,
    url: `/api${path}`,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** The envelope of a successful answer. */
async function call(...request: Parameters<typeof answerOf>): Promise<Json> {
  const { status, body } = await answerOf(...request)
  expect(status, `${request[0]} ${request[1]}: ${JSON.stringify(body)}`).toBeLessThan(300)
  expect(body).toMatchObject({ success: true, message: expect.any(String) })
  expect(body).toHaveProperty('data')
  return body
}

const names = (list: string) => list.split(' ')
function expectFields(value: Json, list: string): void {
  expect(Object.keys(value)).toEqual(expect.arrayContaining(names(list)))
}

const product =
  'id identifier name description cover imagesJson isFavorited isAvailable options variants price salePrice'
const variant =
  'id price salePrice saleStartDate saleEndDate stock isAvailable attributeValues cover imagesJson product'
const address =
  'id title fullName phoneNumber streetAddress addressLine2 city postalCode country isDefault'

/** Two variants that are in stock: one whose order has a shipping fee, one whose order has none. */
async function findVariants(): Promise<{ cheap: Json; dear: Json; identifier: string }> {
  const found: Json[] = []
  for (let page = 1; page <= 8; page += 1) {
    const { data } = await call('GET', `/products?page=${page}&size=16`)
    for (const { identifier } of data) {
      const { variants } = (await call('GET', `/products/${identifier}`)).data
      found.push(...variants.filter(({ stock, salePrice }: Json) => stock > 3 && !salePrice))
    }
    const cheap = found.find(({ price }) => price < 300)
    const dear = found.find(({ price }) => price >= 300)
    if (cheap && dear) return { cheap, dear, identifier: data[0].identifier }
  }
  throw new Error('The demo store has no such products')
}

describe('accounts', () => {
  test('tokens and profile', async () => {
    const { data } = await call('POST', '/auth/login', { email, password })
    expectFields(data, 'accessToken refreshToken')
    const { profile } = (await call('GET', '/user/profile')).data
    expectFields(profile, 'id email nickName role')
    expect(profile).toMatchObject({ email, nickName: 'Ada' })
  })

  test('a wrong password, and an address that is taken', async () => {
    expect(await answerOf('POST', '/auth/login', { email, password: 'another' })).toMatchObject({
      status: 400,
      body: { success: false, message: 'Please check your login and password.' },
    })
    const again = await answerOf('POST', '/auth/register', { name: 'Eve', email, password })
    expect(again.status).toBeGreaterThanOrEqual(400)
    expect(again.body.success).toBe(false)
  })

  test('a new password', async () => {
    const other = { name: 'Bea', email: `${crypto.randomUUID()}@example.com`, password }
    const { accessToken } = (await call('POST', '/auth/register', other)).data
    const body = { currentPassword: password, newPassword: 'newer 1', confirmPassword: 'newer 1' }
    const headers = { authorization: `Bearer ${accessToken}` }
    await call('PATCH', '/user/change-password', body, headers)
    await call('POST', '/auth/login', { email: other.email, password: 'newer 1' })
  })

  test('without a token', async () => {
    expect(await answerOf('GET', '/user/profile', undefined, {})).toMatchObject({
      status: 401,
      body: { success: false },
    })
  })
})

const newAddress = {
  title: 'Home',
  fullName: 'Ada Buyer',
  phoneNumber: '+1 2125550148',
  streetAddress: '7 Spring Street',
  city: 'New York',
  postalCode: '10013',
  country: 'US',
}

test('addresses are listed, saved, changed and deleted', async () => {
  const saved = (await call('POST', '/addresses', newAddress)).data
  expectFields(saved, address)
  const { data } = (await call('GET', '/addresses')).data
  expect(data).toMatchObject([{ id: saved.id, phoneNumber: '+1 2125550148', isDefault: true }])
  const changed = await call('PATCH', `/addresses/${saved.id}`, { ...newAddress, city: 'Boston' })
  expect(changed.data.city).toBe('Boston')
  await call('DELETE', `/addresses/${saved.id}`)
  expect((await call('GET', '/addresses')).data.data).toEqual([])
})

describe('the catalogue', () => {
  test('lists of 16, a search and a category', async () => {
    const all = await call('GET', '/products?page=1&size=16')
    expect(all.data).toHaveLength(16)
    expect(all.total).toBeGreaterThan(100)
    const found = await call('GET', '/products?page=1&size=16&search=tote')
    expect(found.data[0].name).toMatch(/tote/i)
    const tree = (await call('GET', '/categories/tree')).data.data
    expectFields(tree[0], 'id name slug identifier children')
    const inside = await call('GET', `/products?page=1&size=16&cIdentifiers=${tree[0].identifier}`)
    expect(inside.total).toBeGreaterThan(0)
  })

  test('a product with its variants', async () => {
    const { identifier } = await findVariants()
    const { data } = await call('GET', `/products/${identifier}`)
    expectFields(data, product)
    expectFields(data.variants[0], variant)
    expectFields(data.options[0], 'name values')
    expect(Object.keys(data.variants[0].attributeValues).toSorted()).toEqual(
      data.options.map(({ name }: Json) => name).toSorted(),
    )
  })

  test('recommendations', async () => {
    expectFields(
      (await call('GET', '/products/recommendations')).data,
      'homeMain homeSpecial hotSearches',
    )
  })

  test('favourites', async () => {
    const { cheap, dear } = await findVariants()
    await call('PATCH', `/products/favorite/${cheap.id}`)
    await call('POST', '/products/favorites', { variantIds: [dear.id], removeFromCart: false })
    const { data, total } = await call('GET', '/products/favorites?page=1&pageSize=16')
    expect(total).toBe(2)
    expect(data).toHaveLength(2)
  })
})

test('the cart of a guest becomes that of the account', async () => {
  const { cheap } = await findVariants()
  const guest = { 'x-guest-cart-id': guestCart }
  const added = await call('POST', '/cart/items', { variantId: cheap.id, quantity: 2 }, guest)
  expectFields(added.data, 'items totalItems')
  expectFields(added.data.items[0], 'id quantity variant')
  expectFields(added.data.items[0].variant, variant)
  const merged = await call('POST', '/cart/merge', {}, { ...guest, authorization })
  expect(merged.data.items).toMatchObject([{ quantity: 2, variant: { id: cheap.id } }])
  const [{ id }] = merged.data.items
  expect((await call('PATCH', `/cart/items/${id}`, { quantity: 1 })).data.items[0].quantity).toBe(1)
  expect((await call('DELETE', `/cart/items/${id}`)).data.items).toEqual([])
  expect((await call('GET', '/cart')).data).toMatchObject({ items: [], totalItems: 0 })
})

describe('orders', () => {
  test.each([
    ['with a shipping fee', 'cheap', 15.99],
    ['complimentary above 300', 'dear', 0],
  ] as const)('%s: preview, order, list and payment', async (_, which, fee) => {
    const { [which]: chosen } = await findVariants()
    const items = [{ variantId: chosen.id, quantity: 1 }]
    const preview = (await call('POST', '/orders/preview', { items })).data
    expectFields(
      preview,
      'items goodsTotalPrice shippingFee couponDiscountAmount finalAmount unavailableItems',
    )
    expectFields(
      preview.items[0],
      'variantId name cover unitPrice quantity isAvailable totalPrice attributeValues',
    )
    const total = Number((chosen.price + fee).toFixed(2))
    expect(preview).toMatchObject({
      goodsTotalPrice: chosen.price,
      shippingFee: fee,
      couponDiscountAmount: 0,
      finalAmount: total,
      unavailableItems: [],
    })
    const { id: addressId } = (await call('POST', '/addresses', newAddress)).data
    const placed = await call('POST', '/orders', { items, addressId, remark: 'Ring twice' })
    const { id } = placed.data
    const order = (await call('GET', `/orders/my/${id}`)).data
    expectFields(
      order,
      'id status createdAt remark items itemsTotalPrice shippingFee couponDiscountAmount totalAmount address shippingFullName shippingPhoneNumber shippingStreetAddress shippingAddressLine2 shippingCity shippingPostalCode shippingCountry',
    )
    expectFields(order.items[0], 'variantId variant productName unitPrice quantity totalPrice')
    expectFields(order.items[0].variant, variant)
    expect(order).toMatchObject({
      status: 'PENDING',
      remark: 'Ring twice',
      itemsTotalPrice: chosen.price,
      shippingFee: fee,
      totalAmount: total,
    })
    const listed = (await call('GET', '/orders/my?page=1&status=PENDING')).data
    expect(listed.data[0].id).toBe(id)
    expect(listed.total).toBeGreaterThan(0)

    const begun = (
      await call('POST', `/payments/initiate/order/${id}`, { paymentMethod: 'STRIPE' })
    ).data
    expectFields(begun, 'orderId paymentId approvalUrl providerOrderId')
    const { status } = (await call('GET', `/payments/status/${begun.providerOrderId}`)).data
    expect(names('PENDING PROCESSING')).toContain(status)
  })

  test('a coupon takes its part of the items; an unknown one nothing', async () => {
    const { code } = await addCoupon(shop, { discount_value: 10_00, is_listed: true })
    const { dear } = await findVariants()
    const items = [{ variantId: dear.id, quantity: 1 }]
    const unknown = await call('POST', '/orders/preview', { items, couponCode: 'NOSUCH' })
    expect(unknown.data).toMatchObject({ couponDiscountAmount: 0, finalAmount: dear.price })
    expect(unknown.data).not.toHaveProperty('appliedCouponInfo')

    const discount = Number((dear.price / 10).toFixed(2))
    const preview = await call('POST', '/orders/preview', { items, couponCode: code })
    expect(preview.data).toMatchObject({
      couponDiscountAmount: discount,
      appliedCouponInfo: { code },
      finalAmount: Number((dear.price - discount + preview.data.shippingFee).toFixed(2)),
    })
    const listed = (await call('GET', '/coupons/my')).data.data
    const own = listed.find((coupon: Json) => coupon.code === code)
    expect(own).toMatchObject({ discountType: 'PERCENTAGE', discountValue: 10 })
    expectFields(own, 'id name code discountType discountValue')

    const { id: addressId } = (await call('POST', '/addresses', newAddress)).data
    const rejected = await answerOf('POST', '/orders', { items, addressId, couponCode: 'NOSUCH' })
    expect(rejected.body.message).toBe('The coupon code is invalid or does not apply.')
    const { id } = (await call('POST', '/orders', { items, addressId, couponCode: code })).data
    expect((await call('GET', `/orders/my/${id}`)).data).toMatchObject({
      couponDiscountAmount: discount,
      totalAmount: preview.data.finalAmount,
      appliedCoupon: { code },
    })
  })
})

test('a chat message comes back by its clientMessageId, and stays', async () => {
  const { port } = shop.app.server.address() as { port: number }
  const socket = io(`http://127.0.0.1:${port}`, {
    path: '/api/socket.io',
    transports: ['websocket'],
    auth: { token: authorization.replace('Bearer ', '') },
  })
  try {
    const clientMessageId = crypto.randomUUID()
    const received = new Promise<Json>((resolve) => socket.once('chat:newMessage', resolve))
    socket.emit('chat:sendMessage', { content: 'Hello', clientMessageId })
    const message = await received
    expectFields(message, 'id clientMessageId content senderType createdAt roomId')
    expect(message).toMatchObject({ clientMessageId, content: 'Hello', senderType: 'USER' })
    const { data } = await call('GET', `/chat/rooms/${message.roomId}/messages?page=1&size=1000`)
    expect(data.data[0]).toMatchObject({ clientMessageId })
    expect(data.total).toBeGreaterThan(0)
  } finally {
    socket.close()
  }
})
