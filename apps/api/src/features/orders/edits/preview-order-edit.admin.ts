import type {
  editOrder as editEndpoint,
  OrderEditPreview,
} from '@solvane/contract/order-edits.admin'
import { toOrderNumber } from '@solvane/contract/orders'
import type { z } from 'zod'
import type { StoredDelivery } from '../../../../database/stored-content.ts'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { toDollars } from '../../catalog/to-card.ts'
import { readDocument } from '../../content/documents.ts'
import { shopTimeZone } from '../../content/read-content.ts'
import { methodsFor } from '../../delivery/delivery-rules.ts'
import { cashOnDeliveryOf, type PaymentFacts, paymentsOfOrder } from '../../payments/payments.ts'
import { refundableOfOrder, refundableOfOrders } from '../../payments/request-refund.ts'
import { type TaxRule, taxesOf } from '../../taxes/order-tax.ts'
import { taxesOfOrder, toEditSide } from '../order-shape.ts'
import { findOrder, linesOfOrders, type OrderLineRow, type OrderRow } from '../orders.queries.ts'
import { parcelsOfOrders } from '../parcels.queries.ts'
import { type OrderableVariantRow, readOrderBasis } from '../placing/place-order.queries.ts'
import { foldItems, largestOrderCents, weightOf } from '../placing/price-order.ts'
import { paidParts } from '../split-refund.ts'
import { checkVersion } from '../states/change-order.ts'
import { canEdit } from '../states/order-transitions.ts'
import type { EditedDelivery, EditedPayment, EditPlan, Supplement } from './edit-basis.ts'
import { planEdit } from './edit-plan.ts'
import {
  editsOfOrders,
  hasReturn,
  linksOfOrders,
  type OrderEditRow,
  type StoredSide,
  supplementIds,
  taxRuleFor,
} from './order-edits.queries.ts'

/** A change that staff want. */
export type WantedEdit = Omit<z.output<typeof editEndpoint.body>, 'difference'> & {
  orderId: string
}

/** A change as it would be made of the order as it is now. */
export interface Planned {
  order: OrderRow
  lines: OrderLineRow[]
  plan: EditPlan
  /** The tax rule of the plan. */
  taxRule: TaxRule | null
  /** The current delivery of the items to the address; null if the shop does not deliver there. */
  deliveryNow: EditedDelivery | null
}

/**
 * What a change of an order would come to; changes nothing. Throws `ORDER_NOT_FOUND`, `STALE_EDIT`,
 * `ORDER_STATE` unless it is PENDING or PROCESSING, with nothing sent and no return under way, and
 * neither an exchange nor a supplementary order; `VARIANT_NOT_FOUND`, `ORDER_TOO_LARGE`,
 * `COUNTRY_NOT_DELIVERED` if new delivery is wanted to an address without a method.
 */
export async function previewOrderEdit(
  ctx: Pick<AppContext, 'clock' | 'db' | 'payments'>,
  wanted: WantedEdit,
): Promise<OrderEditPreview> {
  const db = ctx.db.kysely
  const order = await findOrder(db, wanted.orderId)
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  const sources = await readSources(ctx, order, wanted)
  return describe(ctx, db, await planFor(db, order, wanted, sources))
}

/** The data from outside the order that a change depends on. */
export interface Sources {
  variants: readonly OrderableVariantRow[]
  delivery: StoredDelivery
  timeZone: string
  taxRule: TaxRule | null
  at: Date
}

export async function readSources(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  order: OrderRow,
  { items, address }: WantedEdit,
): Promise<Sources> {
  const at = ctx.clock.now()
  const variantIds = foldItems(items).map(({ variantId }) => variantId)
  const [basis, delivery, timeZone, taxRule] = await Promise.all([
    readOrderBasis(ctx.db, {
      userId: order.user_id,
      variantIds,
      addressId: null,
      key: null,
      at,
    }),
    readDocument(ctx, 'delivery'),
    shopTimeZone(ctx),
    taxRuleFor(ctx.db.kysely, order, address?.country ?? order.shipping_country, at),
  ])
  return { variants: basis?.variants ?? [], delivery, timeZone, taxRule, at }
}

/** Computes a change of an order, whose row is current; with `lock` its supplementary orders are locked. */
export async function planFor(
  db: Queryable,
  order: OrderRow,
  wanted: WantedEdit,
  sources: Sources,
  { lock = false } = {},
): Promise<Planned> {
  const { id } = order
  const isSentInPart = (await parcelsOfOrders(db, [id])).has(id)
  if (!canEdit(order) || isSentInPart || (await hasReturn(db, id)))
    throw new ShopError('ORDER_STATE')
  checkVersion(order, wanted.version)
  const edits = (await editsOfOrders(db, [id])).get(id) ?? []
  const supplements = await readSupplements(db, id, edits, { lock })
  const attempts = (await paymentsOfOrder(db, [id])).get(id) ?? []
  const lines = (await linesOfOrders(db, [id])).get(id) ?? []
  const basis = {
    order,
    lines,
    items: foldItems(wanted.items),
    variants: sources.variants,
    former: formerPrices(edits),
    payment: paymentOf(order, attempts),
    paidParts: await paidParts(db, id),
    supplements,
    taxRule: sources.taxRule,
  }
  const asAgreed = planEdit({ ...basis, newDelivery: null })
  const deliveryNow = deliveryOf(order, wanted, sources, asAgreed)
  if (wanted.takesNewDelivery && !deliveryNow) throw new ShopError('COUNTRY_NOT_DELIVERED')
  const plan = wanted.takesNewDelivery ? planEdit({ ...basis, newDelivery: deliveryNow }) : asAgreed
  const { itemsCents, shippingCents, tax } = plan
  if (itemsCents + shippingCents + order.wrap_cents + (tax?.addedCents ?? 0) > largestOrderCents)
    throw new ShopError('ORDER_TOO_LARGE')
  return { order, lines, plan, taxRule: sources.taxRule, deliveryNow }
}

/** What of the plan's refunds can still be refunded, and whether by their providers. */
async function refundFor(
  ctx: Pick<AppContext, 'payments'>,
  db: Queryable,
  { refunds }: EditPlan,
): Promise<OrderEditPreview['refund']> {
  const sum = { cents: 0, isByProvider: true }
  for (const { orderId, cents } of refunds) {
    const left = await refundableOfOrders(ctx, db, [orderId])
    if (left.cents === 0) continue
    sum.cents += Math.min(cents, left.cents)
    sum.isByProvider &&= left.isByProvider
  }
  return { amount: toDollars(sum.cents), isByProvider: sum.isByProvider }
}

/** The agreed prices of the lines before each earlier change of an order, by variant. */
function formerPrices(edits: readonly OrderEditRow[]): Map<string, number> {
  const items = edits.flatMap(({ before }) => before.items)
  return new Map(items.map(({ variantId, unitCents }) => [variantId, unitCents]))
}

function paymentOf({ status }: OrderRow, attempts: readonly PaymentFacts[]): EditedPayment {
  if (status === 'PENDING') return 'UNPAID'
  return cashOnDeliveryOf(attempts) ? 'CASH' : 'PAID'
}

async function readSupplements(
  db: Queryable,
  orderId: string,
  edits: readonly OrderEditRow[],
  { lock }: { lock: boolean },
): Promise<Supplement[]> {
  const ids = await supplementIds(db, orderId, { lock })
  if (ids.length === 0) return []
  const [links, lines] = await Promise.all([linksOfOrders(db, [orderId]), linesOfOrders(db, ids)])
  const rows = (links.get(orderId) ?? []).filter(({ is_parent }) => !is_parent)
  const billedLast = edits.at(-1)?.supplement_id
  const supplements: Supplement[] = []
  for (const { id, number, status, total_cents, shipping_cents, shipping_tax_bp } of rows)
    supplements.push({
      id,
      number,
      status,
      totalCents: total_cents,
      shippingCents: shipping_cents,
      shippingTaxBp: shipping_tax_bp,
      lines: lines.get(id) ?? [],
      isOwed: id === billedLast && status !== 'COMPLETED',
      paidParts: await paidParts(db, id),
      refundableCents: await refundableOfOrder(db, id),
    })
  return supplements
}

/** Delivery to the wanted address at the current fees: by the agreed method, else by the first. */
function deliveryOf(
  order: OrderRow,
  { address }: WantedEdit,
  { variants, delivery, timeZone, at }: Sources,
  { lines, itemsCents }: EditPlan,
): EditedDelivery | null {
  const destination = address
    ? { country: address.country, postalCode: address.postalCode || null }
    : { country: order.shipping_country, postalCode: order.shipping_postal_code }
  const known = new Map(variants.map((variant) => [variant.variant_id, variant]))
  const weighed = lines.flatMap(({ variant_id, quantity }) => {
    const variant = known.get(variant_id)
    return variant ? [{ variant, quantity }] : []
  })
  const goods = { cents: itemsCents, grams: weightOf(weighed) }
  const methods = methodsFor(delivery, destination, { at, timeZone, goods })
  const method = methods.find(({ name }) => name === order.delivery_method) ?? methods[0]
  if (!method) return null
  const { name, fee, arrivesFrom, arrivesUntil } = method
  return { shippingCents: Math.round(fee * 100), method: name, arrivesFrom, arrivesUntil }
}

/** A planned change, as staff see it. */
export async function describe(
  ctx: Pick<AppContext, 'payments'>,
  db: Queryable,
  { order, lines, plan, deliveryNow }: Planned,
): Promise<OrderEditPreview> {
  return {
    before: toEditSide(sideBefore(order, lines)),
    after: toEditSide(sideAfter(plan)),
    effect: plan.effect,
    difference: toDollars(plan.differenceCents),
    refund: await refundFor(ctx, db, plan),
    deliveryNow: deliveryNow && {
      method: deliveryNow.method,
      fee: toDollars(deliveryNow.shippingCents),
    },
    unavailableItems: plan.unavailable,
    replacedSupplements: plan.isSame
      ? []
      : plan.replaced.map(({ number }) => toOrderNumber(number)),
  }
}

const toItems = (lines: readonly OrderLineRow[]) =>
  lines.map(({ variant_id, name, attributes, quantity, unit_cents }) => ({
    variantId: variant_id,
    name,
    attributes,
    quantity,
    unitCents: unit_cents,
  }))

export function sideBefore(order: OrderRow, lines: readonly OrderLineRow[]): StoredSide {
  return {
    items: toItems(lines),
    itemsCents: order.items_cents,
    shippingCents: order.shipping_cents,
    discountCents: order.discount_cents,
    totalCents: order.total_cents + order.supplement_cents,
    tax:
      order.prices_include_tax === null
        ? null
        : { isIncluded: order.prices_include_tax, taxes: taxesOfOrder(order, lines) },
  }
}

export function sideAfter(plan: EditPlan): StoredSide {
  return {
    items: toItems(plan.lines),
    itemsCents: plan.itemsCents,
    shippingCents: plan.shippingCents,
    discountCents: plan.discountCents,
    totalCents: plan.totalCents + plan.supplementCents,
    tax: plan.tax && { isIncluded: plan.tax.isIncluded, taxes: taxesOf(plan.tax) },
  }
}
