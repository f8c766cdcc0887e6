/**
 * Method and path, once, of every API call that shoppers make. Nothing else is here, so that the
 * shop in the browser carries this table, no schema and nothing of the back office. Paths are
 * relative to `/api`.
 */
export const shopperPaths = {
  listProducts: 'GET /products',
  listFacets: 'GET /products/facets',
  getRecommendations: 'GET /products/recommendations',
  getProduct: 'GET /products/{id}',
  getCategoryTree: 'GET /categories/tree',
  getCategory: 'GET /categories/{identifier}',
  getHomeContent: 'GET /content/home',
  getPage: 'GET /content/pages/{slug}',
  getFaq: 'GET /content/faq',
  getSiteSettings: 'GET /content/settings',

  register: 'POST /auth/register',
  login: 'POST /auth/login',
  refresh: 'POST /auth/refresh',
  logout: 'POST /auth/logout',
  logoutEverywhere: 'POST /auth/logout-everywhere',
  forgotPassword: 'POST /auth/forgot-password',
  getPasswordLink: 'POST /auth/password-link',
  resetPassword: 'POST /auth/reset-password',
  verifyEmail: 'POST /auth/verify-email',
  resendVerification: 'POST /auth/resend-verification',

  getProfile: 'GET /user/profile',
  updateProfile: 'PATCH /user/profile',
  changePassword: 'PATCH /user/change-password',
  exportMyData: 'GET /user/export',
  deleteAccount: 'DELETE /user',

  listAddresses: 'GET /addresses',
  createAddress: 'POST /addresses',
  updateAddress: 'PATCH /addresses/{id}',
  deleteAddress: 'DELETE /addresses/{id}',

  listFavorites: 'GET /products/favorites',
  listFavoriteIds: 'GET /products/favorites/ids',
  addFavorites: 'POST /products/favorites',
  toggleFavorite: 'PATCH /products/favorite/{variantId}',

  getCart: 'GET /cart',
  addCartItem: 'POST /cart/items',
  updateCartItem: 'PATCH /cart/items/{itemId}',
  removeCartItem: 'DELETE /cart/items/{itemId}',
  removeCartItems: 'DELETE /cart/items',
  mergeCart: 'POST /cart/merge',

  listMyCoupons: 'GET /coupons/my',

  previewOrder: 'POST /orders/preview',
  placeOrder: 'POST /orders',
  listMyOrders: 'GET /orders/my',
  getMyOrder: 'GET /orders/my/{orderId}',
  cancelMyOrder: 'POST /orders/my/{orderId}/cancel',

  listPaymentMethods: 'GET /payments/methods',
  initiatePayment: 'POST /payments/initiate/order/{orderId}',
  getPaymentStatus: 'GET /payments/status/{providerOrderId}',
  getUsdtPayment: 'GET /payments/usdt/{paymentId}',

  listChatMessages: 'GET /chat/rooms/{roomId}/messages',
  getChatPicture: 'GET /chat/rooms/{roomId}/pictures/{pictureId}',
  getChatRoom: 'GET /chat/rooms/{roomId}',
  claimChatRoom: 'POST /chat/rooms/{roomId}/claim',

  uploadFiles: 'POST /uploads',
} as const

/** The name of an API call that shoppers make. */
export type ShopperCallName = keyof typeof shopperPaths
