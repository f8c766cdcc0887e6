import { matchRoutes, type RouteObject } from 'react-router'
import { loader, unknownPath } from './lib/load.ts'
import { PageFailureBoundary, ShopFailureBoundary } from './routes/failure.tsx'
import { Layout } from './routes/layout.tsx'

/** What a route tells the page renderer: the source file whose chunks and styles it needs. */
export interface RouteHandle {
  file: string
}

/** Query parameters that change a page; the renderer sees no others, so no link may depend on one. */
export const knownParameters: readonly string[] = [
  'page',
  'sort',
  'color',
  'sizes',
  'material',
  'priceMin',
  'priceMax',
  'inStock',
  'onSale',
]

type PageModule = { Component: () => React.ReactNode }
const pages = import.meta.glob<PageModule>(['./routes/*.tsx', '!./routes/{layout,failure}*.tsx'])

/** A page of `routes/`, loaded when it is first visited. */
function page(name: string): Pick<RouteObject, 'lazy' | 'handle'> {
  const load = pages[`./routes/${name}.tsx`]
  if (!load) throw new Error(`There is no page routes/${name}.tsx.`)
  return { lazy: load, handle: { file: `app/routes/${name}.tsx` } satisfies RouteHandle }
}

/** The whole site map. */
export const routes: RouteObject[] = [
  {
    id: 'layout',
    Component: Layout,
    ErrorBoundary: ShopFailureBoundary,
    loader: loader(async ({ api, signal }) => {
      const [tree, settings] = await Promise.all([
        api.call('getCategoryTree', {}, { signal }),
        api.call('getSiteSettings', {}, { signal }),
      ])
      return { categories: tree.data.data, settings: settings.data }
    }),
    shouldRevalidate: () => false,
    children: [
      {
        id: 'pages',
        ErrorBoundary: PageFailureBoundary,
        children: [
          { path: 'coming-soon', ...page('coming-soon') },
          {
            path: '*',
            loader: loader(() => {
              throw unknownPath()
            }),
          },
        ],
      },
    ],
  },
]

/** Loads the pages that an address matches, so that they can be rendered at once. */
export async function loadLazyRoutes(location: { pathname: string }): Promise<void> {
  const matches = matchRoutes(routes, location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}
