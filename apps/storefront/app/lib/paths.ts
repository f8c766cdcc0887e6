/** The address of a product's page, in a colour if given. */
export function productPath(identifier: string, color?: string | null): string {
  const path = `/product/${encodeURIComponent(identifier)}`
  return color ? `${path}?color=${encodeURIComponent(color)}` : path
}

/** The cart's page, for signed-in shoppers. */
export const cartPath = '/cart'

/** The page of an order before it is placed. */
export const orderPreviewPath = '/order/preview'
