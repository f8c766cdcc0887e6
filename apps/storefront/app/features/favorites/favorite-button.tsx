import { IconButton, iconButtonClass } from '@solvane/ui/button'
import { HeartFilledIcon, HeartIcon } from '@solvane/ui/icon'
import { clsx } from 'clsx'
import { createContext, use } from 'react'
import { HeaderCount } from '../../components/header-count.tsx'
import { Link } from '../../lib/link.tsx'
import { useSessionId } from '../../lib/session/use-session.ts'
import styles from './favorite-button.module.css'
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

interface FavoriteButtonProps {
  productId: string
  name: string
  /** The chosen variant, which is stored with the favourite. */
  variantId: string | null
  className?: string
}

/**
 * The heart of a product. Its state shows as soon as it is known: on pages made for
 * everyone, after hydration.
 */
export function FavoriteButton({ productId, name, variantId, className }: FavoriteButtonProps) {
  const { ids, toggle } = useFavorites()
  const isGuest = useSessionId() === null
  const isSet = ids?.has(productId) ?? false
  const isKnown = isGuest || ids !== null
  return (
    <IconButton
      className={className}
      label={`Favorite: ${name}`}
      aria-pressed={isKnown ? isSet : undefined}
      onClick={() => toggle({ productId, variantOrProductId: variantId ?? productId })}
    >
      <span className={styles.heart} data-set={isSet || undefined}>
        {isSet ? <HeartFilledIcon size={18} /> : <HeartIcon size={18} />}
      </span>
    </IconButton>
  )
}

interface HeartedProduct {
  id: string
  name: string
  variantId: string
}

/** The heart for the corner of a product's card. */
export function cardHeart({ id, name, variantId }: HeartedProduct) {
  return <FavoriteButton productId={id} name={name} variantId={variantId} />
}

/** The link to the favourites, with their number; not on narrow screens (spec section 2). */
export function FavoritesLink() {
  const { ids } = useFavorites()
  const count = ids?.size ?? 0
  return (
    <Link
      className={clsx(iconButtonClass, styles.link)}
      to="/profile/favorite"
      aria-label={
        count > 0 ? `My Wishlist, ${count} ${count === 1 ? 'piece' : 'pieces'}` : 'My Wishlist'
      }
    >
      {count > 0 ? <HeartFilledIcon /> : <HeartIcon />}
      <HeaderCount count={count} />
    </Link>
  )
}
