import type { createBrowserRouter } from 'react-router'

type Router = ReturnType<typeof createBrowserRouter>

let pending: string | undefined

/** Keeps `pendingPage` up to date with this router. Call it once, before the router is shown. */
export function watchPendingPage(router: Router): Router {
  router.subscribe(({ navigation }) => {
    pending = navigation.location?.pathname
  })
  return router
}

/**
 * The path of the page that is loading, undefined if none is. Known as soon as the navigation
 * begins: `useNavigation` learns of it with the next rendering, late on a busy machine.
 */
export function pendingPage(): string | undefined {
  return pending
}
