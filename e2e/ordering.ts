import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { shopUrl } from './shop-url.ts'
import { openAccount, type Shopper } from './shopper.ts'

/**
 * Calls the API: `callApi(token, 'GET /cart')`. Returns the response's data; throws if it is
 * rejected.
 */
export async function callApi<Data>(
  accessToken: string | null,
  call: string,
  body?: object,
): Promise<Data> {
  const [method = 'GET', path = ''] = call.split(' ')
  const answer = await fetch(`${shopUrl()}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
      // Two identical orders are meant as two.
      ...(call === 'POST /orders' && { 'idempotency-key': randomUUID() }),
    },
    body: body && JSON.stringify(body),
  })
  const envelope = (await answer.json()) as { data: Data; message: string }
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${envelope.message}`)
  return envelope.data
}

/** Confirms for ten minutes that a member of staff is there. */
export async function confirm(accessToken: string, password: string): Promise<void> {
  await callApi(accessToken, 'POST /admin/account/confirm', { password })
}

/** An access token of the administrator, who has just confirmed. */
export async function signInAsStaff(): Promise<string> {
  const login = { email: 'admin@example.com', password: 'admin-demo-2026' }
  const { accessToken } = await callApi<{ accessToken: string }>(null, 'POST /auth/login', login)
  await confirm(accessToken, login.password)
  return accessToken
}

const home = {
  title: 'Home',
  fullName: 'Ines Valcourt',
  phoneNumber: '+1 2125550148',
  phoneRegion: 'US',
  streetAddress: '18 Prince Street',
  city: 'New York',
  state: 'NY',
  postalCode: '10012',
  country: 'US',
}

/** Adds an address to a shopper's address book. */
export function writeAddress(shopper: Shopper, other: object = {}): Promise<{ id: string }> {
  return callApi(shopper.accessToken, 'POST /addresses', { ...home, ...other })
}

/** Opens an account with an address. */
export async function openAccountWithAddress(): Promise<Shopper> {
  const shopper = await openAccount()
  await writeAddress(shopper)
  return shopper
}

interface Variant {
  id: string
  stock: number
}

/** The variant of a product with the most stock. */
export async function plentyOf(identifier: string): Promise<Variant> {
  const { variants } = await callApi<{ variants: Variant[] }>(null, `GET /products/${identifier}`)
  const [most] = variants.toSorted((one, other) => other.stock - one.stock)
  if (!most) throw new Error(`${identifier} has no variants.`)
  return most
}

export interface PlacedOrder {
  id: string
  orderNumber: string
  totalAmount: number
}

/** Places an order of one loafer, or of `items`, over the API. */
export async function placeOrder(
  shopper: Shopper,
  items?: readonly { variantId: string; quantity: number }[],
  more: { couponCode?: string; gift?: object } = {},
): Promise<PlacedOrder> {
  const variantId = (await plentyOf('porto-loafer')).id
  const addresses = await callApi<{ data: { id: string }[] }>(shopper.accessToken, 'GET /addresses')
  return callApi(shopper.accessToken, 'POST /orders', {
    items: items ?? [{ variantId, quantity: 1 }],
    addressId: addresses.data[0]?.id,
    source: 'buyNow',
    ...more,
  })
}

/** Pays an order by card, over the API and the simulated payment page. */
export async function payByCard(shopper: Shopper, order: PlacedOrder): Promise<void> {
  const { approvalUrl } = await callApi<{ approvalUrl: string }>(
    shopper.accessToken,
    `POST /payments/initiate/order/${order.id}`,
    { paymentMethod: 'STRIPE' },
  )
  await fetch(approvalUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'action=approve',
  })
}

/** Chooses cash on delivery over the API, which confirms the order at once. */
export function payOnDelivery(shopper: Shopper, order: PlacedOrder): Promise<object> {
  const body = { paymentMethod: 'COD' }
  return callApi(shopper.accessToken, `POST /payments/initiate/order/${order.id}`, body)
}

/** Chooses the first value in stock of every open option. */
export async function chooseOptions(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add to cart' }).first().waitFor()
  const open = page.locator('fieldset[data-open]')
  while ((await open.count()) > 0) await open.first().locator('button:enabled').first().click()
}
