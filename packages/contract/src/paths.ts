/**
 * Every API call's method and path, once. Nothing else is here, so that the browser's client
 * carries this table and no schema. Paths are relative to `/api`.
 */
export const paths = {
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

  listConversations: 'GET /admin/chat/rooms',
  countConversations: 'GET /admin/chat/counts',
  getConversation: 'GET /admin/chat/rooms/{roomId}',
  listConversationMessages: 'GET /admin/chat/rooms/{roomId}/messages',
  getConversationPicture: 'GET /admin/chat/rooms/{roomId}/pictures/{pictureId}',
  takeConversation: 'POST /admin/chat/rooms/{roomId}/take',
  assignConversation: 'POST /admin/chat/rooms/{roomId}/assign',
  releaseConversation: 'POST /admin/chat/rooms/{roomId}/release',
  closeConversation: 'POST /admin/chat/rooms/{roomId}/close',
  reopenConversation: 'POST /admin/chat/rooms/{roomId}/reopen',
  listSupporters: 'GET /admin/chat/supporters',
  listCannedReplies: 'GET /admin/chat/replies',
  createCannedReply: 'POST /admin/chat/replies',
  updateCannedReply: 'PATCH /admin/chat/replies/{id}',
  deleteCannedReply: 'DELETE /admin/chat/replies/{id}',
  getOfficeHours: 'GET /admin/chat/hours',
  setOfficeHours: 'PUT /admin/chat/hours',

  uploadFiles: 'POST /uploads',

  listStaffProducts: 'GET /admin/products',
  createProduct: 'POST /admin/products',
  exportProducts: 'GET /admin/products/export',
  importProducts: 'POST /admin/products/import',
  previewBulkEdit: 'POST /admin/products/bulk/preview',
  applyBulkEdit: 'POST /admin/products/bulk',
  getStaffProduct: 'GET /admin/products/{id}',
  updateProduct: 'PUT /admin/products/{id}',
  deleteProduct: 'DELETE /admin/products/{id}',
  restoreProduct: 'POST /admin/products/{id}/restore',
  duplicateProduct: 'POST /admin/products/{id}/duplicate',
  getVariantStock: 'GET /admin/variants/{id}/stock',
  adjustStock: 'POST /admin/variants/{id}/stock',
  listStockMovements: 'GET /admin/variants/{id}/movements',
  listColors: 'GET /admin/colors',
  createColor: 'POST /admin/colors',

  shipOrder: 'POST /admin/orders/{orderId}/ship',
  deliverOrder: 'POST /admin/orders/{orderId}/deliver',
  completeOrder: 'POST /admin/orders/{orderId}/complete',
  cancelOrder: 'POST /admin/orders/{orderId}/cancel',
  refundOrder: 'POST /admin/orders/{orderId}/refunds',
  markOrderPaid: 'POST /admin/orders/{orderId}/mark-paid',
  collectCash: 'POST /admin/orders/{orderId}/collect-cash',

  listOrders: 'GET /admin/orders',
  countOrders: 'GET /admin/orders/counts',
  getOrder: 'GET /admin/orders/{orderId}',
  addOrderNote: 'POST /admin/orders/{orderId}/notes',
  resolvePaymentReview: 'POST /admin/orders/{orderId}/payments/{paymentId}/resolve-review',
  listPackingSlips: 'GET /admin/packing-slips',

  listCustomers: 'GET /admin/customers',
  getCustomer: 'GET /admin/customers/{customerId}',
  blockCustomer: 'POST /admin/customers/{customerId}/block',
  unblockCustomer: 'POST /admin/customers/{customerId}/unblock',
  sendCustomerVerification: 'POST /admin/customers/{customerId}/send-verification',
  exportCustomer: 'POST /admin/customers/{customerId}/export',
  deleteCustomer: 'DELETE /admin/customers/{customerId}',

  listCoupons: 'GET /admin/coupons',
  getCoupon: 'GET /admin/coupons/{couponId}',
  createCoupon: 'POST /admin/coupons',
  updateCoupon: 'PUT /admin/coupons/{couponId}',
  setCouponEnabled: 'PATCH /admin/coupons/{couponId}/enabled',
  listRedemptions: 'GET /admin/coupons/{couponId}/redemptions',

  getDashboard: 'GET /admin/dashboard',
  getSales: 'GET /admin/sales',

  listStaff: 'GET /admin/staff',
  inviteStaff: 'POST /admin/staff',
  sendInvitation: 'POST /admin/staff/{userId}/invitation',
  changeStaffRole: 'PATCH /admin/staff/{userId}',
  removeStaff: 'DELETE /admin/staff/{userId}',
  listAuditEntries: 'GET /admin/audit',

  listLetters: 'GET /admin/letters',
  getOutbox: 'GET /admin/outbox',
  getLetter: 'GET /admin/letters/{letterId}',
  sendLetterAgain: 'POST /admin/letters/{letterId}/send',
} as const

/** The name of an API call. */
export type CallName = keyof typeof paths

/** Prefix of every API path. */
export const apiPrefix = '/api'
