import { type EndpointOutput, isApiFailure } from '@solvane/client/api'
import { currentSessionId } from '@solvane/client/tokens'
import { pageErrors } from '@solvane/contract/errors'
import { linkedCategory } from '@solvane/contract/paths'
import { lazy as lazyComponent } from 'react'
import { matchRoutes, type RouteObject, redirect } from 'react-router'
import {
  listingSearch,
  productsInput,
  readListingQuery,
  readPageNumber,
} from './features/catalog/listing-query.ts'
import { type LayoutData, type OutsideData, toMenuCategory } from './lib/api/layout-data.ts'
import {
  isUnknown,
  type LoadArgs,
  loader,
  overNetwork,
  pageFailure,
  persistently,
  unknownPath,
} from './lib/api/loader.ts'
import { loadRecommendations } from './lib/api/recommendations.ts'
import { productPath } from './lib/link.tsx'
import { PageFailureBoundary, ShopFailureBoundary } from './routes/failure.tsx'
import { Layout, type Opening, type RouteHandle } from './routes/layout.tsx'

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

interface PageModule {
  Component: () => React.ReactNode
}

const files = import.meta.glob<PageModule>([
  './routes/*.tsx',
  '!./routes/{layout,failure,design}.tsx',
])

/** A page of `routes/`, loaded when it is first visited. */
function page(
  name: string,
  look: Omit<RouteHandle, 'file'> = {},
): Pick<RouteObject, 'lazy' | 'handle'> {
  const load = files[`./routes/${name}.tsx`]
  if (!load) throw new Error(`There is no page routes/${name}.tsx.`)
  const lazy = import.meta.env.SSR ? load : () => overNetwork(load)
  return { lazy, handle: { file: `app/routes/${name}.tsx`, ...look } satisfies RouteHandle }
}

/** A page below `protected`, with the program that only a signed-in shopper needs. */
function shopperPage(name: string, look: Omit<RouteHandle, 'file'> = {}) {
  return page(name, { needsSession: true, ...look })
}

/** A page below `link-pages`, whose link only the browser sees. */
function linkPage(name: Opening, look: Omit<RouteHandle, 'file' | 'opening'> = {}) {
  return page(name, { opening: name, ...look })
}

async function loadLayout({ api, signal }: LoadArgs): Promise<LayoutData> {
  const [tree, settings] = await Promise.all([
    api.call('getCategoryTree', {}, { signal }),
    api.call('getSiteSettings', {}, { signal }),
  ])
  const categories = tree.data.data
  return {
    categories: categories.map(toMenuCategory),
    picture: categories[0]?.picture ?? null,
    settings: settings.data,
  }
}

async function loadOutside({ api, signal }: LoadArgs): Promise<OutsideData> {
  const { data } = await api.call('getSiteSettings', {}, { signal })
  return { assetsBaseUrl: data.assetsBaseUrl }
}

async function loadHome({ api, signal }: LoadArgs) {
  const [content, recommendations] = await Promise.all([
    api.call('getHomeContent', {}, { signal }),
    // In the browser they are kept for other pages, also when this page is left meanwhile.
    loadRecommendations(api, import.meta.env.SSR ? signal : undefined),
  ])
  // Of the choices only what the page shows: its data is part of the document.
  const { homeMain, homeSpecial } = recommendations
  const stories = content.data.stories?.slice(0, 2) ?? []
  return { content: { ...content.data, stories }, homeMain, homeSpecial }
}
export type HomeData = typeof loadHome

function unknownCategory() {
  const { status, message } = pageErrors.CATEGORY_NOT_FOUND
  return pageFailure(status, message, 'CATEGORY_NOT_FOUND')
}

/**
 * The last segment names the category, those before it are decoration. All categories can be linked
 * under `women`; any other prefix redirects to the canonical address.
 */
async function loadListing({ api, params, url, signal }: LoadArgs) {
  const asked = params['*']?.split('/').filter(Boolean) ?? []
  const identifier = asked.at(-1)
  if (!identifier) throw unknownPath()
  const query = readListingQuery(url.searchParams)
  const pageNumber = readPageNumber(url.searchParams)
  const isUnfilteredFirstPage = pageNumber === 1 && listingSearch(query) === ''
  const [category, products, stories] = await Promise.all([
    api.call('getCategory', { params: { identifier } }, { signal }),
    api.call('listProducts', productsInput(identifier, query, pageNumber), { signal }),
    isUnfilteredFirstPage ? loadStories(api, signal) : [],
  ]).catch((error: unknown) => {
    throw isUnknown(error) ? unknownCategory() : error
  })
  const { path } = category.data
  const addresses = [path, path.replace(/^\/filter\/[^/]+\//, '/filter/women/')]
  if (!addresses.includes(`/filter/${asked.join('/')}`)) {
    throw redirect(path + listingSearch(query, pageNumber), 301)
  }
  if (pageNumber > 1 && products.data.length === 0) {
    throw redirect(path + listingSearch(query))
  }
  const { children } = category.data
  return {
    category: category.data,
    query,
    pageNumber,
    products,
    // A link may name a category alone, without the slugs above it.
    stories: stories.filter(
      ({ link }) =>
        (link !== path && link.startsWith(path.replace(/[^/]+$/, ''))) ||
        children.some(({ identifier }) => identifier === linkedCategory(link)),
    ),
  }
}
export type ListingData = typeof loadListing

type Stories = NonNullable<EndpointOutput<'getHomeContent'>['data']['stories']>

/** In the browser they are kept for the next listing. */
let keptStories: Stories | undefined

/** The stories: those that lead below a category stand in its listing. */
async function loadStories(api: LoadArgs['api'], signal: AbortSignal): Promise<Stories> {
  if (keptStories) return keptStories
  const stories = await api.call('getHomeContent', {}, { signal }).then(
    ({ data }) => data.stories,
    () => undefined, // a listing does without
  )
  if (!import.meta.env.SSR) keptStories = stories
  return stories ?? []
}

/** Every failure shows the same sentence (spec section 8). */
async function loadProduct({ api, params, url, signal }: LoadArgs) {
  const id = params.identifier ?? ''
  const none = { data: [] }
  // The page does without them.
  const loadAlternatives = () =>
    api.call('listAlternatives', { params: { id } }, { signal }).catch(() => none)
  const { data: product } = await api
    .call('getProduct', { params: { id } }, { signal })
    .catch(async (error: unknown) => {
      if (!isApiFailure(error) || signal.aborted) throw error
      const { status, message } = pageErrors.PRODUCT_NOT_FOUND
      if (!isUnknown(error)) throw pageFailure(error.status || 503, message, error.code)
      // One that was in the shop leads on to others like it.
      const { data: products } = await loadAlternatives()
      throw pageFailure(status, message, error.code, products)
    })
  if (product.identifier !== id) {
    throw redirect(productPath(product.identifier) + url.search, 301)
  }
  const { data: alternatives } = product.isAvailable ? none : await loadAlternatives()
  return { product, alternatives }
}
export type ProductData = typeof loadProduct

async function loadInformation({ api, params, signal }: LoadArgs) {
  try {
    const page = await api.call('getPage', { params: { slug: params.slug ?? '' } }, { signal })
    return { page: page.data }
  } catch (error) {
    throw isUnknown(error) ? unknownPath() : error
  }
}
export type InformationData = typeof loadInformation

/** Other names under which a theme is linked. */
const themeAliases: ReadonlyMap<string, string> = new Map([
  ['shipping', 'delivery'],
  ['returns', 'exchange-returns'],
])

async function loadFaq({ api, params, signal }: LoadArgs) {
  const { themes } = (await api.call('getFaq', {}, { signal })).data
  const asked = params.theme
  if (asked === undefined) return { themes, shown: themes[0]?.slug }
  if (themes.some(({ slug }) => slug === asked)) return { themes, shown: asked }
  const alias = themeAliases.get(asked)
  throw redirect(alias ? `/faq/${alias}` : '/faq', alias ? 301 : 302)
}
export type FaqData = typeof loadFaq

/** The parts of the design system in all their states, for those who build with them. */
const developmentPages: RouteObject[] = import.meta.env.DEV
  ? [
      {
        path: 'design',
        lazy: async () => ({ Component: (await import('./routes/design.tsx')).DesignSystem }),
      },
    ]
  : []

/** The pages of a signed-in shopper. */
const shopperPages: RouteObject[] = [
  {
    path: 'cart',
    ...shopperPage('cart', { heading: 'Cart', requests: ['getCart'] }),
  },
  {
    path: 'order/preview',
    ...shopperPage('order-preview', {
      heading: 'Confirm Order',
      isCheckout: true,
      requests: ['getCart', 'listAddresses', 'listPaymentMethods'],
    }),
  },
  {
    path: 'order/pay/:paymentId',
    ...shopperPage('usdt-payment', { heading: 'Pay with USDT', isPersonal: true }),
  },
  {
    path: 'profile',
    children: [
      { index: true, ...shopperPage('profile-overview', { frame: 'account' }) },
      {
        path: 'account',
        ...shopperPage('profile-account', { heading: 'My Profile', frame: 'account' }),
      },
      {
        path: 'orders',
        ...shopperPage('profile-orders', { heading: 'My Orders', frame: 'account' }),
      },
      {
        path: 'orders/:orderId',
        ...shopperPage('profile-order', {
          heading: 'Order Detail',
          frame: 'account',
          isPersonal: true,
          requests: ['getMyOrder', 'listPaymentMethods', 'getCart'],
        }),
      },
      {
        path: 'orders/:orderId/return',
        ...shopperPage('profile-return', { heading: 'Return', frame: 'account', isPersonal: true }),
      },
      {
        path: 'returns/:returnId',
        ...shopperPage('profile-return', { heading: 'Return', frame: 'account', isPersonal: true }),
      },
      {
        path: 'favorite',
        ...shopperPage('profile-favorite', { heading: 'My Wishlist', frame: 'account' }),
      },
      {
        path: 'waiting-list',
        ...shopperPage('profile-waiting-list', { heading: 'My Waiting List', frame: 'account' }),
      },
    ],
  },
  {
    path: 'profile/orders/:orderId/invoice',
    ...shopperPage('order-sheet', { isPersonal: true }),
  },
]

/** The whole site map. */
export const routes: RouteObject[] = [
  // The data of the layout have prices.
  {
    id: 'outside',
    path: 'gift',
    ErrorBoundary: ShopFailureBoundary,
    loader: loader(loadOutside),
    shouldRevalidate: () => false,
    ...page('link-pages'),
    children: [{ index: true, ...linkPage('gift') }],
  },
  {
    id: 'layout',
    Component: Layout,
    ErrorBoundary: ShopFailureBoundary,
    loader: loader(loadLayout),
    shouldRevalidate: () => false,
    children: [
      {
        id: 'pages',
        ErrorBoundary: PageFailureBoundary,
        children: [
          { index: true, ...page('home', { overBanner: 'light' }), loader: loader(loadHome) },
          {
            path: 'filter/*',
            ...page('listing'),
            loader: loader(loadListing, 'Failed to fetch products.'),
          },
          {
            path: 'product/:identifier',
            ...page('product'),
            loader: loader(loadProduct),
            // Another colour in the address is the same product.
            shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
          },
          { path: 'faq/:theme?', ...page('faq'), loader: loader(loadFaq) },
          { path: 'coming-soon', ...page('coming-soon') },
          { path: 'login', ...page('login') },
          { path: 'forgot-password', ...page('forgot-password') },
          { path: 'withdraw', ...page('withdraw') },
          {
            ...page('link-pages'),
            children: [
              { path: 'order/payment-return', ...linkPage('payment-return') },
              { path: 'reset-password', ...linkPage('reset-password') },
              { path: 'verify-email', ...linkPage('verify-email') },
              { path: 'waiting-list', ...linkPage('waiting-list') },
              { path: 's/:token', ...linkPage('selection', { isPersonal: true }) },
            ],
          },
          {
            ...page('protected'),
            children: [
              {
                ...shopperPage('signed-in', { requests: ['getProfile'] }),
                children: shopperPages,
              },
            ],
          },
          ...developmentPages,
          { path: ':slug', ...page('information'), loader: loader(loadInformation) },
          {
            path: '*',
            // Never shown: its loader always fails.
            element: null,
            loader: loader(() => {
              throw unknownPath()
            }),
          },
        ],
      },
    ],
  },
]

/**
 * Loads the pages that an address matches, so that they can be rendered at once. Those of links and, if
 * there is a session, those that need one are on their way then.
 */
export async function loadLazyRoutes(location: { pathname: string }): Promise<void> {
  const matches = matchRoutes(routes, location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      const { lazy: load, handle } = route
      if (typeof load !== 'function') return
      const { opening, needsSession } = (handle ?? {}) as Partial<RouteHandle>
      const loadPage = load as () => Promise<PageModule>
      const loaded =
        opening || needsSession
          ? { Component: onItsWay(loadPage, opening !== undefined || currentSessionId() !== null) }
          : await loadPage()
      Object.assign(route, loaded, { lazy: undefined })
    }),
  )
}

/**
 * The component of a page that may be rendered before its program is there; until then it suspends. The
 * program is requested now, or when the component is rendered.
 */
function onItsWay(load: () => Promise<PageModule>, isRequestedNow: boolean) {
  const loading = isRequestedNow ? persistently(load) : undefined
  return lazyComponent(async () => ({
    default: (await (loading ?? persistently(load))).Component,
  }))
}
