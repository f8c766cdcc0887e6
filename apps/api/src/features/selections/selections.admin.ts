import { randomUUID } from 'node:crypto'
import { formatPrice } from '@solvane/contract/money'
import { toOrderNumber } from '@solvane/contract/orders'
import type { AdviserSelection } from '@solvane/contract/selections.admin'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { isTaken, retryAfterDeadlock } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { composeEmail, type Email } from '../../platform/mail/email.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { hashToken, serverKeys } from '../auth/secrets.ts'
import { shopTimeZone } from '../content/read-content.ts'
import { reserveUnits } from '../waiting-list/offers.ts'
import {
  findByToken,
  findRecipient,
  findSelection,
  insertSelection,
  insertSelectionLines,
  listSelectionRows,
  lockSelection,
  type SelectionRecipient,
  type SelectionRow,
  selectionKey,
} from './selections.queries.ts'
import { describeLines, releaseSelections, stateAt } from './selections.ts'

type Context = Pick<AppContext, 'changes' | 'clock' | 'config' | 'db' | 'jobs' | 'limits'>

/** Selections that one member of staff makes: each takes stock away, and may e-mail any address. */
export const makingLimit = { name: 'selection-made', times: 60, seconds: 60 * 60 } as const

/** The products that an adviser has put together. */
export interface WantedSelection {
  lines: { variantId: string; quantity: number }[]
  note: string
  hours?: number | undefined
  /** A repeated request under one key makes one selection. */
  key?: string | undefined
}

/** A selection that was made, with the products whose stock has moved. */
export interface MadeSelection {
  selection: AdviserSelection
  link: string
  products: string[]
}

/** The id of a selection that is made, and the token of its link. */
interface NewSelection {
  id: string
  token: string
}

/**
 * Makes a selection as `make` does in a transaction, once: repeated under its key, the request is answered by that
 * selection, and `made` is null. Throws `SELECTION_KEY_REUSED` for another request under the key, `TOO_MANY_REQUESTS`, and the
 * errors of `make`.
 */
export async function makeOnce<Made extends MadeSelection>(
  ctx: Pick<Context, 'changes' | 'clock' | 'config' | 'db' | 'limits'>,
  { key: id = randomUUID(), ...request }: WantedSelection & { adviserId: string },
  make: (tx: Queryable, of: NewSelection) => Promise<Made>,
): Promise<{ selection: AdviserSelection; link: string; made: Made | null }> {
  const keys = await serverKeys(ctx)
  // The token follows from the request, so that a repeated one is recognized by it, and gets the link again.
  const token = keys.selectionTokenOf(JSON.stringify([id, request]))
  const findEarlier = async () => {
    const at = ctx.clock.now()
    const row = await findByToken(ctx.db.kysely, hashToken(token), at)
    return row && { selection: describe(row, at), link: linkTo(ctx, token), made: null }
  }
  const earlier = await findEarlier()
  if (earlier) return earlier
  await ctx.limits.count(makingLimit, request.adviserId)
  try {
    const made = await retryAfterDeadlock(() =>
      ctx.db.kysely.transaction().execute((tx) => make(tx, { id, token })),
    )
    ctx.changes.publish(made.products.map((product) => `product:${product}` as const))
    return { selection: made.selection, link: made.link, made }
  } catch (error) {
    if (!isTaken(error, selectionKey)) throw error
    const concurrent = await findEarlier()
    if (!concurrent) throw new ShopError('SELECTION_KEY_REUSED')
    return concurrent
  }
}

const linkTo = ({ config }: Pick<Context, 'config'>, token: string) =>
  `${config.publicUrl}/s/${token}`

/**
 * Reserves the products of an adviser's selection, in the caller's transaction, and makes the link
 * to it, of which only the hash is stored. Throws `ITEM_UNAVAILABLE` with
 * `details.unavailableItems`.
 */
export async function reserveSelection(
  ctx: Pick<Context, 'clock' | 'config'>,
  tx: Queryable,
  {
    id,
    token,
    lines,
    note,
    hours = ctx.config.selectionHours,
    ...whose
  }: Omit<WantedSelection, 'key'> &
    NewSelection & {
      adviserId: string
      userId: string | null
      callerEmail?: string | null
      roomId: string | null
    },
): Promise<MadeSelection> {
  const at = ctx.clock.now()
  // First, because the same request at the same time waits here, and not for stock that this one takes.
  await insertSelection(tx, {
    id,
    token_hash: hashToken(token),
    note,
    adviser_id: whose.adviserId,
    user_id: whose.userId,
    caller_email: whose.callerEmail ?? null,
    room_id: whose.roomId,
    made_at: at,
    ends_at: new Date(at.getTime() + hours * 3_600_000),
  })
  const products = await reserveUnits(tx, lines, at)
  await insertSelectionLines(tx, id, lines)
  const row = await findSelection(tx, id, at)
  if (!row) throw new Error('A selection that was made is there')
  return { selection: describe(row, at), link: linkTo(ctx, token), products }
}

/**
 * Makes a selection for a customer, and e-mails the link if that is wanted. Throws `CUSTOMER_NOT_FOUND`, and as
 * `makeOnce` and `reserveSelection` do.
 */
export async function makeSelection(
  ctx: Context,
  {
    customerId,
    isEmailed,
    ...wanted
  }: WantedSelection & { adviserId: string; customerId: string; isEmailed: boolean },
): Promise<Omit<MadeSelection, 'products'>> {
  const recipient = await findRecipient(ctx.db.kysely, { id: customerId })
  if (!recipient) throw new ShopError('CUSTOMER_NOT_FOUND')
  const email = isEmailed ? recipient.email : undefined
  return makeAndSend(ctx, wanted, { recipient, email })
}

/**
 * Makes a selection for someone at the phone who may have no account, and e-mails the link to the address
 * that they give. Throws as `makeOnce` and `reserveSelection` do.
 */
export async function makeSelectionForCaller(
  ctx: Context,
  { email, ...wanted }: WantedSelection & { adviserId: string; email?: string | undefined },
): Promise<Omit<MadeSelection, 'products'>> {
  const found = email ? await findRecipient(ctx.db.kysely, { email }) : undefined
  // Anyone can open an account with an address that is not theirs, and read what it is given.
  const recipient = found?.is_confirmed ? found : undefined
  return makeAndSend(ctx, wanted, { recipient, email })
}

async function makeAndSend(
  ctx: Context,
  wanted: WantedSelection & { adviserId: string },
  { recipient, email }: { recipient: SelectionRecipient | undefined; email: string | undefined },
): Promise<Omit<MadeSelection, 'products'>> {
  const heldUntil = await untilWords(ctx)
  const whose = {
    userId: recipient?.id ?? null,
    callerEmail: recipient ? null : (email ?? null),
    roomId: null,
  }
  const request = { ...wanted, ...whose, email }
  const { selection, link } = await makeOnce(ctx, request, async (tx, of) => {
    const made = await reserveSelection(ctx, tx, { ...wanted, ...whose, ...of })
    if (email)
      await queueEmail(ctx, tx, {
        kind: 'selection',
        key: made.selection.id,
        recipient: email,
        content: selectionEmail(ctx, recipient, made, heldUntil(made.selection.endsAt)),
      })
    return made
  })
  return { selection, link }
}

/** Says until when a selection is held, in the shop's time zone: `Wednesday 25 November at 18:30 (UTC)`. */
export async function untilWords(ctx: Pick<AppContext, 'db'>): Promise<(endsAt: string) => string> {
  const timeZone = await shopTimeZone(ctx)
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })
  return (endsAt) => format.format(new Date(endsAt))
}

function selectionEmail(
  { config }: Pick<Context, 'config'>,
  recipient: SelectionRecipient | undefined,
  { selection: { note, items, total }, link }: Omit<MadeSelection, 'products'>,
  until: string,
): Email {
  return composeEmail(
    {
      subject: 'A selection for you',
      preview: `Reserved for you until ${until}.`,
      greeting:
        recipient?.nick_name && recipient.is_confirmed
          ? `Dear ${recipient.nick_name},`
          : 'Good day,',
      paragraphs: [...note.split(/\n+/).filter(Boolean), `We hold it for you until ${until}.`],
      rows: [
        ...items.map(({ name, attributeValues, quantity, unitPrice }) => ({
          label: [
            quantity > 1 ? `${quantity} × ${name}` : name,
            ...Object.values(attributeValues),
          ].join(', '),
          value: formatPrice(Math.round(unitPrice * quantity * 100)),
        })),
        { label: 'Total', value: formatPrice(Math.round(total * 100)) },
      ],
      action: { label: 'See your selection', url: link },
      afterwards: ['The prices are those of the shop when you order.'],
      reason: 'One of our advisers has put this together for you.',
    },
    config.publicUrl,
  )
}

/** The most selections that are listed. */
const listed = 20

/** The latest selections, of a conversation or a customer if one is named, the newest first. */
export async function listSelections(
  { db, clock, config }: Pick<Context, 'clock' | 'config' | 'db'>,
  { roomId, customerId }: { roomId?: string | undefined; customerId?: string | undefined },
): Promise<{ selections: AdviserSelection[]; usualHours: number }> {
  const at = clock.now()
  const rows = await listSelectionRows(db.kysely, {
    roomId,
    userId: customerId,
    at,
    limit: listed,
  })
  return {
    selections: rows.map((row) => describe(row, at)),
    usualHours: config.selectionHours,
  }
}

/**
 * Takes a selection back; one that has ended without an order stays as it is. Throws
 * `SELECTION_NOT_FOUND`, `SELECTION_ORDERED`.
 */
export async function takeBackSelection(ctx: Context, id: string): Promise<AdviserSelection> {
  const at = ctx.clock.now()
  const products = await retryAfterDeadlock(() =>
    ctx.db.kysely.transaction().execute(async (tx) => {
      const selection = await lockSelection(tx, { id })
      if (!selection) throw new ShopError('SELECTION_NOT_FOUND')
      if (selection.state === 'ORDERED') throw new ShopError('SELECTION_ORDERED')
      return releaseSelections(tx, [id], 'TAKEN_BACK', at)
    }),
  )
  ctx.changes.publish(products.map((one) => `product:${one}` as const))
  const row = await findSelection(ctx.db.kysely, id, at)
  if (!row) throw new ShopError('SELECTION_NOT_FOUND')
  return describe(row, at)
}

function describe(row: SelectionRow, at: Date): AdviserSelection {
  const { user_id, user_email, order_id, order_number, order_status } = row
  return {
    id: row.id,
    state: stateAt(row, at),
    note: row.note,
    adviserName: row.adviser_name,
    madeAt: row.made_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    ...describeLines(row.lines),
    customer: user_id && user_email ? { id: user_id, email: user_email } : null,
    callerEmail: row.caller_email,
    roomId: row.room_id,
    order:
      order_id && order_number !== null && order_status
        ? { id: order_id, orderNumber: toOrderNumber(order_number), status: order_status }
        : null,
  }
}
