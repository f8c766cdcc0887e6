import { spreadDiscount } from '../coupons/coupons.ts'

/** The parts of a document that are fees; the others have the id of their variant. */
export const deliveryPart = 'delivery'
export const wrappingPart = 'wrapping'

/** A line or a fee of a document, in cents. */
export interface InvoicePart {
  /** A variant's id, `deliveryPart` or `wrappingPart`. */
  key: string
  name: string
  /** `Noir, 38`; empty without options. */
  options: string
  quantity: number
  unitCents: number
  discountCents: number
  /** The amount that is paid or credited for the part, tax included. */
  grossCents: number
  /** In hundredths of a percent; null where nothing is taxed. */
  taxBp: number | null
  /** Part of `grossCents`. */
  taxCents: number
  /** On a credit note for a return: how many of `quantity` came back. */
  returnedQuantity?: number
}

/** The sums of one rate, in cents. */
interface RateSums {
  taxBp: number | null
  netCents: number
  taxCents: number
  grossCents: number
}

/** The parts of an invoice, less its credit notes. */
export function remainingParts(
  invoice: readonly InvoicePart[],
  credited: readonly (readonly InvoicePart[])[],
): InvoicePart[] {
  const sumOf = (key: string, field: 'grossCents' | 'taxCents') =>
    credited.flat().reduce((sum, part) => (part.key === key ? sum + part[field] : sum), 0)
  return invoice.map((part) => ({
    ...part,
    grossCents: part.grossCents - sumOf(part.key, 'grossCents'),
    taxCents: part.taxCents - sumOf(part.key, 'taxCents'),
  }))
}

/** The amounts that refunds without a credit note name, in cents by part. */
export function claimedParts(
  refunds: readonly {
    refundId: string
    status: string
    parts: Record<string, number> | null
  }[],
  credited: readonly { refund_id: string | null }[],
): Map<string, number> {
  const known = new Set(credited.map(({ refund_id }) => refund_id))
  const claimed = new Map<string, number>()
  for (const { refundId, status, parts } of refunds)
    if (status !== 'FAILED' && !known.has(refundId))
      for (const [key, cents] of Object.entries(parts ?? {}))
        claimed.set(key, (claimed.get(key) ?? 0) + cents)
  return claimed
}

/** How much more each part of an invoice bills than the current order, after staff have changed it. */
export function beyondOrder(
  left: readonly InvoicePart[],
  current: readonly InvoicePart[],
): Map<string, number> {
  const ordered = new Map(current.map(({ key, grossCents }) => [key, grossCents]))
  return new Map(
    left.map(({ key, grossCents }) => [key, Math.max(0, grossCents - (ordered.get(key) ?? 0))]),
  )
}

/**
 * Spreads a credit, in cents, over the remaining parts of an invoice. Each map in `wanted` names
 * parts with the cents that the credit is for; an earlier map comes first. These parts bear it in
 * proportion; only an excess, or a credit without `wanted`, is spread over all parts. Each part is
 * credited its share of its tax, rounded half up, and the last credit of a part takes the rest, so
 * that the credit notes of a whole part add up to its tax to the cent.
 */
export function creditedParts(
  left: readonly InvoicePart[],
  amountCents: number,
  ...wanted: ReadonlyMap<string, number>[]
): InvoicePart[] {
  const shares = spreadOver(
    amountCents,
    left.map(({ grossCents }) => grossCents),
    ...wanted.map((cents) => left.map(({ key }) => cents.get(key) ?? 0)),
  )
  return left.flatMap((part, at) => {
    const cents = shares[at] ?? 0
    return cents > 0 ? [{ ...part, grossCents: cents, taxCents: taxShare(part, cents) }] : []
  })
}

/**
 * Spreads cents over parts of these `worths`: first over the first list of `wanted`, in proportion,
 * then over the next, and only an excess over all parts. No part bears more than its worth.
 */
export function spreadOver(
  cents: number,
  worths: readonly number[],
  ...wanted: readonly number[][]
): number[] {
  return [...wanted, worths].reduce<number[]>(
    (borne, most) => {
      const shares = spreadUpTo(
        cents - sum(borne),
        worths.map((worth, at) => Math.min(most[at] ?? 0, worth - (borne[at] ?? 0))),
      )
      return borne.map((part, at) => part + (shares[at] ?? 0))
    },
    worths.map(() => 0),
  )
}

/** Spreads the cents in proportion; no share exceeds its weight. */
function spreadUpTo(cents: number, weights: readonly number[]): number[] {
  return spreadDiscount(Math.min(cents, sum(weights)), weights)
}

function taxShare({ grossCents, taxCents }: InvoicePart, cents: number): number {
  if (cents === grossCents) return taxCents
  return Math.floor((2 * taxCents * cents + grossCents) / (2 * grossCents))
}

/** The sums of a document by tax rate, the highest first and untaxed parts last. */
export function sumsByRate(
  parts: readonly Pick<InvoicePart, 'grossCents' | 'taxBp' | 'taxCents'>[],
): RateSums[] {
  return [...Map.groupBy(parts, ({ taxBp }) => taxBp)]
    .sort(([one], [other]) => (other ?? -1) - (one ?? -1))
    .map(([taxBp, same]) => {
      const grossCents = sum(same.map((part) => part.grossCents))
      const taxCents = sum(same.map((part) => part.taxCents))
      return { taxBp, netCents: grossCents - taxCents, taxCents, grossCents }
    })
}

/** The totals of a document, in cents. */
export function totalsOf(parts: readonly InvoicePart[]): { grossCents: number; taxCents: number } {
  return {
    grossCents: sum(parts.map(({ grossCents }) => grossCents)),
    taxCents: sum(parts.map(({ taxCents }) => taxCents)),
  }
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, part) => total + part, 0)
}
