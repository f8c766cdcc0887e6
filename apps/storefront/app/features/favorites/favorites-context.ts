import { createContext, use } from 'react'
import type { FavoritesSnapshot } from './favorites-client.ts'
import type { FavoriteTarget } from './remembered-favorite.ts'

interface FavoritesPort {
  /** Ids of the favourite products; null until it is known which they are, and for guests. */
  ids: FavoritesSnapshot
  /** Turns a heart; a guest signs in first and finds it set on coming back. Never rejects. */
  toggle: (target: FavoriteTarget) => Promise<void>
  /** Asks anew which they are, after something else has changed them. Never rejects. */
  refresh: () => Promise<void>
}

export const FavoritesContext = createContext<FavoritesPort | null>(null)

/** The favourites, in any page. */
export function useFavorites(): FavoritesPort {
  const port = use(FavoritesContext)
  if (!port) throw new Error('useFavorites needs a FavoritesProvider above it.')
  return port
}
