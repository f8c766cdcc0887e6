import { homeAddress } from '../apps/api/test/buyers.ts'
import type { OwnRow } from './own-rows.ts'
import type { Shop } from './shop.ts'
import { type Piece, request, type Shopper, samplePieces, send } from './shoppers.ts'

const previewedPieces = 3

/**
 * Makes up the rows of ordering: each shopper a piece of their own, or all of them the same. Every
 * order is a new one, under a key of its own.
 */
export async function makeOrderRows(shop: Shop, shoppers: Shopper[]): Promise<OwnRow[]> {
  const pieces = await samplePieces(shop, shoppers.length)
  const pieceOf = (index: number) => pieces[index % pieces.length] as Piece
  const addresses = await Promise.all(shoppers.map((shopper) => addressOf(shop, shopper)))
  const orders = (choose: (index: number) => Piece) =>
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
          items: Array.from({ length: previewedPieces }, (_, next) => ({
            variantId: pieceOf(index + next).variantId,
            quantity: 1,
          })),
        }),
      ),
    },
    {
      name: 'order-place',
      title: 'Place order',
      kind: 'own',
      requests: orders(pieceOf),
      floor: 'insert and update',
    },
    {
      name: 'order-place-hot',
      title: 'Place order, one piece for all',
      kind: 'own',
      requests: orders(() => pieceOf(0)),
      floor: 'insert and update',
      atOnce: [32],
    },
  ]
}

/** The id of an address of a shopper, who is given one unless there is one from an earlier run. */
async function addressOf(shop: Shop, { headers }: Shopper): Promise<string> {
  const book = await send<{ data: { id: string }[] }>(shop, { path: '/api/addresses', headers })
  const [known] = book.data
  const address =
    known ??
    (await send<{ id: string }>(shop, request('POST', '/api/addresses', headers, homeAddress)))
  return address.id
}
