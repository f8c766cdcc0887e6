/**
 * Whether an order states a delivery fee: delivery belongs to the order that was changed, unless the
 * change made it dearer. Not beside `orders`, so that a page that shows an order loads no schemas.
 */
export function statesDelivery(isSupplement: boolean, fee: number): boolean {
  return !isSupplement || fee > 0
}
