import type { CallName } from '@solvane/contract/paths'
import type { TestPiece } from './pieces.ts'
import { guest } from './shoppers.ts'
import { type SignedUp, signUp } from './sign-up.ts'
import type { TestShop } from './test-shop.ts'

/** A shopper who has something of everything a shopper can have. */
export interface Owner extends SignedUp {
  addressId: string
  itemId: string
  piece: TestPiece
  /** Nobody else's answer may hold any of these. */
  secrets: string[]
}

export interface CallerInput {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/**
 * What others get who make a call: the status for a guest and for anyone else who is signed in, an
 * administrator too, where the table tells no other.
 */
export interface Isolation {
  /** The call as a stranger makes it, aimed at what is the owner's wherever it can name anything. */
  input?: (owner: Owner) => CallerInput
  guest: number
  user: number
  admin?: number
}

const open: Isolation = { guest: 200, user: 200 }
const mine: Isolation = { guest: 401, user: 200 }
const wrong = { token: 'a-token-that-was-never-given-out' }

const address = {
  title: 'Home',
  fullName: 'Owner of Secrets',
  phoneNumber: '+1 2125550148',
  streetAddress: '7 Unseen Row',
  city: 'New York',
  postalCode: '10013',
  country: 'US',
}

/** Every call of the contract. A call that is missing here does not compile, and fails its test. */
export const isolation: Record<CallName, Isolation> = {
  listProducts: open,
  listFacets: open,
  getRecommendations: open,
  getProduct: { ...open, input: ({ piece }) => ({ params: { id: piece.identifier } }) },
  getCategoryTree: open,
  getCategory: { ...open, input: () => ({ params: { identifier: 'women' } }) },
  getHomeContent: open,
  getPage: { ...open, input: () => ({ params: { slug: 'privacy' } }) },
  getFaq: open,
  getSiteSettings: open,

  register: {
    guest: 400,
    user: 400,
    input: ({ email }) => ({ body: { name: 'Not Ada', email, password: 'another-password' } }),
  },
  login: {
    guest: 400,
    user: 400,
    input: ({ email }) => ({ body: { email, password: 'not-the-password' } }),
  },
  refresh: { guest: 401, user: 401, input: () => ({ body: { refreshToken: wrong.token } }) },
  logout: { ...open, input: () => ({ body: { refreshToken: wrong.token } }) },
  logoutEverywhere: mine,
  forgotPassword: { ...open, input: ({ email }) => ({ body: { email } }) },
  resetPassword: {
    guest: 400,
    user: 400,
    input: () => ({ body: { ...wrong, newPassword: 'another-password' } }),
  },
  verifyEmail: { guest: 400, user: 400, input: () => ({ body: wrong }) },
  resendVerification: mine,

  getProfile: mine,
  updateProfile: { ...mine, input: () => ({ body: { nickName: 'Changed' } }) },
  changePassword: {
    guest: 401,
    user: 400,
    input: ({ password }) => ({
      body: {
        currentPassword: password,
        newPassword: 'another-password',
        confirmPassword: 'another-password',
      },
    }),
  },
  exportMyData: mine,
  deleteAccount: { guest: 401, user: 400, input: ({ password }) => ({ body: { password } }) },

  listAddresses: mine,
  createAddress: {
    ...mine,
    input: () => ({
      body: { ...address, fullName: 'A Stranger', streetAddress: '1 Elsewhere', isDefault: true },
    }),
  },
  updateAddress: {
    guest: 401,
    user: 404,
    input: ({ addressId }) => ({
      params: { id: addressId },
      body: { city: 'Stolen', isDefault: true },
    }),
  },
  deleteAddress: {
    guest: 401,
    user: 404,
    input: ({ addressId }) => ({ params: { id: addressId } }),
  },

  listFavorites: mine,
  listFavoriteIds: mine,
  addFavorites: {
    ...mine,
    input: ({ piece }) => ({ body: { variantIds: [piece.id], removeFromCart: true } }),
  },
  toggleFavorite: {
    ...mine,
    input: ({ piece }) => ({ params: { variantId: piece.id }, query: { removeFromCart: 'true' } }),
  },

  getCart: open,
  addCartItem: { ...open, input: ({ piece }) => ({ body: { variantId: piece.id, quantity: 2 } }) },
  updateCartItem: {
    guest: 404,
    user: 404,
    input: ({ itemId }) => ({ params: { itemId }, body: { quantity: 3 } }),
  },
  removeCartItem: { guest: 404, user: 404, input: ({ itemId }) => ({ params: { itemId } }) },
  removeCartItems: { ...open, input: ({ itemId }) => ({ body: { ids: [itemId] } }) },
  mergeCart: mine,
}

/** Makes a shopper who has something of everything. */
export async function makeOwner(shop: TestShop, piece: TestPiece): Promise<Owner> {
  const account = await signUp(shop)
  const { headers } = account
  const made = await shop.call('createAddress', { headers, body: address })
  const { data: cart } = await shop.call('addCartItem', { headers, body: { variantId: piece.id } })
  await shop.call('toggleFavorite', { headers, params: { variantId: piece.id } })
  const itemId = cart.items[0]?.id ?? ''
  const secrets = [
    account.userId,
    account.email,
    account.accessToken,
    account.refreshToken,
    made.data.id,
    itemId,
    address.streetAddress,
    address.fullName,
  ]
  return { ...account, addressId: made.data.id, itemId, piece, secrets }
}

/** All that a shopper sees of their own. */
export async function everythingOf(shop: TestShop, { headers }: SignedUp) {
  const [profile, addresses, cart, favorites] = [
    await shop.call('getProfile', { headers }),
    await shop.call('listAddresses', { headers }),
    await shop.call('getCart', { headers }),
    await shop.call('listFavorites', { headers }),
  ]
  return { profile, addresses, cart, favorites }
}

/** Guest ids with which nobody may come to the owner's cart. */
export async function guestIdsToTry(shop: TestShop, { userId }: Owner): Promise<string[]> {
  const { rows } = await shop.ctx.db.pool.query<{ id: string }>(
    'select id from cart where user_id = $1',
    [userId],
  )
  return [guest().id, userId, ...rows.map(({ id }) => id)]
}
