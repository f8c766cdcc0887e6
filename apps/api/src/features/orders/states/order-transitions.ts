import type { OrderStatus } from '@solvane/contract/orders'

/** The effects of a state change on an order's stock and coupon. */
export interface TransitionEffects {
  /** `reserve`: reserves stock; `release`: releases reserved stock; `restock`: returns sold stock. */
  stock?: 'reserve' | 'release' | 'restock'
  /** `redeem`: rejected if no uses are left; `redeem-if-left`: then without the coupon. */
  coupon?: 'redeem' | 'redeem-if-left' | 'release'
}

/**
 * The allowed state changes and their effects (decision O2); docs/checkout.md says who makes them.
 */
const transitions: Record<OrderStatus, Partial<Record<OrderStatus, TransitionEffects>>> = {
  PENDING: {
    PROCESSING: {},
    UNPAID: { stock: 'release', coupon: 'release' },
    CANCELLED: { stock: 'release', coupon: 'release' },
  },
  UNPAID: {
    PENDING: { stock: 'reserve', coupon: 'redeem' },
    PROCESSING: { stock: 'reserve', coupon: 'redeem-if-left' },
    CANCELLED: {},
  },
  PROCESSING: {
    SHIPPED: {},
    CANCELLED: { stock: 'restock', coupon: 'release' },
  },
  SHIPPED: { DELIVERED: {} },
  DELIVERED: { COMPLETED: {} },
  COMPLETED: {},
  CANCELLED: {},
}

/**
 * The same for a supplementary order: it reserves nothing and has no coupon, and is complete once it
 * is paid, since nothing is sent with it.
 */
const supplementTransitions: typeof transitions = {
  ...transitions,
  PENDING: { COMPLETED: {}, UNPAID: {}, CANCELLED: {} },
  UNPAID: { PENDING: {}, COMPLETED: {}, CANCELLED: {} },
}

/** The effects of moving an order; undefined if it may not. */
export function effectsOf(
  from: OrderStatus,
  to: OrderStatus,
  { isSupplement = false } = {},
): TransitionEffects | undefined {
  return (isSupplement ? supplementTransitions : transitions)[from][to]
}

/** Whether an order may go from one state to another. */
export function mayMove(from: OrderStatus, to: OrderStatus): boolean {
  return effectsOf(from, to) !== undefined
}
