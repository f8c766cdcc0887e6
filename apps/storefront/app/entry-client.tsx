import '@vitejs/plugin-react/preamble'
// Imported before every other style sheet, because it sets the order of the layers.
import './styles.css'
import '@solvane/client/schemas-without-eval'
import { createApi } from '@solvane/client/api'
import type { SignInState } from '@solvane/client/return-path'
import { browserTransport, sessionTransport } from '@solvane/client/transport'
import { shopperPaths } from '@solvane/contract/paths'
import { leaveClosedOverlays, letBackClose } from '@solvane/ui/overlay-behavior.ts'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  createPath,
  RouterContextProvider,
  type RouterNavigateOptions,
  type To,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { replacedEvent } from './dynamic-import.ts'
import { apiContext } from './lib/api/loader.ts'
import { guestCartHeaders } from './lib/session/guest-cart.ts'
import { whenIdle } from './lib/when.tsx'
import { isPageOf, readPageState, rootElementId, Shop } from './page-state.tsx'
import { loadLazyRoutes, routes } from './routes.ts'

/**
 * Hydrates the page; called by the starter, and again where it rejects because a part of the page did not
 * come.
 */
export async function start(): Promise<void> {
  // Back was pressed before hydration: the document still shows the page that it was loaded for.
  if (!isPageOf(window.location)) {
    window.location.reload()
    await new Promise(() => {})
  }
  // A matched route that is still lazy renders nothing, and hydration would discard the page.
  await loadLazyRoutes(window.location)

  const sendAsGuest = browserTransport(shopperPaths)
  const send = sessionTransport(sendAsGuest, askToSignIn, guestCartHeaders)
  const api = createApi(send)
  let visitsApi = api
  const router = createBrowserRouter(routes, {
    hydrationData: readPageState(),
    getContext: () => new RouterContextProvider(new Map([[apiContext, visitsApi]])),
  })
  leaveWhenReplaced(router)
  letBackCloseIn(router)

  /** Leads to the sign-in when the session has ended, from any page (spec section 8). */
  function askToSignIn() {
    const { pathname, search } = window.location
    if (pathname === '/login') return
    const state: SignInState = { returnTo: pathname + search }
    void router.navigate('/login', { state })
  }

  const root = document.getElementById(rootElementId)
  if (!root) throw new Error('The page has no root element.')
  // A transition, so that it yields to the shopper's input.
  startTransition(() => {
    hydrateRoot(
      root,
      <Shop api={api}>
        <RouterProvider router={router} />
      </Shop>,
    )
  })
  whenIdle(async () => {
    try {
      const { fetchAhead } = await import('./fetch-ahead.ts')
      visitsApi = fetchAhead(send, sendAsGuest)
    } catch {
      // Without it, every visit fetches its own data.
    }
  })
}

/** Makes Back close overlays, and hides their history entries from the router. */
function letBackCloseIn(router: ReturnType<typeof createBrowserRouter>) {
  letBackClose(() => (router.state.navigation.location ?? router.state.location).key)
  const { navigate } = router
  router.navigate = (async (to: To | null, options?: RouterNavigateOptions) => {
    if (options?.replace) await leaveClosedOverlays()
    await navigate(to, options)
  }) as typeof navigate
}

/**
 * When files of this program are gone, the shop has been rebuilt: the next page, or the one that is
 * loading, is loaded as a document with the new program. At most once a document, on a
 * shopper's action, so never in a loop.
 */
function leaveWhenReplaced(router: ReturnType<typeof createBrowserRouter>) {
  let isReplaced = false
  /** Key of the visit for which the document is being left. */
  let leftFor: string | undefined
  function leave() {
    const { location } = router.state.navigation
    if (!isReplaced || !location) return false
    if (location.key === leftFor) return true
    leftFor = location.key
    const address = createPath(location)
    const { pathname, search, hash } = window.location
    // Going back has changed the address already.
    if (address === pathname + search + hash) window.location.reload()
    else window.location.assign(address)
    return true
  }
  addEventListener(replacedEvent, (event) => {
    isReplaced = true
    if (leave()) event.preventDefault()
  })
  router.subscribe(leave)
}
