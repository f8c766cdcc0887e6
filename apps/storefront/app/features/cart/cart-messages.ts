/** Texts of the cart (spec section 8), word for word. */
export const cartMessages = {
  added: 'Item added to your cart.',
  addFailed: 'Failed to add item. Please try again.',
  quantityFailed: 'Failed to update item quantity.',
  removeFailed: 'Failed to remove item.',
  removeSeveralFailed: 'Failed to remove items in bulk.',
  mergeFailed: 'Failed to merge carts.',
  loadFailed: 'Failed to load cart. Please try again later.',
  empty: 'Your cart is empty.',
  unavailable: 'Item is unavailable',
  nothingToMove: 'Please select items to move to favorites.',
  moveRejected: 'Error: Some selected items cannot be favorited.',
  moveSeveralFailed: 'Failed to add items to favorites.',
  moveFailed: 'Failed to move item to favorites. It has not been removed from your cart.',
} as const
