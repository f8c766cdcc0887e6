/**
 * The declared errors: code → HTTP status and the default message for a shopper.
 * A use case raises `ShopError(code)`; anything else becomes one logged `INTERNAL`.
 */
export const errorCatalogue = {
  BAD_REQUEST: { status: 400, message: 'Please check what you entered and try again.' },
  NOT_FOUND: { status: 404, message: 'We could not find what you asked for.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'That is more than we can accept at once.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Please send JSON.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side. Please try again later.' },
  UNAVAILABLE: {
    status: 503,
    message: 'The house is closed for a moment. Please try again shortly.',
  },
  PRODUCT_NOT_FOUND: {
    status: 404,
    message: 'Opps!! Something went wrong. Please try again later.',
  },
  CATEGORY_NOT_FOUND: { status: 404, message: 'We could not find this category.' },
  PAGE_NOT_FOUND: { status: 404, message: 'We could not find this page.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCatalogue
