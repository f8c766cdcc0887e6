import '@vitejs/plugin-react/preamble'
// Before every other style sheet: it sets the order of the layers.
import './styles.css'
import '@solvane/client/schemas-without-eval'
import { createApi } from '@solvane/client/api'
import { browserTransport } from '@solvane/client/browser-transport'
import type { SignInState } from '@solvane/client/return-path'
import { sessionTransport } from '@solvane/client/session-transport'
import { shopperPaths } from '@solvane/contract/shopper-paths'
import { leaveClosedOverlays, letBackClose } from '@solvane/ui/back-closes.ts'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  RouterContextProvider,
  type RouterNavigateOptions,
  type To,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { apiContext } from './lib/load.ts'
import { isPageOf, readPageState, rootElementId } from './lib/page-state.ts'
import { guestCartHeaders } from './lib/session/guest-cart.ts'
import { loadLazyRoutes, routes } from './routes.ts'
import { Shop } from './shop.tsx'

const api = createApi(
  sessionTransport(browserTransport(shopperPaths), askToSignIn, guestCartHeaders),
)

/** Where a session that is over leads, from whichever page (spec section 8). */
function askToSignIn() {
  const { pathname, search } = window.location
  if (pathname === '/login') return
  const state: SignInState = { returnTo: pathname + search }
  void router.navigate('/login', { state })
}

// Back was pressed before the shop awoke: the document still shows the page that it was loaded for.
if (!isPageOf(window.location)) {
  window.location.reload()
  await new Promise(() => {})
}

// A matched route that were still lazy would render nothing, and hydration would throw the page away.
await loadLazyRoutes(window.location)

const router = createBrowserRouter(routes, {
  hydrationData: readPageState(),
  getContext: () => new RouterContextProvider(new Map([[apiContext, api]])),
})

letBackClose(() => (router.state.navigation.location ?? router.state.location).key)
const { navigate } = router
router.navigate = (async (to: To | null, options?: RouterNavigateOptions) => {
  if (options?.replace) await leaveClosedOverlays()
  await navigate(to, options)
}) as typeof navigate

const root = document.getElementById(rootElementId)
if (!root) throw new Error('The page has no root element.')
// As a transition, so that it gives way to what the visitor does meanwhile.
startTransition(() => {
  hydrateRoot(
    root,
    <Shop api={api}>
      <RouterProvider router={router} />
    </Shop>,
  )
})
// From here on React takes every touch, hydrating what it concerns first; see after-pictures.ts.
dispatchEvent(new Event('shop:awake'))
