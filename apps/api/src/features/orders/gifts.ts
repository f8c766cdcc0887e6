import { randomBytes } from 'node:crypto'
import { giftCodeLength, giftCodeLetters } from '@solvane/contract/gift-exchanges'
import { toOrderNumber } from '@solvane/contract/orders'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { composeEmail } from '../../platform/mail/email.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { hashToken } from '../auth/secrets.ts'
import { itemRow } from './email-item.ts'
import {
  correctedTracking,
  emailKey,
  linesInParcel,
  type OrderEvent,
} from './notices/email-rows.ts'
import { findOrder, type OrderLineRow, type OrderRow } from './orders.queries.ts'
import { findGiftOrderId, insertGiftLink, orderIdOfReturn } from './returned-orders.queries.ts'

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

/** The link to the gift that a return is about. */
async function giftLinkOfExchange(ctx: Context, db: Queryable, returnId: string): Promise<string> {
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

/** The order of a gift's code, with its giver's message. Undefined for an invalid code. */
export async function findGiftByCode(
  db: Queryable,
  code: string,
): Promise<{ orderId: string; gift: NonNullable<OrderRow['gift']> } | undefined> {
  const orderId = await findGiftOrderId(db, hashToken(code))
  const order = orderId === undefined ? undefined : await findOrder(db, orderId)
  if (!order?.gift || order.status === 'CANCELLED') return undefined
  return { orderId: order.id, gift: order.gift }
}

/**
 * Queues an e-mail to the recipient of a gift about what an exchange sends: without a price, and
 * without a link to the account of who gave it. Not every event concerns them.
 */
export async function queueRecipientEmail(
  ctx: Context & Pick<AppContext, 'jobs'>,
  tx: Queryable,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  news: OrderEvent,
  again: string | undefined,
): Promise<void> {
  const inParcel = await linesInParcel(tx, order, lines, news)
  const paragraphs = wordsForRecipient(order, news, inParcel !== null)
  if (!paragraphs || order.email === null || order.exchange_of === null) return
  const number = toOrderNumber(order.number)
  const [preview = ''] = paragraphs
  const content = composeEmail(
    {
      subject: `Your exchange ${number}`,
      preview,
      greeting: 'Good day,',
      paragraphs,
      rows: (inParcel ?? lines).map((line) => itemRow(line, ctx.config)),
      action: {
        label: 'View your gift',
        url: await giftLinkOfExchange(ctx, tx, order.exchange_of),
      },
      reason: 'You receive this e-mail because you asked us to exchange a gift.',
    },
    ctx.config.publicUrl,
  )
  const kind = `order-${news.kind}`
  const key = emailKey(order, news, again)
  await queueEmail(ctx, tx, { kind, key, recipient: order.email, content })
}

function wordsForRecipient(
  order: OrderRow,
  news: OrderEvent,
  isOfParcel: boolean,
): string[] | null {
  switch (news.kind) {
    case 'shipped':
      return [
        `${isOfParcel ? 'The rest of what' : 'What'} you chose instead is on its way.`,
        `It travels with ${order.tracking_carrier}, number ${order.tracking_number}.`,
      ]
    case 'parcel-sent':
      return [
        'These pieces are on their way. We will e-mail you when the others are.',
        `They travel with ${news.parcel.carrier}, number ${news.parcel.number}.`,
      ]
    case 'tracking-corrected':
      return [
        'The tracking number we wrote to you was not right. This is the one to follow.',
        correctedTracking(order, news, isOfParcel),
      ]
    case 'details-corrected':
      return [
        'The delivery details of your exchange have been corrected.',
        'Should you not have asked for this, please tell us before the parcel leaves.',
      ]
    case 'delivered':
      return ['Your parcel has been delivered. We hope that it is all you wished for.']
    case 'cancelled':
      return ['Your exchange has been cancelled, and nothing will be sent. Please write to us.']
    default:
      return null
  }
}
