import { randomUUID } from 'node:crypto'
import type { DeliveryMethod } from '@solvane/contract/delivery'
import type { AppContext } from '../../../context.ts'
import { toAppliedCoupon } from '../../coupons/coupons.ts'
import type { TaxedOrder, TaxRule } from '../../taxes/order-tax.ts'
import type { OrderLineRow } from '../orders.queries.ts'
import type { AddressRow, NewOrderRow } from './place-order.queries.ts'
import type { PricedOrder } from './price-order.ts'

/** An order to be inserted, with its lines. */
export interface NewOrder {
  row: NewOrderRow
  lines: OrderLineRow[]
}

/**
 * Copies everything into an order, because it outlives the products, the prices and the address.
 */
export function toNewOrder(
  { config }: Pick<AppContext, 'config'>,
  {
    userId,
    email,
    remark,
    buyer,
    address,
    delivery,
    taxRule,
    priced,
    at,
  }: {
    userId: string
    email: string
    remark: string | null
    buyer: { company: string | null; taxNumber: string | null }
    address: AddressRow
    delivery: DeliveryMethod
    taxRule: TaxRule | null
    priced: PricedOrder
    at: Date
  },
): NewOrder {
  const { money, coupon, gift } = priced
  const id = randomUUID()
  const row = {
    id,
    user_id: userId,
    email,
    status: 'PENDING' as const,
    items_cents: money.itemsCents,
    shipping_cents: money.shippingCents,
    wrap_cents: money.wrapCents,
    discount_cents: money.discountCents,
    ...taxColumns(taxRule, money.tax),
    duties: taxRule?.duties ?? null,
    total_cents: money.totalCents,
    coupon_id: coupon?.id ?? null,
    coupon: coupon && toAppliedCoupon(coupon),
    remark: remark ?? null,
    buyer_company: buyer.company,
    buyer_tax_number: buyer.taxNumber,
    gift,
    shipping_full_name: address.full_name,
    shipping_phone_number: address.phone_number,
    shipping_street_address: address.street_address,
    shipping_address_line2: address.address_line2,
    shipping_city: address.city,
    shipping_state: address.state,
    shipping_postal_code: address.postal_code,
    shipping_country: address.country,
    delivery_method: delivery.name,
    arrives_from: delivery.arrivesFrom,
    arrives_until: delivery.arrivesUntil,
    created_at: at,
    held_since: at,
    hold_ends_at: new Date(at.getTime() + config.orderHoldMinutes * 60_000),
    given_up_at: null,
    version: 0,
    tracking_carrier: null,
    tracking_number: null,
    tracking_url: null,
    completes_at: null,
    exchange_of: null,
    supplement_of: null,
    supplement_cents: 0,
    is_for_recipient: false,
  }
  const lines = priced.lines.map(({ variant, quantity }, position) => ({
    order_id: id,
    position,
    variant_id: variant.variant_id,
    product_id: variant.product_id,
    identifier: variant.identifier,
    name: variant.name,
    attributes: variant.attributes,
    picture: variant.picture,
    unit_cents: variant.current_cents,
    quantity,
    discount_cents: money.lineDiscounts[position] ?? 0,
    ...lineTaxColumns(money.tax, position),
    stock: Math.max(0, variant.stock - quantity),
  }))
  return { row, lines }
}

/** The columns of an order's tax. */
export function taxColumns(taxRule: TaxRule | null, tax: TaxedOrder | null) {
  return {
    tax_rule_id: taxRule?.id ?? null,
    prices_include_tax: tax?.isIncluded ?? null,
    tax_cents: tax?.cents ?? 0,
    shipping_tax_bp: tax?.shipping.bp ?? null,
    shipping_tax_cents: tax?.shipping.cents ?? 0,
    wrap_tax_bp: tax?.wrapping.bp ?? null,
    wrap_tax_cents: tax?.wrapping.cents ?? 0,
  }
}

/** The columns of the tax of a line. */
export function lineTaxColumns(tax: TaxedOrder | null, position: number) {
  const { bp: tax_bp = null, cents: tax_cents = null } = tax?.lines[position] ?? {}
  return { tax_bp, tax_cents }
}
