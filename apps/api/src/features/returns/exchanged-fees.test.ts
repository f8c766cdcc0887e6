import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Buyer } from '../../../test/buyers.ts'
import { expectBalancedBooks } from '../../../test/ledger-assertions.ts'
import {
  exchangeableVariants,
  setPrice,
  setStock,
  type TestVariant,
} from '../../../test/product-factory.ts'
import { askReturn, inspected, openReturnDesk, type ReturnDesk } from '../../../test/returns.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let desk: ReturnDesk
let buyer: Buyer
let one: TestVariant
let two: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  desk = await openReturnDesk(shop)
  ;[one, two] = await exchangeableVariants(shop)
  for (const variant of [one, two]) await setPrice(shop, variant, 100_00)
})
beforeEach(async () => {
  buyer = await desk.startAfresh('DE')
  for (const variant of [one, two]) await setStock(shop, variant, 10)
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

const wrapped = { gift: { isWrapped: true } }

const asStaff = (orderId: string) => ({ headers: desk.staff.headers, params: { orderId } })

/** Exchanges one unit, and returns the id of the order that sends the other one. */
async function exchange(orderId: string, from: TestVariant, to: TestVariant): Promise<string> {
  const lines = [{ variantId: from.id, exchangeFor: to.id }]
  const asked = await askReturn(shop, buyer, orderId, lines, { wish: 'EXCHANGE' })
  await inspected(shop, desk.staff, asked)
  return (await desk.step('exchangeReturn', asked.id)).exchangeOrder?.id ?? ''
}

/** Exchanges a variant and delivers the other one. */
async function exchangeAndDeliver(orderId: string, from: TestVariant, to: TestVariant) {
  const id = await exchange(orderId, from, to)
  await shop.call('shipOrder', {
    ...asStaff(id),
    body: { carrier: 'DHL', trackingNumber: '2' },
  })
  await shop.call('deliverOrder', asStaff(id))
  return id
}

/** A return of one unit that is ready to be refunded. */
async function comeBack(orderId: string, variant: TestVariant) {
  return inspected(
    shop,
    desk.staff,
    await askReturn(shop, buyer, orderId, [{ variantId: variant.id }]),
  )
}

/** Returns one unit for a refund; returns the refunded amount. */
async function refund(orderId: string, variant: TestVariant) {
  const { id, refund: due } = await comeBack(orderId, variant)
  return (await desk.step('refundReturn', id, { amount: due.amount })).refund
}

const everyFee = { delivery: 15.99, wrapping: 25, amount: 140.99 }
const noFee = { delivery: 0, wrapping: 0, amount: 100 }

test('fees are refunded when what was sent in exchange comes back, whole to the cent', async () => {
  const { id, totalAmount } = await desk.deliver([one], wrapped)
  expect(totalAmount).toBe(140.99)
  const exchangeId = await exchangeAndDeliver(id, one, two)
  expect(await refund(exchangeId, two)).toMatchObject(everyFee)
  await desk.untilRefunded(id, 140.99)
  expect((await desk.orderOf(id)).refundState).toBe('FULL')
  await vi.waitFor(
    async () => {
      const { data } = await shop.call('getOrder', asStaff(id))
      expect(data.documents.map(({ amount }) => amount)).toEqual([140.99, 140.99])
    },
    { timeout: 60_000 },
  )
})

test('after an exchange of an exchange, too', async () => {
  const { id } = await desk.deliver([one], wrapped)
  const first = await exchangeAndDeliver(id, one, two)
  const second = await exchangeAndDeliver(first, two, one)
  expect(await refund(second, one)).toMatchObject(everyFee)
  await desk.untilRefunded(id, 140.99)
})

test('not while something that was sent in exchange is still with the shopper', async () => {
  const { id } = await desk.deliver([one], { quantity: 2, ...wrapped })
  const exchangeId = await exchangeAndDeliver(id, one, two)
  expect(await refund(id, one)).toMatchObject(noFee)
  expect(await refund(exchangeId, two)).toMatchObject(everyFee)
  await desk.untilRefunded(id, 240.99)
})

test('with the last unit of the first order, if the exchanged one came back before', async () => {
  const { id } = await desk.deliver([one], { quantity: 2, ...wrapped })
  const exchangeId = await exchangeAndDeliver(id, one, two)
  expect(await refund(exchangeId, two)).toMatchObject(noFee)
  expect(await refund(id, one)).toMatchObject(everyFee)
  await desk.untilRefunded(id, 240.99)
})

test('with the last unit of the first order, if the exchange was cancelled', async () => {
  const { id } = await desk.deliver([one], { quantity: 2, ...wrapped })
  const exchangeId = await exchange(id, one, two)
  await shop.call('cancelOrder', { ...asStaff(exchangeId), body: { reason: 'Lost in the shop' } })
  expect(await refund(id, one)).toMatchObject(everyFee)
  await desk.untilRefunded(id, 140.99)
})

test('two refunds of one payment at once refund the fees once', async () => {
  const { id } = await desk.deliver([one], { quantity: 2, ...wrapped })
  const exchangeId = await exchangeAndDeliver(id, one, two)
  const returns = [await comeBack(id, one), await comeBack(exchangeId, two)]
  const press = (returnId: string, amount: number) =>
    desk.step('refundReturn', returnId, { amount }).then(
      () => null,
      ({ code }) => ({ code, returnId }),
    )
  const outcomes = await Promise.all(returns.map((found) => press(found.id, 100)))
  const [late, ...others] = outcomes.filter((outcome) => outcome !== null)
  // The one that comes second is the last one, so more is due than was seen.
  expect([late?.code, others]).toEqual(['RETURN_AMOUNT_CHANGED', []])
  expect(await press(late?.returnId ?? '', 140.99)).toBe(null)
  await desk.untilRefunded(id, 240.99)
})

test('outside the European Union wrapping is refunded, and delivery is not', async () => {
  buyer = await desk.startAfresh()
  const { id } = await desk.deliver([one], wrapped)
  const exchangeId = await exchangeAndDeliver(id, one, two)
  expect(await refund(exchangeId, two)).toMatchObject({ delivery: 0, wrapping: 25, amount: 125 })
  await desk.untilRefunded(id, 125)
})
