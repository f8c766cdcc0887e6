import { toReturnNumber } from '@solvane/contract/returns'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { removeEmailsAbout } from '../../platform/mail/outbox.ts'
import type { PersonalData } from '../auth/personal-data.ts'
import { removeRecipientOfExchange } from '../orders/personal-data.ts'
import { findReturnedOrder } from '../orders/returned-orders.ts'
import { forgetActionsOn } from '../staff/audit-trail.ts'
import { describeLines, describeReturn } from './describe-returns.ts'
import {
  deleteRecipient,
  findRecipient,
  isGiftReturnUnderWay,
  listEndedGiftReturns,
  listGiftReturnIdsOfGiver,
  listReturnIdsOfRecipient,
} from './gift-exchange.queries.ts'
import { toRecipient } from './gift-exchange.ts'
import { isReturnVoid } from './return-rules.ts'
import {
  findReturn,
  isExchangeCancelled,
  linesOfReturns,
  listReturnsOfUser,
  type ReturnRow,
  removeReturnTexts,
} from './returns.queries.ts'

const exchangeUnderWay =
  'An exchange of a gift is still under way. Your account can be closed once it is done.'
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
      // The recipient's, not the giver's.
      if (row.is_gift) continue
      const order = await findReturnedOrder(db, row.order_id)
      if (order) described.push(await describeReturn(db, order, row))
    }
    return described
  },
  async erase(tx, userId) {
    const open: ReturnRow[] = []
    for (const row of await listReturnsOfUser(tx, userId)) {
      const isOver =
        isReturnVoid(row.status) || row.status === 'REFUNDED' || row.status === 'EXCHANGED'
      if (!isOver || (await isExchangeCancelled(tx, row))) open.push(row)
    }
    if (open.some(({ is_gift }) => !is_gift))
      throw new ShopError('ORDERS_UNDER_WAY', undefined, underWay)
    // The message does not name the return, because the giver does not see the recipient's requests.
    if (open.length > 0) throw new ShopError('ORDERS_UNDER_WAY')
    for (const id of await listGiftReturnIdsOfGiver(tx, userId)) await removeRecipient(tx, id)
    await removeReturnTexts(tx, userId)
  },
}

/**
 * The requests of a person as the recipient of gifts, found by the confirmed e-mail address of
 * their account: for the export, and for closing the account, which waits until none is under way.
 */
export const giftsOfRecipient: PersonalData = {
  name: 'giftExchanges',
  async read(db, userId) {
    const described = []
    for (const id of await listReturnIdsOfRecipient(db, userId)) {
      const row = await findReturn(db, id)
      const order = row && (await findReturnedOrder(db, row.order_id))
      const recipient = await findRecipient(db, id)
      if (!row || !order || !recipient) continue
      const lines = (await linesOfReturns(db, [id])).get(id) ?? []
      described.push({
        returnNumber: toReturnNumber(row.number),
        status: row.status,
        createdAt: row.created_at.toISOString(),
        ...toRecipient(recipient),
        lines: (await describeLines(db, order, lines)).map(
          ({ name, attributeValues, quantity, exchangeFor }) => ({
            name,
            attributeValues,
            quantity,
            exchangeFor: exchangeFor?.attributeValues ?? {},
          }),
        ),
      })
    }
    return described
  },
  async erase(tx, userId) {
    for (const id of await listReturnIdsOfRecipient(tx, userId)) {
      if (await isGiftReturnUnderWay(tx, id))
        throw new ShopError('ORDERS_UNDER_WAY', undefined, exchangeUnderWay)
      await removeRecipient(tx, id)
    }
  },
}

/** Days after everything of an exchange has ended, for questions about it. */
const daysKept = 90

/** Removes the recipients of gifts whose exchanges ended long enough ago. */
export async function removeOldRecipients({
  clock,
  db,
}: Pick<AppContext, 'clock' | 'db'>): Promise<void> {
  const before = new Date(clock.now().getTime() - daysKept * 24 * 60 * 60 * 1_000)
  for (const id of await listEndedGiftReturns(db.kysely, before))
    await db.kysely.transaction().execute((tx) => removeRecipient(tx, id))
}

/**
 * Removes the recipient who has requested the exchange of a gift everywhere: from request, order,
 * e-mails and audit log.
 */
async function removeRecipient(tx: Queryable, returnId: string): Promise<void> {
  const row = await findReturn(tx, returnId)
  const recipient = await findRecipient(tx, returnId)
  if (!row || !recipient) return
  await removeEmailsAbout(tx, [recipient.email], row.order_id)
  const orderId = await removeRecipientOfExchange(tx, returnId)
  await forgetActionsOn(tx, [returnId, ...(orderId ? [orderId] : [])])
  await deleteRecipient(tx, returnId)
}
