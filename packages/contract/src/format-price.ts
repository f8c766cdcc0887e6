const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Formats cents: `$2,124.00`. For the server; pages use `formatMoney` of the components. */
export function formatPrice(cents: number): string {
  return format.format(cents / 100)
}
