import { randomBytes } from 'node:crypto'
import { giftCodeLength, giftCodeLetters } from '@solvane/contract/gift-exchanges'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { hashToken } from '../auth/secrets.ts'
import { findGiftOrderId, insertGiftLink, orderIdOfReturn } from './returned-orders.queries.ts'
import { findOrder, type OrderRow } from './orders.queries.ts'

type Context = Pick<AppContext, 'clock' | 'config'>

const page = '/gift'
const group = 4

/** 140 random bits: five of each byte, because there are 32 letters. */
function makeCode(): string {
  return [...randomBytes(giftCodeLength)]
    .map((byte) => giftCodeLetters[byte % giftCodeLetters.length])
    .join('')
}

/**
 * Makes another link to the gift of an order; only the hash of its code is stored. The code is in
 * the fragment, which browsers do not send: it appears in no log.
 */
async function addGiftLink(ctx: Context, db: Queryable, orderId: string): Promise<string> {
  const code = makeCode()
  await insertGiftLink(db, {
    code_hash: hashToken(code),
    order_id: orderId,
    created_at: ctx.clock.now(),
  })
  return code
}

const linkTo = ({ config }: Context, code: string) => `${config.publicUrl}${page}#token=${code}`

/** A new link to a gift, for an e-mail to its recipient. */
export async function giftLink(ctx: Context, db: Queryable, orderId: string): Promise<string> {
  return linkTo(ctx, await addGiftLink(ctx, db, orderId))
}

/** The same, of the gift that a return is about. */
export async function giftLinkOfExchange(
  ctx: Context,
  db: Queryable,
  returnId: string,
): Promise<string> {
  return giftLink(ctx, db, await orderIdOfReturn(db, returnId))
}

/**
 * A new link to print on the card of a gift. Throws `ORDER_NOT_FOUND`, `NOT_A_GIFT`,
 * `ORDER_CANCELLED`.
 */
export async function makeGiftLink(
  ctx: Context & Pick<AppContext, 'db'>,
  orderId: string,
): Promise<{ code: string; link: string; page: string }> {
  const db = ctx.db.kysely
  const order = await findOrder(db, orderId)
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  if (!order.gift) throw new ShopError('NOT_A_GIFT')
  if (order.status === 'CANCELLED') throw new ShopError('ORDER_CANCELLED')
  const code = await addGiftLink(ctx, db, orderId)
  return {
    code: (code.match(new RegExp(`.{1,${group}}`, 'g')) ?? []).join(' '),
    link: linkTo(ctx, code),
    page: `${new URL(ctx.config.publicUrl).host}${page}`,
  }
}

/** The order of a gift's code, and what its giver wrote. Undefined for a code that is not, or no longer, valid. */
export async function findGiftByCode(
  db: Queryable,
  code: string,
): Promise<{ orderId: string; gift: NonNullable<OrderRow['gift']> } | undefined> {
  const orderId = await findGiftOrderId(db, hashToken(code))
  const order = orderId === undefined ? undefined : await findOrder(db, orderId)
  if (!order?.gift || order.status === 'CANCELLED') return undefined
  return { orderId: order.id, gift: order.gift }
}
