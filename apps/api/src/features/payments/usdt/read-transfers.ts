import { formatPrice } from '@solvane/contract/money'
import { currency, type ProviderStatus } from '../provider.ts'
import { isEnough, toCents, toDecimal } from './usdt-amounts.ts'

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
