/** Address of a piece's page; with a colour, as it looks in that. */
export function productPath(identifier: string, color?: string | null): string {
  const path = `/product/${encodeURIComponent(identifier)}`
  return color ? `${path}?color=${encodeURIComponent(color)}` : path
}

/** The cart's own page, for those who are signed in. */
export const cartPath = '/cart'

/** Where an order is looked at before it is placed. */
export const orderPreviewPath = '/order/preview'
