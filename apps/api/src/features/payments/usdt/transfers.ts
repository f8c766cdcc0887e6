import { formatPrice } from '@solvane/contract/money'
import { currency, type ProviderStatus } from '../provider.ts'

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
