import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Endpoints, endpoints } from '@solvane/contract/endpoints'
import type { EndpointName } from '@solvane/contract/paths'
import { apiPrefix } from '@solvane/contract/paths'
import { startEmbeddedPostgres } from '@solvane/embedded-postgres'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { homeAddress } from '../buyers.ts'
import { homeAsDraft } from '../content-drafts.ts'
import { draftProduct, draftVariant } from '../product-drafts.ts'
import { codeAt } from '../totp.ts'
import { freePort } from './crash-assertions.ts'
import { makeShopProcess } from './shop-process.ts'

const administrator = { email: 'owner@shop.example', password: 'a-first-owner-2026' }
const shopper = { name: 'Ada', email: 'ada@shopper.example', password: 'a shopper' }
const patience = { timeout: 60_000, interval: 50 }

let url: string
let workerUrl: string
let database: pg.Client
const cleanUps: (() => unknown)[] = []

/** Starts three processes of a production shop concurrently on an empty database. */
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'solvane-first-owner-'))
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }))
  // When root runs the tests, PostgreSQL's own account must be able to enter.
  await chmod(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durability: 'throwaway' })
  cleanUps.push(postgres.stop)
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const healthPort = await freePort()
  workerUrl = `http://127.0.0.1:${healthPort}`
  const processes: Record<string, string>[] = [
    { ROLE: 'web', PORT: String(port) },
    { ROLE: 'web', PORT: String(await freePort()) },
    { ROLE: 'worker', PORT: String(port), HEALTH_PORT: String(healthPort) },
  ]
  const shops = processes.map((settings) =>
    makeShopProcess({
      NODE_ENV: 'production',
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      CONTACT_URL: 'https://wa.me/15550100',
      SMTP_URL: 'outbox',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      RATE_LIMIT_MULTIPLIER: '1',
      ...settings,
    }),
  )
  cleanUps.push(() => Promise.all(shops.map(({ stop }) => stop())))
  await Promise.all(shops.map(({ start }) => start()))
  database = new pg.Client({ connectionString: postgres.url })
  await database.connect()
  cleanUps.push(() => database.end())
})
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

interface Input {
  token?: string
  params?: Record<string, string>
  query?: string
  headers?: Record<string, string>
  body?: unknown
}

/**
 * Sends a request, and returns the response as the contract declares it; fails if it is rejected.
 */
async function ask<Name extends EndpointName>(
  name: Name,
  { token, params = {}, query = '', headers = {}, body }: Input = {},
): Promise<z.output<Endpoints[Name]['response']>> {
  const { method, path, response } = endpoints[name]
  const address = path.replace(/\{(\w+)\}/g, (_, key) => params[key] ?? '')
  const isForm = body instanceof FormData
  const answer = await fetch(url + apiPrefix + address + query, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  const content = await answer.text()
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${content}`)
  return response.parse(JSON.parse(content)) as never
}

const page = async (path: string) => {
  const answer = await fetch(url + path)
  return { status: answer.status, html: await answer.text() }
}

async function signIn({ email, password }: typeof administrator): Promise<string> {
  return (await ask('login', { body: { email, password } })).data.accessToken
}

/** The newest e-mail of a kind to the shopper, as the owner sees it in the outbox. */
function emailToShopper(token: string, kind: string) {
  return vi.waitFor(async () => {
    const { data } = await ask('listEmails', { token })
    const found = data.find((row) => row.kind === kind && row.recipient === shopper.email)
    if (!found) throw new Error(`There is no e-mail ${kind}`)
    return (await ask('getEmail', { token, params: { emailId: found.id } })).data
  }, patience)
}

/** Uploads a picture of one color, and returns it for a draft. */
async function uploadPicture(token: string, background: string, alt: string) {
  const picture = { width: 1600, height: 1200, channels: 3 as const, background }
  const form = new FormData()
  const bytes = await sharp({ create: picture }).jpeg().toBuffer()
  form.append('files[]', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg')
  const { data } = await ask('uploadFiles', { token, query: '?purpose=PICTURE', body: form })
  return { src: data[0]?.src ?? '', alt }
}

describe('a production shop on an empty database', () => {
  test('has a worker that serves its health and metrics', async () => {
    const ask = async (path: string) => {
      const answer = await fetch(workerUrl + path)
      return { status: answer.status, text: await answer.text() }
    }
    expect(await ask('/healthz')).toMatchObject({ status: 200 })
    expect(await ask('/readyz')).toMatchObject({ status: 200 })
    expect((await ask('/metrics')).text).toContain('\njobs_waiting{kind="send-mail"} ')
    expect(await ask('/')).toMatchObject({ status: 404 })
  })

  test.each([
    '/',
    '/login',
    '/faq',
    '/faq/delivery',
    '/faq/exchange-returns',
    '/about-us',
    '/shipping',
    '/returns',
    '/services',
    '/gifting',
    '/size-guide',
    '/privacy',
    '/terms',
    '/coming-soon',
    '/filter/all',
    '/admin',
    '/sitemap.xml',
    '/sitemap-pages.xml',
    '/robots.txt',
  ])('opens at %s', async (path) => {
    expect((await page(path)).status).toBe(200)
  })

  test('shows the sections of the home page, and no heading without content', async () => {
    const { html } = await page('/')
    expect(html).toContain('Summer Odyssey')
    expect(html).toContain('carefully packaged in our iconic boxes')
    for (const tile of ['Services', 'Art of Gifting', 'Best Sellers']) expect(html).toContain(tile)
    for (const empty of ['Shop by Category', 'Trending Now', 'New In: ', 'Filter'])
      expect(html).not.toContain(`>${empty}`)
    const { data } = await ask('getHomeContent')
    const pictures = [...data.banner, ...data.serviceTiles].map(({ cover }) => cover)
    for (const picture of pictures) {
      const answer = await fetch(url + picture.replace(/\.webp$/, '-640.webp'))
      expect(answer.status, picture).toBe(200)
    }
  })

  test('contains the required content once, and no demo data', async () => {
    const count = async (table: string) =>
      (await database.query<{ count: number }>(`select count(*)::int as count from ${table}`))
        .rows[0]?.count
    expect(await count('category')).toBe(1)
    expect(await count('users')).toBe(1)
    for (const table of ['product', 'coupon', 'search_synonym', 'color', 'chat_canned_reply'])
      expect(await count(table), table).toBe(0)
    const { data } = await ask('getRecommendations')
    expect(data).toEqual({ homeMain: [], homeSpecial: [], hotSearches: [], hotKeywords: [] })
    expect(await ask('listProducts', { query: '?search=bag' })).toMatchObject({ total: 0 })
  })

  test('states the policy with the amounts and days of its settings', async () => {
    const { themes } = (await ask('getFaq')).data
    expect(themes.map(({ title }) => title)).toEqual([
      'About US',
      'Shipping & Delivery',
      'Exchanges & Returns',
    ])
    const texts = JSON.stringify(themes)
    for (const promise of ['1–3 business', '5–10 business', '7–11 business', '$15.99', '$300'])
      expect(texts).toContain(promise)
    expect(texts).not.toMatch(/[{]\w+[}]/)
  })

  test('does not serve the API description', async () => {
    for (const path of ['/api/docs', '/api/docs/json', '/api/docs/yaml'])
      expect((await page(path)).status).toBe(404)
  })
})

test('is filled by its first owner, and gets its first order', async () => {
  const token = await signIn(administrator)
  // The back office opens only with a second factor.
  await expect(ask('listEmails', { token })).rejects.toThrow('SECOND_FACTOR_MISSING')
  await ask('confirmAction', { token, body: { password: administrator.password } })
  const { secret } = (await ask('beginTotp', { token })).data
  await ask('enableTotp', { token, body: { secretCode: codeAt(secret, new Date()) } })

  const [root] = (await ask('listCategories', { token })).data
  expect(root).toMatchObject({ parentId: null, path: '/filter/all' })
  const category = (
    await ask('createCategory', {
      token,
      body: {
        name: 'Bags',
        slug: 'bags',
        identifier: 'bags',
        description: '',
        picture: null,
        parentId: root?.id,
      },
    })
  ).data

  const [front, back] = [
    await uploadPicture(token, '#7a4a2b', 'The bag from the front'),
    await uploadPicture(token, '#5a3a1b', 'The bag from the back'),
  ]
  const draft = draftProduct({
    identifier: 'first-bag',
    name: 'First Bag',
    details: [],
    measurements: '',
    materialsAndCare: '',
    status: 'WITHDRAWN',
    categoryIds: [category.id],
    pictures: [front, back],
    variants: [draftVariant({ price: 420 })],
  })
  const product = (await ask('createProduct', { token, body: draft })).data
  const variant = product.variants[0]
  if (!variant) throw new Error('The product has no variant')
  await ask('adjustStock', {
    token,
    params: { id: variant.id },
    body: { change: { kind: 'counted', counted: 3 }, reason: 'First count' },
  })
  expect((await page('/product/first-bag')).status).toBe(404)
  await ask('updateProduct', {
    token,
    params: { id: product.id },
    body: {
      ...draft,
      version: product.version,
      status: 'PUBLISHED',
      variants: [draftVariant({ id: variant.id, price: 420 })],
    },
  })

  const home = (await ask('getHomeDraft', { token })).data
  const homeDraft = homeAsDraft(home.document)
  await ask('saveHome', {
    token,
    body: {
      version: home.version,
      document: {
        ...homeDraft,
        banner: [{ ...homeDraft.banner[0], title: 'Open at last', picture: front, portrait: null }],
        categoryTiles: [{ name: 'Bags', text: '', link: category.path, picture: back }],
      },
    },
  })
  const delivery = (await ask('getDeliveryDraft', { token })).data
  const zones = delivery.document.zones.map((zone) => ({
    ...zone,
    methods: zone.methods.map((method) => ({ ...method, fee: 12.5, freeFrom: 500 })),
  }))
  await ask('saveDelivery', {
    token,
    body: { ...delivery, document: { ...delivery.document, zones } },
  })
  const returns = (await ask('getPageDraft', { token, params: { slug: 'returns' } })).data
  const { slug: _, ...returnsPage } = returns.document
  await ask('savePage', {
    token,
    params: { slug: 'returns' },
    body: { version: returns.version, document: { ...returnsPage, title: 'Our returns' } },
  })
  const faq = (await ask('getFaqDraft', { token })).data
  await ask('saveFaq', { token, body: faq })
  const chosen = (await ask('getRecommendationsDraft', { token })).data
  await ask('saveRecommendations', {
    token,
    body: {
      version: chosen.version,
      document: {
        homeMain: ['first-bag'],
        homeSpecial: [],
        hotSearches: ['first-bag'],
        hotKeywords: ['Bag'],
      },
    },
  })

  await vi.waitFor(async () => {
    const { html } = await page('/')
    for (const text of ['Open at last', 'Shop by Category', 'Trending Now', 'First Bag'])
      expect(html).toContain(text)
  }, patience)
  expect((await page(category.path)).html).toContain('First Bag')
  expect((await page('/returns')).html).toContain('Our returns')
  const { html } = await page('/product/first-bag')
  expect(html).toContain('$420.00')
  expect(html).toContain('Shipping &amp; returns')
  for (const empty of ['>Details', 'Size &amp; fit', 'Materials &amp; care'])
    expect(html).not.toContain(empty)
  expect((await fetch(url + front.src.replace(/\.webp$/, '-640.webp'))).status).toBe(200)

  await ask('register', { body: shopper })
  const welcome = await emailToShopper(token, 'welcome')
  const [, link = ''] = /#token=(\S+)/.exec(welcome.text ?? '') ?? []
  await ask('verifyEmail', { body: { token: link } })
  const theirs = await signIn(shopper)
  const address = (await ask('createAddress', { token: theirs, body: homeAddress })).data
  await ask('addCartItem', { token: theirs, body: { variantId: variant.id, quantity: 1 } })
  const items = [{ variantId: variant.id, quantity: 1 }]
  const preview = (await ask('previewOrder', { token: theirs, body: { items } })).data
  expect(preview).toMatchObject({ goodsTotalPrice: 420, shippingFee: 12.5, finalAmount: 432.5 })
  const order = (
    await ask('placeOrder', {
      token: theirs,
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { items, addressId: address.id, expectedTotal: 432.5 },
    })
  ).data
  await ask('initiatePayment', {
    token: theirs,
    params: { orderId: order.id },
    body: { paymentMethod: 'COD' },
  })
  const accepted = (await ask('getMyOrder', { token: theirs, params: { orderId: order.id } })).data
  expect(accepted.status).toBe('PROCESSING')
  const email = await emailToShopper(token, 'order-accepted')
  expect(email).toMatchObject({ state: 'WAITING', recipient: shopper.email })
  expect(email.text).toContain('First Bag')
  expect(email.text).toContain('$432.50')

  const dashboard = (await ask('getDashboard', { token })).data
  expect(dashboard).toMatchObject({ ordersByStatus: { PROCESSING: 1 }, emails: { failed: 0 } })
  expect((await ask('listOrders', { token })).data).toHaveLength(1)
})
