/**
 * The page renderer as the host sees it: what the storefront's built server entry exports. The
 * storefront decides what a page is; the host only carries it.
 */
export interface StorefrontEntry {
  /** Query parameters that change a page. All others are dropped before rendering. */
  knownParameters: readonly string[]
  createPageRenderer(options: { manifest: unknown }): PageRenderer
}

export interface PageRenderer {
  /** Renders the page at `url` (path and query). */
  render(
    request: { url: string; signal: AbortSignal },
    transport: PageTransport,
  ): Promise<RenderedPage>
  /** The page for when a page cannot be rendered at all. */
  renderFailure(status: number): RenderedPage
}

export interface RenderedPage {
  status: number
  html: string
  /** Set on a redirect, which has no document. */
  location?: string
  /** Its address is one shopper's own: kept, such pages would push out those that many ask for. */
  isPersonal?: boolean
  /** What went wrong unexpectedly while the page was made, for the log. */
  error?: unknown
}

/**
 * Carries one API call of a page to its use case, in this process. Resolves with the success
 * envelope, which the page must not change; a refused call rejects with an `Error` that has the
 * HTTP `status`, a `message` fit for a shopper and the stable `code`. The input has the form it
 * would have in a request: path parameters and query values as strings, lists also as arrays.
 */
export type PageTransport = (
  name: never,
  input: {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
    body?: unknown
  },
  options: { signal?: AbortSignal },
) => Promise<unknown>
