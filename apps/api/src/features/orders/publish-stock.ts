import type { AppContext } from '../../context.ts'
import type { OrderLineRow } from './orders.queries.ts'

/** Tells every process, after the commit, that answers about these pieces may show another stock now. */
export function announceStock(
  { changes }: Pick<AppContext, 'changes'>,
  lines: readonly Pick<OrderLineRow, 'product_id'>[],
): void {
  changes.announce(lines.map(({ product_id }) => `product:${product_id}` as const))
}
