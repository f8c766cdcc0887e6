import { randomUUID } from 'node:crypto'
import type { Page } from 'puppeteer-core'
import { addressOf } from '../../bench/order-rows.ts'
import { makeRows } from '../../bench/rows.ts'
import type { Shop } from '../../bench/shop.ts'
import { request, sampleVariants, send } from '../../bench/shoppers.ts'

/** A page to measure. */
export interface PageToMeasure {
  title: string
  path: string
  /** Leads a new browser to where the page can be opened, or, for a snapshot, to what it shows. */
  prepare?: (page: Page) => Promise<void>
  /** Shows itself only after a press: it is judged as it stands, without how it loads. */
  isSnapshot?: boolean
  /** Behind sign-in, where search engines do not come. */
  isPrivate?: boolean
}

type Tokens = Record<'accessToken' | 'refreshToken', string>

/** The pages of a visit from the home page to an order. */
export async function pagesToMeasure(shop: Shop): Promise<PageToMeasure[]> {
  const rows = await makeRows(shop.port)
  const pages = rows
    .filter(({ kind }) => kind === 'page')
    .map(({ title, paths }) => ({ title, path: paths[0] ?? '/' }))
  const { orderId, ...shopper } = await openAccount(shop)
  const isPrivate = true
  const prepare = (page: Page) => signIn(page, shop, shopper)
  return [
    ...pages,
    { title: 'Search', path: '/', prepare: (page) => openSearch(page, shop), isSnapshot: true },
    { title: 'Sign-in page', path: '/login', isPrivate },
    { title: 'Questions', path: '/faq' },
    { title: 'Cart', path: '/cart', prepare, isPrivate },
    { title: 'Order preview', path: '/order/preview', prepare, isPrivate },
    { title: 'Order', path: `/profile/orders/${orderId}`, prepare, isPrivate },
  ]
}

/** A new shopper with an address, something in the cart, and an order. */
async function openAccount(shop: Shop) {
  const account = { email: `ines-${randomUUID()}@example.com`, password: 'secret-1' }
  const tokens = await send<Tokens>(
    shop,
    request('POST', '/api/auth/register', {}, { name: 'Ines Valcourt', ...account }),
  )
  const headers = { authorization: `Bearer ${tokens.accessToken}` }
  const addressId = await addressOf(shop, { ...account, headers })
  const [ordered, wanted] = await sampleVariants(shop, 2)
  const line = { variantId: ordered?.variantId, quantity: 1 }
  const order = await send<{ id: string }>(
    shop,
    request('POST', '/api/orders', headers, { items: [line], addressId }),
  )
  const item = { variantId: wanted?.variantId, quantity: 1 }
  await send(shop, request('POST', '/api/cart/items', headers, item))
  return { account, orderId: order.id, draft: { items: [item] } }
}

/**
 * Signs in for this page, because the tokens of another page may have expired, and stores them and the draft of an order as
 * the shop does; no page of the shop is loaded for it.
 */
async function signIn(
  page: Page,
  shop: Shop,
  { account, draft }: { account: object; draft: object },
): Promise<void> {
  const tokens = await send<Tokens>(shop, request('POST', '/api/auth/login', {}, account))
  await page.goto(`${shop.url}/favicon.svg`)
  await page.evaluate(
    (signedIn, begun) => {
      for (const [name, value] of Object.entries(signedIn)) localStorage.setItem(name, value)
      sessionStorage.setItem('orderDraft', begun)
    },
    tokens,
    JSON.stringify(draft),
  )
}

async function openSearch(page: Page, { url }: Shop): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle0' })
  await page.locator('::-p-aria(Search[role="button"])').click()
  await page.locator('input[placeholder="search..."]').fill('tote')
  await page.locator('::-p-text(Search Results)').wait()
}
