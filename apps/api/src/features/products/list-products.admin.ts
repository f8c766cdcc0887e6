import type { Swatch } from '@solvane/contract/catalog'
import type {
  listStaffProducts as call,
  StaffColor,
  StaffProductRow,
} from '@solvane/contract/products.admin'
import { isUuid } from '@solvane/contract/text'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { countStaffProducts, listStaffProductRows } from './list-products.admin.queries.ts'
import { insertColor, listColorRows } from './read-products.queries.ts'
import { statusOf } from './stored-product.ts'

/** A page of the products, also of those that are not in the shop, and how many there are in all. */
export async function listStaffProducts(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  query: z.output<typeof call.query>,
): Promise<{ data: StaffProductRow[]; total: number }> {
  const { page, size, sort, order, q, status, category, availability, onSale, ids } = query
  const at = clock.now()
  const filter = {
    q,
    status: status ?? null,
    category,
    availability,
    onSale,
    ids: ids === undefined ? null : ids.split(',').filter(isUuid),
  }
  const [rows, total] = [
    await listStaffProductRows(
      db.kysely,
      filter,
      { sort, order, limit: size, offset: (page - 1) * size },
      at,
    ),
    await countStaffProducts(db.kysely, filter, at),
  ]
  const data = rows.map(({ deletedAt, isWithdrawn, priceFrom, priceTo, isOnSale, ...row }) => ({
    ...row,
    status: statusOf({ deletedAt, isWithdrawn }),
    priceFrom: priceFrom === null ? null : priceFrom / 100,
    priceTo: priceTo === null ? null : priceTo / 100,
    isOnSale: isOnSale === true,
    publishedAt: row.publishedAt.toISOString(),
    withdrawsAt: row.withdrawsAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
  }))
  return { data, total }
}

/** The colour list, in its order. */
export function listColors({ db }: Pick<AppContext, 'db'>): Promise<StaffColor[]> {
  return listColorRows(db.kysely)
}

/** Adds a colour to the list. Throws `COLOR_TAKEN`. */
export async function createColor({ db }: Pick<AppContext, 'db'>, color: Swatch): Promise<Swatch> {
  if (!(await insertColor(db.kysely, color))) throw new ShopError('COLOR_TAKEN')
  return color
}
