import { toOrderNumber } from '@solvane/contract/order-number'
import type { PackingSlip } from '@solvane/contract/orders-admin'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { toAddress } from './order-shape.ts'
import { linesOfOrders } from './orders.queries.ts'
import { findOrders } from './staff-orders.queries.ts'

/** What to pack for orders, in the order asked for. Raises `ORDER_NOT_FOUND` when one is missing. */
export async function listPackingSlips(
  { db: { kysely: db } }: Pick<AppContext, 'db'>,
  orderIds: string[],
): Promise<PackingSlip[]> {
  const [rows, lines] = await Promise.all([findOrders(db, orderIds), linesOfOrders(db, orderIds)])
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
