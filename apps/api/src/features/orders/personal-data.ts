import type { OrderStatus } from '@solvane/contract/orders'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { PersonalData } from '../auth/personal-data.ts'
import { eraseBuyers } from '../invoices/invoices.ts'
import { hasMoneyToSettle, hasMoneyUnderWay, removePaymentTexts } from '../payments/payments.ts'
import { removeEmailsOfOrder } from './notices/send-order-email.ts'
import { listOrderRows, lockOrder } from './orders.queries.ts'
import {
  correctionsOfShopper,
  findExchangeOrder,
  lockAccount,
  removePerson,
} from './personal-data.queries.ts'
import { describeOrders } from './read-orders.ts'
import { moveOrder } from './states/change-order.ts'

/** The states in which nothing remains to be sent; in earlier ones the address is still needed. */
const ended: OrderStatus[] = ['DELIVERED', 'COMPLETED', 'CANCELLED']

const moneyToSettle =
  'Money of an order is still to be settled. The account can be closed once it is.'

/** All orders fit into one export. */
const all = { limit: 10_000, offset: 0 }
/** Including those that send something to the recipient of a gift. */
const every = { isForRecipientToo: true }

/**
 * The orders, for the export and for closing an account. While an order or a refund is under way,
 * the account cannot be closed (`ORDERS_UNDER_WAY`); unpaid orders are cancelled, and the others,
 * which stay for accounting, are anonymized.
 */
export function ordersOfShopper(ctx: Pick<AppContext, 'clock' | 'config'>): PersonalData {
  return {
    name: 'orders',
    async read(db, userId) {
      const orders = await describeOrders(db, await listOrderRows(db, userId, {}, all))
      const corrections = await correctionsOfShopper(db, userId)
      return orders.map((order) => ({
        ...order,
        corrections: (corrections.get(order.id) ?? []).map(({ kind, before, after, at }) => ({
          kind,
          before,
          after,
          at: at.toISOString(),
        })),
      }))
    },
    async erase(tx, userId) {
      await lockAccount(tx, userId)
      for (const { id, status } of await listOrderRows(tx, userId, every, all))
        if (!ended.includes(status)) await endUnpaid(ctx, tx, id)
      const orders = await listOrderRows(tx, userId, every, all)
      if (
        await hasMoneyToSettle(
          tx,
          orders.map(({ id }) => id),
        )
      )
        throw new ShopError('ORDERS_UNDER_WAY', undefined, moneyToSettle)
      // Includes e-mails to addresses corrected by staff, which are not the account's.
      for (const order of orders) await removeEmailsOfOrder(tx, order)
      await removePerson(tx, { userId })
      await eraseBuyers(tx, userId)
      await removePaymentTexts(tx, userId)
    },
  }
}

async function endUnpaid(
  ctx: Pick<AppContext, 'clock' | 'config'>,
  tx: Queryable,
  orderId: string,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order || ended.includes(order.status)) return
  if (order.status !== 'UNPAID' || (await hasMoneyUnderWay(tx, orderId)))
    throw new ShopError('ORDERS_UNDER_WAY')
  await moveOrder(ctx, tx, order, {
    to: 'CANCELLED',
    actor: 'SHOPPER',
    actorId: order.user_id,
    reason: 'The account was closed',
  })
}

/**
 * Removes the recipient of a gift from the order with the exchange of a return, and returns its id;
 * undefined without such an order.
 */
export async function removeRecipientOfExchange(
  tx: Queryable,
  returnId: string,
): Promise<string | undefined> {
  const order = await findExchangeOrder(tx, returnId)
  if (!order) return undefined
  await removeEmailsOfOrder(tx, order)
  await removePerson(tx, { orderId: order.id })
  return order.id
}
