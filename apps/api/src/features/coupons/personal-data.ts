import type { PersonalData } from '../auth/personal-data.ts'
import { describeRedemptions } from './coupons.queries.ts'

/** The coupons used, for the export. That one was used stays known when the account closes, not by whom. */
export const couponsOfShopper: PersonalData = {
  name: 'coupons',
  read: describeRedemptions,
  erase: async () => {},
}
