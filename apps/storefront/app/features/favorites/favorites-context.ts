import { createContext, use } from 'react'
import type { FavoritesSnapshot } from './favorites-client.ts'
import type { FavoriteTarget } from './remembered-favorite.ts'

interface FavoritesPort {
  /** Ids of the favourite products; null until it is known which they are, and for guests. */
  ids: FavoritesSnapshot
  /** Toggles a heart; a guest signs in first, and the heart is set on return. Never rejects. */
  toggle: (target: FavoriteTarget) => Promise<void>
  /** Fetches them again, after another feature has changed them. Never rejects. */
  refresh: () => Promise<void>
}

export const FavoritesContext = createContext<FavoritesPort | null>(null)

/** The favourites, in any page. */
export function useFavorites(): FavoritesPort {
  const port = use(FavoritesContext)
  if (!port) throw new Error('useFavorites needs a FavoritesProvider above it.')
  return port
}
