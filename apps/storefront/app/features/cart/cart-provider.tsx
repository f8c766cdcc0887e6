import { isApiFailure } from '@solvane/client/api'
import { IconButton, iconButtonClass } from '@solvane/ui/button'
import { BagIcon } from '@solvane/ui/icon'
import { showToast } from '@solvane/ui/toast'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useLazyStore } from '../../components/external-store.ts'
import { HeaderCount } from '../../components/header-count.tsx'
import { useApi } from '../../lib/api/api-provider.tsx'
import { messageOf } from '../../lib/api/failure.tsx'
import { cartPath, Link } from '../../lib/link.tsx'
import { guestCartIdKey, readGuestCartId } from '../../lib/session/guest-cart.ts'
import { useSessionId } from '../../lib/session/use-session.ts'
import { useHydrated, useOpenOnPage } from '../../lib/when.tsx'
import type { CartClient, CartSnapshot } from './cart-client.ts'
import { type AddedItem, CartContext, useCart } from './cart-context.ts'
import { cartMessages } from './cart-messages.ts'
import type { CartItem } from './cart-totals.ts'

/** Opens the cart and shows its number of items; without JavaScript it links to the page. */
export function CartButton() {
  const { snapshot, open, prepare } = useCart()
  const isHydrated = useHydrated()
  const { pathname } = useLocation()
  const { totalItems } = snapshot
  const label =
    totalItems > 0 ? `Cart, ${totalItems} ${totalItems === 1 ? 'piece' : 'pieces'}` : 'Cart'
  const content = (
    <>
      <BagIcon />
      <HeaderCount count={totalItems} />
    </>
  )
  if (!isHydrated || pathname === cartPath) {
    return (
      <Link className={iconButtonClass} to={cartPath} aria-label={label}>
        {content}
      </Link>
    )
  }
  return (
    <IconButton
      label={label}
      aria-haspopup="dialog"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={open}
    >
      {content}
    </IconButton>
  )
}

const unknownCart: CartSnapshot = { status: 'idle', cart: null, totalItems: 0, failure: null }
const loadDrawer = () => import('./mini-cart.tsx')

interface CartProviderProps {
  /** In the drawer: the button that orders these lines. */
  checkout: (items: readonly CartItem[]) => ReactNode
  /** After an item was added. */
  onAdded?: (item: AddedItem) => void
  children: ReactNode
}

/**
 * Provides the cart to the pages. Its code is loaded once there is a cart or an item to add; the
 * drawer opens over any page.
 */
export function CartProvider({ checkout, onAdded, children }: CartProviderProps) {
  const api = useApi()
  const sessionId = useSessionId()
  const { snapshot, prepare, demand } = useLazyStore<CartSnapshot, CartClient>(async () => {
    const [{ createCartClient }, { browserQueryClient }] = await Promise.all([
      import('./cart-client.ts'),
      import('../../lib/api/query-client.tsx'),
    ])
    return createCartClient(api, browserQueryClient())
  }, unknownCart)
  const drawer = useOnDemand(loadDrawer)
  const [isOpen, setIsOpen] = useOpenOnPage()
  const [addedId, setAddedId] = useState<string | null>(null)
  const opener = useRef<HTMLElement | null>(null)

  useEffect(() => {
    if (sessionId || (sessionId === null && readGuestCartId())) prepare()
    // The first item may be added in another tab.
    const onStorage = (event: StorageEvent) => event.key === guestCartIdKey && prepare()
    // Changes may have been missed while the page was in the back/forward cache.
    const onPageShow = ({ persisted }: PageTransitionEvent) =>
      persisted && readGuestCartId() && prepare()
    addEventListener('storage', onStorage)
    addEventListener('pageshow', onPageShow)
    return () => {
      removeEventListener('storage', onStorage)
      removeEventListener('pageshow', onPageShow)
    }
  }, [sessionId, prepare])

  async function open() {
    opener.current = document.activeElement as HTMLElement | null
    const [store, isReady] = await Promise.all([demand(), drawer.demand()])
    if (!store || !isReady) return
    setAddedId(null)
    setIsOpen(true)
  }

  async function add(item: AddedItem) {
    opener.current = document.activeElement as HTMLElement | null
    const store = await demand()
    if (!store) return
    const drawerIsReady = drawer.demand()
    try {
      await store.add(item.variantId)
    } catch (error) {
      showToast(addFailureMessage(error), 'error')
      return
    }
    onAdded?.(item)
    setAddedId(item.variantId)
    if (await drawerIsReady) setIsOpen(true)
    else showToast(cartMessages.added)
  }

  const actions = useRef({ open, add })
  actions.current = { open, add }
  const port = useMemo(
    () => ({
      snapshot,
      demand,
      open: () => actions.current.open(),
      add: (item: AddedItem) => actions.current.add(item),
      prepare: () => {
        prepare()
        void loadDrawer().catch(() => {})
      },
    }),
    [snapshot, demand, prepare],
  )

  return (
    <CartContext value={port}>
      {children}
      {drawer.part && (
        <drawer.part.MiniCart
          checkout={checkout}
          addedId={addedId}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          returnFocusTo={opener}
        />
      )}
    </CartContext>
  )
}

/** The reason where trying again at once would not help (too few left), else the general message. */
function addFailureMessage(error: unknown): string {
  const isFinal = isApiFailure(error) && error.code && error.status < 500
  return messageOf(isFinal && error, cartMessages.addFailed)
}
