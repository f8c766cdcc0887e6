import type { Order } from '@solvane/contract/orders'
import type { ShopperReturn } from '@solvane/contract/returns'
import type { ReturnCondition, StaffReturn } from '@solvane/contract/returns.admin'
import { expect, vi } from 'vitest'
import { type Buyer, homeAddress, makeBuyer, type OrderOptions, order } from './buyers.ts'
import { emailsTo } from './emails.ts'
import { begin, press, untilStatus } from './payments.ts'
import { setStock, stockVariants, type TestVariant } from './product-factory.ts'
import type { TestShop } from './test-shop.ts'

const parcel = { carrier: 'DHL', trackingNumber: 'JD0146' }

/** Opens an account whose orders go to a country. */
export async function makeBuyerIn(shop: TestShop, country: string): Promise<Buyer> {
  const buyer = await makeBuyer(shop)
  const body = { ...homeAddress, country }
  const { data } = await shop.call('createAddress', { headers: buyer.headers, body })
  return { ...buyer, addressId: data.id }
}

type DeliveryOptions = Pick<OrderOptions, 'quantity' | 'couponCode' | 'gift'> & {
  method?: 'STRIPE' | 'COD'
}

/** Places an order, pays it by card, or in cash on delivery, and has it delivered. */
export async function deliveredOrder(
  shop: TestShop,
  { buyer, staff }: { buyer: Buyer; staff: Pick<Buyer, 'headers'> },
  variants: Pick<TestVariant, 'id'>[],
  options: DeliveryOptions = {},
): Promise<Order> {
  const { method = 'STRIPE', ...rest } = options
  const placed = await order(shop, buyer, variants, { source: 'buyNow', ...rest })
  const attempt = await begin(shop, buyer, placed.id, method)
  if (method === 'STRIPE') {
    await press(shop, attempt, 'approve')
    await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  }
  const staffRequest = { headers: staff.headers, params: { orderId: placed.id } }
  await shop.call('shipOrder', { ...staffRequest, body: parcel })
  await shop.call('deliverOrder', staffRequest)
  if (method === 'COD') await shop.call('collectCash', staffRequest)
  const mine = { headers: buyer.headers, params: { orderId: placed.id } }
  return (await shop.call('getMyOrder', mine)).data
}

/** Asks to return units of a line, by default one, for a refund. */
export async function askReturn(
  shop: TestShop,
  buyer: Pick<Buyer, 'headers'>,
  orderId: string,
  lines: { variantId: string; quantity?: number; reason?: string | null; exchangeFor?: string }[],
  more: { key?: string; wish?: 'REFUND' | 'EXCHANGE'; note?: string; photoIds?: string[] } = {},
): Promise<ShopperReturn> {
  const { data } = await shop.call('requestReturn', {
    headers: buyer.headers,
    params: { orderId },
    body: {
      lines: lines.map((line) => ({ quantity: 1, reason: 'TOO_SMALL', ...line })),
      wish: 'REFUND',
      key: crypto.randomUUID(),
      ...more,
    },
  })
  return data
}

type ReturnStep =
  | 'approveReturn'
  | 'declineReturn'
  | 'receiveReturn'
  | 'inspectReturn'
  | 'refundReturn'
  | 'exchangeReturn'
  | 'cancelWithdrawnOrder'
  | 'sendReturnBack'

/** Takes a step of a return as staff. */
export async function stepReturn(
  shop: TestShop,
  staff: Pick<Buyer, 'headers'>,
  name: ReturnStep,
  returnId: string,
  body?: object,
): Promise<StaffReturn> {
  return (await shop.call(name, { headers: staff.headers, params: { returnId }, body })).data
}

/** Approves a return, receives it, and inspects it. */
export async function inspected(
  shop: TestShop,
  staff: Pick<Buyer, 'headers'>,
  returned: Pick<ShopperReturn, 'id' | 'status' | 'lines'>,
  {
    feePercent = 0,
    condition = 'RESTOCK',
  }: { feePercent?: number; condition?: ReturnCondition } = {},
): Promise<StaffReturn> {
  const { id } = returned
  if (returned.status === 'REQUESTED') await stepReturn(shop, staff, 'approveReturn', id, {})
  await stepReturn(shop, staff, 'receiveReturn', id)
  const lines = returned.lines.map(({ variantId }) => ({ variantId, condition }))
  return stepReturn(shop, staff, 'inspectReturn', id, { lines, feePercent })
}

export type ReturnDesk = Awaited<ReturnType<typeof openReturnDesk>>

/** The operations on returns, as staff and as a shopper. */
export async function openReturnDesk(shop: TestShop) {
  const staff = await makeBuyer(shop, { role: 'ADMIN' })
  const [first, second, third] = await stockVariants(shop, 3, 100)
  if (!second || !third) throw new Error('Three variants are needed')
  const variants: [TestVariant, TestVariant, TestVariant] = [first, second, third]
  let buyer: Buyer = staff

  const orderOf = async (orderId: string) =>
    (await shop.call('getMyOrder', { headers: buyer.headers, params: { orderId } })).data
  return {
    staff,
    variants,
    orderOf,
    /** A new shopper, whose orders may go to another country, and a hundred of each variant. */
    async startAfresh(country?: string): Promise<Buyer> {
      buyer = country ? await makeBuyerIn(shop, country) : await makeBuyer(shop)
      for (const variant of variants) await setStock(shop, variant, 100)
      return buyer
    },
    deliver: (wanted: TestVariant[], options: DeliveryOptions = {}, to = buyer) =>
      deliveredOrder(shop, { buyer: to, staff }, wanted, options),
    /** Moves the delivery of an order some days into the past. */
    ageDelivery: (orderId: string, days: number) =>
      shop.ctx.db.pool.query(
        `update order_transition set at = now() - make_interval(days => $2)
         where order_id = $1 and to_status = 'DELIVERED'`,
        [orderId, days],
      ),
    optionsOf: async (orderId: string) =>
      (await shop.call('getReturnOptions', { headers: buyer.headers, params: { orderId } })).data,
    /** A return as the shopper sees it. */
    seen: async (returnId: string) =>
      (await shop.call('getMyReturn', { headers: buyer.headers, params: { returnId } })).data,
    step: (name: ReturnStep, returnId: string, body?: object) =>
      stepReturn(shop, staff, name, returnId, body),
    untilRefunded: (orderId: string, amount: number) =>
      vi.waitFor(
        async () => expect((await orderOf(orderId)).refundedAmount).toBeCloseTo(amount, 2),
        { timeout: 60_000, interval: 50 },
      ),
    /** The kinds of the e-mails about returns that the shopper has received. */
    emailKinds: async () =>
      (await emailsTo(shop, buyer.email))
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith('return-')),
  }
}
