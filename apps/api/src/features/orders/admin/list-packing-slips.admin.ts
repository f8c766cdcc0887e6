import { toOrderNumber } from '@solvane/contract/orders'
import type { PackingSlip } from '@solvane/contract/orders.admin'
import { z } from 'zod'
import type { AppContext } from '../../../context.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { toAddress } from '../order-shape.ts'
import { linesOfOrders } from '../orders.queries.ts'
import { findOrders } from './orders.admin.queries.ts'

/**
 * What to pack for orders, in the order asked for. Raises `ORDER_NOT_FOUND` when one is missing, and
 * `ORDER_CANCELLED` with their numbers as `details.orderNumbers` when some are cancelled.
 */
export async function listPackingSlips(
  { db: { kysely: db } }: Pick<AppContext, 'db'>,
  orderIds: string[],
): Promise<PackingSlip[]> {
  if (!orderIds.every((id) => z.uuid().safeParse(id).success))
    throw new ShopError('ORDER_NOT_FOUND')
  const [rows, lines] = await Promise.all([findOrders(db, orderIds), linesOfOrders(db, orderIds)])
  const cancelled = rows.filter(({ status }) => status === 'CANCELLED')
  if (cancelled.length > 0) {
    const orderNumbers = cancelled.map(({ number }) => toOrderNumber(number)).toSorted()
    const message = `There is nothing to pack for ${orderNumbers.join(', ')}: cancelled.`
    throw new ShopError('ORDER_CANCELLED', { orderNumbers }, message)
  }
  const known = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(orderIds)].map((id) => {
    const row = known.get(id)
    if (!row) throw new ShopError('ORDER_NOT_FOUND')
    return {
      orderId: id,
      orderNumber: toOrderNumber(row.number),
      createdAt: row.created_at.toISOString(),
      status: row.status,
      address: toAddress(row),
      remark: row.remark,
      lines: (lines.get(id) ?? []).map(
        ({ variant_id, identifier, name, attributes, quantity }) => ({
          variantId: variant_id,
          identifier,
          name,
          attributeValues: attributes,
          quantity,
        }),
      ),
    }
  })
}
