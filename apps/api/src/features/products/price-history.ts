/** The price of a variant from an instant on, until the next terms; amounts in cents. */
export interface PriceTerms {
  at: Date
  priceCents: number
  salePriceCents: number | null
  /** The first and last instant of the sale; null is open. */
  saleStartsAt: Date | null
  saleEndsAt: Date | null
}

/** The first day of a country's rule, and the number of days before a reduction that it looks at. */
export interface PriceRule {
  days: number
  validFrom: Date
}

/** A price of a variant from an instant until the next step. */
interface PriceStep {
  at: number
  cents: number
  isReduced: boolean
}

const day = 24 * 60 * 60 * 1000

/** The prices of a variant over time: each term is split where its sale starts and ends. */
function stepsOf(history: readonly PriceTerms[]): PriceStep[] {
  return history.flatMap((terms, index) => {
    const { priceCents, salePriceCents, saleStartsAt, saleEndsAt } = terms
    const from = terms.at.getTime()
    const until = history[index + 1]?.at.getTime() ?? Number.POSITIVE_INFINITY
    const hasSale = salePriceCents !== null && salePriceCents < priceCents
    const start = saleStartsAt?.getTime() ?? Number.NEGATIVE_INFINITY
    // Both bounds belong to the sale.
    const end = saleEndsAt ? saleEndsAt.getTime() + 1 : Number.POSITIVE_INFINITY
    return [from, start, end]
      .filter((at, place) => place === 0 || (hasSale && at > from && at < until))
      .map((at) => {
        const isReduced = hasSale && start <= at && at < end
        return { at, cents: isReduced ? salePriceCents : priceCents, isReduced }
      })
  })
}

/** The lowest price in `[from, until)`; null where none is known. */
function lowestBetween(steps: readonly PriceStep[], from: number, until: number): number | null {
  const shown = steps.filter(
    ({ at }, index) => at < until && (steps[index + 1]?.at ?? Number.POSITIVE_INFINITY) > from,
  )
  return shown.length > 0 ? Math.min(...shown.map(({ cents }) => cents)) : null
}

/** The lowest price in the number of days before an instant, in cents; null if none is known. */
export function lowestPrice(history: readonly PriceTerms[], days: number, at: Date): number | null {
  return lowestBetween(stepsOf(history), at.getTime() - days * day, at.getTime())
}

/**
 * The price that the sale of the last terms is shown beside: the lowest of the days before the reduction
 * (EU 98/6/EC, article 6a), in cents. A reduction that grows step by step, without an interruption, began
 * with its first step. Null: no rule counts, or there is no sale; the normal price is shown. Where no
 * earlier price is known it is the sale price, so that nothing is struck. `history` is in the order of
 * time; of several rules the longest counts.
 */
export function priorPrice(
  history: readonly PriceTerms[],
  rules: readonly PriceRule[],
): number | null {
  const last = history.at(-1)
  if (!last || last.salePriceCents === null || last.salePriceCents >= last.priceCents) return null
  const steps = stepsOf(history)
  let first = steps.findIndex(({ at, isReduced }) => isReduced && at >= last.at.getTime())
  const sale = steps[first]
  // The window ended before these terms.
  if (!sale) return null
  for (;;) {
    const before = steps[first - 1]
    const step = steps[first]
    if (!before?.isReduced || !step || before.cents < step.cents) break
    first -= 1
  }
  const start = steps[first]?.at ?? sale.at
  const days = Math.max(
    0,
    ...rules.filter(({ validFrom }) => validFrom.getTime() <= start).map((rule) => rule.days),
  )
  if (days === 0) return null
  return lowestBetween(steps, start - days * day, start) ?? sale.cents
}
