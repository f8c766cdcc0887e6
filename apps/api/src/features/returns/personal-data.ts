import { ShopError } from '../../platform/errors/shop-error.ts'
import type { PersonalData } from '../auth/personal-data.ts'
import { findReturnedOrder } from '../orders/returned-orders.ts'
import { describeReturn } from './describe-returns.ts'
import { isReturnVoid } from './return-rules.ts'
import { listReturnsOfUser, removeReturnTexts } from './returns.queries.ts'

const underWay = 'A return of yours is still under way. Your account can be closed once it is done.'

/**
 * The returns of a shopper, for the export and for closing an account: while goods or money of one
 * are under way it cannot be closed (`ORDERS_UNDER_WAY`), and afterwards no text is left.
 */
export const shopperReturns: PersonalData = {
  name: 'returns',
  async read(db, userId) {
    const described = []
    for (const row of await listReturnsOfUser(db, userId)) {
      const order = await findReturnedOrder(db, row.order_id)
      if (order) described.push(await describeReturn(db, order, row))
    }
    return described
  },
  async erase(tx, userId) {
    const returns = await listReturnsOfUser(tx, userId)
    const isDone = returns.every(
      ({ status }) => isReturnVoid(status) || status === 'REFUNDED' || status === 'EXCHANGED',
    )
    if (!isDone) throw new ShopError('ORDERS_UNDER_WAY', undefined, underWay)
    await removeReturnTexts(tx, userId)
  },
}
