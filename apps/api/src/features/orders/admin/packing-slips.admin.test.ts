import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { openOrderDesk } from '../../../../test/order-edits.ts'
import { stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let support: SignedUp
let buyer: Buyer
let variant: TestVariant
let other: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  const [first, ...rest] = await stockVariants(shop, 2, 1_000)
  ;[variant, other] = [first, rest[0] ?? first]
  support = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
})
beforeEach(async () => {
  buyer = await makeBuyer(shop)
})
afterAll(() => shop.close())

describe('packing slips', () => {
  const slips = (ids: string[]) =>
    shop.call('listPackingSlips', { headers: support.headers, query: { orderIds: ids.join(',') } })

  test('list items and address, in the requested order, without prices', async () => {
    const one = await order(shop, buyer, [variant], { quantity: 2, remark: 'A gift' })
    const two = await order(shop, buyer, [other])
    const { data, total } = await slips([two.id, one.id])
    expect(total).toBe(2)
    expect(data).toMatchObject([
      { orderNumber: two.orderNumber, lines: [{ variantId: other.id, quantity: 1 }] },
      {
        orderNumber: one.orderNumber,
        remark: 'A gift',
        address: one.address,
        lines: [
          {
            variantId: variant.id,
            identifier: variant.identifier,
            quantity: 2,
            sku: expect.stringMatching(/^SV\d{3}-/),
            countryOfOrigin: expect.stringMatching(/^\p{L}+/u),
            picture: { src: expect.stringMatching(/^\/media\//) },
          },
        ],
      },
    ])
    expect(JSON.stringify(data)).not.toMatch(/price|amount|total|cents|email/i)
  })

  test('list what was not sent in an earlier parcel', async () => {
    const { id } = await order(shop, buyer, [variant, other], { quantity: 3 })
    await shop.call('initiatePayment', {
      headers: buyer.headers,
      params: { orderId: id },
      body: { paymentMethod: 'COD' },
    })
    const part = [
      { variantId: variant.id, quantity: 2 },
      { variantId: other.id, quantity: 3 },
    ]
    const { headers } = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
    await shop.call('sendParcel', {
      headers,
      params: { orderId: id },
      body: { carrier: 'DHL Express', trackingNumber: '00340434161094042557', items: part },
    })
    const { data } = await slips([id])
    expect(data).toMatchObject([{ sentBefore: 5, lines: [{ variantId: variant.id, quantity: 1 }] }])
    expect(data[0]?.lines).toHaveLength(1)
  })

  test('of an order that only bills the difference of a change are rejected, which names it', async () => {
    const desk = await openOrderDesk(shop)
    await desk.startAfresh()
    const changed = await desk.paid([desk.bag])
    await desk.edit(changed.id, [[desk.coat, 1]], 150)
    const supplement = await desk.supplementOf(changed.id)
    const cancelled = await order(shop, buyer, [variant])
    await desk.asStaff('cancelOrder', cancelled.id, { reason: 'Twice' })
    expect((await slips([changed.id])).data).toMatchObject([
      { lines: [{ variantId: desk.coat.id, quantity: 1 }] },
    ])
    const numbers = [supplement.orderNumber, cancelled.orderNumber]
    expect(await rejectionOf(slips([changed.id, supplement.id, cancelled.id]))).toMatchObject({
      status: 409,
      code: 'NOTHING_TO_PACK',
      message: expect.stringContaining(`${numbers[0]}: only bills a change`),
      details: { orderNumbers: numbers.toSorted() },
    })
    await desk.pay(supplement.id)
    await desk.until(supplement.id, { status: 'COMPLETED' })
    expect(await rejectionOf(slips([supplement.id]))).toMatchObject({
      message: `There is nothing to pack for ${numbers[0]}: only bills a change.`,
    })
  })

  test('of an unknown order are rejected', async () => {
    const { id } = await order(shop, buyer, [variant])
    for (const ids of [[id, crypto.randomUUID()], [], ['x']])
      expect(await rejectionOf(slips(ids))).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' })
    const tooMany = Array.from({ length: 51 }, () => id)
    expect(await rejectionOf(slips(tooMany))).toMatchObject({ status: 400 })
  })
})
