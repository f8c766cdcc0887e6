/** The declared errors that a page tells by itself; apart, so that the shop in the browser carries no others. */
export const pageErrors = {
  PRODUCT_NOT_FOUND: {
    status: 404,
    message: 'Opps!! Something went wrong. Please try again later.',
  },
  CATEGORY_NOT_FOUND: { status: 404, message: 'We could not find this category.' },
} as const
