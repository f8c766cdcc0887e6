import { homeAddress } from '../apps/api/test/buyers.ts'
import type { OwnRow } from './own-rows.ts'
import type { Shop } from './shop.ts'
import { request, type Shopper, sampleVariants, send, type Variant } from './shoppers.ts'

const previewedLines = 3

/**
 * The rows of ordering: each shopper orders another product, or all the same one. Every order has a
 * new idempotency key.
 */
export async function makeOrderRows(shop: Shop, shoppers: Shopper[]): Promise<OwnRow[]> {
  const variants = await sampleVariants(shop, shoppers.length)
  const variantOf = (index: number) => variants[index % variants.length] as Variant
  const addresses = await Promise.all(shoppers.map((shopper) => addressOf(shop, shopper)))
  const orders = (choose: (index: number) => Variant) =>
    shoppers.map(({ headers }, index) => ({
      ...request('POST', '/api/orders', headers, {
        items: [{ variantId: choose(index).variantId, quantity: 1 }],
        addressId: addresses[index],
      }),
      isOneOfAKind: true as const,
    }))
  return [
    {
      name: 'order-preview',
      title: 'Order preview',
      kind: 'own',
      requests: shoppers.map(({ headers }, index) =>
        request('POST', '/api/orders/preview', headers, {
          items: Array.from({ length: previewedLines }, (_, next) => ({
            variantId: variantOf(index + next).variantId,
            quantity: 1,
          })),
        }),
      ),
    },
    {
      name: 'order-place',
      title: 'Place order',
      kind: 'own',
      requests: orders(variantOf),
      floor: 'insert and update',
    },
    {
      name: 'order-place-hot',
      title: 'Place order, one variant for all',
      kind: 'own',
      requests: orders(() => variantOf(0)),
      floor: 'insert and update',
      atOnce: [32],
    },
  ]
}

/** The id of a shopper's address, which is created in the first run. */
export async function addressOf(shop: Shop, { headers }: Shopper): Promise<string> {
  const book = await send<{ data: { id: string }[] }>(shop, { path: '/api/addresses', headers })
  const [known] = book.data
  const address =
    known ??
    (await send<{ id: string }>(shop, request('POST', '/api/addresses', headers, homeAddress)))
  return address.id
}
