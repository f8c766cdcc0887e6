import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, makeBuyer } from '../../../test/buyers.ts'
import { emailTo } from '../../../test/emails.ts'
import { expectBalancedBooks, stockOf } from '../../../test/ledger-assertions.ts'
import {
  exchangeableVariants,
  setPrice,
  setStock,
  type TestVariant,
} from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { askReturn, inspected, openReturnDesk, type ReturnDesk } from '../../../test/returns.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let desk: ReturnDesk
let buyer: Buyer
let variants: ReturnDesk['variants']
beforeAll(async () => {
  shop = await openTestShop()
  desk = await openReturnDesk(shop)
  ;({ variants } = desk)
})
beforeEach(async () => {
  buyer = await desk.startAfresh()
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

const day = 24 * 60 * 60 * 1_000

/** A new shopper who waits for a variant. */
async function joinWaitingList(variant: TestVariant): Promise<Buyer> {
  const waiting = await makeBuyer(shop)
  await shop.ctx.db.pool.query('update users set email_verified_at = now() where id = $1', [
    waiting.userId,
  ])
  await shop.call('joinWaitingList', {
    headers: waiting.headers,
    body: { variantId: variant.id },
  })
  return waiting
}

const waitingStateOf = async ({ headers }: Buyer) =>
  (await shop.call('listMyWaiting', { headers })).data[0]?.state

describe('a refund of a return', () => {
  test('pressed twice at once is made once', async () => {
    const [variant] = variants
    const { id } = await desk.deliver([variant])
    const asked = await askReturn(shop, buyer, id, [{ variantId: variant.id }])
    const { refund } = await inspected(shop, desk.staff, asked)
    const outcomes = await Promise.all(
      [1, 2, 3].map(() =>
        desk.step('refundReturn', asked.id, { amount: refund.amount }).then(
          ({ status }) => status,
          ({ code }) => code,
        ),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['REFUNDED', 'RETURN_STATE', 'RETURN_STATE'])
    await desk.untilRefunded(id, refund.amount)
  })

  test('offers what is fit for sale to whoever waits for it, before anyone else can buy it', async () => {
    const [variant] = variants
    const { id } = await desk.deliver([variant])
    await setStock(shop, variant, 0)
    const waiting = await joinWaitingList(variant)
    const asked = await askReturn(shop, buyer, id, [{ variantId: variant.id }])
    const { refund } = await inspected(shop, desk.staff, asked)
    await desk.step('refundReturn', asked.id, { amount: refund.amount })
    expect(await waitingStateOf(waiting)).toBe('OFFERED')
    expect(await stockOf(shop, variant.id)).toBe(0)
    await desk.untilRefunded(id, refund.amount)
  })

  test('is never more than is left of the payment, and not another amount than was shown', async () => {
    const [variant] = variants
    await setPrice(shop, variant, 500_00)
    const { id, totalAmount } = await desk.deliver([variant])
    const asked = await askReturn(shop, buyer, id, [{ variantId: variant.id }])
    const { refund } = await inspected(shop, desk.staff, asked)
    expect(refund.amount).toBe(500)
    await shop.call('refundOrder', {
      headers: desk.staff.headers,
      params: { orderId: id },
      body: { amount: 450, reason: 'A scratch', key: 'scratch' },
    })
    const stale = desk.step('refundReturn', asked.id, { amount: 500 })
    expect(await rejectionOf(stale)).toMatchObject({
      code: 'RETURN_AMOUNT_CHANGED',
      details: { amount: totalAmount - 450 },
    })
    await desk.step('refundReturn', asked.id, { amount: totalAmount - 450 })
    await desk.untilRefunded(id, totalAmount)
    expect((await desk.orderOf(id)).refundState).toBe('FULL')
  })

  test('takes a fee that the terms allow, or less', async () => {
    const [variant] = variants
    const { id } = await desk.deliver([variant])
    const asked = await askReturn(shop, buyer, id, [{ variantId: variant.id }])
    const tooMuch = inspected(shop, desk.staff, asked, { feePercent: 45.01 })
    expect(await rejectionOf(tooMuch)).toMatchObject({ status: 400, code: 'RETURN_FEE' })
    const lines = [{ variantId: variant.id, condition: 'DAMAGED' }]
    await desk.step('inspectReturn', asked.id, { lines, feePercent: 45 })
    expect(await desk.step('inspectReturn', asked.id, { lines, feePercent: 12.5 })).toMatchObject({
      feePercent: 12.5,
    })
  })

  test('that no provider can make needs the reference of one by hand', async () => {
    const [variant] = variants
    const { id } = await desk.deliver([variant], { method: 'COD' })
    const asked = await askReturn(shop, buyer, id, [{ variantId: variant.id }])
    const { refund } = await inspected(shop, desk.staff, asked)
    expect(refund.isByProvider).toBe(false)
    const press = (more: object) =>
      desk.step('refundReturn', asked.id, { amount: refund.amount, ...more })
    expect(await rejectionOf(press({}))).toMatchObject({ code: 'REFUND_REFERENCE_MISSING' })
    await press({ reference: 'Wire 4711' })
    await desk.untilRefunded(id, refund.amount)
  })
})

describe('in the European Union', () => {
  beforeEach(async () => {
    buyer = await desk.startAfresh('FR')
  })

  test('there are fourteen days, no fee and no reason, and delivery is refunded with the last item', async () => {
    const [variant, other] = variants
    for (const one of [variant, other]) await setPrice(shop, one, 50_00)
    const placed = await desk.deliver([variant, other])
    expect(placed.shippingFee).toBe(15.99)
    await desk.ageDelivery(placed.id, 14)
    const asked = await askReturn(shop, buyer, placed.id, [{ variantId: variant.id, reason: null }])
    expect(asked).toMatchObject({
      status: 'APPROVED',
      isWithdrawal: true,
      terms: { noticeDays: 14, feeFrom: 0, feeUntil: 0, shopPaysPostage: false },
    })
    expect((await inspected(shop, desk.staff, asked)).refund).toMatchObject({
      amount: 50,
      delivery: 0,
    })
    await desk.step('refundReturn', asked.id, { amount: 50 })
    const last = await askReturn(shop, buyer, placed.id, [{ variantId: other.id, reason: null }])
    expect((await inspected(shop, desk.staff, last)).refund).toMatchObject({
      amount: 65.99,
      delivery: 15.99,
    })
    await desk.step('refundReturn', last.id, { amount: 65.99 })
    await desk.untilRefunded(placed.id, 115.99)
    expect((await desk.orderOf(placed.id)).refundState).toBe('FULL')
    await desk.ageDelivery(placed.id, 15)
    const late = askReturn(shop, buyer, placed.id, [{ variantId: variant.id }])
    expect(await rejectionOf(late)).toMatchObject({ code: 'RETURN_TOO_LATE' })
  })

  test('an order completes by itself when its days are over', async () => {
    const completesAfter = async (one: Buyer) => {
      const { id } = await desk.deliver([variants[0]], {}, one)
      const { data } = await shop.call('getOrder', {
        headers: desk.staff.headers,
        params: { orderId: id },
      })
      return (
        (Date.parse(data.completesAt ?? '') - Date.parse(data.transitions.at(-1)?.at ?? '')) / day
      )
    }
    expect(await completesAfter(buyer)).toBe(14)
    expect(await completesAfter(await makeBuyer(shop))).toBe(7)
  })
})

describe('an exchange', () => {
  test('sends the other size at no charge, reserved with the press, and can come back for its money', async () => {
    const [one, two] = await exchangeableVariants(shop)
    const placed = await desk.deliver([one], { quantity: 2 })
    const { lines } = await desk.optionsOf(placed.id)
    expect(lines[0]?.exchanges.map(({ variantId }) => variantId)).toContain(two.id)
    const asked = await askReturn(
      shop,
      buyer,
      placed.id,
      [{ variantId: one.id, exchangeFor: two.id }],
      { wish: 'EXCHANGE' },
    )
    expect(await stockOf(shop, two.id)).toBe(10)
    await inspected(shop, desk.staff, asked)
    const done = await desk.step('exchangeReturn', asked.id)
    expect(done.status).toBe('EXCHANGED')
    expect([await stockOf(shop, one.id), await stockOf(shop, two.id)]).toEqual([9, 9])
    const exchangeId = done.exchangeOrder?.id ?? ''
    expect(await desk.orderOf(exchangeId)).toMatchObject({
      status: 'PROCESSING',
      totalAmount: 0,
      exchangeOf: asked.id,
      canCancel: false,
      items: [{ variantId: two.id, quantity: 1 }],
    })
    const cancel = shop.call('cancelMyOrder', {
      headers: buyer.headers,
      params: { orderId: exchangeId },
      body: {},
    })
    expect(await rejectionOf(cancel)).toMatchObject({ code: 'ORDER_NOT_CANCELLABLE' })
    const params = { orderId: exchangeId }
    await shop.call('shipOrder', {
      headers: desk.staff.headers,
      params,
      body: { carrier: 'DHL', trackingNumber: '2' },
    })
    await shop.call('deliverOrder', { headers: desk.staff.headers, params })
    // The exchange itself cost nothing: its goods were paid with the first order.
    const again = await askReturn(shop, buyer, exchangeId, [{ variantId: two.id }])
    expect(again.value).toBe(200)
    const { refund, paidOrderId } = await inspected(shop, desk.staff, again)
    expect([refund.amount, paidOrderId]).toEqual([200, placed.id])
    await desk.step('refundReturn', again.id, { amount: 200 })
    await desk.untilRefunded(placed.id, 200)
    expect((await desk.emailKinds()).filter((kind) => kind === 'return-exchanged')).toHaveLength(1)
  })

  test('has no restocking fee, neither in the forecast nor in the e-mail nor when inspected', async () => {
    const [one, two] = await exchangeableVariants(shop)
    const placed = await desk.deliver([one])
    const wanted = [{ variantId: one.id, exchangeFor: two.id }]
    const asked = await askReturn(shop, buyer, placed.id, wanted, { wish: 'EXCHANGE' })
    const seen = await desk.step('approveReturn', asked.id, {})
    expect(seen).toMatchObject({
      terms: { feeFrom: 30 },
      refund: { goods: 200, fee: 0, amount: 200 },
    })
    const { text } = await emailTo(shop, buyer.email, 'return-approved')
    expect(text).toContain('You pay the postage.')
    expect(text).not.toContain('fee')
    await desk.step('receiveReturn', asked.id)
    const inspect = (feePercent: number) =>
      desk.step('inspectReturn', asked.id, {
        lines: [{ variantId: one.id, condition: 'RESTOCK' }],
        feePercent,
      })
    expect(await rejectionOf(inspect(30))).toMatchObject({ code: 'RETURN_FEE' })
    expect(await inspect(0)).toMatchObject({ feePercent: 0, refund: { amount: 200 } })
  })

  test('of a sold-out pair for each other is reserved first; those who wait get what is left', async () => {
    const [one, two] = await exchangeableVariants(shop)
    const placed = await desk.deliver([one, two], { quantity: 2 })
    const swapped = [
      { variantId: one.id, quantity: 2, exchangeFor: two.id },
      { variantId: two.id, quantity: 1, exchangeFor: one.id },
    ]
    const asked = await askReturn(shop, buyer, placed.id, swapped, { wish: 'EXCHANGE' })
    await inspected(shop, desk.staff, asked)
    for (const variant of [one, two]) await setStock(shop, variant, 0)
    const waiting = []
    for (const variant of [one, one, two]) waiting.push(await joinWaitingList(variant))
    // With the returned unit there are two, as promised.
    await setStock(shop, two, 1)
    expect((await desk.step('exchangeReturn', asked.id)).status).toBe('EXCHANGED')
    const states = await Promise.all(waiting.map(waitingStateOf))
    expect(states).toEqual(['OFFERED', 'WAITING', 'WAITING'])
    expect([await stockOf(shop, one.id), await stockOf(shop, two.id)]).toEqual([0, 0])
  })

  test('of two lines for one unit is rejected at once', async () => {
    const [one, two, other] = await exchangeableVariants(shop)
    const placed = await desk.deliver([one, two])
    const ask = () =>
      askReturn(
        shop,
        buyer,
        placed.id,
        [
          { variantId: one.id, exchangeFor: other.id },
          { variantId: two.id, exchangeFor: other.id },
        ],
        { wish: 'EXCHANGE' },
      )
    await setStock(shop, other, 1)
    expect(await rejectionOf(ask())).toMatchObject({ code: 'EXCHANGE_UNAVAILABLE' })
    await setStock(shop, other, 2)
    expect(await ask()).toMatchObject({ status: 'REQUESTED' })
  })

  test('requested again with the same key but another size is rejected', async () => {
    const [one, two] = await exchangeableVariants(shop)
    const placed = await desk.deliver([one])
    const key = crypto.randomUUID()
    const ask = (exchangeFor: string) =>
      askReturn(shop, buyer, placed.id, [{ variantId: one.id, exchangeFor }], {
        wish: 'EXCHANGE',
        key,
      })
    const { id } = await ask(two.id)
    expect((await ask(two.id)).id).toBe(id)
    expect(await rejectionOf(ask(variants[2].id))).toMatchObject({ code: 'RETURN_KEY_REUSED' })
  })

  test('sends nothing once everything that was paid is refunded', async () => {
    const [one, two] = await exchangeableVariants(shop)
    const placed = await desk.deliver([one])
    const wanted = [{ variantId: one.id, exchangeFor: two.id }]
    const asked = await askReturn(shop, buyer, placed.id, wanted, { wish: 'EXCHANGE' })
    await inspected(shop, desk.staff, asked)
    await shop.call('refundOrder', {
      headers: desk.staff.headers,
      params: { orderId: placed.id },
      body: { amount: placed.totalAmount, reason: 'By telephone', key: crypto.randomUUID() },
    })
    expect(await rejectionOf(desk.step('exchangeReturn', asked.id))).toMatchObject({
      code: 'ORDER_REFUNDED',
    })
    expect(await stockOf(shop, two.id)).toBe(10)
  })

  test('of a variant that is sold out by then is rejected, and can be refunded instead', async () => {
    const [one, two] = await exchangeableVariants(shop)
    const placed = await desk.deliver([one])
    const ask = (exchangeFor: string) =>
      askReturn(shop, buyer, placed.id, [{ variantId: one.id, exchangeFor }], { wish: 'EXCHANGE' })
    expect(await rejectionOf(ask(variants[2].id))).toMatchObject({ code: 'EXCHANGE_UNAVAILABLE' })
    const asked = await ask(two.id)
    await inspected(shop, desk.staff, asked)
    await setStock(shop, two, 0)
    expect(await rejectionOf(desk.step('exchangeReturn', asked.id))).toMatchObject({
      code: 'EXCHANGE_UNAVAILABLE',
    })
    expect([await stockOf(shop, one.id), (await desk.seen(asked.id)).status]).toEqual([
      9,
      'INSPECTED',
    ])
    await desk.step('refundReturn', asked.id, { amount: 200 })
    await desk.untilRefunded(placed.id, 200)
  })
})
