import { spreadDiscount } from '../../coupons/coupons.ts'

/** How much a line or a fee of an order became dearer, in cents; cheaper below zero. */
export interface PartDifference {
  /** A variant's id, `deliveryPart` or `wrappingPart`. */
  key: string
  /** In hundredths of a percent; null where nothing is taxed. */
  taxBp: number | null
  isFee: boolean
  cents: number
}

/**
 * What is due for each part after a change: its own differences, and what earlier ones left `owed`. What fell
 * is set against what rose: of the same part first, then of the same kind and tax rate, of the same
 * rate, and at last of all. So what is left is all above zero, or all below.
 */
export function partsDue(
  differences: readonly PartDifference[],
  owed: readonly PartDifference[],
): PartDifference[] {
  const fallen = differences.filter(({ cents }) => cents < 0)
  const risen = differences.filter(({ cents }) => cents > 0)
  const left = net([...owed, ...fallen], ofPart)
  const own = net([...left.filter(({ cents }) => cents < 0), ...risen], ofKindAndRate)
  const all = [...own, ...left.filter(({ cents }) => cents > 0)]
  return [ofPart, ofKindAndRate, ofRate, () => ''].reduce(net, all)
}

const ofPart = ({ key }: PartDifference) => key
const ofRate = ({ taxBp }: PartDifference) => String(taxBp)
const ofKindAndRate = ({ isFee, taxBp }: PartDifference) => `${isFee} ${taxBp}`

/** Sets what is below zero against what is above it, within each group: one of both is left, in proportion. */
function net(
  parts: readonly PartDifference[],
  groupOf: (part: PartDifference) => string,
): PartDifference[] {
  return [...Map.groupBy(parts, groupOf).values()].flatMap((group) => {
    const total = group.reduce((sum, { cents }) => sum + cents, 0)
    const sign = Math.sign(total)
    const same = group.filter(({ cents }) => Math.sign(cents) === sign && sign !== 0)
    const shares = spreadDiscount(
      Math.abs(total),
      same.map(({ cents }) => Math.abs(cents)),
    )
    return same.map((part, at) => ({ ...part, cents: sign * (shares[at] ?? 0) }))
  })
}
