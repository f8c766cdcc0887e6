import { expect, vi } from 'vitest'
import { type Buyer, makeBuyer, type OrderOptions, order } from './buyers.ts'
import { begin, press, untilStatus } from './payments.ts'
import { setPrice, setStock, stockVariants, type TestVariant } from './product-factory.ts'
import type { TestShop } from './test-shop.ts'

/** A variant and how many of it an order is to have. */
type Line = readonly [TestVariant, number]

/** Lines as a request has them. */
export const itemsOf = (lines: readonly Line[]) =>
  lines.map(([{ id }, quantity]) => ({ variantId: id, quantity }))

/** What the desk sends. */
export const parcel = { carrier: 'DHL', trackingNumber: 'JD0146' }

export type OrderDesk = Awaited<ReturnType<typeof openOrderDesk>>

/** What tests of changed orders do with a shop, as its staff and as a shopper. */
export async function openOrderDesk(shop: TestShop) {
  const staff = await makeBuyer(shop, { role: 'ADMIN' })
  const [bag, coat, belt] = await stockVariants(shop, 3, 10)
  if (!coat || !belt) throw new Error('Three variants are needed')
  let buyer: Buyer = staff

  const seenByStaff = async (orderId: string) =>
    (await shop.call('getOrder', { headers: staff.headers, params: { orderId } })).data
  const seen = async (orderId: string) =>
    (await shop.call('getMyOrder', { headers: buyer.headers, params: { orderId } })).data
  const bodyOf = async (orderId: string, lines: readonly Line[]) => ({
    version: (await seenByStaff(orderId)).version,
    items: itemsOf(lines),
  })
  const until = (orderId: string, wanted: object) =>
    vi.waitFor(async () => expect(await seen(orderId)).toMatchObject(wanted), { timeout: 60_000 })
  async function pay(orderId: string) {
    const attempt = await begin(shop, buyer, orderId, 'STRIPE')
    await press(shop, attempt, 'approve')
    await untilStatus(shop, buyer, attempt, { status: 'PAID' })
    // The order follows its payment, in a job.
    await until(orderId, { status: expect.stringMatching(/PROCESSING|COMPLETED/) })
  }
  return {
    staff,
    bag,
    coat,
    belt,
    seen,
    seenByStaff,
    until,
    pay,
    /** A new shopper, and a bag for $400, a coat for $550 and a belt for $90, ten of each. */
    async startAfresh(): Promise<Buyer> {
      buyer = await makeBuyer(shop)
      for (const variant of [bag, coat, belt]) await setStock(shop, variant, 10)
      await setPrice(shop, bag, 400_00)
      await setPrice(shop, coat, 550_00)
      await setPrice(shop, belt, 90_00)
      return buyer
    },
    async preview(orderId: string, lines: readonly Line[], more: object = {}) {
      const body = { ...(await bodyOf(orderId, lines)), ...more }
      const input = { headers: staff.headers, params: { orderId }, body }
      return (await shop.call('previewOrderEdit', input)).data
    },
    async edit(orderId: string, lines: readonly Line[], difference: number, more: object = {}) {
      const body = { ...(await bodyOf(orderId, lines)), difference, ...more }
      const input = { headers: staff.headers, params: { orderId }, body }
      return (await shop.call('editOrder', input)).data
    },
    asStaff: (
      name:
        | 'shipOrder'
        | 'cancelOrder'
        | 'collectCash'
        | 'markOrderPaid'
        | 'deliverOrder'
        | 'completeOrder',
      orderId: string,
      body?: object,
    ) => shop.call(name, { headers: staff.headers, params: { orderId }, body }),
    async paid(variants: TestVariant[], options: OrderOptions = {}) {
      const { id } = await order(shop, buyer, variants, options)
      await pay(id)
      await until(id, { status: 'PROCESSING' })
      return seen(id)
    },
    /** The newest supplementary order of an order. */
    async supplementOf(orderId: string) {
      const last = (await seen(orderId)).supplements.at(-1)
      if (!last) throw new Error('There is no supplementary order')
      return last
    },
  }
}
