import { randomUUID } from 'node:crypto'
import type { DeliveryAddress } from '@solvane/contract/addresses'
import type { Order } from '@solvane/contract/orders'
import type { CorrectionKind } from '@solvane/contract/orders.admin'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { namesOfAccounts } from '../../auth/accounts.admin.ts'
import { taxRuleFor } from '../edits/order-edits.queries.ts'
import { type OrderEvent, queueOrderEmail, writeToFormerAddress } from '../notices/order-emails.ts'
import { toAddress, toTracking } from '../order-shape.ts'
import {
  type CorrectableFields,
  type CorrectedFields,
  insertCorrections,
  refreshOrderSearch,
  updateCorrected,
} from '../order-updates.queries.ts'
import { findOrder, linesOfOrders, lockOrder, type OrderRow } from '../orders.queries.ts'
import { parcelsOfOrders, updateParcel } from '../parcels.queries.ts'
import { publishOrderChanged } from '../publish-changes.ts'
import { getOrder } from '../read-orders.ts'
import { type ChangeContext, checkVersion } from '../states/change-order.ts'
import { canCorrectContact, canCorrectTracking } from '../states/order-transitions.ts'
import { insertNote } from './orders.admin.queries.ts'

interface Correction {
  mayBe: (order: OrderRow) => boolean
  fields: Partial<CorrectableFields>
  news: OrderEvent
}

/**
 * Corrects the tracking of a parcel, by default of the one that completed the order, and e-mails the
 * shopper. Throws `ORDER_NOT_FOUND`, `ORDER_STATE` unless it was sent and is not completed,
 * `STALE_EDIT`.
 */
export function correctTracking(
  ctx: ChangeContext,
  adminId: string,
  given: {
    orderId: string
    version: number
    carrier: string
    trackingNumber: string
    trackingUrl?: string | null | undefined
    parcelId?: string | null | undefined
  },
): Promise<Order> {
  if (given.parcelId) return correctParcel(ctx, adminId, { ...given, parcelId: given.parcelId })
  return correctOrder(ctx, adminId, given, {
    mayBe: canCorrectTracking,
    fields: {
      tracking_carrier: given.carrier,
      tracking_number: given.trackingNumber,
      tracking_url: given.trackingUrl ?? null,
    },
    news: { kind: 'tracking-corrected' },
  })
}

/** Corrects a parcel that was sent before the rest of its order. */
async function correctParcel(
  ctx: ChangeContext,
  adminId: string,
  given: Parameters<typeof correctTracking>[2] & { parcelId: string },
): Promise<Order> {
  const { orderId, version, carrier, trackingNumber: number, trackingUrl } = given
  const tracking = { carrier, number, url: trackingUrl ?? null }
  const isCorrected = await ctx.db.kysely.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new ShopError('ORDER_NOT_FOUND')
    const parcels = (await parcelsOfOrders(tx, [orderId])).get(orderId) ?? []
    const parcel = parcels.find(({ id }) => id === given.parcelId.toLowerCase())
    if (!parcel || order.status === 'COMPLETED') throw new ShopError('ORDER_STATE')
    checkVersion(order, version)
    const [change] = changesOf(
      'TRACKING',
      { carrier: parcel.carrier, number: parcel.number, url: parcel.url },
      tracking,
    )
    if (!change) return false
    const after = { ...order, version: version + 1 }
    await updateParcel(tx, { id: parcel.id, ...tracking })
    await updateCorrected(tx, orderId, { version: after.version })
    const at = ctx.clock.now()
    await insertCorrections(tx, [{ order_id: orderId, actor_id: adminId, at, ...change }])
    await refreshOrderSearch(tx, { orderId })
    const lines = (await linesOfOrders(tx, [orderId])).get(orderId) ?? []
    const news = { kind: 'tracking-corrected', parcel: { ...parcel, ...tracking } } as const
    await queueOrderEmail(ctx, tx, after, lines, news)
    return true
  })
  if (isCorrected) publishOrderChanged(ctx, orderId)
  return getOrder(ctx, orderId)
}

/**
 * Corrects an order's address and e-mail address, and e-mails the shopper; a replaced e-mail
 * address is notified. Throws `ORDER_NOT_FOUND`, `ORDER_STATE` once it is shipped or cancelled,
 * `STALE_EDIT`, `ORDER_TAXED_OTHERWISE` if another country taxes it by another rule.
 */
export function correctOrderContact(
  ctx: ChangeContext,
  adminId: string,
  given: {
    orderId: string
    version: number
    email?: string | undefined
    address?: DeliveryAddress | undefined
  },
): Promise<Order> {
  return correctOrder(ctx, adminId, given, {
    mayBe: canCorrectContact,
    fields: contactFields(given),
    news: { kind: 'details-corrected' },
  })
}

/** The columns of a given address and e-mail address. */
export function contactFields({
  email,
  address,
}: {
  email?: string | undefined
  address?: DeliveryAddress | undefined
}): Partial<CorrectableFields> {
  return {
    ...(email !== undefined && { email }),
    ...(address && {
      shipping_full_name: address.fullName,
      shipping_phone_number: address.phoneNumber,
      shipping_street_address: address.streetAddress,
      shipping_address_line2: address.addressLine2 || null,
      shipping_city: address.city,
      shipping_state: address.state || null,
      shipping_postal_code: address.postalCode || null,
      shipping_country: address.country,
    }),
  }
}

async function correctOrder(
  ctx: ChangeContext,
  adminId: string,
  { orderId, version }: { orderId: string; version: number },
  { mayBe, fields, news }: Correction,
): Promise<Order> {
  const isCorrected = await ctx.db.kysely.transaction().execute(async (tx: Queryable) => {
    const before = await lockOrder(tx, orderId)
    if (!before) throw new ShopError('ORDER_NOT_FOUND')
    if (!mayBe(before)) throw new ShopError('ORDER_STATE')
    checkVersion(before, version)
    const at = ctx.clock.now()
    const after = { ...before, ...fields, version: version + 1 }
    await checkTaxRule(tx, before, after.shipping_country, at)
    const changes = changesBetween(before, after)
    if (changes.length === 0) return false
    await updateCorrected(tx, orderId, { ...fields, version: after.version })
    await insertCorrections(
      tx,
      changes.map((change) => ({ order_id: orderId, actor_id: adminId, at, ...change })),
    )
    await refreshOrderSearch(tx, { orderId })
    const lines = (await linesOfOrders(tx, [orderId])).get(orderId) ?? []
    await queueOrderEmail(ctx, tx, after, lines, news)
    if (before.email?.toLowerCase() !== after.email?.toLowerCase())
      await writeToFormerAddress(ctx, tx, before, after.version)
    return true
  })
  if (isCorrected) publishOrderChanged(ctx, orderId)
  return getOrder(ctx, orderId)
}

/** Throws `ORDER_TAXED_OTHERWISE` if the order would have another rule of tax in this country. */
async function checkTaxRule(
  tx: Queryable,
  order: OrderRow,
  country: string | null,
  at: Date,
): Promise<void> {
  // An exchange is free of charge, so no tax rule applies to it.
  if (country === null || country === order.shipping_country || order.exchange_of !== null) return
  const rule = await taxRuleFor(tx, order, country, at)
  if ((rule?.id ?? null) !== order.tax_rule_id) throw new ShopError('ORDER_TAXED_OTHERWISE')
}

/** The correctable fields of an order, as they are shown. */
function correctable(order: OrderRow): Record<CorrectionKind, CorrectedFields> {
  return {
    TRACKING: { ...(toTracking(order) ?? {}) },
    ADDRESS: { ...toAddress(order) },
    EMAIL: { email: order.email },
  }
}

/** The changes of a correction: for each kind, the fields before and after. */
export function changesBetween(before: OrderRow, after: OrderRow) {
  const [were, are] = [correctable(before), correctable(after)]
  return (Object.keys(are) as CorrectionKind[]).flatMap((kind) =>
    changesOf(kind, were[kind], are[kind]),
  )
}

/** The fields of one kind that a correction changes, before and after; empty if it changes none. */
function changesOf(kind: CorrectionKind, were: CorrectedFields, are: CorrectedFields) {
  const changed = Object.keys(are).filter((name) => are[name] !== were[name])
  const pick = (from: CorrectedFields) =>
    Object.fromEntries(changed.map((name) => [name, from[name] ?? null]))
  return changed.length > 0 ? [{ kind, before: pick(were), after: pick(are) }] : []
}

/** Adds a note to an order for other staff. Throws `ORDER_NOT_FOUND`. */
export async function addOrderNote(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  authorId: string,
  { orderId, text }: { orderId: string; text: string },
) {
  if (!(await findOrder(db.kysely, orderId))) throw new ShopError('ORDER_NOT_FOUND')
  const [id, at] = [randomUUID(), clock.now()]
  await db.kysely.transaction().execute(async (tx) => {
    await insertNote(tx, { id, order_id: orderId, author_id: authorId, text, at })
    await refreshOrderSearch(tx, { orderId })
  })
  const nameOf = await namesOfAccounts(db.kysely, [authorId])
  return { id, text, by: nameOf(authorId), at: at.toISOString() }
}
