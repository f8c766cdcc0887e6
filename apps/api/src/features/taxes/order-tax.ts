import type { OrderTax, TaxClass } from '@solvane/contract/tax'
import { toDollars } from '../catalog/to-card.ts'

/** The tax of a country. Rates in basis points, hundredths of a percent. */
export interface TaxRule {
  id: string
  /** Whether prices contain the tax, or it is added to them. NONE: nothing is taxed. */
  mode: 'INCLUDED' | 'ADDED' | 'NONE'
  standard_bp: number
  reduced_bp: number
  /** The class whose rate the delivery fee has. */
  delivery_class: TaxClass
  duties: 'DELIVERED_PAID' | 'CARRIER' | null
}

/** The rate of an amount, and the tax in it or on it in cents. */
export interface Tax {
  bp: number
  cents: number
}

/** The tax of an order. */
export interface TaxedOrder {
  isIncluded: boolean
  lines: Tax[]
  shipping: Tax
  wrapping: Tax
  /** The sum of all rates. */
  cents: number
  /** The tax that is added to the total: zero where prices contain it. */
  addedCents: number
}

/**
 * The tax of an order, all in cents: of its lines, each with the amount paid for it after its share
 * of the discount, of its delivery fee, and of gift wrapping, which has the standard rate. Each is
 * rounded by itself, half up to a cent, and the order's tax is the sum. Null if the rule taxes
 * nothing.
 */
export function taxOrder(
  rule: TaxRule | null,
  lines: readonly { paidCents: number; taxClass: TaxClass }[],
  { shippingCents, wrapCents }: { shippingCents: number; wrapCents: number },
): TaxedOrder | null {
  if (!rule || rule.mode === 'NONE') return null
  const isIncluded = rule.mode === 'INCLUDED'
  const taxOf = (cents: number, taxClass: TaxClass): Tax => {
    const bp = rateOf(rule, taxClass)
    // Whole numbers hold every amount that an order can have exactly.
    const whole = isIncluded ? 10_000 + bp : 10_000
    return { bp, cents: Math.floor((2 * cents * bp + whole) / (2 * whole)) }
  }
  const taxed = lines.map(({ paidCents, taxClass }) => taxOf(paidCents, taxClass))
  const shipping = taxOf(shippingCents, rule.delivery_class)
  const wrapping = taxOf(wrapCents, 'STANDARD')
  const cents = taxed.reduce((sum, tax) => sum + tax.cents, shipping.cents + wrapping.cents)
  return { isIncluded, lines: taxed, shipping, wrapping, cents, addedCents: isIncluded ? 0 : cents }
}

function rateOf({ standard_bp, reduced_bp }: TaxRule, taxClass: TaxClass): number {
  if (taxClass === 'ZERO') return 0
  return taxClass === 'REDUCED' ? reduced_bp : standard_bp
}

/** The taxes of its lines and fees. */
export function taxesOf({ lines, shipping, wrapping }: TaxedOrder): Tax[] {
  return [...lines, shipping, wrapping]
}

/** The tax of an order for previews and orders; rates without tax are left out. */
export function toOrderTax(isIncluded: boolean, taxes: readonly Tax[]): OrderTax {
  const byRate = Map.groupBy(
    taxes.filter(({ cents }) => cents > 0),
    ({ bp }) => bp,
  )
  const sum = (parts: readonly Tax[]) => parts.reduce((total, { cents }) => total + cents, 0)
  return {
    isIncluded,
    amount: toDollars(sum(taxes)),
    rates: [...byRate]
      .sort(([one], [other]) => other - one)
      .map(([bp, parts]) => ({ rate: bp / 100, amount: toDollars(sum(parts)) })),
  }
}
