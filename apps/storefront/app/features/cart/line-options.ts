import type { CartItem } from './cart-totals.ts'

/** The chosen options of a line, by name: colour before size. */
export function optionsOf(variant: Pick<CartItem['variant'], 'attributeValues'>) {
  return Object.entries(variant.attributeValues)
    .map(([name, value]) => ({ name, value }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}
