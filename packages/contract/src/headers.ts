/** Name of the header that carries a guest's cart id (decision C7). Without schemas, for the browser. */
export const guestCartHeader = 'x-guest-cart-id'

/** Name of the header that makes an order once, however often it is sent (decision O19). */
export const idempotencyKeyHeader = 'idempotency-key'
