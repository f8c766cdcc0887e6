import type { SignInState } from '@solvane/client/return-path'
import { currentSessionId } from '@solvane/client/tokens'
import { IconButton, iconButtonClass } from '@solvane/ui/button'
import { HeartFilledIcon, HeartIcon } from '@solvane/ui/icon'
import { clsx } from 'clsx'
import { createContext, type ReactNode, use, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useLazyStore } from '../../components/external-store.ts'
import { HeaderCount } from '../../components/header-count.tsx'
import { useApi } from '../../lib/api/api-provider.tsx'
import { Link } from '../../lib/link.tsx'
import { useSessionId } from '../../lib/session/use-session.ts'
import styles from './favorites.module.css'
import type { FavoritesClient, FavoritesSnapshot } from './favorites-client.ts'
import { type FavoriteTarget, rememberFavorite } from './remembered-favorite.ts'

interface FavoritesPort {
  /** Ids of the favourite products; null until it is known which they are, and for guests. */
  ids: FavoritesSnapshot
  /** Toggles a heart; a guest signs in first, and the heart is set on return. Never rejects. */
  toggle: (target: FavoriteTarget) => Promise<void>
  /** Fetches them again, after another feature has changed them. Never rejects. */
  refresh: () => Promise<void>
}

const FavoritesContext = createContext<FavoritesPort | null>(null)

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

/**
 * Guards actions that need an account. The returned function is true for a shopper who is signed
 * in; it sends a guest to the sign-in screen, to return to `path` (by default this page), and
 * returns false.
 */
function useRequireSignIn(): (path?: string) => boolean {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (path = pathname + search) => {
    if (currentSessionId()) return true
    const state: SignInState = { returnTo: path }
    void navigate('/login', { state })
    return false
  }
}

interface FavoritesProviderProps {
  /** After a product has become a favourite. */
  onFavorited: (target: FavoriteTarget) => void
  children: ReactNode
}

/** Provides the signed-in shopper's favourites. Their code is only loaded with a session. */
export function FavoritesProvider({ onFavorited, children }: FavoritesProviderProps) {
  const api = useApi()
  const sessionId = useSessionId()
  const requireSignIn = useRequireSignIn()
  const {
    snapshot: ids,
    prepare,
    demand,
  } = useLazyStore<FavoritesSnapshot, FavoritesClient>(async () => {
    const [{ createFavoritesClient }, { browserQueryClient }] = await Promise.all([
      import('./favorites-client.ts'),
      import('../../lib/api/query-client.tsx'),
    ])
    return createFavoritesClient(api, browserQueryClient(), { onFavorited })
  }, null)

  useEffect(() => {
    if (sessionId) prepare()
  }, [sessionId, prepare])

  async function toggle(target: FavoriteTarget) {
    if (requireSignIn()) await (await demand())?.toggle(target)
    else rememberFavorite(target, Date.now())
  }

  const latest = useRef(toggle)
  latest.current = toggle
  const port = useMemo(
    () => ({
      ids: sessionId ? ids : null,
      toggle: (target: FavoriteTarget) => latest.current(target),
      refresh: async () => {
        const store = await demand()
        // Hearts keep their state until the next load.
        await store?.load().catch(() => {})
      },
    }),
    [ids, sessionId, demand],
  )
  return <FavoritesContext value={port}>{children}</FavoritesContext>
}
