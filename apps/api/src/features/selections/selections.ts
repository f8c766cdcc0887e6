import type { OpenedSelection, SelectionItem, SelectionState } from '@solvane/contract/selections'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { retryAfterDeadlock } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import type { PersonalData } from '../auth/personal-data.ts'
import { hashToken } from '../auth/secrets.ts'
import { placeholderPicture, toDollars } from '../catalog/to-card.ts'
import { giveUnits, releaseUnits, type Units } from '../waiting-list/offers.ts'
import {
  deleteEndedBefore,
  deleteSelections,
  endSelections,
  expiredSelections,
  findByToken,
  forgetCallersBefore,
  listSelectionsOfPerson,
  lockSelection,
  moveToRoom,
  type SelectionLineRow,
  type SelectionRow,
} from './selections.queries.ts'

/** Opening links. */
const linkLimit = { name: 'selection-link', times: 60, seconds: 15 * 60 } as const

/** The content of the link to a selection. Throws `LINK_EXPIRED`, `TOO_MANY_REQUESTS`. */
export async function openSelection(
  { db, clock, limits }: Pick<AppContext, 'clock' | 'db' | 'limits'>,
  { token, address }: { token: string; address: string },
): Promise<OpenedSelection> {
  await limits.count(linkLimit, networkOf(address))
  const at = clock.now()
  const row = await findByToken(db.kysely, hashToken(token), at)
  if (!row) throw new ShopError('LINK_EXPIRED')
  return {
    state: stateAt(row, at),
    note: row.note,
    adviserName: row.adviser_name,
    endsAt: row.ends_at.toISOString(),
    ...describeLines(row.lines),
  }
}

/**
 * The state at an instant: a selection expires at its end, before the job of the next minute ends
 * it.
 */
export function stateAt(
  { state, ends_at }: Pick<SelectionRow, 'state' | 'ends_at'>,
  at: Date,
): SelectionState {
  return state === 'OPEN' && ends_at <= at ? 'EXPIRED' : state
}

/** The lines of a selection with their total, at the prices now. */
export function describeLines(lines: readonly SelectionLineRow[]): {
  items: SelectionItem[]
  total: number
} {
  return {
    items: lines.map((line) => ({
      variantId: line.variant_id,
      identifier: line.identifier,
      name: line.name,
      attributeValues: line.attributes,
      picture: line.picture ?? placeholderPicture,
      quantity: line.quantity,
      unitPrice: toDollars(line.current_cents),
      originalPrice: line.current_cents < line.price_cents ? toDollars(line.price_cents) : null,
      isForSale: line.is_for_sale,
    })),
    total: toDollars(
      lines.reduce((sum, { current_cents, quantity }) => sum + current_cents * quantity, 0),
    ),
  }
}

/** Throws `SELECTION_ORDERED` or `SELECTION_ENDED` unless a selection can be ordered at an instant. */
function checkOpen(
  selection: Pick<SelectionRow, 'state' | 'ends_at'> | undefined,
  at: Date,
): asserts selection is SelectionRow {
  if (selection?.state === 'ORDERED') throw new ShopError('SELECTION_ORDERED')
  if (!selection || stateAt(selection, at) !== 'OPEN') throw new ShopError('SELECTION_ENDED')
}

/** Throws as `takeSelection` does, before an order of it is computed. */
export async function checkSelection(db: Queryable, token: string, at: Date): Promise<void> {
  checkOpen(await findByToken(db, hashToken(token), at), at)
}

/**
 * Hands a selection to an order: the units that the order wants are in stock when it reserves its
 * own, in the same transaction, and the others go to the waiting list or on sale. Returns the
 * former. If several orders try, one gets it. Throws `SELECTION_ORDERED`, `SELECTION_ENDED`.
 */
export async function takeSelection(
  tx: Queryable,
  {
    token,
    items,
    ...order
  }: {
    token: string
    orderId: string
    userId: string
    items: readonly Units[]
    at: Date
  },
): Promise<Units[]> {
  const selection = await lockSelection(tx, { tokenHash: hashToken(token) })
  checkOpen(selection, order.at)
  const units = await endSelections(tx, [selection.id], { state: 'ORDERED', ...order })
  const wanted = new Map(items.map(({ variantId, quantity }) => [variantId, quantity]))
  const takenOf = ({ variantId, quantity }: Units) => Math.min(quantity, wanted.get(variantId) ?? 0)
  const part = (quantityOf: (of: Units) => number) =>
    units
      .map((of) => ({ variantId: of.variantId, quantity: quantityOf(of) }))
      .filter(({ quantity }) => quantity > 0)
  // First, while those of the order are not in stock: otherwise they would be offered, too.
  await releaseUnits(
    tx,
    part((of) => of.quantity - takenOf(of)),
    order.at,
  )
  const given = part(takenOf)
  await giveUnits(tx, given, order.at)
  return given
}

/**
 * Ends open selections without an order; their units go to the waiting list or on sale. Returns the
 * products.
 */
export async function releaseSelections(
  tx: Queryable,
  ids: readonly string[],
  state: 'EXPIRED' | 'TAKEN_BACK',
  at: Date,
): Promise<string[]> {
  return releaseUnits(tx, await endSelections(tx, ids, { state, at }), at)
}

/** Selections of one transaction. */
const atATime = 100

/** Runs every minute: ends selections whose time is over. Safe in several processes at once. */
export async function expireSelections({
  db,
  clock,
  changes,
}: Pick<AppContext, 'changes' | 'clock' | 'db'>): Promise<void> {
  const at = clock.now()
  const expired = await expiredSelections(db.kysely, at, atATime)
  if (expired.length === 0) return
  const products = await retryAfterDeadlock(() =>
    db.kysely.transaction().execute((tx) => releaseSelections(tx, expired, 'EXPIRED', at)),
  )
  changes.publish(products.map((id) => `product:${id}` as const))
}

/** How long staff may want to look back. */
const keptDays = 365

/** As long as the e-mail to a caller is stored. */
const callersKeptDays = 90

/** Removes selections that ended long ago, and before that the addresses of callers. */
export async function removeOldSelections({
  db,
  clock,
}: Pick<AppContext, 'clock' | 'db'>): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 24 * 60 * 60 * 1000)
  await deleteEndedBefore(db.kysely, daysAgo(keptDays))
  await forgetCallersBefore(db.kysely, daysAgo(callersKeptDays))
}

/** Gives the selections of a guest's conversation to the shopper whose it becomes. */
export function claimSelections(
  tx: Queryable,
  rooms: { from: string; into: string; userId: string },
): Promise<void> {
  return moveToRoom(tx, rooms)
}

/**
 * The selections of a shopper, for the export and for closing an account, which releases reserved
 * units.
 */
export function selectionsOfShopper({ clock }: Pick<AppContext, 'clock'>): PersonalData {
  return {
    name: 'selections',
    read: async (db, userId) => {
      const at = clock.now()
      return (await listSelectionsOfPerson(db, userId, at)).map((row) => ({
        state: stateAt(row, at),
        email: row.caller_email,
        note: row.note,
        madeAt: row.made_at.toISOString(),
        endsAt: row.ends_at.toISOString(),
        items: row.lines.map(({ name, attributes, quantity }) => ({
          product: name,
          attributeValues: attributes,
          quantity,
        })),
      }))
    },
    async erase(tx, userId) {
      const at = clock.now()
      const ids = (await listSelectionsOfPerson(tx, userId, at)).map(({ id }) => id)
      await releaseSelections(tx, ids, 'TAKEN_BACK', at)
      await deleteSelections(tx, ids)
    },
  }
}
