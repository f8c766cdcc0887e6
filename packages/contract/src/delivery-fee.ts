/** The fees of a method: all amounts in cents, or all in dollars. */
export interface MethodFees {
  fee: number
  /** The value of goods from which it is free; null: never. */
  freeFrom: number | null
  /** Fees by the weight of the goods, the lightest first. */
  weightBands?: readonly { upToGrams: number; fee: number }[] | undefined
}

/** How many weights a method can have fees for. */
export const mostWeightBands = 20

/**
 * The fee for goods of this value and weight: nothing from `freeFrom`, else that of the first band
 * that reaches the weight. Above the last band, or without bands, it is the method's own.
 */
export function deliveryFee(
  { fee, freeFrom, weightBands }: MethodFees,
  goods: number,
  grams: number,
): number {
  if (freeFrom !== null && goods >= freeFrom) return 0
  return weightBands?.find(({ upToGrams }) => grams <= upToGrams)?.fee ?? fee
}
