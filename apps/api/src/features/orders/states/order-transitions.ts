import type { OrderStatus } from '@solvane/contract/orders'
import type { orderActions } from '@solvane/contract/orders.admin'
import { cashOnDeliveryOf, type PaymentFacts, paysOrder } from '../../payments/payments.ts'
import type { OrderRow } from '../orders.queries.ts'

/** The effects of a state change on an order's stock and coupon. */
export interface TransitionEffects {
  /** `reserve`: reserves stock; `release`: releases reserved stock; `restock`: returns sold stock. */
  stock?: 'reserve' | 'release' | 'restock'
  /** `redeem`: rejected if no uses are left; `redeem-if-left`: then without the coupon. */
  coupon?: 'redeem' | 'redeem-if-left' | 'release'
}

/**
 * The allowed state changes and their effects; docs/checkout.md says who makes them.
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
 * The transitions of a supplementary order: it reserves nothing and has no coupon, and is complete
 * once it is paid, since nothing is sent with it.
 */
const supplementTransitions: typeof transitions = {
  ...transitions,
  PENDING: { COMPLETED: {}, UNPAID: {}, CANCELLED: {} },
  UNPAID: { PENDING: {}, COMPLETED: {}, CANCELLED: {} },
}

/** The way in which an order came back: as a refused parcel, or in returns. */
export type CameBack = 'PARCEL' | 'RETURNS'

const refused = { CANCELLED: { stock: 'restock', coupon: 'release' } } as const
const returned = { CANCELLED: { coupon: 'release' } } as const

/**
 * The transitions of an order that came back. Returns restock goods that are fit for sale
 * themselves, also of an order that was sent in part: that order is complete if the shop keeps some
 * of its money, or if its return was refunded by another order.
 */
const cameBackTransitions: Record<CameBack, Partial<typeof transitions>> = {
  PARCEL: { PROCESSING: refused, SHIPPED: refused, DELIVERED: refused, COMPLETED: refused },
  RETURNS: {
    PROCESSING: { ...returned, COMPLETED: {} },
    SHIPPED: returned,
    DELIVERED: returned,
    COMPLETED: returned,
  },
}

/** The effects of moving an order; undefined if it may not. */
export function effectsOf(
  from: OrderStatus,
  to: OrderStatus,
  {
    isSupplement = false,
    cameBack,
  }: { isSupplement?: boolean; cameBack?: CameBack | undefined } = {},
): TransitionEffects | undefined {
  if (cameBack) return cameBackTransitions[cameBack][from]?.[to]
  return (isSupplement ? supplementTransitions : transitions)[from][to]
}

/** Whether an order may go from one state to another. */
export function mayMove(from: OrderStatus, to: OrderStatus): boolean {
  return effectsOf(from, to) !== undefined
}

type OrderAction = (typeof orderActions)[number]

type Attempt = Pick<PaymentFacts, 'method' | 'status' | 'review' | 'capturedCents'>

/** Whether the cash of an order can be collected: it, or a part of it, was sent. */
export function isAtTheDoor(
  { status }: Pick<OrderRow, 'status'>,
  { hasParcels = false }: Sent = {},
): boolean {
  return (
    status === 'SHIPPED' ||
    status === 'DELIVERED' ||
    status === 'COMPLETED' ||
    (status === 'PROCESSING' && hasParcels)
  )
}

/** Whether the tracking can be corrected: the order is shipped or delivered. */
export function canCorrectTracking({ status }: Pick<OrderRow, 'status'>): boolean {
  return status === 'SHIPPED' || status === 'DELIVERED'
}

/** Whether address and e-mail can be corrected: the order is not shipped yet. */
export function canCorrectContact({ status }: Pick<OrderRow, 'status'>): boolean {
  return status === 'PENDING' || status === 'UNPAID' || status === 'PROCESSING'
}

type EditableOrder = Pick<OrderRow, 'status'> &
  Partial<Pick<OrderRow, 'exchange_of' | 'supplement_of'>>

/** Whether its lines can be changed, as far as its row says: nothing is sent yet. */
export function canEdit({ status, exchange_of, supplement_of }: EditableOrder): boolean {
  return (status === 'PENDING' || status === 'PROCESSING') && !exchange_of && !supplement_of
}

/** The parcels and returns of an order so far. */
interface Sent {
  /** Something of it was sent while the rest was not. */
  hasParcels?: boolean
  hasReturn?: boolean
  /** The attempts of the order that was to pay for it, if it is an exchange. */
  firstAttempts?: readonly Attempt[]
}

/**
 * Whether the goods of an order can have come back unpaid: its cash, or that of the order that it
 * is an exchange for, is still expected, nothing else pays, and no return has them.
 */
export function canBeRefused(
  order: EditableOrder,
  attempts: readonly Attempt[],
  { firstAttempts = attempts, ...sent }: Sent,
): boolean {
  return (
    isAtTheDoor(order, sent) &&
    cashOnDeliveryOf(firstAttempts) !== undefined &&
    !firstAttempts.some((attempt) => paysOrder(attempt.status)) &&
    !order.supplement_of &&
    !sent.hasReturn
  )
}

/** The available actions of an order in its state, the next one first. */
export function actionsFor(
  order: EditableOrder,
  attempts: readonly Attempt[],
  sent: Sent = {},
): OrderAction[] {
  const { status } = order
  const { hasParcels = false } = sent
  const underWay = attempts.find((attempt) => attempt.status === 'PROCESSING')
  const canTakeMoney = !underWay || (underWay.review !== null && underWay.capturedCents > 0)
  const isPaid = attempts.some((attempt) => paysOrder(attempt.status))
  const possible: Record<OrderAction, boolean> = {
    ship: mayMove(status, 'SHIPPED'),
    sendParcel: mayMove(status, 'SHIPPED'),
    // Cash is collected on delivery, before it is recorded.
    deliver: mayMove(status, 'DELIVERED'),
    collectCash: cashOnDeliveryOf(attempts) !== undefined && isAtTheDoor(order, sent),
    complete: mayMove(status, 'COMPLETED'),
    markPaid: mayMove(status, 'PROCESSING') && canTakeMoney && !isPaid,
    cancel: mayMove(status, 'CANCELLED') && !underWay && !hasParcels,
    markRefused: canBeRefused(order, attempts, sent) && !underWay,
    correctTracking: canCorrectTracking(order) || hasParcels,
    correctContact: canCorrectContact(order),
    edit: canEdit(order) && !hasParcels && !(status === 'PENDING' && underWay),
  }
  return (Object.keys(possible) as OrderAction[]).filter((action) => possible[action])
}
