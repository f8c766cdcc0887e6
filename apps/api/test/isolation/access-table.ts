import type { EndpointName } from '@solvane/contract/paths'
import sharp from 'sharp'
import { Authenticator } from '../authenticator.ts'
import { homeAddress, order } from '../buyers.ts'
import { openChatPage, say } from '../chat-pages.ts'
import type { TestVariant } from '../product-factory.ts'
import { sendPictures } from '../send-files.ts'
import { guest, type SignedUp, signUp } from '../sign-up.ts'
import type { TestShop } from '../test-shop.ts'
import { contentIsolation, productIsolation } from './catalogue-access.ts'
import { invoicesIsolation, makeReturns, returnsIsolation } from './returns-access.ts'
import { newPasskey, staffIsolation, unknownPasskey } from './staff-access.ts'

/** A shopper with a record of every kind that shoppers can have. */
export interface Owner extends SignedUp {
  addressId: string
  itemId: string
  variant: TestVariant
  /** An order that can be paid, and one that is cancelled. */
  orderId: string
  endedOrderId: string
  /** A delivered order, and its invoice. */
  deliveredOrderId: string
  invoiceId: string
  /** A requested return, its photo, and a cancelled return. */
  returnId: string
  returnPhotoId: string
  endedReturnId: string
  /** An attempt to pay a third order. */
  paymentId: string
  orderIdOfPayment: string
  providerOrderId: string
  passkeyId: string
  /** A place on a waiting list. */
  waitingId: string
  /** A conversation with the shop. */
  chatRoomId: string
  /** A picture in it. */
  pictureId: string
  /** Values that must appear in nobody else's responses. */
  secrets: string[]
}

export interface CallerInput {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/**
 * The responses to other callers: the status for a guest, and for any other account, including
 * administrators, unless the table says otherwise.
 */
export interface Isolation {
  /** The input of a stranger, with the owner's ids wherever possible. */
  input?: (owner: Owner) => CallerInput
  guest: number
  user: number
  admin?: number
  /** Staff may read shoppers' data in the response. */
  isForStaffToRead?: true
}

const open: Isolation = { guest: 200, user: 200 }
const mine: Isolation = { guest: 401, user: 200 }
/** For staff; too late for an order that is cancelled. */
const staff = (body?: object): Isolation => ({
  guest: 401,
  user: 403,
  admin: 409,
  input: ({ endedOrderId }) => ({ params: { orderId: endedOrderId }, body }),
})
/** Data of everyone that staff may read. */
const staffReads = (input: (owner: Owner) => CallerInput = () => ({})): Isolation => ({
  guest: 401,
  user: 403,
  admin: 200,
  isForStaffToRead: true,
  input,
})
const nobody = '00000000-0000-4000-8000-000000000000'
/** For support, with an unknown conversation. */
const support = (admin: number, body?: object, query?: Record<string, string>): Isolation => ({
  guest: 401,
  user: 403,
  admin,
  input: () => ({
    params: { roomId: 'x'.repeat(22), id: nobody, pictureId: nobody },
    body,
    query,
  }),
})
const longAgo = '2025-01-01T00:00:00.000Z'
/** For managers, with an unknown account or coupon. */
const ofNothing = (params: Record<string, string>, body?: object): Isolation => ({
  guest: 401,
  user: 403,
  admin: 404,
  input: () => ({ params, body }),
})
const ofNoCustomer = (body?: object) => ofNothing({ customerId: nobody }, body)
const ofNoCoupon = (body?: object) => ofNothing({ couponId: nobody }, body)
const selection = { lines: [{ variantId: nobody, quantity: 1 }], note: 'For nobody' }
const coupon = { code: 'NONE', name: 'None', discountType: 'PERCENTAGE', discountValue: 1 }
const wrong = { token: 'a-token-that-was-never-given-out' }

const address = { ...homeAddress, fullName: 'Owner of Secrets', streetAddress: '7 Unseen Row' }

/** Every endpoint of the contract. A missing one does not compile, and fails its test. */
export const isolation: Record<EndpointName, Isolation> = {
  listProducts: open,
  listFacets: open,
  getRecommendations: open,
  getProduct: { ...open, input: ({ variant }) => ({ params: { id: variant.identifier } }) },
  listAlternatives: { ...open, input: ({ variant }) => ({ params: { id: variant.identifier } }) },
  getProductTurn: { ...open, input: ({ variant }) => ({ params: { id: variant.productId } }) },
  reportNoResults: { ...open, input: () => ({ body: { search: 'nothing that there is' } }) },
  getCategoryTree: open,
  getCategory: { ...open, input: () => ({ params: { identifier: 'women' } }) },
  getHomeContent: open,
  getPage: { ...open, input: () => ({ params: { slug: 'privacy' } }) },
  getFaq: open,
  getSiteSettings: open,
  getGiftOptions: open,
  listDeliveryMethods: open,

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
  requestSignInCode: { ...open, input: ({ email }) => ({ body: { email } }) },
  signInByCode: {
    guest: 400,
    user: 400,
    input: () => ({ body: { request: wrong.token, code: '000000' } }),
  },
  passSecondFactor: {
    guest: 400,
    user: 400,
    input: () => ({ body: { ticket: wrong.token, secretCode: '000000' } }),
  },
  beginPasskeySignIn: open,
  signInByPasskey: {
    guest: 400,
    user: 400,
    input: () => ({ body: { passkey: unknownPasskey } }),
  },
  refresh: { guest: 401, user: 401, input: () => ({ body: { refreshToken: wrong.token } }) },
  logout: { ...open, input: () => ({ body: { refreshToken: wrong.token } }) },
  logoutEverywhere: mine,
  forgotPassword: { ...open, input: ({ email }) => ({ body: { email } }) },
  getPasswordLink: { guest: 400, user: 400, input: () => ({ body: wrong }) },
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
  requestDeletionCode: { ...mine, admin: 409 },
  listMyPasskeys: mine,
  // Staff have theirs in the back office.
  beginPasskey: { ...mine, admin: 409 },
  addPasskey: {
    guest: 401,
    user: 400,
    admin: 409,
    input: () => ({ body: { name: 'Mine', passkey: newPasskey } }),
  },
  removePasskey: {
    guest: 401,
    user: 404,
    admin: 409,
    input: ({ passkeyId }) => ({ params: { passkeyId } }),
  },

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
    input: ({ variant }) => ({ body: { variantIds: [variant.id], removeFromCart: true } }),
  },
  toggleFavorite: {
    ...mine,
    input: ({ variant }) => ({
      params: { variantId: variant.id },
      query: { removeFromCart: 'true' },
    }),
  },

  getCart: open,
  addCartItem: {
    ...open,
    input: ({ variant }) => ({ body: { variantId: variant.id, quantity: 2 } }),
  },
  updateCartItem: {
    guest: 404,
    user: 404,
    input: ({ itemId }) => ({ params: { itemId }, body: { quantity: 3 } }),
  },
  removeCartItem: { guest: 404, user: 404, input: ({ itemId }) => ({ params: { itemId } }) },
  removeCartItems: { ...open, input: ({ itemId }) => ({ body: { ids: [itemId] } }) },
  mergeCart: mine,

  joinWaitingList: {
    guest: 409,
    user: 409,
    input: ({ variant }) => ({ body: { variantId: variant.id, email: 'stranger@example.com' } }),
  },
  getWaitingLink: { guest: 400, user: 400, input: () => ({ body: wrong }) },
  confirmWaiting: { guest: 400, user: 400, input: () => ({ body: wrong }) },
  leaveWaitingList: { guest: 400, user: 400, input: () => ({ body: wrong }) },
  claimOffer: { guest: 401, user: 400, input: () => ({ body: wrong }) },
  listMyWaiting: mine,
  leaveMyWaiting: {
    guest: 401,
    user: 404,
    input: ({ waitingId }) => ({ params: { id: waitingId } }),
  },

  openAdviserSelection: { guest: 400, user: 400, input: () => ({ body: wrong }) },

  listMyCoupons: mine,

  previewOrder: {
    ...mine,
    input: ({ variant }) => ({ body: { items: [{ variantId: variant.id, quantity: 1 }] } }),
  },
  placeOrder: {
    guest: 401,
    user: 404,
    input: ({ variant, addressId }) => ({
      body: { items: [{ variantId: variant.id, quantity: 1 }], addressId },
    }),
  },
  listMyOrders: mine,
  getMyOrder: { guest: 401, user: 404, input: ({ orderId }) => ({ params: { orderId } }) },
  cancelMyOrder: {
    guest: 401,
    user: 404,
    input: ({ orderId }) => ({ params: { orderId }, body: { reason: 'Not mine' } }),
  },

  ...invoicesIsolation,
  ...returnsIsolation,

  listPaymentMethods: open,
  initiatePayment: {
    guest: 401,
    user: 404,
    input: ({ orderId }) => ({ params: { orderId }, body: { paymentMethod: 'COD' } }),
  },
  getPaymentStatus: {
    guest: 401,
    user: 404,
    input: ({ providerOrderId }) => ({ params: { providerOrderId }, query: { check: 'true' } }),
  },
  getUsdtPayment: {
    guest: 401,
    user: 404,
    input: ({ paymentId }) => ({ params: { paymentId } }),
  },

  listChatMessages: {
    guest: 404,
    user: 404,
    input: ({ chatRoomId }) => ({ params: { roomId: chatRoomId }, query: { after: '0' } }),
  },
  getChatPicture: {
    guest: 404,
    user: 404,
    input: ({ chatRoomId, pictureId }) => ({ params: { roomId: chatRoomId, pictureId } }),
  },
  getChatRoom: {
    guest: 404,
    user: 404,
    input: ({ chatRoomId }) => ({ params: { roomId: chatRoomId } }),
  },
  claimChatRoom: {
    guest: 401,
    user: 404,
    input: ({ chatRoomId }) => ({ params: { roomId: chatRoomId } }),
  },

  listConversations: support(200, undefined, { q: 'what nobody has ever said' }),
  countConversations: support(200),
  getConversation: support(404),
  listConversationMessages: support(404),
  getConversationPicture: support(404),
  takeConversation: support(404),
  assignConversation: support(404, { staffId: nobody }),
  releaseConversation: support(404),
  closeConversation: support(404),
  reopenConversation: support(404),
  sendAdviserSelection: support(404, selection),
  listSupporters: support(200),
  listCannedReplies: support(200),
  createCannedReply: support(201, { title: 'Of a stranger', content: 'Good day.' }),
  updateCannedReply: support(404, { title: 'Other', content: 'Good day.', updatedAt: longAgo }),
  deleteCannedReply: support(404),
  getOfficeHours: support(200),
  setOfficeHours: support(409, {
    timeZone: 'UTC',
    week: Array(7).fill(null),
    closedOn: [],
    updatedAt: longAgo,
  }),

  ...productIsolation,
  ...staffIsolation,
  ...contentIsolation,

  previewOrderSteps: support(200, { step: 'ship', orderIds: [nobody] }),
  takeOrderSteps: support(200, { step: 'deliver', orderIds: [nobody] }),
  checkTracking: support(400, { csv: 'order_number' }),
  shipOrders: support(200, {
    orders: [{ orderId: nobody, carrier: 'Nobody', trackingNumber: '0' }],
  }),

  shipOrder: staff({ carrier: 'Nobody', trackingNumber: '0' }),
  sendParcel: staff({
    carrier: 'Nobody',
    trackingNumber: '0',
    items: [{ variantId: nobody, quantity: 1 }],
  }),
  correctTracking: staff({ version: 0, carrier: 'Nobody', trackingNumber: '0' }),
  correctOrderContact: staff({ version: 0, email: 'elsewhere@example.com' }),
  previewOrderEdit: staff({ version: 0, items: [{ variantId: nobody, quantity: 1 }] }),
  editOrder: staff({ version: 0, items: [{ variantId: nobody, quantity: 1 }], difference: 0 }),
  sendOrderEmail: staff({ email: 'delivered' }),
  deliverOrder: staff(),
  completeOrder: staff(),
  cancelOrder: staff({ reason: 'Too late' }),
  refundOrder: staff({ amount: 1, reason: 'Nothing was paid', key: 'one' }),
  markOrderPaid: staff({ reference: 'Nowhere' }),
  collectCash: staff(),
  markOrderRefused: staff({ reason: 'Nobody at home' }),

  listOrders: staffReads(),
  countOrders: staffReads(),
  getOrder: staffReads(({ orderId }) => ({ params: { orderId } })),
  makeGiftLink: {
    guest: 401,
    user: 403,
    admin: 409,
    input: ({ orderId }) => ({ params: { orderId } }),
  },
  addOrderNote: {
    guest: 401,
    user: 403,
    admin: 201,
    input: ({ orderId }) => ({ params: { orderId }, body: { text: 'Only for staff' } }),
  },
  resolvePaymentReview: {
    guest: 401,
    user: 403,
    admin: 409,
    input: ({ orderIdOfPayment, paymentId }) => ({
      params: { orderId: orderIdOfPayment, paymentId },
      body: { reason: 'There is nothing to look at' },
    }),
  },
  listPackingSlips: staffReads(({ orderId }) => ({ query: { orderIds: orderId } })),

  listCustomers: staffReads(),
  getCustomer: staffReads(({ userId }) => ({ params: { customerId: userId } })),
  blockCustomer: ofNoCustomer({ reason: 'Nobody there' }),
  unblockCustomer: ofNoCustomer(),
  liftOrderLimits: ofNoCustomer({ reason: 'Nobody there' }),
  restoreOrderLimits: ofNoCustomer(),
  sendCustomerVerification: ofNoCustomer(),
  exportCustomer: ofNoCustomer(),
  deleteCustomer: ofNoCustomer({ reason: 'Nobody there' }),
  makeAdviserSelection: ofNoCustomer({ ...selection, isEmailed: false }),

  listAdviserSelections: staffReads(({ userId }) => ({ query: { customerId: userId } })),
  makeSelectionForCaller: support(409, selection),
  takeBackAdviserSelection: ofNothing({ selectionId: nobody }),

  listCoupons: staffReads(),
  getCoupon: ofNoCoupon(),
  createCoupon: { ...ofNoCoupon({ ...coupon, code: 'Welcome10' }), admin: 409 },
  updateCoupon: ofNoCoupon({ ...coupon, version: 1 }),
  setCouponEnabled: ofNoCoupon({ isEnabled: false }),
  listRedemptions: ofNoCoupon(),
}

const onePixel = () =>
  sharp({ create: { width: 1, height: 1, channels: 3, background: '#c81e1e' } })
    .png()
    .toBuffer()

/** Creates a shopper with a record of every kind. */
export async function makeOwner(shop: TestShop, variant: TestVariant): Promise<Owner> {
  const account = await signUp(shop)
  const { headers } = account
  const made = await shop.call('createAddress', { headers, body: address })
  const { data: cart } = await shop.call('addCartItem', {
    headers,
    body: { variantId: variant.id },
  })
  await shop.call('toggleFavorite', { headers, params: { variantId: variant.id } })
  const itemId = cart.items[0]?.id ?? ''
  const addressId = made.data.id
  const buy = () => order(shop, { headers, addressId }, [variant], { source: 'buyNow' })
  const [open, ended, paid] = [await buy(), await buy(), await buy()]
  await shop.call('cancelMyOrder', { headers, params: { orderId: ended.id }, body: {} })
  const { data: payment } = await shop.call('initiatePayment', {
    headers,
    params: { orderId: paid.id },
    body: { paymentMethod: 'COD' },
  })
  const waitingId = crypto.randomUUID()
  await shop.ctx.db.pool.query(
    'insert into waiting_list_entry (id, variant_id, user_id, email, asked_at) values ($1, $2, $3, $4, now())',
    [waitingId, variant.id, account.userId, account.email],
  )
  const device = new Authenticator(shop.ctx.config.publicUrl)
  const passkey = device.make((await shop.call('beginPasskey', { headers })).data)
  const body = { name: 'A device of the owner alone', passkey }
  const { id: passkeyId } = (await shop.call('addPasskey', { headers, body })).data
  const page = await openChatPage(shop, account)
  const [picture] = await sendPictures(shop, headers, [await onePixel()], 'CHAT')
  const pictureId = picture?.id ?? ''
  const { roomId: chatRoomId, id: messageId } = await say(page, 'A question of the owner alone', {
    attachmentIds: [pictureId],
  })
  page.socket.disconnect()
  const buyer = { ...account, addressId }
  const { secrets: ofReturns, ...returns } = await makeReturns(
    shop,
    buyer,
    variant,
    await onePixel(),
  )
  const secrets = [
    ...ofReturns,
    account.userId,
    chatRoomId,
    messageId,
    pictureId,
    'A question of the owner alone',
    account.email,
    account.accessToken,
    account.refreshToken,
    addressId,
    itemId,
    waitingId,
    passkeyId,
    address.streetAddress,
    address.fullName,
    ...[open, ended, paid].flatMap(({ id, orderNumber }) => [id, orderNumber]),
    payment.paymentId,
  ]
  return {
    ...account,
    ...returns,
    addressId,
    itemId,
    variant,
    orderId: open.id,
    endedOrderId: ended.id,
    paymentId: payment.paymentId,
    orderIdOfPayment: paid.id,
    providerOrderId: payment.providerOrderId,
    waitingId,
    passkeyId,
    chatRoomId,
    pictureId,
    secrets,
  }
}

/** Everything a shopper can read of their own. */
export async function everythingOf(shop: TestShop, { headers }: SignedUp) {
  const [profile, passkeys, addresses, cart, favorites, orders, coupons, waiting, exported] = [
    await shop.call('getProfile', { headers }),
    await shop.call('listMyPasskeys', { headers }),
    await shop.call('listAddresses', { headers }),
    await shop.call('getCart', { headers }),
    await shop.call('listFavorites', { headers }),
    await shop.call('listMyOrders', { headers }),
    await shop.call('listMyCoupons', { headers }),
    await shop.call('listMyWaiting', { headers }),
    await shop.call('exportMyData', { headers }),
  ]
  const { returns } = exported.data
  return { profile, passkeys, addresses, cart, favorites, orders, coupons, waiting, returns }
}

/** Guest ids that must not open the owner's cart. */
export async function guestIdsToTry(shop: TestShop, { userId }: Owner): Promise<string[]> {
  const { rows } = await shop.ctx.db.pool.query<{ id: string }>(
    'select id from cart where user_id = $1',
    [userId],
  )
  return [guest().id, userId, ...rows.map(({ id }) => id)]
}
