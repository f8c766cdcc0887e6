import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ViteDevServer } from 'vite'
import { emailStyleSheet } from '../mail/email.ts'

const year = 365 * 24 * 60 * 60 * 1000
const day = 24 * 60 * 60 * 1000

/**
 * Serves the built files of `clientDir`: `/assets/*`, which have hashed names, for a year; the few
 * others (the icons) for a day. Precompressed files are sent where they exist.
 */
export async function serveBuiltFiles(app: FastifyInstance, clientDir: string): Promise<void> {
  await serveHashedFiles(app, join(clientDir, 'assets'), '/assets/')
  for (const file of readdirSync(clientDir, { withFileTypes: true })) {
    if (!file.isFile() || /\.(br|gz)$/.test(file.name)) continue
    app.get(`/${file.name}`, { schema: { hide: true } }, (_, reply) =>
      reply.sendFile(file.name, clientDir, { immutable: false, maxAge: day }),
    )
  }
}

/** Serves the hashed files of `folder` below `prefix` for a year. */
export async function serveHashedFiles(
  app: FastifyInstance,
  folder: string,
  prefix: string,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    prefix,
    preCompressed: true,
    immutable: true,
    maxAge: year,
    index: false,
    setHeaders: (reply) => reply.header('x-content-type-options', 'nosniff'),
  })
}

/**
 * Starts Vite for the sources in `root` inside this server, with its hot-update socket on the same
 * port. For development only: Vite is not installed in production.
 */
export async function startVite(root: string, server: Server): Promise<ViteDevServer> {
  const { createServer } = await import('vite')
  return createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } },
  })
}

/**
 * Lets Vite answer a request for a source file; returns false if the request is not for a source
 * file.
 */
export function servedByVite(
  request: IncomingMessage,
  response: ServerResponse,
  vite: ViteDevServer,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    response.once('finish', () => resolve(true))
    vite.middlewares(request, response, (error?: unknown) => {
      if (error) reject(error)
      else resolve(false)
    })
  })
}

interface SecurityOptions {
  /** The shop's public URL; https turns on HSTS. */
  publicUrl: string
  /** Base URL of pictures that are served elsewhere, or empty. */
  assetsBaseUrl: string
  /** The origin of the advertising pixel; null without one. */
  pixelUrl: string | null
  /** Pages of the back office preview pictures before their upload, and e-mails. */
  isBackOffice?: boolean
  /** In development Vite injects styles and uses a web socket. */
  development: boolean
}

const referrers = 'strict-origin-when-cross-origin'

/**
 * The headers of responses other than pages: data, files, errors. A browser that opens one directly
 * runs and loads nothing, and shows it in no frame; an SVG keeps its own styles.
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

/** The headers of every page. */
export function securityHeaders(options: SecurityOptions): Record<string, string> {
  const isHttps = options.publicUrl.startsWith('https:')
  const pictures = [options.assetsBaseUrl, options.pixelUrl ?? '']
    .filter((address) => URL.canParse(address))
    .map((address) => ` ${new URL(address).origin}`)
    .join('')
  const policy = [
    "default-src 'self'",
    // The rules name pages to fetch ahead; they run nothing.
    `script-src 'self'${options.isBackOffice ? '' : " 'inline-speculation-rules'"}`,
    `style-src 'self'${ownStyles(options)}`,
    // Style attributes only: colors of loading pictures, positions of floating parts.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${options.isBackOffice ? ' blob:' : ''}${pictures}`,
    // Older browsers apply 'self' to http only, so the shop's socket is named explicitly.
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

/** The styles that a page may use besides the shop's own style sheets. */
function ownStyles({ development, isBackOffice }: SecurityOptions): string {
  if (development) return " 'unsafe-inline'"
  return isBackOffice
    ? ` 'sha256-${createHash('sha256').update(emailStyleSheet).digest('base64')}'`
    : ''
}

/** HSTS, if the shop uses https. */
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
