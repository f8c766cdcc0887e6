/** What My Orders and an order's page say (spec sections 4 and 8), word for word. */
export const orderMessages = {
  loadingList: 'Loading orders...',
  listFailed: 'Failed to fetch order list',
  none: 'No orders found matching your criteria.',
  loading: 'Loading order information...',
  confirmed: 'Order confirmed. Awaiting shipment.',
  completed: 'Order completed',
} as const
