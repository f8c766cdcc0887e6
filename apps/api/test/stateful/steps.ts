import fc from 'fast-check'

/** The number of each kind of record. */
export const counts = { shoppers: 3, variants: 3, coupons: 4, keys: 3 } as const

const someone = fc.nat(counts.shoppers - 1)
/** An index of the existing orders or attempts: the newest is 0. */
const recent = fc.oneof({ weight: 3, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.nat(9) })
const variant = fc.nat(counts.variants - 1)
const provider = fc.constantFrom('stripe' as const, 'paypal' as const)
const taxClass = fc.constantFrom('STANDARD' as const, 'REDUCED' as const, 'ZERO' as const)

const step = {
  place: fc.record({
    shopper: someone,
    variants: fc.uniqueArray(variant, { minLength: 1, maxLength: 3 }),
    quantity: fc.integer({ min: 1, max: 3 }),
    coupon: fc.option(fc.nat(counts.coupons - 1)),
    isWrapped: fc.boolean(),
    /** A key of the shopper that may have been used before; null is none. */
    key: fc.option(fc.nat(counts.keys - 1)),
    /** The total that the shopper claims to have seen: none, the preview's, or another. */
    seen: fc.constantFrom(
      'nothing' as const,
      'nothing' as const,
      'the preview' as const,
      'the preview' as const,
      'another total' as const,
    ),
    /** How often the same request is sent concurrently. */
    times: fc.integer({ min: 1, max: 3 }),
  }),
  pay: fc.record({
    order: recent,
    method: fc.constantFrom(
      'STRIPE' as const,
      'STRIPE' as const,
      'PAYPAL' as const,
      'USDT' as const,
      'USDT' as const,
      'COD' as const,
    ),
  }),
  press: fc.record({
    attempt: recent,
    action: fc.constantFrom(
      'approve',
      'approve',
      'approve',
      'decline',
      'delay',
      'abandon',
      'succeed',
      'fail',
    ),
  }),
  /**
   * Sends a part of the amount due for an order to its address, or to an earlier one, and mines
   * blocks.
   */
  send: fc.record({
    order: recent,
    attempt: recent,
    part: fc.constantFrom(0.5, 0.5, 1, 1, 1.25, 0),
    blocks: fc.nat(4),
  }),
  /** Several workers read the chain, whose node may be down. */
  look: fc.record({ workers: fc.integer({ min: 1, max: 2 }), isNodeAway: fc.boolean() }),
  /** A transfer is seen and then reverted by the chain; runs alone. */
  takeBack: fc.record({ attempt: recent }),
  poll: fc.record({ attempt: recent, check: fc.boolean() }),
  cancel: fc.record({ order: recent, by: fc.constantFrom('shopper' as const, 'staff' as const) }),
  move: fc.record({
    order: recent,
    call: fc.constantFrom(
      'shipOrder' as const,
      'deliverOrder' as const,
      'completeOrder' as const,
      'collectCash' as const,
    ),
  }),
  /** A part of an order is sent. */
  parcel: fc.record({ order: recent, variant, quantity: fc.integer({ min: 1, max: 2 }) }),
  markPaid: fc.record({ order: recent }),
  /** Staff change what is in an order: its first line, one more, its delivery, or its country, which is taxed differently. */
  edit: fc.record({
    order: recent,
    quantity: fc.integer({ min: 0, max: 3 }),
    added: fc.option(variant),
    takesNewDelivery: fc.boolean(),
    country: fc.constantFrom(null, null, null, 'FR' as const, 'CA' as const),
    /** Whether the difference that was seen is the one that counts. */
    isSeen: fc.constantFrom(true, true, true, false),
    /** How often the same request is sent concurrently. */
    times: fc.integer({ min: 1, max: 2 }),
  }),
  refund: fc.record({ order: recent, part: fc.constantFrom(0.25, 0.5, 1), key: fc.nat(3) }),
  /**
   * An order is sent and delivered if it can be, and some units of a line come back: the return is
   * taken so many of its four steps far, and ended.
   */
  giveBack: fc.record({
    order: recent,
    line: fc.nat(counts.variants - 1),
    quantity: fc.integer({ min: 1, max: 2 }),
    wish: fc.constantFrom('REFUND' as const, 'EXCHANGE' as const),
    steps: fc.integer({ min: 0, max: 7 }),
    ending: fc.constantFrom(
      'refundReturn' as const,
      'refundReturn' as const,
      'exchangeReturn' as const,
      'exchangeReturn' as const,
      'sendReturnBack' as const,
      'declineReturn' as const,
      'cancelMyReturn' as const,
    ),
    condition: fc.constantFrom('RESTOCK' as const, 'DAMAGED' as const),
    /** How often the last step is sent concurrently. */
    times: fc.integer({ min: 1, max: 2 }),
  }),
  /** An order is sent to be paid in cash, if it can be, and comes back unpaid, or is paid at the same time. */
  refuse: fc.record({
    order: recent,
    isDelivered: fc.boolean(),
    isCollected: fc.boolean(),
    times: fc.integer({ min: 1, max: 2 }),
  }),
  /**
   * The shopper withdraws from an order, of which a part may be sent, and which staff may refund by hand before its goods are
   * back and refunded.
   */
  withdraw: fc.record({
    order: recent,
    isSentInPart: fc.boolean(),
    isRefundedByHand: fc.boolean(),
    /** How often the last step is sent concurrently. */
    times: fc.integer({ min: 1, max: 2 }),
  }),
  /** The payer disputes a payment, or a part of it where the provider knows parts. */
  dispute: fc.record({ attempt: recent, part: fc.constantFrom(0.5, 1) }),
  /** The provider decides an open dispute, and may deliver its messages at once. */
  closeDispute: fc.record({
    dispute: recent,
    outcome: fc.constantFrom('won' as const, 'lost' as const, 'lost' as const),
    isDelivered: fc.boolean(),
  }),
  stock: fc.record({ variant, stock: fc.nat(6) }),
  /** A product gets another price: all of its variants. */
  price: fc.record({ variant, cents: fc.integer({ min: 1, max: 400_00 }) }),
  /** The country of all shoppers gets another tax rule, and a product another class. */
  tax: fc.record({
    mode: fc.constantFrom('INCLUDED' as const, 'ADDED' as const, 'ADDED' as const, 'NONE' as const),
    rate: fc.constantFrom(0, 5.5, 8.25, 20, 27),
    deliveryClass: taxClass,
    variant,
    productClass: taxClass,
  }),
  /**
   * The messages that a provider has held back are delivered, concurrently and in another order.
   */
  deliver: fc.record({
    provider,
    copies: fc.integer({ min: 1, max: 3 }),
    isReversed: fc.boolean(),
  }),
  /** An old message is repeated. */
  repeat: fc.record({ provider, message: recent }),
  /**
   * The reservations of all orders, or their time in another state, have ended, and several workers
   * run.
   */
  sweep: fc.record({
    what: fc.constantFrom('expire' as const, 'end' as const),
    workers: fc.integer({ min: 1, max: 2 }),
  }),
  /** Someone waits for a variant that is sold out, or no longer. */
  await: fc.record({ shopper: someone, variant }),
  leave: fc.record({ shopper: someone, entry: recent }),
  /** Several workers tend the waiting list; the reservations of all offers may have ended. */
  tend: fc.record({ workers: fc.integer({ min: 1, max: 2 }), haveEnded: fc.boolean() }),
  /** An adviser puts a selection together for a shopper. */
  select: fc.record({
    shopper: someone,
    variants: fc.uniqueArray(variant, { minLength: 1, maxLength: 3 }),
    quantity: fc.integer({ min: 1, max: 2 }),
  }),
  /** Someone with the link orders it, in several tabs. */
  orderSelection: fc.record({
    shopper: someone,
    selection: recent,
    times: fc.integer({ min: 1, max: 3 }),
  }),
  takeBackSelection: fc.record({ selection: recent, times: fc.integer({ min: 1, max: 2 }) }),
  /** Several workers end selections; the time of all of them may be over. */
  endSelections: fc.record({ workers: fc.integer({ min: 1, max: 2 }), haveExpired: fc.boolean() }),
  /** All pending work is processed again, beside the job queue. */
  workAgain: fc.record({}),
  fault: fc.record({
    provider,
    fault: fc.constantFrom(
      'fails' as const,
      'loses the response' as const,
      'rejects the credentials' as const,
    ),
    times: fc.integer({ min: 1, max: 2 }),
  }),
  /** Time passes; runs alone. */
  wait: fc.record({ minutes: fc.constantFrom(10, 40, 90) }),
}

type StepInputs = {
  [Does in keyof typeof step]: (typeof step)[Does] extends fc.Arbitrary<infer T> ? T : never
}

/** One action of someone. */
export type Step = {
  [Does in keyof StepInputs]: { does: Does } & StepInputs[Does]
}[keyof StepInputs]

/** A step of one kind. */
export type StepOf<Does> = Extract<Step, { does: Does }>

const weights: Record<keyof StepInputs, number> = {
  place: 8,
  pay: 9,
  press: 8,
  send: 6,
  look: 3,
  takeBack: 1,
  poll: 3,
  cancel: 3,
  move: 6,
  parcel: 2,
  markPaid: 1,
  edit: 5,
  refund: 4,
  giveBack: 9,
  refuse: 4,
  withdraw: 6,
  dispute: 4,
  closeDispute: 4,
  stock: 1,
  price: 1,
  tax: 4,
  deliver: 5,
  repeat: 1,
  sweep: 3,
  await: 5,
  leave: 2,
  tend: 4,
  select: 4,
  orderSelection: 4,
  takeBackSelection: 2,
  endSelections: 2,
  workAgain: 2,
  fault: 1,
  wait: 1,
}

const oneStep = fc.oneof(
  ...(Object.keys(weights) as (keyof StepInputs)[]).map((does) => ({
    weight: weights[does],
    arbitrary: (step[does] as fc.Arbitrary<object>).map((input) => ({ does, ...input }) as Step),
  })),
)

/** Rounds of steps; the steps of a round run concurrently. */
export const history: fc.Arbitrary<Step[][]> = fc.array(
  fc.array(oneStep, { minLength: 1, maxLength: 4 }),
  { minLength: 12, maxLength: 26, size: 'max' },
)
