/** Dollars with two decimals from integer cents (decision R8). */
export function toDollars(cents: number): number {
  return cents / 100
}
