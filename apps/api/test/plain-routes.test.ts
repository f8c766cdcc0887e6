import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { endpoints } from '@solvane/contract/endpoints'
import { apiPrefix } from '@solvane/contract/paths'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOwner, type Owner } from './isolation/access-table.ts'
import { stockVariants } from './product-factory.ts'
import { makeStaff, signUp } from './sign-up.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

let shop: TestShop
/** `METHOD /path` of every route. */
const served = new Set<string>()
let owner: Owner
let callers: Record<string, Record<string, string>>

function recordRoutes(message: unknown) {
  const { fastify: app } = message as { fastify: FastifyInstance }
  app.addHook('onRoute', ({ method, url }) => {
    const methods = [method].flat()
    // Unknown paths of the API are rejected for any method.
    if (url === '/api' || url === '/api/*') served.add(`GET ${url}`)
    else for (const name of methods) if (name !== 'HEAD') served.add(`${name} ${url}`)
  })
}

beforeAll(async () => {
  subscribe('fastify.initialization', recordRoutes)
  shop = await openTestShop()
  unsubscribe('fastify.initialization', recordRoutes)
  const [variant] = await stockVariants(shop, 1, 1_000)
  owner = await makeOwner(shop, variant)
  const { SUPPORT, OWNER } = await makeStaff(shop)
  const user = await signUp(shop)
  callers = {
    'a guest': {},
    'a shopper': { ...user.headers },
    'the owner of what is asked for': { ...owner.headers },
    support: { ...SUPPORT.headers },
    'an owner of the shop': { ...OWNER.headers },
    'who has a bad token': { authorization: 'Bearer x.y.z' },
  }
})
afterAll(() => shop.close())

/** The response of a route outside the contract, for any caller. */
interface Plain {
  url: string
  status: number
  type: RegExp
}

const json = /^application\/json/
const css = /^text\/css/
const font = /^font\/woff2/
const html = /^text\/html/
const xml = /^application\/xml/
const simulators = '/test-payments'
const nobody = '00000000-0000-4000-8000-000000000000'

/** The routes of the payment simulators; with real providers there are none. */
const simulatorRoutes: Record<string, Plain> = {
  ...Object.fromEntries(
    ['stripe', 'paypal', 'chain'].flatMap((provider) => {
      const assets = `${simulators}/${provider}/assets`
      return [
        ['pay-page.css', css] as const,
        ['display.woff2', font] as const,
        ['text.woff2', font] as const,
      ].map(([file, type]) => [`GET ${assets}/${file}`, { url: `${assets}/${file}`, status: 200, type }])
    }),
  ),
  [`GET ${simulators}/stripe/pay/:id`]: { url: `${simulators}/stripe/pay/cs_none`, status: 404, type: json },
  [`POST ${simulators}/stripe/pay/:id`]: { url: `${simulators}/stripe/pay/cs_none`, status: 404, type: json },
  [`POST ${simulators}/stripe/v1/checkout/sessions`]: { url: `${simulators}/stripe/v1/checkout/sessions`, status: 401, type: json },
  [`GET ${simulators}/stripe/v1/checkout/sessions/:id`]: { url: `${simulators}/stripe/v1/checkout/sessions/cs_none`, status: 401, type: json },
  [`POST ${simulators}/stripe/v1/checkout/sessions/:id/expire`]: { url: `${simulators}/stripe/v1/checkout/sessions/cs_none/expire`, status: 401, type: json },
  [`POST ${simulators}/stripe/v1/refunds`]: { url: `${simulators}/stripe/v1/refunds`, status: 401, type: json },
  [`GET ${simulators}/stripe/v1/refunds`]: { url: `${simulators}/stripe/v1/refunds`, status: 401, type: json },
  [`GET ${simulators}/paypal/checkoutnow`]: { url: `${simulators}/paypal/checkoutnow?token=none`, status: 404, type: json },
  [`POST ${simulators}/paypal/checkoutnow`]: { url: `${simulators}/paypal/checkoutnow?token=none`, status: 404, type: json },
  [`POST ${simulators}/paypal/v1/oauth2/token`]: { url: `${simulators}/paypal/v1/oauth2/token`, status: 401, type: json },
  [`POST ${simulators}/paypal/v1/notifications/verify-webhook-signature`]: { url: `${simulators}/paypal/v1/notifications/verify-webhook-signature`, status: 401, type: json },
  [`POST ${simulators}/paypal/v2/checkout/orders`]: { url: `${simulators}/paypal/v2/checkout/orders`, status: 401, type: json },
  [`GET ${simulators}/paypal/v2/checkout/orders/:id`]: { url: `${simulators}/paypal/v2/checkout/orders/none`, status: 401, type: json },
  [`POST ${simulators}/paypal/v2/checkout/orders/:id/capture`]: { url: `${simulators}/paypal/v2/checkout/orders/none/capture`, status: 401, type: json },
  [`POST ${simulators}/paypal/v2/payments/captures/:id/refund`]: { url: `${simulators}/paypal/v2/payments/captures/none/refund`, status: 401, type: json },
  [`GET ${simulators}/chain/wallet`]: { url: `${simulators}/chain/wallet`, status: 404, type: json },
  [`POST ${simulators}/chain/wallet`]: { url: `${simulators}/chain/wallet`, status: 404, type: json },
  [`POST ${simulators}/chain/rpc`]: { url: `${simulators}/chain/rpc`, status: 200, type: json },
} // biome-ignore format: one route a line

/** Every route outside the contract. A missing one fails the test below. */
const plain: Record<string, Plain> = {
  'GET /healthz': { url: '/healthz', status: 200, type: json },
  'GET /servingz': { url: '/servingz', status: 200, type: json },
  'GET /readyz': { url: '/readyz', status: 200, type: json },
  'GET /metrics': { url: '/metrics', status: 200, type: /^text\/plain/ },
  'GET /robots.txt': { url: '/robots.txt', status: 200, type: /^text\/plain/ },
  'GET /sitemap.xml': { url: '/sitemap.xml', status: 200, type: xml },
  'GET /sitemap-pages.xml': { url: '/sitemap-pages.xml', status: 200, type: xml },
  'GET /sitemap-products-:number(^\\d{1,6}$).xml': { url: '/sitemap-products-0.xml', status: 200, type: xml },
  'GET /feeds/google.xml': { url: '/feeds/google.xml', status: 200, type: xml },
  'GET /feeds/meta.csv': { url: '/feeds/meta.csv', status: 200, type: /^text\/csv/ },
  'GET /media/placeholders/:file': { url: '/media/placeholders/piece.svg', status: 200, type: /^image\/svg\+xml/ },
  'GET /media/*': { url: `/media/uploads/${nobody}.01234567.webp`, status: 404, type: json },
  'POST /api/webhooks/stripe': { url: '/api/webhooks/stripe', status: 400, type: json },
  'POST /api/webhooks/paypal': { url: '/api/webhooks/paypal', status: 400, type: json },
  'GET /api/docs': { url: '/api/docs', status: 200, type: html },
  'GET /api/docs/static/index.html': { url: '/api/docs/static/index.html', status: 302, type: /^$/ },
  'GET /api/docs/static/swagger-initializer.js': { url: '/api/docs/static/swagger-initializer.js', status: 200, type: /javascript/ },
  'GET /api/docs/static/*': { url: '/api/docs/static/../../../package.json', status: 404, type: json },
  'GET /api/docs/json': { url: '/api/docs/json', status: 200, type: json },
  'GET /api/docs/yaml': { url: '/api/docs/yaml', status: 200, type: /yaml/ },
  'GET /api': { url: '/api', status: 404, type: json },
  'GET /api/*': { url: '/api/nowhere', status: 404, type: json },
  ...simulatorRoutes,
} // biome-ignore format: one route a line

test('every route is an endpoint of the contract, or is in this table', () => {
  const ofContract = new Set(
    Object.values(endpoints).map(
      ({ method, path }) => `${method} ${apiPrefix}${path.replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
  expect([...ofContract].filter((route) => !served.has(route))).toEqual([])
  const others = [...served].filter((route) => !ofContract.has(route))
  expect(others.toSorted()).toEqual(Object.keys(plain).toSorted())
})

test.each(Object.entries(plain))(
  '%s answers everyone alike, and nothing of anyone',
  async (route, { url, status, type }) => {
    const method = route.split(' ')[0] as 'GET'
    for (const [title, headers] of Object.entries(callers)) {
      const answer = await shop.app.inject({
        method,
        url,
        headers,
        ...(method !== 'GET' && { payload: '{}' }),
      })
      expect(answer.statusCode, `${title}: ${answer.body.slice(0, 200)}`).toBe(status)
      expect(answer.headers['content-type'] ?? '', title).toMatch(type)
      expect(answer.headers['x-content-type-options'], title).toBe('nosniff')
      expect(answer.headers['content-security-policy'], title).toMatch(
        /^default-src '(none|self)';/,
      )
      expect(
        Object.keys(answer.headers).filter((name) => /^(access-control-|set-cookie)/.test(name)),
      ).toEqual([])
      for (const secret of owner.secrets) expect(answer.body).not.toContain(secret)
    }
  },
)

test.each(['/api/products', '/api/products/no-such-product', '/api/cart', '/api/products?page=0'])(
  'the response of %s runs no script and cannot be framed, even from the cache',
  async (url) => {
    for (const time of ['first', 'second']) {
      const { headers } = await shop.app.inject(url)
      expect(headers['content-type'], time).toMatch(json)
      expect(headers['content-security-policy'], time).toMatch(
        /^default-src 'none';.*frame-ancestors 'none'$/,
      )
      expect(headers['x-content-type-options'], time).toBe('nosniff')
    }
  },
)
