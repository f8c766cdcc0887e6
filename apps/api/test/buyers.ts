import type { GiftChoice } from '@solvane/contract/gifts'
import type { Order } from '@solvane/contract/orders'
import type { TestVariant } from './product-factory.ts'
import { type SignedUp, type SignUpOptions, signUp } from './sign-up.ts'
import type { TestShop } from './test-shop.ts'

/** A shopper with an address. */
export interface Buyer extends SignedUp {
  addressId: string
}

export const homeAddress = {
  title: 'Home',
  fullName: 'Ada Buyer',
  phoneNumber: '+1 2125550148',
  streetAddress: '7 Spring Street',
  city: 'New York',
  state: 'NY',
  postalCode: '10013',
  country: 'US',
}

/** Opens an account with an address. */
export async function makeBuyer(shop: TestShop, options: SignUpOptions = {}): Promise<Buyer> {
  const account = await signUp(shop, options)
  const { data } = await shop.call('createAddress', { headers: account.headers, body: homeAddress })
  return { ...account, addressId: data.id }
}

/** The fields of an order besides its items. */
export interface OrderOptions {
  quantity?: number
  couponCode?: string
  deliveryMethodId?: string
  remark?: string
  company?: string
  taxNumber?: string
  gift?: Partial<GiftChoice>
  source?: 'cart' | 'buyNow'
  /** The token of an adviser's selection. */
  selection?: string
  expectedTotal?: number
  key?: string
}

/** Orders variants in these quantities; with a new idempotency key by default. */
export async function order(
  shop: TestShop,
  { headers, addressId }: Pick<Buyer, 'headers' | 'addressId'>,
  variants: Pick<TestVariant, 'id'>[],
  { quantity = 1, key = crypto.randomUUID(), ...rest }: OrderOptions = {},
): Promise<Order> {
  const items = variants.map(({ id }) => ({ variantId: id, quantity }))
  const { data } = await shop.call('placeOrder', {
    headers: { ...headers, 'idempotency-key': key },
    body: { items, addressId, ...rest },
  })
  return data
}
