/** Prices have two decimals, tokens more. */
const centDecimals = 2

/** How much may be missing of what is due: what rounding in a wallet loses. In cents. */
const toleratedCents = 1

/** What a column of cents holds. */
const mostCents = 2 ** 31 - 1

/** Units of a token that are worth one cent; a token is a dollar. */
function unitsOfCent(decimals: number): bigint {
  return 10n ** BigInt(decimals - centDecimals)
}

/** Cents as units of a token. */
export function toUnits(cents: number, decimals: number): bigint {
  return BigInt(cents) * unitsOfCent(decimals)
}

/** Units of a token as whole cents; fractions of a cent, and amounts beyond the column's range, do not count. */
export function toCents(units: bigint, decimals: number): number {
  return Math.min(Number(units / unitsOfCent(decimals)), mostCents)
}

/** Whether so much pays what is due, in cents. */
export function isEnough(dueCents: number, receivedCents: number): boolean {
  return receivedCents >= Math.max(1, dueCents - toleratedCents)
}

/** What is still to be sent, in units; none when what came is enough. */
export function missingUnits(due: bigint, received: bigint, decimals: number): bigint {
  if (isEnough(toCents(due, decimals), toCents(received, decimals))) return 0n
  return due - received
}

/** Units of a token as people write them: `120`, `0.5`. */
export function toDecimal(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  const whole = digits.slice(0, -decimals)
  return fraction ? `${whole}.${fraction}` : whole
}
