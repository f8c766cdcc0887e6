import { type ReturnStatus, restockingFee } from '@solvane/contract/returns'
import { endOfDay, toLocalTime } from '@solvane/contract/time-zone'

/** The party that takes a step of a return. */
export type ReturnActor = 'SHOPPER' | 'STAFF' | 'SYSTEM'

/** The allowed state changes, each with the parties that may make it. */
const transitions: Record<ReturnStatus, Partial<Record<ReturnStatus, readonly ReturnActor[]>>> = {
  REQUESTED: { APPROVED: ['STAFF', 'SYSTEM'], DECLINED: ['STAFF'], CANCELLED: ['SHOPPER'] },
  // Declined later if the goods never arrive.
  APPROVED: {
    IN_TRANSIT: ['SHOPPER'],
    RECEIVED: ['STAFF'],
    DECLINED: ['STAFF'],
    // Cancelled together with an order that was not sent, by `moveOrder`.
    CANCELLED: ['SHOPPER', 'STAFF', 'SYSTEM'],
  },
  IN_TRANSIT: { RECEIVED: ['STAFF'], DECLINED: ['STAFF'], CANCELLED: ['SHOPPER'] },
  RECEIVED: { INSPECTED: ['STAFF'] },
  INSPECTED: {
    // Inspected once more, after a mistake.
    INSPECTED: ['STAFF'],
    REFUNDED: ['STAFF'],
    EXCHANGED: ['STAFF'],
    SENT_BACK: ['STAFF'],
  },
  REFUNDED: {},
  // Refunded once the order with the exchange was cancelled.
  EXCHANGED: { REFUNDED: ['STAFF'] },
  SENT_BACK: {},
  DECLINED: {},
  CANCELLED: {},
}

/** Whether `actor` may move a return from one state to another. */
export function mayMoveReturn(from: ReturnStatus, to: ReturnStatus, actor: ReturnActor): boolean {
  return transitions[from][to]?.includes(actor) ?? false
}

/** Whether the goods of a return in this state stay with the shopper: other returns may take them. */
export function isReturnVoid(status: ReturnStatus): boolean {
  return status === 'DECLINED' || status === 'CANCELLED' || status === 'SENT_BACK'
}

/** A quantity of a line, and the amount paid for it in cents. */
export interface Share {
  quantity: number
  cents: number
}

/** The quantity and amount of a line that other returns leave. */
export function leftOf(line: Share, taken: readonly Share[]): Share {
  return taken.reduce(
    (left, { quantity, cents }) => ({
      quantity: left.quantity - quantity,
      cents: left.cents - cents,
    }),
    line,
  )
}

/**
 * The amount paid for `quantity` of the units that are left, in cents, rounded half up. The last
 * units take the rest, so that the returns of a line add up to the amount paid for it.
 */
export function shareOf(left: Share, quantity: number): number {
  if (quantity >= left.quantity) return left.cents
  return Math.round((left.cents * quantity) / left.quantity)
}

/**
 * The fee of a return, in hundredths of a percent. An exchange has no fee, even if it is refunded
 * in the end because the chosen variant is sold out.
 */
export function feeFor(wish: 'REFUND' | 'EXCHANGE', feeBp: number): number {
  return wish === 'EXCHANGE' ? 0 : feeBp
}

/** The amounts of a refund, in cents. */
export interface RefundSums {
  goods: number
  fee: number
  delivery: number
  wrapping: number
  /** Goods, delivery and wrapping less the fee, and no more than can be refunded. */
  amount: number
}

/** The refund of a return, in cents. */
export function refundSums({
  goods,
  feeBp,
  delivery,
  wrapping,
  refundable,
}: {
  goods: number
  feeBp: number
  delivery: number
  wrapping: number
  refundable: number
}): RefundSums {
  const fee = restockingFee(goods, feeBp)
  const amount = Math.min(goods - fee + delivery + wrapping, refundable)
  return { goods, fee, delivery, wrapping, amount }
}

const dayMilliseconds = 24 * 60 * 60 * 1_000

/** The last instant of the day that is `days` days after an instant, in the shop's time zone. */
export function endOfDaysAfter(at: Date, days: number, timeZone: string): Date {
  const day = toLocalTime(at, timeZone).slice(0, 10)
  const last = new Date(Date.parse(`${day}T12:00Z`) + days * dayMilliseconds)
  return endOfDay(last.toISOString().slice(0, 10), timeZone)
}

/** A line of a request: the quantity of a variant, and the variant wanted instead, if any. */
interface RequestedLine {
  variantId: string
  quantity: number
  exchangeFor?: string | null | undefined
}

/** Whether two requests are for the same lines, in any order. */
export function areSameLines(
  some: readonly RequestedLine[],
  others: readonly RequestedLine[],
): boolean {
  const isSame = (one: RequestedLine, other: RequestedLine) =>
    one.variantId === other.variantId &&
    one.quantity === other.quantity &&
    (one.exchangeFor ?? null) === (other.exchangeFor ?? null)
  return (
    some.length === others.length && some.every((one) => others.some((other) => isSame(one, other)))
  )
}
