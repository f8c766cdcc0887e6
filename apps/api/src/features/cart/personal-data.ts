import type { PersonalData } from '../auth/personal-data.ts'
import { describeCart, removeCart } from './cart.queries.ts'

/** The cart, for the export and for closing an account. */
export const cartOfShopper: PersonalData = {
  name: 'cart',
  read: describeCart,
  erase: removeCart,
}
