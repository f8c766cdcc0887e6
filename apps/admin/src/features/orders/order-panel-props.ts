import type { StaffOrder } from '@solvane/contract/orders.admin'

/** The props of the panels that change the order. */
export interface OrderPanelProps {
  order: StaffOrder
  /** Reads the order again after a change or a conflict. */
  onChange: () => Promise<unknown>
}
