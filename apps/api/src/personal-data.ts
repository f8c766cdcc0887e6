import type { AppContext } from './context.ts'
import { addressesOfShopper } from './features/addresses/addresses.ts'
import type { PersonalData } from './features/auth/personal-data.ts'
import { cartOfShopper } from './features/cart/cart.ts'
import { chatOfShopper } from './features/chat/chat-room.ts'
import { couponsOfShopper } from './features/coupons/coupons.ts'
import { favoritesOfShopper } from './features/favorites/favorites.routes.ts'
import { ordersOfShopper } from './features/orders/personal-data.ts'
import { restockNotesOfShopper } from './features/products/adjust-stock.ts'
import { giftsOfRecipient, shopperReturns } from './features/returns/personal-data.ts'
import { selectionsOfShopper } from './features/selections/selections.ts'
import { auditOfShopper } from './features/staff/audit-trail.ts'
import { uploadsOfShopper } from './features/uploads/stored-uploads.ts'
import { waitingOfShopper } from './features/waiting-list/waiting-list.ts'

/** The personal data of a shopper in every feature, for the export and for closing an account. */
export function personalDataOf(ctx: AppContext): PersonalData[] {
  return [
    // First, while the orders still name their owner.
    auditOfShopper,
    // Before the orders that their reservations became.
    waitingOfShopper(ctx),
    selectionsOfShopper(ctx),
    giftsOfRecipient,
    shopperReturns,
    ordersOfShopper(ctx),
    restockNotesOfShopper,
    couponsOfShopper,
    cartOfShopper,
    chatOfShopper,
    favoritesOfShopper,
    addressesOfShopper,
    uploadsOfShopper,
  ]
}
