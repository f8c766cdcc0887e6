import type { OrderPreview } from '@solvane/contract/orders'
import type { AppContext } from '../../../context.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { readOrderBasis } from './order-basis.queries.ts'
import { priceOrder } from './price-order.ts'
import { foldItems, type WantedItem } from './wanted-items.ts'

/**
 * What an order of these items would come to now; holds nothing. A coupon that does not apply is left
 * away (decision O11). Raises `NO_ITEMS_CHOSEN`, `TOO_MANY_REQUESTS` after too many codes in vain.
 */
export async function previewOrder(
  ctx: Pick<AppContext, 'db' | 'limits' | 'clock'>,
  shopper: { userId: string; address: string },
  draft: { items: WantedItem[]; couponCode?: string | null | undefined },
): Promise<OrderPreview> {
  const items = foldItems(draft.items)
  if (items.length === 0) throw new ShopError('NO_ITEMS_CHOSEN')
  const basis = await readOrderBasis(ctx.db, {
    userId: shopper.userId,
    variantIds: items.map(({ variantId }) => variantId),
    addressId: null,
    key: null,
    at: ctx.clock.now(),
  })
  if (!basis) throw new ShopError('UNAUTHENTICATED')
  const { email, pieces } = basis
  const { preview } = await priceOrder(
    ctx,
    { ...shopper, email },
    items,
    pieces ?? [],
    draft.couponCode || null,
  )
  return preview
}
