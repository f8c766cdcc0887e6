import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { EndpointName } from '@solvane/contract/paths'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { createJsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod'
import type { AppContext } from './context.ts'
import { registerAddresses } from './features/addresses/addresses.routes.ts'
import { registerAuth, registerStaffSecurity, registerUser } from './features/auth/auth.routes.ts'
import { confirmationOf } from './features/auth/factors.admin.ts'
import {
  currentStanding,
  identifyCaller,
  identifyToken,
  watchSessions,
} from './features/auth/sessions.ts'
import { tokenKeys, watchTokenKeys } from './features/auth/token-keys.ts'
import { registerCart } from './features/cart/cart.routes.ts'
import { registerCatalog } from './features/catalog/catalog.routes.ts'
import { watchTimedChanges } from './features/catalog/timed-changes.ts'
import { registerCategories } from './features/categories/categories.routes.ts'
import { watchCategories } from './features/categories/category-index.ts'
import { registerChat } from './features/chat/chat.routes.ts'
import { serveChat, watchSupport } from './features/chat/chat.socket.ts'
import { registerContent } from './features/content/content.routes.ts'
import { shownDocument, watchDocuments } from './features/content/documents.ts'
import { registerCoupons } from './features/coupons/coupons.routes.ts'
import { registerCustomers } from './features/customers/customers.admin.routes.ts'
import { registerDashboard } from './features/dashboard/dashboard.admin.routes.ts'
import { registerEmails } from './features/emails/emails.admin.routes.ts'
import { createFavoritedAmong, registerFavorites } from './features/favorites/favorites.routes.ts'
import { registerFeeds, registerSitemap } from './features/feeds/feeds.routes.ts'
import { registerInvoices } from './features/invoices/invoices.routes.ts'
import { registerMedia } from './features/media/media.routes.ts'
import { openPictureStore } from './features/media/picture-store.ts'
import { registerNoResults } from './features/no-results/no-results.routes.ts'
import { registerOrders } from './features/orders/orders.routes.ts'
import { registerPayments, registerWebhooks } from './features/payments/payments.routes.ts'
import { registerProductsAdmin } from './features/products/products.admin.routes.ts'
import { registerRecommendations } from './features/recommendations/recommendations.routes.ts'
import { registerReports } from './features/reports/reports.admin.routes.ts'
import { registerReturnPolicies } from './features/return-policies/return-policies.admin.routes.ts'
import { registerReturns } from './features/returns/returns.routes.ts'
import { registerSearch } from './features/search/search.admin.routes.ts'
import { registerSelections } from './features/selections/selections.routes.ts'
import { createAuditTrail } from './features/staff/audit-trail.ts'
import { registerStaff } from './features/staff/staff.admin.routes.ts'
import { registerTaxRules } from './features/taxes/tax-rules.admin.routes.ts'
import { watchUploads } from './features/uploads/stored-uploads.ts'
import { registerUploads, removeLeftFolders } from './features/uploads/uploads.routes.ts'
import { registerWaitingList } from './features/waiting-list/waiting-list.routes.ts'
import { readMetrics, serveReadiness } from './health-app.ts'
import { personalDataOf } from './personal-data.ts'
import { backOfficeHost } from './platform/back-office-host/back-office-host.ts'
import { AnswerCache } from './platform/cache/answer-cache.ts'
import { cdnOf, keepRestFromCdn } from './platform/cdn/cdn.ts'
import { concernsAnswers } from './platform/database/changes.ts'
import { trustOf } from './platform/http/caller.ts'
import { EndpointRegistry } from './platform/http/endpoint-registry.ts'
import { handleError, rejectConnection, sendNotFound } from './platform/http/error-handler.ts'
import {
  logAccess,
  requestIdOf,
  returnRequestIds,
  traceRequests,
} from './platform/http/observe-requests.ts'
import {
  limitUnfinishedBodies,
  readableUrl,
  readJsonBodies,
} from './platform/http/request-parsing.ts'
import { sendKeptAnswers } from './platform/http/send-answer.ts'
import { plainHeaders } from './platform/http/site-files.ts'
import { registerMailPreview } from './platform/mail/mail-preview.routes.ts'
import { serveMetrics } from './platform/metrics/metrics.ts'
import { asksForSocket, serveSockets } from './platform/realtime/serve-sockets.ts'
import { storefrontHost } from './platform/storefront-host/storefront-host.ts'
import { preparePictures } from './prepare-pictures.ts'

const storefrontFolder = fileURLToPath(new URL('../../storefront/', import.meta.url))
const backOfficeFolder = fileURLToPath(new URL('../../admin/', import.meta.url))

const largestBody = 256 * 1024
/**
 * The most milliseconds that a connection may take to send its request headers, checked every few
 * seconds.
 */
const longestHeaders = 15_000
const headersCheckedEvery = 5_000
/** Milliseconds that a whole request may take to arrive: staff send files of 64 MiB over slow lines. */
const longestRequest = 180_000
/**
 * The limits of bodies under way, except files. A shopper's body is free; 32 MB hold the large
 * drafts of many members of staff.
 */
const bodiesOnTheirWay = {
  milliseconds: 20_000,
  ordinaryBytes: largestBody,
  freeBytes: 16 * 1024,
  sharedBytes: 32 * 1024 * 1024,
}
/** The size of the cache of compressed answers: pages and JSON of some 7,000 products. */
const cacheBytes = 96 * 1024 * 1024

/** Sockets from one network address: an office's worth of people, not a flood. */
const socketsPerAddress = 100

/** The most messages of one socket before it is disconnected: more than any page sends. */
const packetsOfSocket = { times: 300, milliseconds: 10_000 }

export interface AppOptions {
  /** Whether pages are served besides the API; tests of the API alone need no built storefront. */
  pages?: boolean
  /** Whether the process is to end: it is not ready then, and asks callers to connect elsewhere. */
  isStopping?: () => boolean
  /** Facts for an operator, which may be added to while it serves. */
  warnings?: readonly string[]
}

/** The whole server, ready to listen. Every feature is listed here once. */
export async function buildApp(
  ctx: AppContext,
  { pages = true, isStopping = () => false, warnings = [] }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: ctx.log,
    bodyLimit: largestBody,
    requestTimeout: longestRequest,
    http: {
      headersTimeout: longestHeaders,
      connectionsCheckingInterval: headersCheckedEvery,
      // Vite has a socket of its own.
      ...(ctx.config.mode !== 'development' && { shouldUpgradeCallback: asksForSocket }),
    },
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    genReqId: requestIdOf,
    // `logAccess` logs requests instead, without the parts that must not be readable.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    // Without any, Fastify reads no header of a proxy at all.
    trustProxy: ctx.config.trustedProxies && trustOf(ctx.config.trustedProxies),
    forceCloseConnections: 'idle',
    rewriteUrl: readableUrl,
    frameworkErrors: handleError,
    clientErrorHandler: rejectConnection,
  })
  app.setValidatorCompiler(validatorCompiler)
  // Answers are made by us and checked against the contract in tests, not at run time.
  app.setSerializerCompiler(() => JSON.stringify)
  app.setErrorHandler(handleError)
  returnRequestIds(app)
  if (ctx.config.tracing) traceRequests(app)
  if (ctx.config.accessLog) logAccess(app, ctx.log)
  readJsonBodies(app)
  limitUnfinishedBodies(app, bodiesOnTheirWay)
  const headers = plainHeaders(ctx.config)
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close')
    // Pages, and files with a stricter policy, have their own.
    if (!reply.hasHeader('content-security-policy')) reply.headers(headers)
    else reply.header('x-content-type-options', 'nosniff')
  })

  serveMetrics(app, readMetrics(ctx))

  if (ctx.config.apiDocs) {
    await app.register(fastifySwagger, {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Solvane', version: '1', description: 'The API of the shop.' },
      },
      transform: createJsonSchemaTransform({}),
    })
    await app.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  }

  const timed = await watchTimedChanges(ctx, (tag) => cache?.invalidate(tag))
  const cache = ctx.config.cache ? new AnswerCache({ maxBytes: cacheBytes, ...timed }) : null
  ctx.changes.onChange((tag) => tag && concernsAnswers(tag) && cache?.invalidate(tag))
  ctx.changes.onConnection((isConnected) => (isConnected ? cache?.resume() : cache?.suspend()))
  const cdn = cdnOf(ctx.config)
  if (cdn) keepRestFromCdn(app)
  if (cache) sendKeptAnswers(app, { cache, cdn })
  watchCategories(ctx)
  watchSessions(ctx)
  watchTokenKeys(ctx)
  watchDocuments(ctx)
  // Now, not within the first transaction that signs someone in.
  await tokenKeys(ctx)

  // Registered after `watchSessions`: cached session states must be dropped before sockets check them.
  serveSockets(app, ctx.realtime, {
    publicUrl: ctx.config.publicUrl,
    admitsLocalNames: ctx.config.mode !== 'production',
    trustedProxies: ctx.config.trustedProxies,
    perAddress: socketsPerAddress * ctx.config.rateLimitMultiplier,
    packets: { ...packetsOfSocket, times: packetsOfSocket.times * ctx.config.rateLimitMultiplier },
    changes: ctx.changes,
    identify: async (token) => {
      const user = await identifyToken(ctx, token)
      return user && { userId: user.id, sessionId: user.sessionId }
    },
    goesOn: async (owner) => (await currentStanding(ctx, owner)) !== null,
    onError: (error) => ctx.log.error({ err: error }, 'socket error'),
  })
  serveChat(ctx)
  watchSupport(ctx)

  const registry = new EndpointRegistry(app, {
    cache,
    cdn,
    changes: ctx.changes,
    headers,
    identify: (request, options) => identifyCaller(ctx, request, options),
    marksWrites: ctx.replica.isConfigured
      ? { isSecure: ctx.config.publicUrl.startsWith('https:') }
      : null,
    isReadOnly: async () => (await shownDocument(ctx, 'availability')).isReadOnly,
    confirmationOf: (caller) => confirmationOf(ctx, caller),
    audit: createAuditTrail(ctx),
  })
  const favoritedAmong = createFavoritedAmong(ctx)
  registerAuth(registry, ctx, personalDataOf(ctx))
  registerStaffSecurity(registry, ctx)
  registerUser(registry, ctx, personalDataOf(ctx))
  registerCatalog(registry, ctx, favoritedAmong)
  registerCategories(registry, ctx)
  registerRecommendations(registry, ctx, favoritedAmong)
  registerContent(registry, ctx)
  registerSearch(registry, ctx)
  registerNoResults(app, registry, ctx)
  registerFavorites(registry, ctx)
  registerCart(registry, ctx)
  registerAddresses(registry, ctx)
  registerCoupons(registry, ctx)
  registerOrders(registry, ctx)
  registerWaitingList(registry, ctx)
  registerSelections(registry, ctx)
  registerReturns(registry, ctx)
  registerReturnPolicies(registry, ctx)
  registerPayments(
    registry,
    ctx,
    async () => (await shownDocument(ctx, 'availability')).closedPaymentMethods,
  )
  registerChat(registry, ctx)
  registerCustomers(registry, ctx, personalDataOf(ctx))
  const pictures = openPictureStore(ctx, watchUploads(ctx))
  registerUploads(registry, ctx, pictures)
  app.addHook('onReady', removeLeftFolders)
  registerProductsAdmin(registry, ctx)
  registerDashboard(registry, ctx)
  registerReports(registry, ctx)
  registerStaff(registry, ctx)
  registerTaxRules(registry, ctx)
  registerInvoices(registry, ctx)
  registerEmails(registry, ctx)
  await registerWebhooks(app, ctx)
  await ctx.payments.test?.mount(app)
  registerMedia(app, pictures, cdn)
  if (ctx.config.preparesPictures)
    app.addHook('onListen', () => preparePictures(ctx, registry, pictures))
  registerSitemap(app, ctx)
  registerFeeds(app, ctx)

  if (ctx.config.mode === 'development') registerMailPreview(app, ctx)

  serveReadiness(app, { db: ctx.db, changes: ctx.changes, isStopping, warnings })

  for (const path of ['/api', '/api/*']) app.all(path, { schema: { hide: true } }, sendNotFound)
  app.setNotFoundHandler(sendNotFound)

  if (pages) {
    const { publicUrl, assetsBaseUrl, mode } = ctx.config
    await app.register(backOfficeHost, {
      distDir: join(backOfficeFolder, 'dist'),
      publicUrl,
      assetsBaseUrl,
      ...(mode === 'development' && { dev: { root: backOfficeFolder } }),
    })
    await app.register(storefrontHost, {
      distDir: join(storefrontFolder, 'dist'),
      callApi: (name: EndpointName, input) => registry.call(name, input),
      cache,
      cdn,
      publicUrl,
      assetsBaseUrl,
      pixelUrl: ctx.config.pixel?.url ?? null,
      ...(mode === 'development' && { dev: { root: storefrontFolder } }),
    })
  }
  return app
}
