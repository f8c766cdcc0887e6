import type { StaffOrder } from '@solvane/contract/orders.admin'

/** What the parts of the desk that change the order are given. */
export interface DeskProps {
  order: StaffOrder
  /** The order was changed, or found to be another: it is to be read anew. */
  onChange: () => Promise<unknown>
}
