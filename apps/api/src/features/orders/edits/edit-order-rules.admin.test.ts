import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, homeAddress, makeBuyer, order } from '../../../../test/buyers.ts'
import { emailsTo, emailTo } from '../../../../test/emails.ts'
import { expireReservation } from '../../../../test/expire-reservations.ts'
import { expectBalancedBooks } from '../../../../test/ledger-assertions.ts'
import { itemsOf, type OrderDesk, openOrderDesk, parcel } from '../../../../test/order-edits.ts'
import { refundsOf } from '../../../../test/payments.ts'
import { setPrice, setStock, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'
import { cancelUnpaidOrders } from '../orders.jobs.ts'

let shop: TestShop
let desk: OrderDesk
let buyer: Buyer
let bag: TestVariant
let coat: TestVariant
let belt: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  desk = await openOrderDesk(shop)
  ;({ bag, coat, belt } = desk)
})
beforeEach(async () => {
  buyer = await desk.startAfresh()
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

const { title: _, ...address } = homeAddress

describe('an address in another zone', () => {
  const abroad = { ...address, country: 'FR', state: null, postalCode: '75001', city: 'Paris' }
  beforeAll(async () => {
    const { data } = await shop.call('getDeliveryDraft', { headers: desk.staff.headers })
    const [standard] = data.document.zones
    const method = {
      id: 'post',
      name: 'Post',
      fee: 35,
      freeFrom: null,
      transitDays: '2–3',
      totalDays: '',
    }
    const france = {
      id: 'france',
      name: 'France',
      countries: ['FR'],
      postcodes: [],
      methods: [method],
    }
    const document = { ...data.document, zones: [france, standard] }
    await shop.call('saveDelivery', {
      headers: desk.staff.headers,
      body: { version: data.version, document },
    })
    await shop.changesReceived()
  })

  test('keeps the agreed fee, and shows what delivery costs there now', async () => {
    const { id } = await desk.paid([belt])
    expect(await desk.preview(id, [[belt, 1]], { address: abroad })).toMatchObject({
      before: { shippingFee: 15.99 },
      after: { shippingFee: 15.99 },
      effect: 'NONE',
      deliveryNow: { method: 'Post', fee: 35 },
    })
    await desk.edit(id, [[belt, 1]], 0, { address: abroad })
    expect(await desk.seen(id)).toMatchObject({
      shippingFee: 15.99,
      shippingCountry: 'FR',
      edits: [],
    })
    expect((await emailsTo(shop, buyer.email)).at(-1)?.kind).toBe('order-details-corrected')
  })

  test('is charged with its own fee if the manager decides so', async () => {
    const { id } = await desk.paid([belt])
    const more = { address: abroad, email: 'paris@example.com', takesNewDelivery: true }
    expect(await desk.preview(id, [[belt, 1]], more)).toMatchObject({
      effect: 'SUPPLEMENT',
      difference: 19.01,
    })
    await desk.edit(id, [[belt, 1]], 19.01, more)
    const { shippingFee, delivery, supplements } = await desk.seen(id)
    expect({ shippingFee, method: delivery?.method }).toEqual({ shippingFee: 35, method: 'Post' })
    expect(await desk.seen(supplements[0]?.id ?? '')).toMatchObject({
      shippingFee: 19.01,
      totalAmount: 19.01,
    })
    const supplementId = supplements[0]?.id ?? ''
    await desk.pay(supplementId)
    const { rows } = await shop.ctx.db.pool.query(
      `select part ->> 'key' as key, (part ->> 'grossCents')::integer as cents
       from invoice, jsonb_array_elements(content -> 'parts') part where order_id = $1`,
      [supplementId],
    )
    expect(rows).toEqual([{ key: 'delivery', cents: 19_01 }])
    expect((await emailTo(shop, buyer.email, 'order-address-moved')).text).not.toContain('belt')
    expect((await desk.seenByStaff(id)).corrections.map(({ kind }) => kind)).toEqual([
      'ADDRESS',
      'EMAIL',
    ])
  })
})

describe('a change is rejected', () => {
  test('of an order that somebody else has changed meanwhile', async () => {
    const { id } = await desk.paid([bag])
    await desk.edit(id, [[bag, 2]], 400)
    const body = { version: 0, items: itemsOf([[belt, 1]]), difference: 0 }
    const call = (name: 'editOrder' | 'previewOrderEdit') => {
      const { difference, ...rest } = body
      return shop.call(name, {
        headers: desk.staff.headers,
        params: { orderId: id },
        body: name === 'editOrder' ? { ...rest, difference } : rest,
      })
    }
    for (const name of ['editOrder', 'previewOrderEdit'] as const)
      expect(await rejectionOf(call(name))).toMatchObject({ status: 409, code: 'STALE_EDIT' })
  })

  test('for more than is in stock, and for what is not sold', async () => {
    const { id } = await desk.paid([bag])
    await setStock(shop, belt, 1)
    expect(
      (
        await desk.preview(id, [
          [bag, 1],
          [belt, 2],
        ])
      ).unavailableItems,
    ).toEqual([belt.id])
    expect(
      await rejectionOf(
        desk.edit(
          id,
          [
            [bag, 1],
            [belt, 2],
          ],
          180,
        ),
      ),
    ).toMatchObject({ code: 'ITEM_UNAVAILABLE', details: { unavailableItems: [belt.id] } })
    const unknown = { ...belt, id: crypto.randomUUID() }
    expect(await rejectionOf(desk.preview(id, [[unknown, 1]]))).toMatchObject({
      status: 404,
      code: 'VARIANT_NOT_FOUND',
    })
    expect(await rejectionOf(desk.preview(id, []))).toMatchObject({ status: 400 })
  })

  test('beyond the maximum payment, gift wrapping included', async () => {
    const wrapped = await order(shop, buyer, [bag], { gift: { isWrapped: true } })
    await setPrice(shop, coat, 999_990_00)
    expect(await rejectionOf(desk.preview(wrapped.id, [[coat, 1]]))).toMatchObject({
      code: 'ORDER_TOO_LARGE',
    })
    const { id } = await order(shop, buyer, [bag])
    expect(await desk.preview(id, [[coat, 1]])).toMatchObject({ after: { totalAmount: 999_990 } })
  })

  test('once something is sent, it is over, or it is a supplementary order', async () => {
    const { id } = await desk.paid([bag])
    await desk.edit(id, [[bag, 2]], 400)
    const supplement = await desk.supplementOf(id)
    expect(await rejectionOf(desk.preview(supplement.id, [[bag, 1]]))).toMatchObject({
      code: 'ORDER_STATE',
    })
    await desk.pay(supplement.id)
    const items = [{ variantId: bag.id, quantity: 1 }]
    await shop.call('sendParcel', {
      headers: desk.staff.headers,
      params: { orderId: id },
      body: { ...parcel, items },
    })
    expect(await rejectionOf(desk.preview(id, [[bag, 1]]))).toMatchObject({
      status: 409,
      code: 'ORDER_STATE',
    })
  })

  test('without a fresh confirmation', async () => {
    const { id } = await desk.paid([bag])
    const other = await makeBuyer(shop, { role: 'ADMIN', isConfirmed: false })
    const body = { version: 0, items: itemsOf([[bag, 2]]), difference: 400 }
    const call = shop.call('editOrder', { headers: other.headers, params: { orderId: id }, body })
    expect(await rejectionOf(call)).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
  })
})

test('of concurrent changes one wins', async () => {
  const { id } = await desk.paid([bag])
  const body = { version: 0, items: itemsOf([[belt, 1]]), difference: -310 }
  const outcomes = await Promise.allSettled(
    Array.from({ length: 4 }, () =>
      shop.call('editOrder', { headers: desk.staff.headers, params: { orderId: id }, body }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await refundsOf(shop, id)).toHaveLength(1)
})

test('an unpaid supplementary order is cancelled after a week, and the order stays', async () => {
  const { id } = await desk.paid([bag])
  await desk.edit(id, [[coat, 1]], 150)
  const supplement = await desk.supplementOf(id)
  await expireReservation(shop, supplement.id)
  await shop.ctx.db.pool.query(
    `update orders set given_up_at = now() - interval '1 second' where id = $1`,
    [supplement.id],
  )
  await cancelUnpaidOrders(shop.ctx)
  expect(await desk.supplementOf(id)).toMatchObject({ status: 'CANCELLED' })
  expect(await desk.seen(id)).toMatchObject({ status: 'PROCESSING', supplementAmount: 150 })
})

test('a return refunds what was paid with the supplementary order, too', async () => {
  const { id } = await desk.paid([bag])
  await desk.edit(id, [[coat, 1]], 150)
  const supplement = await desk.supplementOf(id)
  await desk.pay(supplement.id)
  await desk.asStaff('shipOrder', id, parcel)
  await shop.call('deliverOrder', { headers: desk.staff.headers, params: { orderId: id } })
  const body = {
    lines: [{ variantId: coat.id, quantity: 1, reason: 'OTHER' }],
    wish: 'REFUND',
    key: crypto.randomUUID(),
  }
  const { data } = await shop.call('requestReturn', {
    headers: buyer.headers,
    params: { orderId: id },
    body,
  })
  const at = { headers: desk.staff.headers, params: { returnId: data.id } }
  await shop.call('approveReturn', { ...at, body: {} })
  await shop.call('receiveReturn', at)
  await shop.call('inspectReturn', {
    ...at,
    body: { lines: [{ variantId: coat.id, condition: 'RESTOCK' }], feePercent: 0 },
  })
  await shop.call('refundReturn', { ...at, body: { amount: 550 } })
  expect(await refundsOf(shop, id)).toMatchObject([{ amount_cents: 400_00 }])
  expect(await refundsOf(shop, supplement.id)).toMatchObject([{ amount_cents: 150_00 }])
})

test('changes are in the shopper’s export, and outlive the account without its address', async () => {
  const { id } = await desk.paid([belt])
  const moved = { ...address, streetAddress: '9 Hidden Lane' }
  await desk.edit(id, [[belt, 2]], 90, { address: moved })
  const supplement = await desk.supplementOf(id)
  await desk.pay(supplement.id)
  await desk.asStaff('shipOrder', id, parcel)
  await desk.asStaff('deliverOrder', id)
  const { data } = await shop.call('exportMyData', { headers: buyer.headers })
  expect(data.orders).toMatchObject([
    { id: supplement.id, supplementOf: { id } },
    {
      id,
      edits: [{ before: { items: [{ quantity: 1 }] }, after: { items: [{ quantity: 2 }] } }],
      corrections: [
        {
          kind: 'ADDRESS',
          before: { streetAddress: address.streetAddress },
          after: { streetAddress: '9 Hidden Lane' },
          at: expect.any(String),
        },
      ],
    },
  ])
  expect(JSON.stringify(data)).not.toContain(desk.staff.userId)
  const body = { password: buyer.password }
  await shop.call('deleteAccount', { headers: buyer.headers, body })
  const kept = await desk.seenByStaff(id)
  expect(kept).toMatchObject({ edits: [{ after: { totalAmount: 195.99 } }], corrections: [] })
  expect(JSON.stringify([kept, await desk.seenByStaff(supplement.id)])).not.toContain('Hidden Lane')
})
