import type { OrderStatus } from '@solvane/contract/orders'

/** What a change of status does to an order's stock and coupon. */
export interface TransitionEffects {
  /** `hold`: taken out of stock; `release`: what was held goes back; `restock`: what was sold goes back. */
  stock?: 'hold' | 'release' | 'restock'
  /** `redeem`: refused when no uses are left; `redeem-if-left`: then without one. */
  coupon?: 'redeem' | 'redeem-if-left' | 'release'
}

/** Which state may follow which, and what that does (decision O2); docs/checkout.md tells who moves when. */
const transitions: Record<OrderStatus, Partial<Record<OrderStatus, TransitionEffects>>> = {
  PENDING: {
    PROCESSING: {},
    UNPAID: { stock: 'release', coupon: 'release' },
    CANCELLED: { stock: 'release', coupon: 'release' },
  },
  UNPAID: {
    PENDING: { stock: 'hold', coupon: 'redeem' },
    PROCESSING: { stock: 'hold', coupon: 'redeem-if-left' },
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

/** What moving an order does; undefined when it may not. */
export function effectsOf(from: OrderStatus, to: OrderStatus): TransitionEffects | undefined {
  return transitions[from][to]
}

/** Whether an order may go from one state to another. */
export function mayMove(from: OrderStatus, to: OrderStatus): boolean {
  return effectsOf(from, to) !== undefined
}
