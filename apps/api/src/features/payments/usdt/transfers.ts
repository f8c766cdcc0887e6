import { formatPrice } from '@solvane/contract/money'
import type { AppContext } from '../../../context.ts'
import { currency, type ProviderStatus, ProviderUnavailable } from '../provider.ts'
import type { Chain, TokenTransfer } from './chain.ts'
import {
  confirmTransfers,
  deleteTransfer,
  listUnconfirmed,
  type TransferRow,
  upsertTransfer,
} from './transfers.queries.ts'
import { findWatch, listWatchedAddresses, moveWatch, type TokenKey } from './usdt.queries.ts'

/** The chain to read, and how. */
export interface ChainWatch extends TokenKey {
  chain: Chain
  /** The number of blocks, including its own, that make a transfer final. */
  confirmations: number
  /** How many blocks the node accepts at once; adapts to its responses. */
  span: number
}

/** The most blocks requested at once; after a rejection it is halved. */
export const largestSpan = 2_000

/** How long an address is watched after it was assigned. */
const watchedMilliseconds = 90 * 24 * 60 * 60 * 1000

type Context = Pick<AppContext, 'db' | 'clock'>

/** Addresses assigned since then are watched. */
export function watchedSince({ clock }: Pick<Context, 'clock'>): Date {
  return new Date(clock.now().getTime() - watchedMilliseconds)
}

/**
 * Reads the transfers to the shop's addresses up to the newest block and stores them. The last
 * blocks are read again every time, and so is every block with a transfer that is not final:
 * transfers that a reorganisation has moved or dropped are updated or deleted. Continues where it
 * stopped, even after an outage. Runs in one process at a time. Throws `ProviderUnavailable`.
 */
export async function readChain(ctx: Context, watch: ChainWatch): Promise<void> {
  const state = await findWatch(ctx.db.kysely, watch)
  const addresses = await listWatchedAddresses(ctx.db.kysely, watch, watchedSince(ctx))
  if (!state || addresses.size === 0) return
  const unconfirmed = await listUnconfirmed(ctx.db.kysely, watch)
  const head = await watch.chain.head()
  const oldest = Math.min(...unconfirmed.map(({ blockNumber }) => blockNumber))
  let from = Math.max(0, Math.min(state.nextBlock - watch.confirmations, oldest))
  watch.span = Math.min(watch.span * 2, largestSpan)
  while (from <= head) {
    const { to, found } = await readSpan(watch, [...addresses.keys()], from, head)
    const known = unconfirmed.filter(({ blockNumber }) => blockNumber >= from && blockNumber <= to)
    const gone = await listDroppedTransfers(watch.chain, known, found)
    const at = ctx.clock.now()
    await ctx.db.kysely.transaction().execute(async (tx) => {
      for (const transfer of gone) await deleteTransfer(tx, transfer)
      for (const transfer of found) {
        const paymentId = addresses.get(transfer.to)
        // Transfers of zero are spam that puts a foreign address into the history.
        if (paymentId && transfer.units > 0n) await upsertTransfer(tx, paymentId, transfer)
      }
      const final = Math.min(to, head - watch.confirmations + 1)
      await confirmTransfers(tx, watch, from, final, at)
      await moveWatch(tx, watch, to + 1)
    })
    from = to + 1
  }
}

/** Reads as many blocks as the node accepts, from `from` on. */
async function readSpan(
  watch: ChainWatch,
  addresses: string[],
  from: number,
  head: number,
): Promise<{ to: number; found: TokenTransfer[] }> {
  for (;;) {
    const to = Math.min(from + watch.span - 1, head)
    try {
      return { to, found: await watch.chain.transfersTo(addresses, from, to) }
    } catch (error) {
      if (to === from) throw error
      // Throws if the node is unavailable, as opposed to rejecting a large request.
      await watch.chain.head()
      watch.span = Math.ceil((to - from + 1) / 2)
    }
  }
}

/** Known transfers that are no longer found: their blocks were dropped. */
async function listDroppedTransfers(
  chain: Chain,
  known: TransferRow[],
  found: TokenTransfer[],
): Promise<TransferRow[]> {
  const missing = known.filter(
    ({ transactionHash, logIndex }) =>
      !found.some(
        (transfer) =>
          transfer.transactionHash === transactionHash && transfer.logIndex === logIndex,
      ),
  )
  for (const { blockNumber, blockHash } of missing)
    if ((await chain.blockHash(blockNumber)) === blockHash)
      throw new ProviderUnavailable(`The chain's node leaves out transfers of block ${blockNumber}`)
  return missing
}

/** A transfer to the address of an attempt, as found on the chain. */
export interface SeenTransfer {
  transactionHash: string
  units: bigint
  isConfirmed: boolean
}

export interface Due {
  cents: number
  decimals: number
  symbol: string
  /** Whether the deadline has passed. */
  isOver: boolean
}

/**
 * The status of an attempt by the transfers to its address, oldest first. Only confirmed transfers
 * count as paid.
 */
export function readTransfers(transfers: SeenTransfer[], due: Due): ProviderStatus {
  const { decimals, symbol } = due
  const [first] = transfers
  const seen = sum(transfers)
  // Anyone can send less than a cent, which must not extend the order's reservation.
  if (!first || toCents(seen, decimals) === 0)
    return { status: 'PENDING', reason: 'No transfer has been seen' }
  const confirmed = sum(transfers.filter(({ isConfirmed }) => isConfirmed))
  const cents = toCents(confirmed, decimals)
  const money = { captured: { cents, currency, ref: first.transactionHash } }

  if (isEnough(due.cents, cents)) {
    const overpaidCents = cents - due.cents
    return {
      status: 'PAID',
      reason: `${toDecimal(confirmed, decimals)} ${symbol} confirmed on the chain`,
      ...money,
      ...(overpaidCents > 0 && { review: `${formatPrice(overpaidCents)} more than due came` }),
    }
  }
  const isShort = !isEnough(due.cents, toCents(seen, decimals))
  return {
    status: 'PROCESSING',
    reason: `${toDecimal(seen, decimals)} ${symbol} seen on the chain, ${toDecimal(confirmed, decimals)} confirmed`,
    ...(cents > 0 && money),
    ...(cents > 0 &&
      isShort &&
      due.isOver && { review: `Only ${formatPrice(cents)} came in time` }),
  }
}

function sum(transfers: SeenTransfer[]): bigint {
  return transfers.reduce((total, { units }) => total + units, 0n)
}

/** Prices have two decimals, tokens more. */
const centDecimals = 2

/** The tolerance of an underpayment in cents, for rounding in wallets. */
const toleratedCents = 1

/** The maximum of a column of cents. */
const mostCents = 2 ** 31 - 1

/** Units of a token that are worth one cent; a token is a dollar. */
function unitsOfCent(decimals: number): bigint {
  return 10n ** BigInt(decimals - centDecimals)
}

/** Cents as units of a token. */
export function toUnits(cents: number, decimals: number): bigint {
  return BigInt(cents) * unitsOfCent(decimals)
}

/** Units of a token as whole cents; fractions of a cent, and amounts beyond the column's range, do not count. */
export function toCents(units: bigint, decimals: number): number {
  return Math.min(Number(units / unitsOfCent(decimals)), mostCents)
}

/** Whether the received amount pays the due one, in cents. */
export function isEnough(dueCents: number, receivedCents: number): boolean {
  return receivedCents >= Math.max(1, dueCents - toleratedCents)
}

/** The missing units; zero if the received amount is sufficient. */
export function missingUnits(due: bigint, received: bigint, decimals: number): bigint {
  if (isEnough(toCents(due, decimals), toCents(received, decimals))) return 0n
  return due - received
}

/** Formats units of a token: `120`, `0.5`. */
export function toDecimal(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  const whole = digits.slice(0, -decimals)
  return fraction ? `${whole}.${fraction}` : whole
}
