import type { shopperPaths } from '@solvane/contract/paths'
import { iconButtonClass } from '@solvane/ui/button'
import { PersonIcon } from '@solvane/ui/icon'
import { ToastRegion } from '@solvane/ui/toast'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router'
import { CartButton, CartProvider } from '../features/cart/cart-provider.tsx'
import { ProductCard } from '../features/catalog/product-card.tsx'
import { ChatLauncher, ChatLink } from '../features/chat/chat-launcher.tsx'
import { CheckoutButton } from '../features/checkout/checkout-buttons.tsx'
import { useOrderDraft } from '../features/checkout/order-draft.ts'
import { useTrack } from '../features/consent/consent.ts'
import { ConsentLink, ConsentProvider } from '../features/consent/consent-provider.tsx'
import { cardHeart, FavoritesLink, FavoritesProvider } from '../features/favorites/favorites.tsx'
import { Footer, SlimFooter } from '../features/navigation/footer.tsx'
import { CheckoutHeader, Header, LoadingLine, SkipLink } from '../features/navigation/header.tsx'
import { SearchButton } from '../features/search/search-button.tsx'
import { useApi } from '../lib/api/api-provider.tsx'
import { type MenuCategory, useLayoutData } from '../lib/api/layout-data.ts'
import { loadRecommendations } from '../lib/api/recommendations.ts'
import { cartPath, Link } from '../lib/link.tsx'
import { useSessionId } from '../lib/session/use-session.ts'
import styles from './layout.module.css'

/** A page whose token or query only the browser sees: `link-pages` says what stands there meanwhile. */
export type Opening =
  | 'gift'
  | 'payment-return'
  | 'reset-password'
  | 'selection'
  | 'verify-email'
  | 'waiting-list'

/** How a route's page is framed and rendered. */
export interface RouteHandle {
  /** The source file whose chunks and styles the page needs. */
  file: string
  /**
   * Only a signed-in shopper sees it, so the server renders nothing of it: what is around it is hydrated
   * before its program is there.
   */
  needsSession?: boolean
  /** Its heading, if it is the same for everyone: shown, by the server too, before its program is there. */
  heading?: string
  /** Endpoints that such a page asks first, with the parameters of its address: requested with its program. */
  requests?: readonly (keyof typeof shopperPaths)[]
  /** What stands in its place until its program is there: all that the server renders of it. */
  opening?: Opening
  /** The page opens with a banner that the header lies over, its text light or dark. */
  overBanner?: 'light' | 'dark'
  /** Pages that name the same frame change inside it, while what is around them stays. */
  frame?: string
  /** The checkout's frame: a header with the link back, and a slim footer. */
  isCheckout?: boolean
  /** Its address is one shopper's own, an order's say. */
  isPersonal?: boolean
}

/** In the menu of a shop that has no categories yet. */
const everything: MenuCategory = {
  name: 'The Collection',
  path: '/filter/all',
  children: [],
}

/** The frame of every page: header, the page, footer. */
export function Layout() {
  const { categories, settings } = useLayoutData()
  const matches = useMatches()
  const handle = matches.at(-1)?.handle as RouteHandle | undefined
  const Foot = handle?.isCheckout ? SlimFooter : Footer
  return (
    <Shopper>
      <SkipLink />
      {settings.isReadOnly && (
        <p className={styles.notice} role="status">
          We are working on our shop. You can look around; orders and changes are possible again
          soon.
        </p>
      )}
      {handle?.isCheckout ? (
        <OrderHeader />
      ) : (
        <Header
          categories={categories.length > 0 ? categories : [everything]}
          contactUrl={settings.contactUrl}
          search={<Search />}
          actions={
            <>
              <FavoritesLink />
              <AccountLink />
              <CartButton />
            </>
          }
          overBanner={handle?.overBanner}
        />
      )}
      <Main frame={handle?.frame} />
      <Foot
        contactUrl={settings.contactUrl}
        chat={(className, text) => <ChatLink className={className}>{text}</ChatLink>}
        choices={(className) => <ConsentLink className={className} />}
      />
      <ChatLauncher isHidden={handle?.isCheckout || settings.isChatClosed} />
      <ToastRegion />
      <SessionWatch />
      <ScrollRestoration />
    </Shopper>
  )
}

/** The checkout's header leads back to the cart, or to the product of 'Buy now'. */
function OrderHeader() {
  const { source, productPath } = useOrderDraft()
  return source === 'buyNow' && productPath ? (
    <CheckoutHeader backTo={productPath} backText="Back to product" />
  ) : (
    <CheckoutHeader backTo={cartPath} backText="Back to cart" />
  )
}

/** State that lives across pages: consent, favourites, cart. */
function Shopper({ children }: { children: ReactNode }) {
  const { currency } = useLayoutData().settings
  const track = useTrack()
  return (
    <ConsentProvider>
      <FavoritesProvider
        onFavorited={({ productId }) =>
          track({ name: 'AddToWishlist', data: { content_ids: productId } })
        }
      >
        <CartProvider
          checkout={(lines) => <CheckoutButton lines={lines} />}
          onAdded={({ productId, name, price }) =>
            track({
              name: 'AddToCart',
              data: {
                content_ids: productId,
                content_name: name,
                value: price.toFixed(2),
                currency,
              },
            })
          }
        >
          {children}
        </CartProvider>
      </FavoritesProvider>
    </ConsentProvider>
  )
}

/** The page itself. A new page fades in and takes the focus, so that screen readers start there. */
function Main({ frame }: { frame?: string }) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const isLoading = useNavigation().state !== 'idle'
  const [firstPath] = useState(pathname)
  const shownPath = useRef(pathname)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <>
      <LoadingLine isLoading={isLoading} />
      <main id="main" ref={main} tabIndex={-1} aria-busy={isLoading || undefined}>
        <div key={frame ?? pathname} className={pathname === firstPath ? undefined : styles.next}>
          <Outlet />
        </div>
      </main>
    </>
  )
}

function Search() {
  const api = useApi()
  const track = useTrack()
  return (
    <SearchButton
      findProducts={async ({ search, page, signal }) => {
        const query = { search, page, size: '16' }
        const found = await api.call('listProducts', { query }, { signal })
        if (page === 1) track({ name: 'Search', data: { search_string: search } })
        return found
      }}
      loadPopular={() => loadRecommendations(api)}
      renderProduct={(product) => <ProductCard product={product}>{cardHeart(product)}</ProductCard>}
    />
  )
}

/** The margins of a page without another frame. */
export function PageMargins({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>
}

/** The way to the account from every page; the account itself asks guests to sign in. */
function AccountLink() {
  return (
    <Link className={iconButtonClass} to="/profile" aria-label="Account">
      <PersonIcon />
    </Link>
  )
}

/** Follows the session from any page; see `followSession`, whose code comes with the first one. */
function SessionWatch() {
  const api = useApi()
  const id = useSessionId()
  const hasBegun = useRef(false)
  useEffect(() => {
    // A shopper who has always been a guest has no data to drop.
    if (!id && !hasBegun.current) return
    hasBegun.current = true
    import('../lib/session/follow-session.ts')
      .then(({ followSession }) => followSession(api, id ?? null))
      // Offline: cached data is keyed by its owner, and the next page tries again.
      .catch(() => {})
  }, [api, id])
  return null
}
