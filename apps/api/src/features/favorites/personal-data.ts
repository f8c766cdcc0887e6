import type { PersonalData } from '../auth/personal-data.ts'
import { describeFavorites, removeFavorites } from './favorites.queries.ts'

/** The favourites, for the export and for closing an account. */
export const favoritesOfShopper: PersonalData = {
  name: 'favorites',
  read: describeFavorites,
  erase: removeFavorites,
}
