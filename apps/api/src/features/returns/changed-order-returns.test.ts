import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Buyer, type OrderOptions, order } from '../../../test/buyers.ts'
import { expectBalancedBooks } from '../../../test/ledger-assertions.ts'
import { type OrderDesk, openOrderDesk, parcel } from '../../../test/order-edits.ts'
import { attemptsOf, refundsOf } from '../../../test/payments.ts'
import { exchangeableVariants, setStock, type TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { askReturn, inspected, stepReturn } from '../../../test/returns.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

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

type Lines = Parameters<OrderDesk['edit']>[1]

/** An order that was paid by wire. */
async function wired(variants: TestVariant[], options: OrderOptions = {}): Promise<string> {
  const { id } = await order(shop, buyer, variants, options)
  await desk.asStaff('markOrderPaid', id, { reference: 'Wire' })
  return id
}

/** Changes an order, whose shopper pays the difference by card. */
async function changeAndPay(id: string, lines: Lines, difference: number): Promise<string> {
  await desk.edit(id, lines, difference)
  const supplement = await desk.supplementOf(id)
  await desk.pay(supplement.id)
  return supplement.id
}

async function deliver(id: string): Promise<void> {
  await desk.asStaff('shipOrder', id, parcel)
  await desk.asStaff('deliverOrder', id)
}

/** A return that is ready to be refunded. */
async function comeBack(id: string, variant: TestVariant, feePercent = 0) {
  const asked = await askReturn(shop, buyer, id, [{ variantId: variant.id }])
  return inspected(shop, desk.staff, asked, { feePercent })
}

const payBack = (returnId: string, amount: number, reference?: string) =>
  stepReturn(shop, desk.staff, 'refundReturn', returnId, { amount, reference })

describe('of an order that was paid by wire and by card', () => {
  test('what was paid by card is refunded by its provider alone', async () => {
    const id = await wired([bag])
    const lines = [
      [bag, 1],
      [belt, 1],
    ] as const
    const supplementId = await changeAndPay(id, lines, 90)
    await deliver(id)
    const { id: returnId, refund } = await comeBack(id, belt)
    expect(refund).toMatchObject({ amount: 90, isByProvider: true })
    await payBack(returnId, 90)
    expect(await refundsOf(shop, supplementId)).toMatchObject([{ amount_cents: 90_00 }])
    expect(await refundsOf(shop, id)).toEqual([])
  })

  test('what was paid by both staff send themselves, and no provider beside them', async () => {
    const id = await wired([bag])
    const supplementId = await changeAndPay(id, [[coat, 1]], 150)
    await deliver(id)
    const { id: returnId, refund } = await comeBack(id, coat)
    expect(refund).toMatchObject({ amount: 550, isByProvider: false })
    expect(await rejectionOf(payBack(returnId, 550))).toMatchObject({
      code: 'REFUND_REFERENCE_MISSING',
    })
    await payBack(returnId, 550, 'Wire 12')
    const made = { status: 'SUCCEEDED', provider_ref: 'Wire 12' }
    expect(await refundsOf(shop, supplementId)).toMatchObject([{ amount_cents: 150_00, ...made }])
    expect(await refundsOf(shop, id)).toMatchObject([{ amount_cents: 400_00, ...made }])
  })

  test('what staff say they have sent no provider sends again, though the page was old', async () => {
    const id = await wired([bag, belt])
    const lines = [
      [bag, 1],
      [belt, 2],
    ] as const
    const supplementId = await changeAndPay(id, lines, 90)
    await deliver(id)
    const found = [await comeBack(id, belt), await comeBack(id, belt)]
    for (const [at, { id: returnId, refund }] of found.entries()) {
      expect(refund.isByProvider).toBe(false)
      await payBack(returnId, 90, `Wire ${at}`)
    }
    expect(await refundsOf(shop, id)).toMatchObject([{ provider_ref: 'Wire 0' }])
    expect(await refundsOf(shop, supplementId)).toMatchObject([{ provider_ref: 'Wire 1' }])
  })

  test('what staff send at the provider itself is booked once', async () => {
    const id = await wired([bag])
    const supplementId = await changeAndPay(id, [[coat, 1]], 150)
    await deliver(id)
    await payBack((await comeBack(id, coat)).id, 550, 'In the dashboard')
    const [attempt] = await attemptsOf(shop, supplementId)
    const bank = shop.ctx.payments.test?.stripe?.bank
    const payment_intent = bank?.session(attempt?.provider_ref ?? '')?.payment_intent ?? ''
    bank?.makeRefund({ payment_intent, amount: 150_00, metadata: {} })
    await vi.waitFor(
      async () =>
        expect(await refundsOf(shop, supplementId)).toMatchObject([
          {
            status: 'SUCCEEDED',
            amount_cents: 150_00,
            provider_ref: expect.stringMatching(/^re_/),
          },
        ]),
      { timeout: 60_000 },
    )
  })
})

test('a return of the same amount does not settle a refund that waits to be made by hand', async () => {
  const id = await wired([belt], { quantity: 2 })
  await desk.edit(id, [[belt, 1]], -90)
  await deliver(id)
  await payBack((await comeBack(id, belt)).id, 90, 'Wire 13')
  expect(await refundsOf(shop, id)).toMatchObject([
    { amount_cents: 90_00, status: 'PENDING' },
    { amount_cents: 90_00, status: 'SUCCEEDED', provider_ref: 'Wire 13' },
  ])
})

test('a refund of a change that waits to be made by hand goes on waiting', async () => {
  const id = await wired([bag, belt])
  await desk.edit(id, [[bag, 1]], -90)
  await changeAndPay(
    id,
    [
      [bag, 1],
      [belt, 1],
    ],
    90,
  )
  await deliver(id)
  await payBack((await comeBack(id, belt)).id, 90)
  expect(await refundsOf(shop, id)).toMatchObject([{ amount_cents: 90_00, status: 'PENDING' }])
  // Recorded later, its text goes with the account, wherever it stands.
  await shop.call('refundOrder', {
    headers: desk.staff.headers,
    params: { orderId: id },
    body: { amount: 90, reason: 'Wire to Ada', key: crypto.randomUUID(), byHand: true },
  })
  expect(await refundsOf(shop, id)).toMatchObject([
    { status: 'SUCCEEDED', provider_ref: 'Wire to Ada', reason: 'Wire to Ada' },
  ])
})

test('two returns, refunded at once, are of what each payment paid', async () => {
  const { id } = await desk.paid([bag, belt])
  const lines = [
    [bag, 1],
    [belt, 2],
  ] as const
  const supplementId = await changeAndPay(id, lines, 90)
  await deliver(id)
  const found = [await comeBack(id, belt), await comeBack(id, belt)]
  for (const { id: returnId } of found) await payBack(returnId, 90)
  for (const orderId of [id, supplementId])
    expect(await refundsOf(shop, orderId)).toMatchObject([{ amount_cents: 90_00 }])
})

test('what a change billed and nobody paid is not paid back', async () => {
  const { id } = await desk.paid([bag, belt])
  await desk.edit(
    id,
    [
      [coat, 1],
      [belt, 1],
    ],
    150,
  )
  const supplement = await desk.supplementOf(id)
  await shop.call('cancelMyOrder', {
    headers: buyer.headers,
    params: { orderId: supplement.id },
    body: {},
  })
  await deliver(id)
  expect((await comeBack(id, coat)).refund.amount).toBe(400)
  expect((await comeBack(id, belt)).refund.amount).toBe(90)
})

/** The credit notes of an order, once there are this many. */
function notesOf(orderId: string, count: number) {
  return vi.waitFor(
    async () => {
      const { rows } = await shop.ctx.db.pool.query(
        `select content -> 'parts' as parts, content -> 'credits' as credits from invoice
         where order_id = $1 and kind = 'CREDIT_NOTE' order by number`,
        [orderId],
      )
      expect(rows).toHaveLength(count)
      return rows
    },
    { timeout: 60_000 },
  )
}

test('the fee that is kept stands on the note of a supplementary order that paid all', async () => {
  const { id } = await desk.paid([bag])
  const lines = [
    [bag, 1],
    [belt, 1],
  ] as const
  const supplementId = await changeAndPay(id, lines, 90)
  await deliver(id)
  const { id: returnId, refund } = await comeBack(id, belt, 10)
  await payBack(returnId, refund.amount)
  const [note] = await notesOf(supplementId, 1)
  expect(note.credits.ofReturn).toMatchObject({ goodsCents: 90_00, feeCents: 9_00 })
})

test('what was exchanged is credited as what was paid', async () => {
  const [one, two] = await exchangeableVariants(shop)
  const { id } = await desk.paid([belt, one])
  await changeAndPay(
    id,
    [
      [belt, 2],
      [one, 1],
    ],
    90,
  )
  await deliver(id)
  const asked = await askReturn(shop, buyer, id, [{ variantId: one.id, exchangeFor: two.id }], {
    wish: 'EXCHANGE',
  })
  await inspected(shop, desk.staff, asked)
  const done = await stepReturn(shop, desk.staff, 'exchangeReturn', asked.id)
  const exchangeId = done.exchangeOrder?.id ?? ''
  await deliver(exchangeId)
  await payBack((await comeBack(exchangeId, two)).id, 200)
  const [note] = await notesOf(id, 1)
  expect(note.parts).toMatchObject([{ key: one.id, grossCents: 200_00 }])
  for (const variant of [one, two]) await setStock(shop, variant, 10)
})

test.each(['is declined', 'is cancelled'])(
  'a withdrawal that %s still says what it was for once staff take that out of the order',
  async (end) => {
    const { id, orderNumber } = await desk.paid([bag, belt])
    // Moves the orders to a country with a right to withdraw.
    const toGermany = "update orders set shipping_country = 'DE' where id = $1"
    await shop.ctx.db.pool.query(toGermany, [id])
    await shop.call('withdrawFromOrder', { body: { orderNumber, email: buyer.email } })
    const mine = { headers: buyer.headers, params: { orderId: id } }
    const returnsOf = async () => (await shop.call('getReturnOptions', mine)).data.returns
    await vi.waitFor(async () => expect(await returnsOf()).toHaveLength(1), { timeout: 60_000 })
    const [withdrawal] = await returnsOf()
    const returnId = withdrawal?.id ?? ''
    if (end === 'is declined')
      await stepReturn(shop, desk.staff, 'declineReturn', returnId, { answer: 'As agreed.' })
    else await shop.call('cancelMyReturn', { headers: buyer.headers, params: { returnId } })
    await desk.edit(id, [[coat, 1]], 60)

    const { headers } = desk.staff
    const listed = await shop.call('listReturns', { headers, query: {} })
    const row = listed.data.find((one) => one.id === returnId)
    expect(row).toMatchObject({ units: 2, value: 490 })
    expect(withdrawal?.lines.map(({ name }) => name)).toContain(row?.firstItem)
    const seen = await shop.call('getReturn', { headers, params: { returnId } })
    expect(seen.data.lines).toHaveLength(2)
    for (const line of withdrawal?.lines ?? []) {
      expect(seen.data.lines).toContainEqual({ ...line, condition: null })
      expect((await returnsOf())[0]?.lines).toContainEqual(line)
    }
  },
)
