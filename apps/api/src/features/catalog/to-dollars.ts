/** Dollars with two decimals from integer cents (decision R8). */
export function toDollars(cents: number): number {
  return cents / 100
}

const price = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Integer cents as people read them: `$2,124.00`. */
export function formatPrice(cents: number): string {
  return price.format(toDollars(cents))
}
