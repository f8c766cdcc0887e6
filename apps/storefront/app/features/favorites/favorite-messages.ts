/** Texts of the favourites (spec section 8), word for word. */
export const favoriteMessages = {
  /** After every successful toggle, whichever way (decision C2). */
  toggled: 'Successfully added to shopping cart.',
  /** Rejected without a message for a shopper. */
  toggleRejected: 'Failed to update favorite status.',
  toggleFailed: 'An unknown error occurred while updating favorite status.',
  none: 'No Data',
} as const
