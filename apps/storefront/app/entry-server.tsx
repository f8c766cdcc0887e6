import { createApi, type Transport } from '@solvane/client/api'
import { requestUrl } from '@solvane/client/transport'
import { shopperPaths } from '@solvane/contract/paths'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  type RouteObject,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { apiContext, type PageFailure, unexpectedFailure } from './lib/api/loader.ts'
import { type PageState, Shop, shopTag } from './page-state.tsx'
import { FailureText } from './routes/failure.tsx'
import type { RouteHandle } from './routes/layout.tsx'
import { knownParameters, routes } from './routes.ts'
import {
  assetTags,
  documentHtml,
  type Manifest,
  type PageAssets,
  pageAssets,
  splitHoisted,
  starterFile,
  starterTag,
  styleTag,
} from './server/document.ts'

export { knownParameters }

/** A rendered answer: a document, or a redirect when there is a `location`. */
export interface RenderedPage {
  status: number
  html: string
  location?: string
  /** The page's path in the site map, such as `/product/:identifier`. */
  route?: string
  /** Its address is one shopper's own. */
  isPersonal?: boolean
  /** The unexpected error while the page was made, for the log. */
  error?: unknown
}

const entryFile = 'app/entry-client.tsx'
const developmentTags = `<script type="module" src="/@vite/client"></script>${starterTag({
  starter: `/${starterFile}`,
  script: `/${entryFile}`,
  modules: [],
  shopperModules: [],
})}`
const unexpectedError: PageFailure = {
  message: unexpectedFailure,
  code: null,
}

/** The public part of a page's errors, in the shape the router hydrates from. */
function publicErrors(errors: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(errors).map(([routeId, error]) => {
      const publicError = isRouteErrorResponse(error)
        ? { status: error.status, data: error.data }
        : { status: 500, data: unexpectedError }
      return [routeId, { ...publicError, statusText: '', internal: true }]
    }),
  )
}

/** The matched routes: the router copies what it is given, which for the whole site map takes long. */
function withoutChildren(matches: readonly { route: RouteObject }[]): RouteObject[] {
  return matches.map(({ route }) => ({ ...route, children: undefined }))
}

/** The source files and API URLs that the browser loads for a page. */
interface PageFiles {
  routeFiles: string[]
  /** Those of a signed-in shopper's part, which asks for `requests` first. */
  shopperFiles: string[]
  requests: string[]
}

function filesOf(matches: StaticHandlerContext['matches']): PageFiles {
  const handles = matches.flatMap(({ route }) => (route.handle as RouteHandle | undefined) ?? [])
  const shopper = handles.filter(({ needsSession }) => needsSession)
  const params = matches.at(-1)?.params
  return {
    routeFiles: handles.flatMap(({ file, needsSession, opening }) =>
      needsSession || opening ? [] : file,
    ),
    shopperFiles: shopper.map(({ file }) => file),
    requests: shopper
      .flatMap(({ requests = [] }) => requests)
      .map((name) => requestUrl(shopperPaths[name].split(' ')[1] ?? '', { params })),
  }
}

/** The path that the matched routes have together. */
function routePath(matches: readonly { route: { path?: string } }[]): string {
  return `/${matches.flatMap(({ route }) => route.path ?? []).join('/')}`
}

/**
 * Makes the renderer of pages. `manifest` is Vite's manifest of the browser's build, null in
 * development, where Vite serves the sources themselves.
 */
export function createPageRenderer({ manifest }: { manifest: Manifest | null }) {
  const handler = createStaticHandler(routes)
  const assetsOfRoutes = new Map<string, PageAssets>()

  function tagsFor({ routeFiles, shopperFiles, requests }: PageFiles): string {
    if (!manifest) return developmentTags
    const key = [...routeFiles, ...shopperFiles].join()
    const assets =
      assetsOfRoutes.get(key) ?? pageAssets(manifest, entryFile, routeFiles, shopperFiles)
    assetsOfRoutes.set(key, assets)
    return assetTags(assets, requests)
  }

  function html(content: ReactNode, files: PageFiles, state: PageState): string {
    const { head, body } = splitHoisted(renderToString(content), shopTag)
    return documentHtml({ head, body, assets: tagsFor(files), state })
  }

  return {
    /**
     * Renders the page at `url` (path and query), loading its data through `transport`. Rejects
     * when the page cannot be rendered; `renderFailure` then renders the failure page.
     */
    async render(
      { url, signal }: { url: string; signal: AbortSignal },
      transport: Transport,
    ): Promise<RenderedPage> {
      const api = createApi(transport)
      const context = await handler.query(new Request(new URL(url, 'http://shop'), { signal }), {
        requestContext: new RouterContextProvider(new Map([[apiContext, api]])),
      })
      if (context instanceof Response) {
        const location = context.headers.get('location') ?? '/'
        return { status: context.status, html: '', location }
      }
      const error = Object.values(context.errors ?? {}).find(
        (raised) => !isRouteErrorResponse(raised),
      )
      if (context.errors) context.errors = publicErrors(context.errors)
      const handles = context.matches.map(({ route }) => route.handle as RouteHandle | undefined)
      return {
        status: context.statusCode,
        route: routePath(context.matches),
        error,
        isPersonal: handles.some((handle) => handle?.isPersonal),
        html: html(
          <Shop api={api}>
            <StaticRouterProvider
              router={createStaticRouter(withoutChildren(context.matches), context)}
              context={context}
              hydrate={false}
            />
          </Shop>,
          filesOf(context.matches),
          { loaderData: context.loaderData, errors: context.errors },
        ),
      }
    },

    /** The page for when a page cannot be rendered at all; needs no data and no script. */
    renderFailure(status: number): RenderedPage {
      const { head, body } = splitHoisted(
        renderToString(
          <div id="shop">
            <FailureText status={status} message={unexpectedError.message} />
          </div>,
        ),
        shopTag,
      )
      const assets = manifest ? styleTag(pageAssets(manifest, entryFile, [])) : ''
      return { status, html: documentHtml({ head, body, assets, state: {} }) }
    },
  }
}
