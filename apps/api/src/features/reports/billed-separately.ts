import { spreadOver } from '../invoices/invoice-parts.ts'
import type { ExportedLine } from './exports.admin.queries.ts'

/** What it needs of a line. */
export type BilledLine = Pick<
  ExportedLine,
  | 'id'
  | 'unit_cents'
  | 'quantity'
  | 'discount_cents'
  | 'tax_cents'
  | 'prices_include_tax'
  | 'billed_cents'
  | 'supplement_cents'
  | 'fee_cents'
  | 'billed_fee_cents'
>

/**
 * What supplementary orders bill of each line of changed orders, in cents. With what they bill of the
 * fees it adds up to `billed_separately` of the order, also after a part of it was paid back or cancelled.
 */
export function billedSeparately<Line extends BilledLine>(
  lines: readonly Line[],
): Map<Line, number> {
  const ofOrders = Map.groupBy(
    lines.filter(({ supplement_cents }) => supplement_cents > 0),
    ({ id }) => id,
  )
  const billed = [...ofOrders.values()].flatMap((ofOrder) => {
    const [order] = ofOrder
    const shares = spreadOver(
      order?.supplement_cents ?? 0,
      [...ofOrder.map(worthOf), order?.fee_cents ?? 0],
      [...ofOrder.map(({ billed_cents }) => billed_cents), order?.billed_fee_cents ?? 0],
    )
    return ofOrder.map((line, at) => [line, shares[at] ?? 0] as const)
  })
  return new Map(billed)
}

/** What a line costs, with tax that is added to it. */
function worthOf(line: BilledLine): number {
  const addedTax = line.prices_include_tax === false ? (line.tax_cents ?? 0) : 0
  return line.unit_cents * line.quantity - line.discount_cents + addedTax
}
