import type { StaffOrder } from '@solvane/contract/orders.admin'

type SentOrder = Pick<StaffOrder, 'lines' | 'parcels'>

/** The lines of an order, with how many units of each were sent in parcels, and how many are left. */
export function sentLines({ lines, parcels }: SentOrder) {
  const items = parcels.flatMap((parcel) => parcel.items)
  return lines.map((line) => {
    const sent = unitsOf(items.filter(({ variantId }) => variantId === line.variantId))
    return { ...line, sent, left: line.quantity - sent }
  })
}

/** The lines of an order of which something is left to send. */
export function linesToSend(order: SentOrder) {
  return sentLines(order).filter(({ left }) => left > 0)
}

/** How many units of some lines or items there are. */
export function unitsOf(items: readonly { quantity: number }[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** `1 unit`, `3 units`. */
export function unitsInWords(count: number): string {
  return count === 1 ? '1 unit' : `${count} units`
}

/** A line by its product and options: `Calvi Tote, Black`. */
export function nameOfLine({
  name,
  attributeValues,
}: Pick<StaffOrder['lines'][number], 'name' | 'attributeValues'>): string {
  return [name, ...Object.values(attributeValues)].join(', ')
}
