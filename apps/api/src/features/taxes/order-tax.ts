import type { OrderTax, TaxClass } from '@solvane/contract/tax'
import { toDollars } from '../catalog/to-card.ts'

/** What a country taxes. Rates in basis points, hundredths of a percent. */
export interface TaxRule {
  id: string
  /** Whether prices contain the tax, or it is added to them. NONE: nothing is taxed. */
  mode: 'INCLUDED' | 'ADDED' | 'NONE'
  standard_bp: number
  reduced_bp: number
  /** Whose rate the delivery fee has. */
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
  /** Of all of them. */
  cents: number
  /** What is added to the total: nothing where prices contain the tax. */
  addedCents: number
}

/**
 * The tax of an order's lines, each given as what is paid for it after its share of the discount,
 * of its delivery fee, and of gift wrapping, which has the standard rate; all in cents. Each is rounded
 * by itself, half up to a cent, and the order's tax is the sum. Null where the rule taxes nothing.
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
    // In whole numbers: no amount that an order can have comes near what they hold exactly.
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

/** The tax of an order as previews and orders show it; rates of which there is no tax are left out. */
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
