/** What the headers depend on. */
export interface SecurityOptions {
  /** Address of the shop as callers see it; https turns on HSTS. */
  publicUrl: string
  /** Base of pictures that are served elsewhere, or empty. */
  assetsBaseUrl: string
  /** Where the advertising pixel listens; null when there is none. */
  pixelUrl: string | null
  /** Pages of the back office: they show a picture that was chosen before it is uploaded. */
  isBackOffice?: boolean
  /** In development Vite writes styles into the page and talks over a web socket. */
  development: boolean
}

const referrers = 'strict-origin-when-cross-origin'

/**
 * The headers of whatever is no page: data, files, refusals. A browser that is led to one by itself
 * runs and loads nothing in it, and shows it in nobody's frame; a drawing keeps its own styles.
 */
export function plainHeaders({ publicUrl }: Pick<SecurityOptions, 'publicUrl'>) {
  return {
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': referrers,
    ...pinnedHttps(publicUrl),
  }
}

/** The headers that every page carries. */
export function securityHeaders(options: SecurityOptions): Record<string, string> {
  const isHttps = options.publicUrl.startsWith('https:')
  const pictures = [options.assetsBaseUrl, options.pixelUrl ?? '']
    .filter((address) => URL.canParse(address))
    .map((address) => ` ${new URL(address).origin}`)
    .join('')
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${options.development ? " 'unsafe-inline'" : ''}`,
    // Style attributes only: a picture's own colour while it loads, places of floating parts.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${options.isBackOffice ? ' blob:' : ''}${pictures}`,
    // Browsers of some years ago take 'self' for http alone: the shop's own socket is named.
    `connect-src 'self' ${options.development ? 'ws: wss:' : ownSockets(options.publicUrl)}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': referrers,
    'permissions-policy':
      'camera=(), geolocation=(), microphone=(), usb=(), browsing-topics=(), interest-cohort=()',
    'cross-origin-opener-policy': 'same-origin',
    ...pinnedHttps(options.publicUrl),
  }
}

/** HSTS, for a shop that is on https. */
function pinnedHttps(publicUrl: string): Record<string, string> {
  return publicUrl.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
    : {}
}

/** The origin of the shop's web sockets. */
function ownSockets(publicUrl: string): string {
  const { protocol, host } = new URL(publicUrl)
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`
}
