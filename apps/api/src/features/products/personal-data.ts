import type { PersonalData } from '../auth/personal-data.ts'
import { removeNotesOnOrdersOf } from './stock-ledger.queries.ts'

/** What staff have written about pieces that came back from a shopper: it goes with the account. */
export const returnsOfShopper: PersonalData = {
  name: 'returns',
  read: async () => undefined,
  erase: removeNotesOnOrdersOf,
}
