/** Name of the header that carries a guest's cart id (decision C7). Without schemas, for the browser. */
export const guestCartHeader = 'x-guest-cart-id'
