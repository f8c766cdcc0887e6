import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../../context.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { namesOfAccounts } from '../../auth/accounts.admin.ts'
import { findOrder } from '../orders.queries.ts'
import { insertNote } from './orders.admin.queries.ts'

/** Notes something of an order for other staff. Raises `ORDER_NOT_FOUND`. */
export async function addOrderNote(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  authorId: string,
  { orderId, text }: { orderId: string; text: string },
) {
  if (!(await findOrder(db.kysely, orderId))) throw new ShopError('ORDER_NOT_FOUND')
  const [id, at] = [randomUUID(), clock.now()]
  await insertNote(db.kysely, { id, order_id: orderId, author_id: authorId, text, at })
  const nameOf = await namesOfAccounts(db.kysely, [authorId])
  return { id, text, by: nameOf(authorId), at: at.toISOString() }
}
